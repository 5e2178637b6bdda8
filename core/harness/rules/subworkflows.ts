/**
 * HX-3002: no document runs itself, directly or through others. Only documents that the
 * reader was given are looked at (§13.4); one that is missing ends the search there.
 */

import { quote } from '../../model/show.ts';
import { read } from '../attributes.ts';
import { decode } from '../decode.ts';
import { type Spot, spotOf } from '../findings.ts';
import { faultOfProlog } from '../prolog.ts';
import { resolveReference } from '../references.ts';
import { subworkflowAttributes } from '../structure.ts';
import { childNamed, childrenNamed, type XmlElement } from '../tree.ts';
import type { DocumentView } from '../view.ts';
import { parseXml } from '../xml.ts';
import type { Report, Rule } from './rule.ts';

/** Documents that are looked into for one question; more of them are taken as no recursion. */
const MAXIMUM_DOCUMENTS = 1000;

function noRecursion(view: DocumentView, report: Report): void {
  const own = resolveReference('', view.options.reference ?? '');
  const { documents = NO_DOCUMENTS } = view.options;
  const library = createLibrary(view, own, documents);
  const known = new Map<string, readonly string[] | null>();
  for (const { node, element } of view.nodes) {
    const part = node.subworkflow === null ? null : childNamed(element, 'subworkflow');
    if (part === null || node.subworkflow === null || part.attributes['href'] === undefined)
      continue;
    const { href } = node.subworkflow;
    const start = resolveReference(own, href);
    // Wherever this document lies, an empty reference leads to it (RFC 3986 §4.4).
    if (/^(?:#|$)/.test(href)) known.set(start, [own, own]);
    const way = known.has(start) ? (known.get(start) ?? null) : wayBack(own, start, library);
    known.set(start, way);
    if (way === null) continue;
    const spot: Spot = spotOf(part, 'href');
    const names = way.map((name) => (name === own ? 'this document' : quote(nearName(own, name))));
    report(
      spot,
      `subworkflow ${quote(href)} of ${quote(node.id)} leads back into itself: ${names.join(' → ')}`,
    );
  }
}

const NO_DOCUMENTS: ReadonlyMap<string, string> = new Map();

interface Library {
  /** The documents that one refers to, resolved; nothing where it wasn't given. */
  childrenOf(name: string): readonly string[];
  isSelf(name: string): boolean;
}

function createLibrary(
  { source, options }: DocumentView,
  own: string,
  documents: ReadonlyMap<string, string>,
): Library {
  const { textOf, childrenOf } = shelfOf(documents);
  const isPlaced = options.reference !== undefined;
  return {
    childrenOf,
    isSelf: (name) => (isPlaced && name === own) || textOf(name) === source,
  };
}

interface Shelf {
  textOf(name: string): string | undefined;
  childrenOf(name: string): readonly string[];
}

const shelves = new WeakMap<ReadonlyMap<string, string>, Shelf>();

/** Many documents may be read beside the same others, and each of these is parsed once. */
function shelfOf(documents: ReadonlyMap<string, string>): Shelf {
  const before = shelves.get(documents);
  if (before !== undefined) return before;
  const texts = new Map<string, string>();
  for (const [name, text] of documents) texts.set(resolveReference('', name), text);
  const textOf = (name: string): string | undefined =>
    texts.get(name) ?? texts.get(name.slice(name.lastIndexOf('/') + 1));
  const known = new Map<string, readonly string[]>();
  const shelf: Shelf = {
    textOf,
    childrenOf(name) {
      const cached = known.get(name);
      if (cached !== undefined) return cached;
      const children = hrefsIn(textOf(name)).map((href) => resolveReference(name, href));
      known.set(name, children);
      return children;
    },
  };
  shelves.set(documents, shelf);
  return shelf;
}

/** A path as it would be written in the document, where it lies in the same folder or below. */
function nearName(own: string, name: string): string {
  const folder = own.slice(0, own.lastIndexOf('/') + 1);
  return name.startsWith(folder) ? name.slice(folder.length) : name;
}

/** The documents on the way from `start` back to where it has been, or null. */
function wayBack(own: string, start: string, library: Library): readonly string[] | null {
  // Depth first with the way kept beside it, so that the message can name every document.
  const way: string[] = [];
  const open = new Set<string>();
  const done = new Set<string>();
  const waiting: { readonly name: string; readonly depth: number }[] = [{ name: start, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const left of way.splice(next.depth)) open.delete(left);
    if (library.isSelf(next.name)) return [own, ...way, own];
    if (open.has(next.name)) return [...way.slice(way.indexOf(next.name)), next.name];
    if (done.has(next.name) || done.size >= MAXIMUM_DOCUMENTS) continue;
    done.add(next.name);
    way.push(next.name);
    open.add(next.name);
    for (const name of library.childrenOf(next.name)) {
      waiting.push({ name, depth: next.depth + 1 });
    }
  }
  return null;
}

function hrefsIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const decoded = decode(text);
  if (!decoded.ok || faultOfProlog(decoded.text) !== null) return [];
  const parsed = parseXml(decoded.text);
  if (!parsed.ok) return [];
  return childrenNamed(parsed.root, 'nodes')
    .flatMap((nodes) => childrenNamed(nodes, 'node'))
    .flatMap((node) => childrenNamed(node, 'subworkflow'))
    .flatMap((part: XmlElement) => read(part, subworkflowAttributes, 'href') ?? []);
}

export const subworkflowRules: readonly Rule[] = [
  {
    code: 'HX-3002',
    severity: 'error',
    title: 'no subworkflow leads back into itself',
    check: noRecursion,
  },
];
