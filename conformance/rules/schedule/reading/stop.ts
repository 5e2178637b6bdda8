/** From when on a right runtime may begin nothing forward, by the reading of a run. */

import { isBefore } from '../../judge.ts';
import type { View } from '../../view.ts';
import { edgeState } from './edges.ts';
import type { Fate } from './fate.ts';
import type { NodeReading, Reading } from './read.ts';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * A run that was stopped because it called too often may leave a node without its call: one that
 * stalled after so many calls is not asked for what is missing.
 */
const MANY_CALLS = 1000;

const stops = new WeakMap<Reading, number>();

/** The earliest time at which it can be right to begin no further node; 0 where nobody can tell. */
export const stopOf = (view: View, reading: Reading): number => {
  const known = stops.get(reading);
  if (known !== undefined) return known;
  const made = findStop(view, reading);
  stops.set(reading, made);
  return made;
};

const findStop = (view: View, reading: Reading): number => {
  const { report, calls } = view.observation;
  if (report === null || report.outcome === 'refused' || view.outages.length > 0) return 0;
  if (report.outcome === 'stalled' && calls.length >= MANY_CALLS) return 0;
  const told = Math.min(view.cancelledAt, abortAsTold(view), firstFailure(reading)?.at ?? NEVER);
  if (report.outcome === 'succeeded') return told;
  if (isOpen(reading)) return Math.min(told, failureAsTold(view));
  return told === NEVER && report.outcome !== 'stalled' ? 0 : told;
};

/**
 * Whether what could begin by `due` had to begin, where it can be right to begin nothing from `end`
 * on. A call that waits for a worker may wait for one that never comes.
 */
export const hadToBegin = ({ observation }: View, due: number, end: number): boolean =>
  isBefore(due, end) &&
  (!observation.clock.mayQueue || (end === NEVER && observation.report?.outcome === 'succeeded'));

export interface Failure {
  readonly node: NodeReading;
  readonly fate: Extract<Fate, { kind: 'failed' }>;
  readonly at: number;
}

/** The first node that failed where nothing surely handles it; null where none did. */
export const firstFailure = (reading: Reading): Failure | null => {
  let first: Failure | null = null;
  for (const node of reading.nodes) {
    const { fate } = node;
    if (fate.kind !== 'failed' || (first !== null && first.at <= fate.at)) continue;
    if (handlingOf(reading, node) === 'handled') continue;
    first = { node, fate, at: fate.at };
  }
  return first;
};

/** Whether an error edge takes over from a node that failed (HarnessXML §5.8; Q17). */
export const handlingOf = (
  { context }: Reading,
  { member }: NodeReading,
): 'handled' | 'unhandled' | 'unknown' => {
  const edges = member.outgoing.filter(({ edge }) => edge.type === 'error');
  if (edges.length === 0) return 'unhandled';
  if (context.view.observation.choices['Q17'] === 'handled') return 'handled';
  const states = edges.map((link) => edgeState(context, link));
  if (states.some(({ kind }) => kind === 'satisfied')) return 'handled';
  return states.some(({ kind }) => kind === 'unknown') ? 'unknown' : 'unhandled';
};

/** Whether something may have failed that the world does not show. */
export const isOpen = ({ context, nodes }: Reading): boolean =>
  nodes.some(({ fate }) => fate.kind === 'unknown') ||
  nodes.length < context.graph.members.filter(({ place }) => place !== 'body').length;

const abortAsTold = ({ observation: { trace }, executions }: View): number => {
  const events = (trace ?? []).filter(
    (event) =>
      event.type === 'run.paused' ||
      (event.type === 'unwinding.started' && event.unit === undefined),
  );
  const undone = executions.filter(({ isCompensation, node }) => isCompensation && node !== null);
  return Math.min(
    events[0]?.at ?? NEVER,
    undone.reduce((least, { attempts }) => Math.min(least, attempts[0]?.at ?? NEVER), NEVER),
  );
};

const failureAsTold = ({ observation: { trace } }: View): number =>
  trace === null
    ? 0
    : (trace.find((event) => event.type === 'transition' && event.to === 'FAILED')?.at ?? NEVER);
