/** New parts put into a document, with ids of their own, that break nothing by themselves. */

import type { Choices } from './choices.ts';
import {
  type Element,
  edgesOf,
  element,
  everyElement,
  nodesOf,
  only,
  type Values,
  valueIn,
} from './element.ts';
import { rankOf, shapeOf } from './schema.ts';

/** Puts a child where the order of the public schema wants it, behind others of its name. */
export function insert(parent: Element, child: Element): Element {
  const shape = shapeOf(parent.name);
  const rank = rankOf(shape, child.name);
  const at = parent.children.findIndex(
    (other) => typeof other !== 'string' && rankOf(shape, other.name) > rank,
  );
  parent.children.splice(at < 0 ? parent.children.length : at, 0, child);
  return child;
}

/** The child of a name; a new one where there is none. */
export function ensure(parent: Element, name: string, values: Values = {}): Element {
  return only(parent, name) ?? insert(parent, element(name, values));
}

export function addNode(root: Element, values: Values, children: readonly Element[] = []): Element {
  const nodes = ensure(root, 'nodes');
  const id = `zz-${nodesOf(root).length}`;
  const node = element('node', { id, type: 'task', ...values }, children);
  nodes.children.push(node);
  return node;
}

export function addEdge(root: Element, from: Element, to: Element, values: Values = {}): Element {
  const edge = element('edge', { from: idOf(from), to: idOf(to), ...values });
  ensure(root, 'edges').children.push(edge);
  return edge;
}

export function addPort(node: Element, name: 'input' | 'output', values: Values = {}): Element {
  const ports = ensure(node, `${name}s`);
  const port = element(name, { name: `zz-${ports.children.length}`, ...values });
  ports.children.push(port);
  return port;
}

export function addResource(root: Element, values: Values = {}): Element {
  const resources = ensure(root, 'resources');
  const resource = element('resource', { id: 'zz-resource', type: 'service', ...values });
  resources.children.push(resource);
  return resource;
}

export function addArtifact(root: Element, values: Values = {}): Element {
  const artifacts = ensure(root, 'artifacts');
  const artifact = element('artifact', { id: 'zz-artifact', type: 'log', ...values });
  artifacts.children.push(artifact);
  return artifact;
}

/** A loop of its own with a body of its own. */
export function addLoop(root: Element, values: Values = {}): Element {
  const body = addNode(root, {});
  const loop = element('loop', { kind: 'times', count: '2', maxIterations: '3', ...values }, [
    element('body', { ref: idOf(body) }),
  ]);
  return addNode(root, { type: 'loop' }, [loop]);
}

/** A decision of its own that leads to one node of its own, or to another one. */
export function addDecision(root: Element): Element {
  const cases = element('cases', {}, [
    element('case', { when: '${true}', to: idOf(addNode(root, {})) }),
    element('otherwise', { to: idOf(addNode(root, {})) }),
  ]);
  return addNode(root, { type: 'decision' }, [cases]);
}

/** Two nodes of their own, the second fed by the first. */
export function addData(root: Element, values: Values = {}): Element {
  const source = addNode(root, {});
  const target = addNode(root, {});
  addPort(source, 'output', { name: 'out' });
  addPort(target, 'input', { name: 'in', required: 'false' });
  const ports = { type: 'data', fromPort: 'out', toPort: 'in' };
  return addEdge(root, source, target, { ...ports, ...values });
}

export function idOf(of: Element): string {
  const id = valueIn(of, 'id');
  if (id === null) throw new Error(`<${of.name}> has no id`);
  return id;
}

export function kindOf(node: Element): string {
  return valueIn(node, 'type') ?? '';
}

export function edgeType(edge: Element): string {
  return valueIn(edge, 'type') ?? 'control';
}

export function into(root: Element, node: Element, ...types: readonly string[]): Element[] {
  return edgesOf(root).filter(
    (edge) => valueIn(edge, 'to') === idOf(node) && types.includes(edgeType(edge)),
  );
}

/** Nodes that begin, or that something of the forward flow leads to. */
export function stepsOf(root: Element): Element[] {
  return nodesOf(root).filter(
    (node) =>
      into(root, node, 'compensation').length === 0 &&
      (into(root, node, 'error').length === 0 ||
        into(root, node, 'control', 'data', 'dependency').length > 0) &&
      !isBody(root, node) &&
      !isDecisionTarget(root, node),
  );
}

export function isBody(root: Element, node: Element): boolean {
  return everyElement(root).some(
    (each) => each.name === 'body' && valueIn(each, 'ref') === idOf(node),
  );
}

export function isDecisionTarget(root: Element, node: Element): boolean {
  return everyElement(root).some(
    ({ name, attributes }) =>
      (name === 'case' || name === 'otherwise') &&
      attributes.some((each) => each.name === 'to' && each.value === idOf(node)),
  );
}

/** Whether a name occurs anywhere but in one attribute of one element. */
export function isMentioned(root: Element, name: string, save: Element): boolean {
  return everyElement(root).some((each) =>
    each.attributes.some((attribute) => each !== save && attribute.value.includes(name)),
  );
}

/** The elements of a document that may hold other elements. */
export function containersOf(root: Element): Element[] {
  return everyElement(root).filter(
    ({ name }) => shapeOf(name).children.length > 0 && !isText(name),
  );
}

export function isText(name: string): boolean {
  const { content } = shapeOf(name);
  return content === 'text' || content === 'time';
}

export function isEmptyElement(name: string): boolean {
  const { content, children } = shapeOf(name);
  return content === undefined && children.length === 0;
}

export function anyOf<Item>(choices: Choices, items: readonly Item[]): Item | null {
  return items.length === 0 ? null : choices.oneOf(items);
}

/** Puts a child anywhere among those of an element. */
export function insertAnywhere(choices: Choices, parent: Element, child: Element | string): void {
  parent.children.splice(choices.below(parent.children.length + 1), 0, child);
}

/** A copy of an element, its children included. */
export function copyOf(of: Element): Element {
  return {
    ...of,
    attributes: of.attributes.map((attribute) => ({ ...attribute })),
    children: of.children.map((child) => (typeof child === 'string' ? child : copyOf(child))),
  };
}
