/** Every node that has a task: whether it was begun when the reading says, and as often. */

import { isBefore } from '../judge.ts';
import type { View } from '../view.ts';
import { executionOf, isServed } from './reading/begin.ts';
import { MAIN } from './reading/frame.ts';
import { performs } from './reading/graph.ts';
import { type NodeReading, type Reading, readingOf } from './reading/read.ts';
import { stopOf } from './reading/stop.ts';

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
    .filter(({ member }) => performs(member.node))
    .map((node) => {
      const execution = executionOf(reading.context, node.member, MAIN);
      const startedAt = execution?.attempts[0]?.calls[0].at ?? null;
      return { node, startedAt, verdict: judgeStart(view, reading, node, startedAt, stop) };
    });
};

const judgeStart = (
  view: View,
  reading: Reading,
  node: NodeReading,
  startedAt: number | null,
  stop: number,
): Start['verdict'] => {
  const { readiness, opening } = node;
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
  const isDue = isBefore(due, end) && (!clock.mayQueue || end === Number.POSITIVE_INFINITY);
  if (startedAt === null) {
    return isDue && isServed(reading.context, node.member) ? { kind: 'missing', due: at } : 'open';
  }
  return isDue && !clock.mayQueue && isBefore(due, startedAt) ? { kind: 'late', due: at } : 'right';
};
