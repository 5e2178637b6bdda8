/**
 * Every way in which a small flow can run (harness.md §4), found by trying them all: which
 * nodes can have ended before which start. It knows steps and decisions; whatever a guard, a
 * condition, a case or a task may come to, it does. Slow, and with no theory that could be wrong.
 */

import type { Edge, Workflow, WorkflowNode } from '../../core/model/workflow.ts';

type State = 'pending' | 'running' | 'succeeded' | 'skipped' | 'failed' | 'never';

/** What has come of each node and each condition so far. */
interface World {
  readonly states: readonly State[];
  /** By node, where a decision has led. */
  readonly chosen: readonly (string | null)[];
  /** By edge; null while its source has not ended. */
  readonly conditions: readonly (boolean | null)[];
}

type Verdict = 'may start' | 'waits' | 'never';
type Passing = 'satisfied' | 'open' | 'negative';

/** Pairs `reader read` of ids, for readers that can start at all. */
export interface Possible {
  readonly readers: ReadonlySet<string>;
  /** `read` can have ended when `reader` starts. */
  readonly pairs: ReadonlySet<string>;
}

export function possibleReads({ nodes, edges }: Workflow): Possible {
  const readers = new Set<string>();
  const pairs = new Set<string>();
  const known = new Set<string>();
  const waiting: World[] = [
    {
      states: nodes.map(() => 'pending'),
      chosen: nodes.map(() => null),
      conditions: edges.map(() => null),
    },
  ];
  for (let world = waiting.pop(); world !== undefined; world = waiting.pop()) {
    const settled = settle(nodes, edges, world);
    const key = JSON.stringify(settled);
    if (known.has(key)) continue;
    known.add(key);
    for (const [index, node] of nodes.entries()) {
      const state = settled.states[index];
      if (state === 'running') waiting.push(...ends(nodes, edges, settled, index));
      if (state !== 'pending' || verdictOn(nodes, edges, settled, node) !== 'may start') continue;
      readers.add(node.id);
      for (const [other, { id }] of nodes.entries()) {
        if (hasEnded(settled.states[other])) pairs.add(`${node.id} ${id}`);
      }
      waiting.push({ ...settled, states: settled.states.with(index, 'running') });
    }
  }
  return { readers, pairs };
}

function hasEnded(state: State | undefined): boolean {
  return state === 'succeeded' || state === 'skipped' || state === 'failed';
}

/** Every end that a running node can come to, with every outcome of the conditions behind it. */
function ends(
  nodes: readonly WorkflowNode[],
  edges: readonly Edge[],
  world: World,
  index: number,
): World[] {
  const node = nodes[index] as WorkflowNode;
  const targets = targetsOf(node);
  const outcomes: { readonly state: State; readonly to: string | null }[] =
    targets.length > 0
      ? targets.map((to) => ({ state: 'succeeded', to }))
      : [{ state: 'succeeded', to: null }];
  if (node.guard !== null) outcomes.push({ state: 'skipped', to: null });
  // Without a handler a failure ends the run, and nothing is read after it.
  const handled = edges.some(({ from, type }) => from === node.id && type === 'error');
  if (handled) outcomes.push({ state: 'failed', to: null });
  const own = edges.flatMap(({ from, condition }, at) =>
    from === node.id && condition !== null ? [at] : [],
  );
  let conditions: (boolean | null)[][] = [[...world.conditions]];
  for (const at of own) {
    conditions = conditions.flatMap((each) => [each.with(at, true), each.with(at, false)]);
  }
  return outcomes.flatMap(({ state, to }) =>
    conditions.map((each) => ({
      states: world.states.with(index, state),
      chosen: world.chosen.with(index, to),
      conditions: each,
    })),
  );
}

function targetsOf({ cases, otherwise }: WorkflowNode): string[] {
  const all = [...(cases ?? []).map(({ to }) => to), ...(otherwise === null ? [] : [otherwise])];
  return [...new Set(all)];
}

/** Marks what can't run any more: at once, or since nothing will reach it, recursively. */
function settle(nodes: readonly WorkflowNode[], edges: readonly Edge[], world: World): World {
  let states = [...world.states];
  for (;;) {
    const now = { ...world, states };
    const lost = nodes.findIndex(
      (node, index) =>
        states[index] === 'pending' && verdictOn(nodes, edges, now, node) === 'never',
    );
    if (lost >= 0) {
      states = states.with(lost, 'never');
      continue;
    }
    const alive = reachable(nodes, edges, now);
    const next = states.map((state, index) =>
      state === 'pending' && !alive.has(nodes[index]?.id ?? '') ? 'never' : state,
    );
    if (next.every((state, index) => state === states[index])) return now;
    states = next;
  }
}

function stateOf(nodes: readonly WorkflowNode[], { states }: World, id: string): State {
  return states[nodes.findIndex((node) => node.id === id)] ?? 'never';
}

function passing(nodes: readonly WorkflowNode[], world: World, edge: Edge, at: number): Passing {
  const state = stateOf(nodes, world, edge.from);
  if (state === 'never') return 'negative';
  if (!hasEnded(state)) return 'open';
  const fits =
    edge.type === 'dependency' || (edge.type === 'error' ? state === 'failed' : state !== 'failed');
  return fits && world.conditions[at] !== false ? 'satisfied' : 'negative';
}

/** Whether the decisions that can lead to a node have chosen it. */
function choiceOf(nodes: readonly WorkflowNode[], world: World, node: WorkflowNode): Verdict {
  const deciders = nodes.flatMap((each, at) => (targetsOf(each).includes(node.id) ? [at] : []));
  if (deciders.length === 0 || deciders.some((at) => world.chosen[at] === node.id)) {
    return 'may start';
  }
  const open = deciders.some((at) => ['pending', 'running'].includes(world.states[at] ?? ''));
  return open ? 'waits' : 'never';
}

function verdictOn(
  nodes: readonly WorkflowNode[],
  edges: readonly Edge[],
  world: World,
  node: WorkflowNode,
): Verdict {
  const choice = choiceOf(nodes, world, node);
  const incoming = edges.flatMap((edge, at) =>
    edge.to === node.id ? [{ edge, is: passing(nodes, world, edge, at) }] : [],
  );
  const starved = incoming.some(
    ({ edge }) => feeds(node, edge) && stateOf(nodes, world, edge.from) === 'never',
  );
  const satisfied = incoming.filter(({ is }) => is === 'satisfied').length;
  const negative = incoming.filter(({ is }) => is === 'negative').length;
  const join = joinOf(node, incoming.length, satisfied, negative);
  if (choice === 'never' || starved || join === 'never') return 'never';
  return choice === 'may start' && join === 'may start' ? 'may start' : 'waits';
}

function joinOf({ join, quorum }: WorkflowNode, all: number, yes: number, no: number): Verdict {
  if (all === 0) return 'may start';
  if (join === 'all') return yes + no < all ? 'waits' : yes > 0 ? 'may start' : 'never';
  const needed = join === 'any' ? 1 : (quorum ?? 1);
  return yes >= needed ? 'may start' : all - no < needed ? 'never' : 'waits';
}

function feeds(node: WorkflowNode, { type, toPort }: Edge): boolean {
  const port = node.inputs.find(({ name }) => name === toPort);
  return type === 'data' && port?.required === true && port.default === null;
}

/** What runs, and all that it may still lead to. */
function reachable(
  nodes: readonly WorkflowNode[],
  edges: readonly Edge[],
  world: World,
): ReadonlySet<string> {
  const alive = new Set<string>();
  const isAlive = (id: string): boolean => alive.has(id) || stateOf(nodes, world, id) === 'running';
  const mayCome = (node: WorkflowNode): boolean => {
    const choice = choiceOf(nodes, world, node);
    const led = nodes.some((each) => targetsOf(each).includes(node.id) && isAlive(each.id));
    if (choice === 'never' || (choice === 'waits' && !led)) return false;
    const incoming = edges.flatMap((edge, at) => (edge.to === node.id ? [{ edge, at }] : []));
    const hopes = incoming.filter(({ edge, at }) => {
      const is = passing(nodes, world, edge, at);
      return is === 'satisfied' || (is === 'open' && isAlive(edge.from));
    }).length;
    const needed = node.join === 'quorum' ? (node.quorum ?? 1) : 1;
    return incoming.length === 0 || hopes >= needed;
  };
  for (let grown = true; grown; ) {
    grown = false;
    for (const [index, node] of nodes.entries()) {
      if (world.states[index] !== 'pending' || alive.has(node.id) || !mayCome(node)) continue;
      alive.add(node.id);
      grown = true;
    }
  }
  return alive;
}
