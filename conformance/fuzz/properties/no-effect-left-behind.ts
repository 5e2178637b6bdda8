import { isRetryableByDefault } from '../../../core/model/error-class.ts';
import type { Effect, Run } from '../../../core/model/run.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import type { Expectation } from '../expectation.ts';
import { stepNamesOf, stepOfUnit } from '../expectations/names.ts';
import type { Facts } from '../facts.ts';
import { isEffectOf, isUndo, seqOfCall } from './effects.ts';
import { broken, HELD, type JudgeProperty, NOT_TRIED, type PropertyBreak } from './property.ts';

type LeftBehind = Extract<Expectation, { readonly property: 'no-effect-left-behind' }>;

/**
 * An effect is left behind where its run ended without success, or its step did, and nothing undid
 * it afterwards. What was refused an undo for good is not counted: no document can help that.
 */
export const noEffectLeftBehind = (
  { of, unless }: LeftBehind,
  workflow: Workflow,
): JudgeProperty => {
  const { undone } = stepNamesOf(workflow);
  const isMeant = (effect: Effect): boolean =>
    of.length === 0
      ? undone.has(stepOfUnit(effect.unit))
      : of.some((name) => isEffectOf(effect, name, workflow));
  return (facts) => {
    const { run } = facts;
    if (run.outcome === 'stalled' || run.outcome === 'paused' || run.outcome === 'refused') {
      return NOT_TRIED;
    }
    if (unless.includes(run.outcome) || run.effects.length === 0) return NOT_TRIED;
    const breaks: PropertyBreak[] = [];
    const undoneAt = lastUndos(run);
    let isTried = false;
    for (const [unit, last] of lastEffects(run, isMeant)) {
      const state = stateOf(run, unit);
      if (run.outcome === 'succeeded' && (state === 'SUCCEEDED' || state === undefined)) continue;
      isTried = true;
      if (isUndoneAfter(undoneAt, unit, last.at) || wasRefused(facts, unit)) continue;
      breaks.push(describe(facts, unit, last, state));
    }
    if (breaks.length > 0) return broken(...breaks);
    return isTried ? HELD : NOT_TRIED;
  };
};

const lastEffects = (
  run: Run,
  isMeant: (effect: Effect) => boolean,
): ReadonlyMap<string, Effect> => {
  const last = new Map<string, Effect>();
  for (const effect of run.effects) {
    if (!isUndo(effect) && isMeant(effect)) last.set(effect.unit, effect);
  }
  return last;
};

/** Units of children have no state of their own in what a run comes to. */
const stateOf = ({ states }: Run, unit: string): string | undefined => states[unit];

/** What would undo a unit: its own compensation, or that of the step whose child it is in. */
const undosOf = (unit: string): readonly string[] => {
  const undos: string[] = [];
  for (let end = unit.length; end > 0; end = unit.lastIndexOf('/', end - 1)) {
    undos.push(`compensate:${unit.slice(0, end).replace(/#\d+$/, '')}`);
  }
  return undos;
};

const lastUndos = ({ effects }: Run): ReadonlyMap<string, number> => {
  const last = new Map<string, number>();
  for (const { unit, at } of effects) if (isUndo({ unit })) last.set(unit, at);
  return last;
};

const isUndoneAfter = (
  undoneAt: ReadonlyMap<string, number>,
  unit: string,
  at: number,
): boolean => {
  if ((undoneAt.get(`compensate:${unit}`) ?? -1) >= at) return true;
  return unit.includes('/') && undosOf(unit).some((undo) => (undoneAt.get(undo) ?? -1) >= at);
};

/** Its undo was tried, and failed in a way that no other attempt would mend. */
const wasRefused = ({ run }: Facts, unit: string): boolean => {
  const undos = undosOf(unit);
  return run.trace.some((event) => {
    if (event.type !== 'compensation.ended' || event.status === 'compensated') return false;
    if (!undos.includes(event.unit)) return false;
    const last = lastClass(run, event.unit);
    return last !== null && !isRetryableByDefault(last);
  });
};

const lastClass = ({ trace }: Run, unit: string): string | null => {
  for (let index = trace.length - 1; index >= 0; index -= 1) {
    const event = trace[index];
    if (event?.type === 'attempt.ended' && event.unit === unit) return event.error?.class ?? null;
  }
  return null;
};

const describe = (
  facts: Facts,
  unit: string,
  effect: Effect,
  state: string | undefined,
): PropertyBreak => {
  const { run } = facts;
  const ended =
    run.outcome === 'succeeded'
      ? `the run succeeded, but '${unit}' itself ended ${state ?? 'otherwise'}`
      : `the run ended ${run.outcome}`;
  const undos = undosOf(unit);
  const undo = run.effects.find((other) => undos.includes(other.unit));
  const why =
    undo !== undefined
      ? 'it took effect once more after it had been undone'
      : whyNot(facts, undos, state);
  return {
    node: stepOfUnit(unit),
    message: `the effect of '${unit}' is left behind: ${ended}, and ${why}`,
    expected: `nothing of '${unit}' stands when a run does not succeed`,
    observed: `an effect of '${unit}' at ${effect.at} ms (attempt ${effect.attempt}) still stands`,
    seq: seqOfCall(run.trace, effect),
  };
};

const whyNot = (
  { run, workflow }: Facts,
  undos: readonly string[],
  state: string | undefined,
): string => {
  const ended = run.trace.find(
    (event) => event.type === 'compensation.ended' && undos.includes(event.unit),
  );
  if (ended !== undefined) return 'its compensation failed';
  switch (state) {
    case 'FAILED':
      return 'a step that failed is not undone, although its call took effect';
    case 'CANCELLED':
      return 'a step that was cancelled is not undone, although its call took effect';
    case 'SKIPPED':
      return 'a step that was skipped is not undone, although its call took effect';
    case undefined:
      return 'nothing undid it';
    default:
      return run.outcome === 'cancelled' && workflow.orbit === undefined
        ? 'a cancel undoes nothing'
        : 'nothing undid it';
  }
};
