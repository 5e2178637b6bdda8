/**
 * The reading of a whole run: the fate of every node, and what each waited for. A second reading of
 * HarnessXML §5–§7, made from the plan and what the world saw, without a look at what the runtime
 * says of itself. It walks the nodes once, in an order in which everything that a node waits for
 * comes before it.
 */

import type { View } from '../../view.ts';
import { beginningOf, executionOf, fateOfExecution } from './begin.ts';
import { type Context, createContext } from './context.ts';
import { type Fate, type Opening, PENDING, UNKNOWN_FATE } from './fate.ts';
import { MAIN } from './frame.ts';
import type { Member } from './graph.ts';
import type { InputReading } from './input-reading.ts';
import { type Waiting, waitingOf } from './join.ts';

export interface Reading {
  readonly context: Context;
  /** Nodes of the main flow, in the order in which they were read. */
  readonly nodes: readonly NodeReading[];
  readonly byMember: ReadonlyMap<Member, NodeReading>;
  /** From when on a join may have cancelled a node, or taken the ground from under it. */
  readonly withdrawnAt: ReadonlyMap<Member, number>;
}

export interface NodeReading extends Waiting {
  readonly member: Member;
  readonly opening: Opening;
  readonly fate: Fate;
  readonly inputs: readonly InputReading[];
}

const readings = new WeakMap<View, Reading>();

/** The reading of a run; made once. */
export const readingOf = (view: View): Reading => {
  const known = readings.get(view);
  if (known !== undefined) return known;
  const made = read(view);
  readings.set(view, made);
  return made;
};

const read = (view: View): Reading => {
  const context = createContext(view);
  const nodes: NodeReading[] = [];
  const byMember = new Map<Member, NodeReading>();
  for (const member of context.graph.order) {
    const reading = readNode(context, member);
    context.fates[member.index] = reading.fate;
    nodes.push(reading);
    byMember.set(member, reading);
  }
  return { context, nodes, byMember, withdrawnAt: withdrawals(context, byMember) };
};

const UNKNOWN_OPENING: Opening = { kind: 'unknown' };

const readNode = (context: Context, member: Member): NodeReading => {
  const waiting = waitingOf(context, member);
  const { readiness } = waiting;
  if (readiness.kind === 'ready') {
    return { member, ...waiting, ...beginningOf(context, member, MAIN, readiness) };
  }
  const execution = executionOf(context, member, MAIN);
  const fate = execution === null ? fateOf(waiting) : fateOfExecution(context, execution);
  return { member, ...waiting, opening: UNKNOWN_OPENING, fate, inputs: [] };
};

const fateOf = ({ readiness }: Waiting): Fate => {
  switch (readiness.kind) {
    case 'unreachable':
      return readiness.isTold
        ? { kind: 'unreachable', at: readiness.at, hops: readiness.hops }
        : UNKNOWN_FATE;
    case 'waiting':
      return PENDING;
    case 'ready':
    case 'unknown':
      return UNKNOWN_FATE;
  }
};

const withdrawals = (
  { graph, losers }: Context,
  byMember: ReadonlyMap<Member, NodeReading>,
): ReadonlyMap<Member, number> => {
  const times = new Map<Member, number>();
  if (losers.isCut) for (const member of graph.members) times.set(member, 0);
  for (const [join, members] of losers.byJoin) {
    const readiness = byMember.get(join)?.readiness ?? { kind: 'unknown', notBefore: 0 };
    if (readiness.kind === 'waiting' || readiness.kind === 'unreachable') continue;
    const time = readiness.kind === 'ready' ? readiness.at : readiness.notBefore;
    for (const member of members) {
      times.set(member, Math.min(time, times.get(member) ?? Number.POSITIVE_INFINITY));
    }
  }
  return times;
};
