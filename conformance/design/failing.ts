/** Runs in which something fails after a step has succeeded, so that what is done is undone. */

import type { Run } from '../../core/model/run.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import { type CallFault, withFault } from '../fuzz/space/faults.ts';
import { type SeenCall, seenIn } from '../fuzz/space/seen.ts';
import type { DesignContext } from './context.ts';

export interface Failing {
  readonly scenario: Scenario;
  readonly run: Run;
  /** The call that was refused. */
  readonly failed: SeenCall;
}

/** Later steps that are tried in one run, the nearest first. */
const MOST_TRIES = 12;

/** Runs that reach a step and then fail, one after another, as long as somebody asks for more. */
export function* failingAfter(context: DesignContext, node: string): Generator<Failing> {
  const { reached, space, simulate } = context;
  for (const { scenario, seen, run } of reached) {
    if (seen.events === 0 || run.outcome === 'refused') continue;
    const first = seen.calls.findIndex((call) => call.step.name === node && !call.isUndo);
    if (first < 0) continue;
    let tries = 0;
    for (const call of seen.calls.slice(first + 1)) {
      if (call.isUndo || call.attempt > 1 || call.step.name === node) continue;
      if (tries >= MOST_TRIES) break;
      tries += 1;
      const failing = withFault(space, scenario, call, call.step, 'refused');
      if (failing !== null) yield { scenario: failing, run: simulate(failing), failed: call };
    }
  }
}

/** Runs in which the first call of a step goes wrong so. */
export function* faultsAt(
  { reached, space, simulate }: DesignContext,
  node: string,
  fault: CallFault,
): Generator<Failing> {
  for (const { scenario, seen } of reached) {
    const call = seen.calls.find(({ step, isUndo }) => step.name === node && !isUndo);
    if (call === undefined) continue;
    const failing = withFault(space, scenario, call, call.step, fault);
    if (failing !== null) yield { scenario: failing, run: simulate(failing), failed: call };
  }
}

/** The same run, in which the first call that undoes a unit goes wrong too. */
export const withUndoFault = (
  { space }: DesignContext,
  { scenario, run }: Failing,
  undone: string,
  fault: CallFault,
): Scenario | null => {
  const call = seenIn(space, scenario, run).undos.find(
    ({ unit }) => unit === `compensate:${undone}`,
  );
  return call === undefined ? null : withFault(space, scenario, call, call.step, fault);
};
