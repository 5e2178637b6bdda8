/** Every expression of a document, read once, with the place and the moment it belongs to. */

import {
  type Declarations,
  hasExpression,
  parseCondition,
  parseTemplate,
  type Reference,
  references,
  type SyntaxError_,
  templateReferences,
} from '../expression/index.ts';
import { portNamed } from './ports.ts';
import { attributeOf, childNamed, childrenNamed, type XmlElement } from './tree.ts';
import { isVisible, scopesOf } from './variables.ts';
import { type DocumentView, type EdgeView, inputsOf, type NodeView, outputsOf } from './view.ts';

/**
 * When an expression is evaluated (§10.8): as its node starts, between the iterations of its
 * loop, or as the source of its edge ends.
 */
export type Moment = 'start' | 'iteration' | 'end';

export interface Site {
  readonly element: XmlElement;
  readonly attribute: string;
  readonly text: string;
  /** Whether exactly one expression must stand there, rather than text and expressions. */
  readonly condition: boolean;
  /** The node that evaluates it; an edge's source, null where that is no node. */
  readonly node: NodeView | null;
  readonly moment: Moment;
}

export interface ReadSite extends Site {
  readonly error: SyntaxError_ | null;
  readonly references: readonly Reference[];
}

const readSites = new WeakMap<DocumentView, readonly ReadSite[]>();

export function expressionsOf(view: DocumentView): readonly ReadSite[] {
  const known = readSites.get(view);
  if (known !== undefined) return known;
  const sites: ReadSite[] = [];
  for (const node of view.nodes) {
    let declarations: Declarations | null = null;
    for (const site of sitesOfNode(node)) {
      declarations ??= declarationsFor(view, node);
      sites.push(readSite(site, declarations));
    }
  }
  for (const edge of view.edges) {
    const site = siteOfEdge(edge);
    if (site !== null) sites.push(readSite(site, declarationsFor(view, edge.source)));
  }
  readSites.set(view, sites);
  return sites;
}

function* sitesOfNode(node: NodeView): Generator<Site> {
  const { element } = node;
  const { guard, cases, loop, wait, inputs, outputs } = node.node;
  if (guard !== null) yield* conditionAt(childNamed(element, 'guard'), 'when', node, 'start');
  if (cases !== null) {
    const around = childNamed(element, 'cases');
    for (const each of around === null ? [] : childrenNamed(around, 'case')) {
      yield* conditionAt(each, 'when', node, 'start');
    }
  }
  if (loop !== null) {
    yield* conditionAt(childNamed(element, 'loop'), 'over', node, 'start');
    yield* conditionAt(childNamed(element, 'loop'), 'while', node, 'iteration');
  }
  if (wait !== null) yield* conditionAt(childNamed(element, 'wait'), 'until', node, 'start');
  if (inputs.some(({ value }) => value !== null && hasExpression(value))) {
    yield* values(inputsOf(node), node);
  }
  if (outputs.some(({ value }) => value !== null && hasExpression(value))) {
    yield* values(outputsOf(node), node);
  }
}

function* conditionAt(
  element: XmlElement | null,
  attribute: string,
  node: NodeView | null,
  moment: Moment,
): Generator<Site> {
  const text = element === null ? null : attributeOf(element, attribute);
  if (element === null || text === null) return;
  yield { element, attribute, text, condition: true, node, moment };
}

function* values(
  ports: readonly { readonly element: XmlElement; readonly port: { value: string | null } }[],
  node: NodeView,
): Generator<Site> {
  for (const { element, port } of ports) {
    const text = port.value;
    if (text === null || !hasExpression(text)) continue;
    yield { element, attribute: 'value', text, condition: false, node, moment: 'start' };
  }
}

function siteOfEdge({ element, edge, source }: EdgeView): Site | null {
  if (edge.condition === null) return null;
  const text = edge.condition;
  return { element, attribute: 'condition', text, condition: true, node: source, moment: 'end' };
}

function readSite(site: Site, declarations: Declarations): ReadSite {
  if (site.condition) {
    const reading = parseCondition(site.text, declarations);
    return reading.ok
      ? { ...site, error: null, references: references(reading.expression) }
      : { ...site, error: reading.error, references: [] };
  }
  const reading = parseTemplate(site.text, declarations);
  return reading.ok
    ? { ...site, error: null, references: templateReferences(reading.template) }
    : { ...site, error: reading.error, references: [] };
}

const NO_SETTINGS: ReadonlySet<string> = new Set();

/** What names mean inside expressions that `node` evaluates. */
function declarationsFor(view: DocumentView, node: NodeView | null): Declarations {
  const { longestVariable } = scopesOf(view);
  // One name may be asked for once for each of its hyphens.
  const visible = new Map<string, boolean>();
  const isSeen = (reader: NodeView, name: string): boolean => {
    const known = visible.get(name) ?? isVisible(view, reader, name);
    visible.set(name, known);
    return known;
  };
  const config = node?.node.config ?? [];
  const settings = config.length === 0 ? NO_SETTINGS : new Set(config.map(({ name }) => name));
  return {
    hasNode: (id) => view.nodesById.has(id),
    hasPort: (id, port) => {
      const outputs = view.nodesById.get(id)?.node.outputs;
      return outputs !== undefined && portNamed(outputs, port) !== undefined;
    },
    hasVariable: (name) => node !== null && name.length <= longestVariable && isSeen(node, name),
    hasConfig: (name) => settings.has(name),
  };
}
