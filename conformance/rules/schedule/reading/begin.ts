/** What becomes of a node that begins: guard, inputs, then what its kind does (HarnessXML §5.6). */

import { isPerformed } from '../../../../core/model/performed.ts';
import { whatFollows } from '../../follow.ts';
import { isSameTime } from '../../judge.ts';
import { type Execution, lastAttempt } from '../../view.ts';
import type { Begin } from './beginning.ts';
import type { Context, Decision } from './context.ts';
import { type Fate, type Moment, type Opening, PENDING, UNKNOWN_FATE } from './fate.ts';
import type { Frame } from './frame.ts';
import type { Member } from './graph.ts';
import type { InputReading } from './input-reading.ts';
import { inputsOf } from './inputs.ts';
import { readLoop } from './loop.ts';
import { type Reader, truthOf } from './values.ts';
import { endOfWait } from './wait.ts';

const CALL: Opening = { kind: 'call' };
const SILENT: Opening = { kind: 'silent' };

/** What becomes of a node that could begin at `moment`. */
export const beginningOf: Begin = (context, member, frame, moment) => {
  const reader = { member, frame, at: moment.at };
  const execution = executionOf(context, member, frame);
  const { opening, inputs } = openingOf(context, reader);
  const fate =
    execution !== null
      ? fateOfExecution(context, execution)
      : fateWithoutCall(context, member, frame, moment, opening);
  return { opening, fate, execution, inputs };
};

/** Its execution, whether it should have been or not. */
export const executionOf = (context: Context, member: Member, frame: Frame): Execution | null =>
  isPerformed(member.node.kind)
    ? (context.executions.get(member.node.id + frame.suffix) ?? null)
    : null;

const openingOf = (
  context: Context,
  reader: Reader,
): { readonly opening: Opening; readonly inputs: readonly InputReading[] } => {
  const { node } = reader.member;
  if (node.guard !== null) {
    const guard = truthOf(context, reader, node.guard);
    if (guard.kind === 'unknown') return { opening: guard, inputs: [] };
    if (guard.kind === 'error') {
      return { opening: { kind: 'fault', cause: 'expression', code: guard.code }, inputs: [] };
    }
    if (guard.value === false) return { opening: { kind: 'skip' }, inputs: [] };
  }
  const { obstacle, values } = inputsOf(context, reader);
  return { opening: obstacle ?? (isPerformed(node.kind) ? CALL : SILENT), inputs: values };
};

/** How an execution ended, by what the world saw of its last attempt. */
export const fateOfExecution = (context: Context, execution: Execution): Fate => {
  const { profile, clock } = context.view.observation;
  const last = lastAttempt(execution);
  const { end } = last;
  const moment = { at: end.at, hops: 0 };
  const following = whatFollows(last, profile);
  switch (following.kind) {
    case 'success':
      return {
        kind: 'succeeded',
        output: end.how === 'succeeded' ? end.output : undefined,
        ...moment,
      };
    case 'skip':
      return { kind: 'skipped', ...moment };
    case 'failure':
      return { kind: 'failed', cause: 'task', code: null, ...moment };
    case 'retry':
      return UNKNOWN_FATE;
    case 'unknown':
      if (end.how === 'open') return PENDING;
      // On a real clock a timeout may look like this.
      return end.how === 'given-up' && clock.toleranceMs === 0
        ? { kind: 'cancelled', ...moment }
        : UNKNOWN_FATE;
  }
};

const fateWithoutCall = (
  context: Context,
  member: Member,
  frame: Frame,
  moment: Moment,
  opening: Opening,
): Fate => {
  switch (opening.kind) {
    case 'call':
      // It may have failed before its call: a resource, an identity, a permission.
      return isServed(context, member) ? PENDING : UNKNOWN_FATE;
    case 'skip':
      return { kind: 'skipped', ...next(moment) };
    case 'fault':
      return isRepeated(member)
        ? UNKNOWN_FATE
        : { kind: 'failed', cause: opening.cause, code: opening.code, ...next(moment) };
    case 'no-call':
    case 'unknown':
      return UNKNOWN_FATE;
    case 'silent':
      return fateOfSilent(context, member, frame, moment);
  }
};

/** Whether nothing that a platform may lack stands between a node and its call. */
export const isServed = ({ graph: { workflow } }: Context, { node }: Member): boolean =>
  node.resources.length === 0 &&
  node.artifacts.length === 0 &&
  node.security === null &&
  workflow.security === null;

/** Whether a retry policy may apply to what fails without a call is not specified. */
const isRepeated = ({ node }: Member): boolean => (node.retry?.maxAttempts ?? 1) > 1;

const next = ({ at, hops }: Moment): Moment => ({ at, hops: hops + 1 });

const fateOfSilent = (context: Context, member: Member, frame: Frame, moment: Moment): Fate => {
  switch (member.node.kind) {
    case 'parallel':
    case 'barrier':
      return { kind: 'succeeded', output: undefined, ...next(moment) };
    case 'decision':
      return decide(context, member, frame, moment);
    case 'wait':
      return withinTimeout(member, moment, endOfWait(context, member, moment));
    case 'loop':
      return withinTimeout(member, moment, readLoop(context, member, frame, moment, beginningOf));
    default:
      return UNKNOWN_FATE;
  }
};

/** A loop or wait that ends at its timeout or later is not told. */
const withinTimeout = ({ node }: Member, { at }: Moment, fate: Fate): Fate => {
  if (node.timeout === null || !('at' in fate)) return node.timeout === null ? fate : UNKNOWN_FATE;
  const limit = at + node.timeout.duration;
  return fate.at < limit && !isSameTime(fate.at, limit) ? fate : UNKNOWN_FATE;
};

const decide = (context: Context, member: Member, frame: Frame, moment: Moment): Fate => {
  const reader = { member, frame, at: moment.at };
  const settle = (decision: Decision, fate: Fate): Fate => {
    if (frame.suffix === '') context.decisions[member.index] = decision;
    return fate;
  };
  const cases = member.node.cases ?? [];
  for (let position = 0; position < cases.length; position += 1) {
    const each = cases[position] as (typeof cases)[number];
    const truth = truthOf(context, reader, each.when);
    if (truth.kind === 'unknown') return settle(truth, UNKNOWN_FATE);
    if (truth.kind === 'error') {
      return isRepeated(member)
        ? settle({ kind: 'unknown' }, UNKNOWN_FATE)
        : settle(
            { kind: 'no-case', ...next(moment) },
            { kind: 'failed', cause: 'expression', code: truth.code, ...next(moment) },
          );
    }
    if (truth.value === true) return settle(...chosen(each.to, position, moment));
  }
  const { otherwise } = member.node;
  if (otherwise !== null) return settle(...chosen(otherwise, null, moment));
  if (isRepeated(member)) return settle({ kind: 'unknown' }, UNKNOWN_FATE);
  return settle(
    { kind: 'no-case', ...next(moment) },
    { kind: 'failed', cause: 'case', code: 'HX-4103', ...next(moment) },
  );
};

const chosen = (to: string, position: number | null, moment: Moment): [Decision, Fate] => [
  { kind: 'chosen', to, position, ...next(moment) },
  { kind: 'succeeded', output: undefined, ...next(moment) },
];
