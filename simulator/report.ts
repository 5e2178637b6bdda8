/** What a run comes to, for those who asked for it. */

import type { Run } from '../core/model/run.ts';
import { compensationOf, outcomeOf, outputOf, statesOf } from './runtime/outcome.ts';
import type { Finished } from './runtime/run.ts';

export const report = ({ engine, instance, stalledBecause }: Finished): Run => {
  const isStalled = stalledBecause !== null;
  return {
    outcome: isStalled ? 'stalled' : outcomeOf(instance),
    compensation: compensationOf(instance),
    endedAt: instance.isOver ? instance.endedAt : engine.now,
    states: statesOf(engine),
    effects: engine.world.effects,
    failures: instance.failures,
    errors: instance.errors,
    output: outputOf(instance),
    trace: engine.trace,
    stalledBecause,
  };
};
