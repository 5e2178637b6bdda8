/**
 * Which nodes run together. The body of a loop, and what only its body leads to, runs once
 * for each iteration (§7.2.6); all other nodes are the main region and run once.
 */

import type { Member, Program, ProgramEdge, ProgramNode, Region } from './program.ts';

/** Everything that is in no loop, with the entry set of §5.2. */
export const mainRegion = (entry: string | null, nodes: readonly ProgramNode[]): Region => {
  const bodies = new Set<ProgramNode>();
  for (const { loop } of nodes) if (loop !== null) bodies.add(loop.body);
  const begins = entrySet(entry, nodes, bodies);
  const repeated = repeatedNodes(nodes, begins, bodies);
  const members = nodes.filter((node) => !repeated.has(node));
  return regionOf(members, begins, () => true);
};

/** One iteration of a loop: its body, and what follows from the body alone. */
export const iterationOf = (program: Program, body: ProgramNode): Region => {
  const known = program.iterations.get(body);
  if (known !== undefined) return known;
  const region = iterationRegion(program.main, body);
  program.iterations.set(body, region);
  return region;
};

const iterationRegion = (main: Region, body: ProgramNode): Region => {
  const once = new Set(main.members.map((member) => member.node));
  const members = reach([body], (node) => !once.has(node));
  const ordered = [...members].sort((left, right) => left.index - right.index);
  return regionOf(ordered, [body], (edge) => members.has(edge.from));
};

const entrySet = (
  entry: string | null,
  nodes: readonly ProgramNode[],
  bodies: ReadonlySet<ProgramNode>,
): readonly ProgramNode[] => {
  if (entry !== null) return nodes.filter((node) => node.id === entry);
  return nodes.filter(
    (node) =>
      node.incoming.length === 0 && node.deciders.length === 0 && !bodies.has(node) && !node.isUndo,
  );
};

/** Nodes that a body leads to, save those that the main flow leads to as well. */
const repeatedNodes = (
  nodes: readonly ProgramNode[],
  begins: readonly ProgramNode[],
  bodies: ReadonlySet<ProgramNode>,
): ReadonlySet<ProgramNode> => {
  if (bodies.size === 0) return bodies;
  const behindBodies = reach([...bodies], () => true);
  // A data edge from outside into a loop hands in a value and leads nowhere (§7.2.6).
  const isEntered = (node: ProgramNode, edge: ProgramEdge | null): boolean =>
    !bodies.has(node) && !(edge?.type === 'data' && behindBodies.has(node));
  const once = reach(
    begins.filter((node) => !bodies.has(node)),
    isEntered,
  );
  return new Set(nodes.filter((node) => behindBodies.has(node) && !once.has(node)));
};

const reach = (
  from: readonly ProgramNode[],
  isEntered: (node: ProgramNode, edge: ProgramEdge | null) => boolean,
): ReadonlySet<ProgramNode> => {
  const reached = new Set<ProgramNode>(from);
  const open = [...from];
  const visit = (node: ProgramNode, edge: ProgramEdge | null): void => {
    if (reached.has(node) || !isEntered(node, edge)) return;
    reached.add(node);
    open.push(node);
  };
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const edge of node.outgoing) visit(edge.to, edge);
    for (const route of node.routes) visit(route, null);
  }
  return reached;
};

const regionOf = (
  nodes: readonly ProgramNode[],
  entry: readonly ProgramNode[],
  counts: (edge: ProgramEdge) => boolean,
): Region => {
  const isWhole = nodes.every((node, place) => node.index === place);
  const places = isWhole ? null : new Map(nodes.map((node, place) => [node.index, place]));
  const isInside = ({ index }: ProgramNode): boolean =>
    places === null ? index < nodes.length : places.has(index);
  const begins = new Set(entry);
  const members = nodes.map((node): Member => {
    const edges = node.incoming.filter(counts);
    const deciders = node.deciders.filter(isInside).length;
    return {
      node,
      awaited: edges.filter((edge) => edge.isAwaited).length,
      deciders,
      isLed: edges.length > 0 || deciders > 0 || begins.has(node),
    };
  });
  return { members, places, entry };
};
