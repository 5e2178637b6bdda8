/** Questions to a run, from which right answers are made; and moments, by what they are. */

import type { TraceEvent } from '../../core/model/trace.ts';
import { formatTime } from '../../simulator/trace/explain.ts';
import { type FaultPlan, type Make, makeOf, withAnswer } from '../models/faults.ts';
import { eventAt, type Moment } from '../models/moment.ts';
import { type Fact, factsAt } from '../models/truth.ts';
import type { Apply, Choice, Told } from './lesson.ts';

export const started = (unit: string, attempt: number): Moment =>
  `attempt.started ${unit} ${attempt}`;
export const ended = (unit: string, attempt: number): Moment => `attempt.ended ${unit} ${attempt}`;
/** The wait behind an attempt is set. */
export const waits = (unit: string, attempt: number): Moment =>
  `timer.set backoff ${unit} ${attempt}`;
export const waited = (unit: string, attempt: number): Moment =>
  `timer.fired backoff ${unit} ${attempt}`;
export const undone = (unit: string): Moment => `compensation.ended compensate:${unit}`;
export const UNWINDING: Moment = 'unwinding.started';
export const CANCEL: Moment = 'cancel.requested';
export const END: Moment = 'instance.ended';

export function eventOf({ run }: Told, moment: Moment): TraceEvent | null {
  return eventAt(run.trace, moment);
}

export function timeOf(told: Told, moment: Moment): number | null {
  return eventOf(told, moment)?.at ?? null;
}

/** "4.7 s", or "never". */
export function when(told: Told, moment: Moment): string {
  const at = timeOf(told, moment);
  return at === null ? 'never' : formatTime(at);
}

/** How many calls of a unit went out, each delivery counted. */
export function callsOf({ run }: Told, unit: string): number {
  return run.trace.filter(
    (event) =>
      event.type === 'attempt.started' && event.unit === unit && event.purpose !== 'reconcile',
  ).length;
}

/** How often it happened in the outside world. */
export function effectsOf({ run }: Told, unit: string): number {
  return run.effects.filter((effect) => effect.unit === unit).length;
}

/** What engine and world think of a unit in the end; null where it was never called. */
export function factAtEnd({ run, workflow }: Told, unit: string): Fact | null {
  const last = run.trace[run.trace.length - 1]?.seq ?? 0;
  return factsAt(run, workflow, last).find((fact) => fact.unit === unit) ?? null;
}

/** The units that are undone, in the order in which that begins. */
export function undoOrder({ run }: Told): readonly string[] {
  return run.trace.flatMap((event) =>
    event.type === 'compensation.started' ? [event.undoes] : [],
  );
}

/** Times to choose from, the right one among them, ascending. */
export function timeChoices(times: readonly number[], right: number): readonly Choice[] {
  return [...new Set([...times, right])]
    .sort((one, other) => one - other)
    .map((time) => ({ id: String(time), text: formatTime(time) }));
}

export function countWords(count: number, one: string, many = `${one}s`): string {
  if (count === 1) return `one ${one}`;
  if (count === 2) return `two ${many}`;
  return count === 3 ? `three ${many}` : `${count} ${many}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function timesWords(count: number): string {
  if (count === 0) return 'never';
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}

/** Makes one attempt end otherwise. */
export function making(unit: string, node: string, attempt: number, make: Make): Apply {
  return { kind: 'faults', change: (plan) => withAnswer(plan, { unit, node, attempt }, make) };
}

/** Whether an attempt was made to do what passes. */
export function isMaking(
  unit: string,
  attempt: number,
  passes: (make: Make) => boolean,
): (told: Told, plan: FaultPlan) => boolean {
  return (_told, plan) => {
    const make = makeOf(plan, unit, attempt);
    return make !== null && passes(make);
  };
}
