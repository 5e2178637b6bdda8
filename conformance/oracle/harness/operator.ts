/** A run that a failure parks, and what operators do about it (driver protocol, Operators). */

import type { Json, JsonObject } from '../../../core/model/json.ts';
import type { Control } from '../../../core/model/scenario.ts';
import { succeed } from './attempts.ts';
import { type Instance, NotRead, type Unit } from './state.ts';
import { isUnhandled } from './unwinding.ts';

export type Act = Extract<Control, { readonly action: 'operator' }>;

/** Under `pause` a failed step stops the run instead of unwinding it. */
export const isParking = ({ workflow, scenario }: Instance): boolean =>
  (scenario.onFailure ?? workflow.onFailure) === 'pause';

/** While any step is failed, nothing begins. */
export const isPaused = (instance: Instance): boolean =>
  isParking(instance) && instance.phase === 'forward' && parked(instance).length > 0;

const parked = (instance: Instance): readonly Unit[] => {
  if (instance.units.some(({ node }) => node.kind === 'loop'))
    throw new NotRead('a loop that parks');
  return instance.units.filter((unit) => isUnhandled(instance, unit));
};

/** Without authority, or on a step that has not failed, an act has no effect. */
export const act = (
  instance: Instance,
  { command, step, applied, output, authorised }: Act,
): void => {
  if (!authorised || !isPaused(instance)) return;
  const failed = parked(instance);
  const meant = command === 'resume-run' ? failed : failed.filter(({ name }) => name === step);
  for (const unit of meant) {
    if (command !== 'settle-uncertain') retry(unit);
    else if (unit.fault?.isUncertain === true) {
      // With false it stays failed, and is in doubt no more.
      unit.fault = { ...unit.fault, isUncertain: false };
      if (applied === true) succeed(instance, unit, isMap(output) ? output : {});
    }
  }
};

/** A new budget, with the backoff from its beginning; attempts go on counting. */
const retry = (unit: Unit): void => {
  unit.state = 'READY';
  unit.fault = null;
  unit.spent = unit.attempt;
  unit.conditions = new Map();
};

const isMap = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
