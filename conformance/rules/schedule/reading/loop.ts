/** How a loop goes: which iterations begin, and how it ends (HarnessXML §7.2). */

import type { Json } from '../../../../core/model/json.ts';
import { isPerformed } from '../../../../core/model/performed.ts';
import type { Loop } from '../../../../core/model/workflow.ts';
import { isBefore } from '../../judge.ts';
import type { Begin } from './beginning.ts';
import type { Context } from './context.ts';
import { type Fate, type Moment, PENDING, UNKNOWN_FATE } from './fate.ts';
import type { Frame } from './frame.ts';
import type { Member } from './graph.ts';
import type { IterationReading, LoopReading } from './loop-reading.ts';
import { createSoonest } from './soonest.ts';
import { resultOf, truthOf } from './values.ts';

/** Loops in each other that are looked through. */
const MAXIMUM_NESTING = 4;

interface Course {
  readonly context: Context;
  readonly member: Member;
  readonly body: Member;
  readonly loop: Loop;
  readonly frame: Frame;
  readonly begun: Moment;
  readonly begin: Begin;
  readonly iterations: IterationReading[];
}

interface Ending {
  readonly fate: Fate;
  readonly planned: number | null;
  readonly isRefused: boolean;
}

/** The fate of a loop that begins; what it does is noted in the context. */
export const readLoop = (
  context: Context,
  member: Member,
  frame: Frame,
  begun: Moment,
  begin: Begin,
): Fate => {
  const { loop } = member.node;
  const body = loop === null ? undefined : context.graph.byId.get(loop.body);
  if (loop === null || body === undefined || !isPlain(body) || depthOf(frame) > MAXIMUM_NESTING) {
    return UNKNOWN_FATE;
  }
  const course: Course = { context, member, body, loop, frame, begun, begin, iterations: [] };
  const ending = loop.kind === 'times' || loop.kind === 'forEach' ? counted(course) : asked(course);
  const { iterations } = course;
  const reading: LoopReading = {
    ...{ member, body, frame, begun, iterations },
    ...ending,
    failure: firstFailure(iterations),
  };
  context.loops.push(reading);
  if (frame.parent === null) context.mainLoops.set(member, reading);
  return ending.fate;
};

/** A body of one loop that nothing follows: how often what follows would run is not specified. */
const isPlain = ({ loops, outgoing, routes }: Member): boolean =>
  loops.length === 1 && outgoing.length === 0 && routes.length === 0;

const depthOf = (frame: Frame): number => {
  let depth = 0;
  for (let at = frame.parent; at !== null; at = at.parent) depth += 1;
  return depth;
};

const firstFailure = (
  iterations: readonly IterationReading[],
): (Moment & { readonly index: number }) | null => {
  let first: (Moment & { readonly index: number }) | null = null;
  for (const { index, fate } of iterations) {
    if (fate.kind !== 'failed' || (first !== null && first.at <= fate.at)) continue;
    first = { index, at: fate.at, hops: fate.hops };
  }
  return first;
};

/** Begins an iteration, and notes it. */
const iterate = (
  { context, member, body, loop, frame, begin, iterations }: Course,
  index: number,
  item: Json | undefined,
  moment: Moment,
): Fate => {
  context.budget -= 1;
  const suffix = `${frame.suffix}[${index}]`;
  const inner = { suffix, parent: frame, iteration: { member, loop, index, item } };
  const { opening, execution, inputs, fate } = begin(context, body, inner, moment);
  iterations.push({
    index,
    unit: body.node.id + suffix,
    opening,
    execution,
    inputs,
    fate,
    ...moment,
  });
  return fate;
};

const unknown = (planned: number | null = null): Ending => ({
  fate: UNKNOWN_FATE,
  planned,
  isRefused: false,
});

/** `times` and `forEach`: how many iterations there are is known before the first. */
const counted = (course: Course): Ending => {
  const { context, loop, begun, iterations } = course;
  const items = loop.kind === 'times' ? null : itemsOf(course);
  const planned = loop.kind === 'times' ? loop.count : (items?.length ?? null);
  if (planned === null) return unknown();
  const limit = Math.min(planned, loop.maxIterations);
  const ends = createSoonest();
  const stops = loop.onItemFailure !== 'continue';
  let isTold = true;
  // No iteration begins from here on: one failed, or the loop itself was given up.
  let cutAt = Number.POSITIVE_INFINITY;
  let hops = begun.hops;
  for (let index = 0; index < limit; index += 1) {
    const at = index < loop.maxConcurrency ? begun.at : ends.take();
    if (!isBefore(at, cutAt)) break;
    if (!isTold || context.budget <= 0) return unknown(planned);
    const fate = iterate(course, index, items?.[index], { at, hops });
    if (fate.kind === 'pending') {
      ends.add(Number.POSITIVE_INFINITY);
      if (loop.maxConcurrency === 1) return { fate: PENDING, planned, isRefused: false };
      continue;
    }
    if (!('at' in fate) || fate.kind === 'unreachable') isTold = false;
    else {
      hops = Math.max(hops, fate.hops);
      ends.add(fate.at);
      const isCut = fate.kind === 'cancelled' || (stops && fate.kind === 'failed');
      if (isCut) cutAt = Math.min(cutAt, fate.at);
    }
  }
  if (!isTold) return unknown(planned);
  return endOfCounted(course, planned, planned > limit && iterations.length === limit);
};

const itemsOf = ({ context, member, loop, frame, begun }: Course): readonly Json[] | null => {
  const over = resultOf(context, { member, frame, at: begun.at }, loop.over ?? '');
  return over.kind === 'value' && Array.isArray(over.value) ? (over.value as Json[]) : null;
};

const endOfCounted = (course: Course, planned: number, isOver: boolean): Ending => {
  const { loop, iterations, begun } = course;
  const failure = firstFailure(iterations);
  const ending = (fate: Fate, isRefused = false): Ending => ({ fate, planned, isRefused });
  // Whether the refusal waits for iterations under way is not specified.
  if (isOver && loop.maxConcurrency > 1) return ending(UNKNOWN_FATE, true);
  if (failure !== null && loop.onItemFailure !== 'continue') {
    const others = iterations.filter(
      ({ at, fate }) => at < failure.at && (!('at' in fate) || fate.at > failure.at),
    );
    const areOver = iterations.every(
      ({ fate }) => fate.kind !== 'cancelled' || !isBefore(fate.at, failure.at),
    );
    const isTied = iterations.some(
      ({ index, fate }) =>
        index !== failure.index &&
        'at' in fate &&
        fate.at === failure.at &&
        fate.kind !== 'cancelled',
    );
    const canBeCancelled = isPerformed(course.body.node.kind) && course.body.node.idempotent;
    if (!areOver || isTied) return ending(UNKNOWN_FATE);
    if (loop.onItemFailure === 'break') {
      const isQuiet =
        others.length === 0 && iterations.every(({ fate }) => fate.kind !== 'cancelled');
      return ending(isQuiet ? succeededAt(failure) : UNKNOWN_FATE);
    }
    return ending(
      others.length === 0 || canBeCancelled ? failedAt(failure, 'iteration', null) : UNKNOWN_FATE,
    );
  }
  if (iterations.some(({ fate }) => fate.kind === 'pending')) return ending(PENDING);
  if (iterations.some(({ fate }) => fate.kind === 'cancelled')) return ending(UNKNOWN_FATE);
  const end = lastEnd(begun, iterations);
  if (isOver) {
    return ending(failedAt(end, 'bound', 'HX-4104'), true);
  }
  return ending(endOf(iterations, end));
};

/** When all iterations have ended, and none was refused. */
const endOf = (iterations: readonly IterationReading[], end: Moment): Fate => {
  const count = (kind: Fate['kind']): number =>
    iterations.filter(({ fate }) => fate.kind === kind).length;
  if (count('failed') === 0 || count('succeeded') > 0) return succeededAt(end);
  // Whether a skipped iteration is one that succeeded is not specified.
  return count('skipped') > 0 ? UNKNOWN_FATE : failedAt(end, 'iteration', null);
};

const lastEnd = (begun: Moment, iterations: readonly IterationReading[]): Moment => {
  let { at, hops } = begun;
  for (const { fate } of iterations) {
    if (!('at' in fate)) continue;
    at = Math.max(at, fate.at);
    hops = Math.max(hops, fate.hops);
  }
  return { at, hops };
};

const succeededAt = ({ at, hops }: Moment): Fate => ({
  kind: 'succeeded',
  output: undefined,
  at,
  hops: hops + 1,
});

const failedAt = (
  { at, hops }: Moment,
  cause: 'iteration' | 'bound' | 'expression',
  code: string | null,
): Fate => ({ kind: 'failed', cause, code, at, hops: hops + 1 });

/** `while` and `until`: whether there is another iteration is asked each time. */
const asked = (course: Course): Ending => {
  const { context, member, loop, frame, iterations } = course;
  if (loop.maxConcurrency > 1 || loop.while === null) return unknown();
  let at: Moment = course.begun;
  const ended = (fate: Fate, isRefused = false): Ending => ({
    fate,
    planned: isRefused ? null : iterations.length,
    isRefused,
  });
  for (let index = 0; ; index += 1) {
    if (loop.kind === 'while' || index > 0) {
      const reader = { member, frame, at: at.at, iteration: index - 1 };
      const answer = truthOf(context, reader, loop.while);
      if (answer.kind === 'unknown') return unknown();
      if (answer.kind === 'error') return ended(failedAt(at, 'expression', answer.code));
      if (answer.value !== (loop.kind === 'while')) return ended(endOf(iterations, at));
    }
    if (index >= loop.maxIterations) return ended(failedAt(at, 'bound', 'HX-4104'), true);
    if (context.budget <= 0) return unknown();
    const fate = iterate(course, index, undefined, at);
    if (fate.kind === 'pending') return { fate, planned: null, isRefused: false };
    if (fate.kind !== 'succeeded' && fate.kind !== 'skipped' && fate.kind !== 'failed') {
      return unknown();
    }
    at = { at: fate.at, hops: fate.hops };
    if (fate.kind !== 'failed' || loop.onItemFailure === 'continue') continue;
    return loop.onItemFailure === 'break'
      ? ended(succeededAt(at))
      : ended(failedAt(at, 'iteration', null));
  }
};
