/**
 * The plan as the reading walks it: what leads to each node, which nodes run once, and an order in
 * which everything that a node waits for comes before it. Linear in nodes and edges.
 */

import type { Edge, Workflow, WorkflowNode } from '../../../../core/model/workflow.ts';

export interface Graph {
  readonly workflow: Workflow;
  /** In document order. */
  readonly members: readonly Member[];
  readonly byId: ReadonlyMap<string, Member>;
  /** Members that run once, each behind all that it waits for; those on a cycle are left out. */
  readonly order: readonly Member[];
}

export interface Member {
  readonly index: number;
  readonly node: WorkflowNode;
  /** Without compensation edges, in document order. */
  readonly incoming: readonly Link[];
  readonly outgoing: readonly Link[];
  /** Decisions that can route to it. */
  readonly deciders: readonly Member[];
  /** Nodes that it can route to. */
  readonly routes: readonly Member[];
  /** Loops whose body it is. */
  readonly loops: readonly Member[];
  readonly isUndo: boolean;
  readonly isEntry: boolean;
  /** `behind-body`: it follows a loop's body, and the specification leaves open how often. */
  readonly place: 'main' | 'body' | 'behind-body';
}

export interface Link {
  readonly edge: Edge;
  readonly from: Member;
  readonly to: Member;
}

type Building<T> = { -readonly [Key in keyof T]: T[Key] };
type Draft = Building<Member> & {
  incoming: Link[];
  outgoing: Link[];
  deciders: Member[];
  routes: Member[];
  loops: Member[];
};

const graphs = new WeakMap<Workflow, Graph>();

export const graphOf = (workflow: Workflow): Graph => {
  const known = graphs.get(workflow);
  if (known !== undefined) return known;
  const made = buildGraph(workflow);
  graphs.set(workflow, made);
  return made;
};

const buildGraph = (workflow: Workflow): Graph => {
  const members = workflow.nodes.map(draftOf);
  const byId = new Map(members.map((member) => [member.node.id, member]));
  link(workflow.edges, byId);
  for (const member of members) {
    const { cases, otherwise, loop } = member.node;
    const targets = new Set((cases ?? []).map(({ to }) => to));
    if (otherwise !== null) targets.add(otherwise);
    for (const target of targets) {
      const to = byId.get(target);
      if (to === undefined) continue;
      to.deciders.push(member);
      member.routes.push(to);
    }
    const body = loop === null ? undefined : byId.get(loop.body);
    if (body !== undefined) body.loops.push(member);
  }
  placeMembers(members);
  for (const member of members) member.isEntry = isEntry(member, workflow.entry);
  return { workflow, members, byId, order: orderOf(members) };
};

const draftOf = (node: WorkflowNode, index: number): Draft => ({
  index,
  node,
  incoming: [],
  outgoing: [],
  deciders: [],
  routes: [],
  loops: [],
  isUndo: false,
  isEntry: false,
  place: 'main',
});

const link = (edges: readonly Edge[], byId: ReadonlyMap<string, Draft>): void => {
  for (const edge of edges) {
    const from = byId.get(edge.from);
    const to = byId.get(edge.to);
    if (from === undefined || to === undefined) continue;
    if (edge.type === 'compensation') {
      to.isUndo = true;
      continue;
    }
    const made = { edge, from, to };
    from.outgoing.push(made);
    to.incoming.push(made);
  }
};

const placeMembers = (members: readonly Draft[]): void => {
  const open = members.filter(({ loops }) => loops.length > 0);
  for (const body of open) body.place = 'body';
  const visit = (member: Member): void => {
    const reached = member as Draft;
    if (reached.place !== 'main') return;
    reached.place = 'behind-body';
    open.push(reached);
  };
  for (let member = open.pop(); member !== undefined; member = open.pop()) {
    for (const { to } of member.outgoing) visit(to);
    for (const to of member.routes) visit(to);
  }
};

/** The entry set (HarnessXML §5.2). */
const isEntry = (
  { node, incoming, deciders, loops, isUndo }: Member,
  entry: string | null,
): boolean =>
  entry === null
    ? incoming.length === 0 && deciders.length === 0 && loops.length === 0 && !isUndo
    : node.id === entry;

const orderOf = (members: readonly Member[]): readonly Member[] => {
  const isOrdered = ({ place }: Member): boolean => place === 'main';
  const missing = members.map((member) =>
    member.isEntry ? 0 : member.incoming.length + member.deciders.length,
  );
  const order = members.filter((member) => isOrdered(member) && missing[member.index] === 0);
  const release = (member: Member): void => {
    if (!isOrdered(member) || member.isEntry) return;
    const left = (missing[member.index] ?? 0) - 1;
    missing[member.index] = left;
    if (left === 0) order.push(member);
  };
  for (let place = 0; place < order.length; place += 1) {
    const member = order[place] as Member;
    for (const { to } of member.outgoing) release(to);
    for (const to of member.routes) release(to);
  }
  return order;
};
