/**
 * Every node that has a task, and every loop whose body has one: whether it was begun when the
 * reading says.
 */

import { isPerformed } from '../../../core/model/performed.ts';
import { isBefore } from '../judge.ts';
import type { View } from '../view.ts';
import { seenLoops } from './iterations.ts';
import { executionOf, isServed } from './reading/begin.ts';
import type { Opening } from './reading/fate.ts';
import { MAIN } from './reading/frame.ts';
import { type NodeReading, type Reading, readingOf } from './reading/read.ts';
import { hadToBegin, stopOf } from './reading/stop.ts';

export interface Start {
  readonly node: NodeReading;
  /** When it was begun; null where it was not. */
  readonly startedAt: number | null;
  /** `open`: the reading does not tell what must be. */
  readonly verdict: 'right' | 'open' | Deviation;
}

export type Deviation =
  /** Infinite: what it waits for had not ended by the end of what was seen. */
  | { readonly kind: 'early'; readonly notBefore: number }
  | { readonly kind: 'late'; readonly due: number }
  | { readonly kind: 'missing'; readonly due: number }
  /** It should never have been begun. */
  | { readonly kind: 'uncalled' };

const starts = new WeakMap<View, readonly Start[]>();

export const startsOf = (view: View): readonly Start[] => {
  const known = starts.get(view);
  if (known !== undefined) return known;
  const made = look(view);
  starts.set(view, made);
  return made;
};

const look = (view: View): readonly Start[] => {
  const reading = readingOf(view);
  const stop = stopOf(view, reading);
  return reading.nodes
    .filter(({ member }) => isPerformed(member.node.kind) || member.node.kind === 'loop')
    .map((plain) => {
      const node = withLoop(reading, plain);
      const startedAt = startOf(view, reading, node);
      return { node, startedAt, verdict: judgeStart(view, reading, node, startedAt, stop) };
    });
};

/** A loop opens with the call of its first iteration, if that makes one and comes in time. */
const withLoop = ({ context }: Reading, node: NodeReading): NodeReading => {
  if (node.opening.kind !== 'silent') return node;
  const loop = context.mainLoops.get(node.member);
  const [first] = loop?.iterations ?? [];
  const isCalled =
    first?.opening.kind === 'call' && loop !== undefined && isPerformed(loop.body.node.kind);
  const mayTimeOut = !context.isExact && node.member.node.timeout !== null;
  return { ...node, opening: isCalled && !mayTimeOut ? CALL : UNKNOWN };
};

const CALL: Opening = { kind: 'call' };
const UNKNOWN: Opening = { kind: 'unknown' };

const startOf = (view: View, { context }: Reading, { member }: NodeReading): number | null => {
  const execution = executionOf(context, member, MAIN);
  if (execution !== null) return execution.attempts[0]?.calls[0].at ?? null;
  const body = context.graph.byId.get(member.node.loop?.body ?? '');
  if (body?.loops.length !== 1) return null;
  const iterations = seenLoops(view).get(body.node.id)?.iterations ?? [];
  return iterations.length === 0
    ? null
    : iterations.reduce((least, { startedAt }) => Math.min(least, startedAt), Number.MAX_VALUE);
};

/** By the reading of Q16 that follows them, edges behind what undoes a step lead on. */
const mayFollowUndo = ({ observation, outgoing }: View, id: string): boolean => {
  if (observation.choices['Q16'] !== 'followed') return false;
  const reached = new Set<string>();
  const open = observation.workflow.edges.flatMap(({ type, to }) =>
    type === 'compensation' ? [to] : [],
  );
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const { to } of outgoing.get(from) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  return reached.has(id);
};

const judgeStart = (
  view: View,
  reading: Reading,
  node: NodeReading,
  startedAt: number | null,
  stop: number,
): Start['verdict'] => {
  const { readiness, opening } = node;
  if (mayFollowUndo(view, node.member.node.id)) return 'open';
  const withdrawnAt = reading.withdrawnAt.get(node.member) ?? Number.POSITIVE_INFINITY;
  if (startedAt !== null && !isBefore(startedAt, withdrawnAt)) return 'open';
  switch (readiness.kind) {
    case 'unreachable':
      return startedAt === null ? 'right' : { kind: 'uncalled' };
    case 'waiting':
      return startedAt === null ? 'open' : { kind: 'early', notBefore: Number.POSITIVE_INFINITY };
    case 'unknown':
      return startedAt !== null && isBefore(startedAt, readiness.notBefore)
        ? { kind: 'early', notBefore: readiness.notBefore }
        : 'open';
    case 'ready':
      break;
  }
  const { at, hops } = readiness;
  if (startedAt !== null && isBefore(startedAt, at)) return { kind: 'early', notBefore: at };
  switch (opening.kind) {
    case 'skip':
    case 'no-call':
    case 'fault':
      return startedAt === null ? 'right' : { kind: 'uncalled' };
    case 'unknown':
    case 'silent':
      return 'open';
    case 'call':
      break;
  }
  const { clock } = view.observation;
  const due = at + clock.toleranceMs * (hops + 1);
  const end = Math.min(stop, withdrawnAt);
  const isDue = hadToBegin(view, due, end);
  if (startedAt === null) {
    return isDue && isServed(reading.context, node.member) ? { kind: 'missing', due: at } : 'open';
  }
  return isDue && !clock.mayQueue && isBefore(due, startedAt) ? { kind: 'late', due: at } : 'right';
};
