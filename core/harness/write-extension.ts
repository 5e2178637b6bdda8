/**
 * Foreign content written back. A model keeps names with their prefixes and namespaces, and no
 * declarations: these are added wherever a prefix means something else than it does around.
 */

import type { Extension, ForeignElement } from '../model/workflow.ts';
import { HARNESS_NAMESPACE, XML_NAMESPACE } from './tree.ts';
import type { Output } from './xml-writer.ts';

/** What prefixes mean at some place; the default namespace is ``. */
type Bound = ReadonlyMap<string, string>;

export function writeExtension({ namespace, required, content }: Extension): Output {
  const bound: Bound = new Map([
    ['', HARNESS_NAMESPACE],
    ['xml', XML_NAMESPACE],
  ]);
  return {
    name: 'extension',
    attributes: [
      ['namespace', namespace],
      ['required', required ? 'true' : null],
    ],
    children: content.flatMap((child) =>
      typeof child === 'string' ? [] : [writeForeign(child, bound)],
    ),
    spaced: true,
  };
}

function writeForeign(element: ForeignElement, around: Bound): Output {
  const bound = new Map(around);
  const declarations: [string, string][] = [];
  const bind = (prefix: string, namespace: string): void => {
    if ((bound.get(prefix) ?? '') === namespace) return;
    bound.set(prefix, namespace);
    declarations.push([prefix === '' ? 'xmlns' : `xmlns:${prefix}`, namespace]);
  };
  bind(prefixOf(element.name), element.namespace);
  for (const { name, namespace } of element.attributes) {
    if (name.includes(':')) bind(prefixOf(name), namespace);
  }
  return {
    name: element.name,
    attributes: [
      ...declarations,
      ...element.attributes.map(({ name, value }) => [name, value] as const),
    ],
    children: element.children.map((child) =>
      typeof child === 'string' ? child : writeForeign(child, bound),
    ),
    spaced: false,
  };
}

function prefixOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')));
}
