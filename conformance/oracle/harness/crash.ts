/** Crash and resume (driver protocol): what is in flight is lost, what was recorded is not. */

import { end, failOrAsk } from './attempts.ts';
import { perform } from './perform.ts';
import type { Instance, Unit } from './state.ts';

/** After so many redeliveries of one attempt, the next crash fails it. */
const MOST_REDELIVERIES = 10;

/** Open calls are orphans: their results are lost, their effects stand. Timers keep their times. */
export const crash = (instance: Instance): void => {
  instance.isDown = true;
  for (const unit of instance.units) {
    if (!isCalling(unit)) continue;
    unit.isOrphaned = true;
    unit.returns = null;
    unit.timesOutAt = null;
  }
};

const isCalling = ({ state, node }: Unit): boolean =>
  state === 'RUNNING' && node.kind !== 'wait' && node.kind !== 'loop';

/**
 * What was in flight is sent again as the attempt that it was, with a whole timeout anew, and
 * counts as none; what is not idempotent has failed, and nobody knows whether it had its effect.
 */
export const resume = (instance: Instance): void => {
  instance.isDown = false;
  for (const unit of instance.units.filter(({ isOrphaned }) => isOrphaned)) {
    unit.isOrphaned = false;
    const isOften = unit.redelivered.filter((attempt) => attempt === unit.attempt).length;
    const lost = { class: 'internal', code: null };
    if (!unit.node.idempotent) end(instance, unit, 'FAILED', { ...lost, isUncertain: true });
    else if (isOften >= MOST_REDELIVERIES) failOrAsk(instance, unit, lost, 'by policy');
    else {
      unit.redelivered.push(unit.attempt);
      perform(instance, unit);
    }
  }
};
