/**
 * The shape of the flow: entry set, what is reached, cycles. Every walk is iterative, since a
 * document may be a chain of a hundred thousand nodes.
 */

import { type DocumentView, type EdgeView, isForward, type NodeView } from './view.ts';

/** Ids that a decision can route to, or that a loop repeats. */
export interface Roles {
  readonly decisionTargets: ReadonlySet<string>;
  readonly loopBodies: ReadonlySet<string>;
}

function rolesOf(view: DocumentView): Roles {
  const decisionTargets = new Set<string>();
  const loopBodies = new Set<string>();
  for (const { node } of view.nodes) {
    for (const { to } of node.cases ?? []) decisionTargets.add(to);
    if (node.otherwise !== null) decisionTargets.add(node.otherwise);
    if (node.loop !== null) loopBodies.add(node.loop.body);
  }
  return { decisionTargets, loopBodies };
}

/** What several rules ask about the flow of one document. */
export interface Flow {
  readonly roles: Roles;
  readonly entries: readonly NodeView[];
  /** For each node the number of its strongly connected component. */
  readonly component: Int32Array;
  readonly cycles: readonly (readonly EdgeView[])[];
}

const flows = new WeakMap<DocumentView, Flow>();

export function flowOf(view: DocumentView): Flow {
  const known = flows.get(view);
  if (known !== undefined) return known;
  const roles = rolesOf(view);
  const component = componentsOf(view);
  const flow = {
    roles,
    entries: entrySet(view, roles),
    component,
    cycles: cyclesOf(view, component),
  };
  flows.set(view, flow);
  return flow;
}

/** Where execution begins (§2.5): the entry alone, or all nodes that nothing leads to. */
function entrySet(view: DocumentView, roles: Roles): readonly NodeView[] {
  const { entry } = view.workflow;
  if (entry !== null) {
    const node = view.nodesById.get(entry);
    return node === undefined ? [] : [node];
  }
  return view.nodes.filter(
    ({ node, incoming }) =>
      incoming.length === 0 &&
      !roles.decisionTargets.has(node.id) &&
      !roles.loopBodies.has(node.id),
  );
}

/** All nodes that a walk from `start` comes to, by index. */
export function reachable(
  view: DocumentView,
  start: Iterable<NodeView>,
  follow: (edge: EdgeView) => boolean,
  routes: boolean,
): Uint8Array {
  const reached = new Uint8Array(view.nodes.length);
  const waiting: NodeView[] = [];
  const visit = (node: NodeView | null | undefined): void => {
    if (node === null || node === undefined || reached[node.index] === 1) return;
    reached[node.index] = 1;
    waiting.push(node);
  };
  for (const node of start) visit(node);
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const edge of node.outgoing) if (follow(edge)) visit(edge.target);
    if (!routes) continue;
    for (const { to } of node.node.cases ?? []) visit(view.nodesById.get(to));
    if (node.node.otherwise !== null) visit(view.nodesById.get(node.node.otherwise));
    if (node.node.loop !== null) visit(view.nodesById.get(node.node.loop.body));
  }
  return reached;
}

/** Edges that order nodes and must form no cycle (§4.7). */
export function isOrdering(edge: EdgeView): boolean {
  return isForward(edge.type) && edge.source !== null && edge.target !== null;
}

/**
 * For each node the number of its strongly connected component over control, data and
 * dependency edges (Tarjan 1972, with a stack of its own).
 */
function componentsOf(view: DocumentView): Int32Array {
  const count = view.nodes.length;
  const component = new Int32Array(count).fill(-1);
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const next = new Int32Array(count);
  const path: number[] = [];
  const stack: number[] = [];
  let clock = 0;
  let components = 0;

  const enter = (index: number): void => {
    order[index] = clock;
    low[index] = clock;
    clock += 1;
    path.push(index);
    stack.push(index);
  };

  for (let start = 0; start < count; start += 1) {
    if (order[start] !== -1) continue;
    enter(start);
    while (path.length > 0) {
      const at = path[path.length - 1] as number;
      const edges = view.nodes[at]?.outgoing ?? [];
      const edge = edges[next[at] as number];
      if (edge !== undefined) {
        next[at] = (next[at] as number) + 1;
        if (!isOrdering(edge)) continue;
        const to = edge.target?.index as number;
        if (order[to] === -1) enter(to);
        else if (component[to] === -1) low[at] = Math.min(low[at] as number, order[to] as number);
        continue;
      }
      path.pop();
      const parent = path[path.length - 1];
      if (parent !== undefined) low[parent] = Math.min(low[parent] as number, low[at] as number);
      if (low[at] !== order[at]) continue;
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        component[member] = components;
        if (member === at) break;
      }
      components += 1;
    }
  }
  return component;
}

/**
 * One cycle for each component that has one: the shortest through its first node, as the
 * edges in their order.
 */
function cyclesOf(view: DocumentView, component: Int32Array): readonly (readonly EdgeView[])[] {
  const sizes = new Int32Array(view.nodes.length);
  for (const each of component) sizes[each] = (sizes[each] as number) + 1;
  const cycles: (readonly EdgeView[])[] = [];
  const done = new Uint8Array(view.nodes.length);
  for (const node of view.nodes) {
    const own = component[node.index] as number;
    const alone = sizes[own] === 1 && node.outgoing.every(({ target }) => target !== node);
    if (alone || done[own] === 1) continue;
    done[own] = 1;
    const cycle = cycleThrough(node, component);
    if (cycle !== null) cycles.push(cycle);
  }
  return cycles;
}

/** Breadth first inside the node's component, until an edge leads back to it. */
function cycleThrough(start: NodeView, component: Int32Array): readonly EdgeView[] | null {
  const cameBy = new Map<NodeView, EdgeView>();
  const queue: NodeView[] = [start];
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at] as NodeView;
    for (const edge of node.outgoing) {
      const { target } = edge;
      if (!isOrdering(edge) || target === null) continue;
      if (component[target.index] !== component[start.index]) continue;
      if (target === start) return pathTo(node, edge, cameBy);
      if (cameBy.has(target)) continue;
      cameBy.set(target, edge);
      queue.push(target);
    }
  }
  return null;
}

function pathTo(
  last: NodeView,
  closing: EdgeView,
  cameBy: ReadonlyMap<NodeView, EdgeView>,
): readonly EdgeView[] {
  const path = [closing];
  for (let edge = cameBy.get(last); edge !== undefined; ) {
    path.push(edge);
    edge = edge.source === null ? undefined : cameBy.get(edge.source);
  }
  return path.reverse();
}
