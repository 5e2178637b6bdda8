/** What both readers of scenarios hand over, and the limits that both keep. */

import { MAXIMUM_TIME } from '../model/duration.ts';
import type { NumberRule, TextRule } from '../model/inspect.ts';
import type { Scenario } from '../model/scenario.ts';

export interface Draft {
  readonly scenario: Scenario;
  /** Each unit or node that the scenario names, and where, so that it can be looked up. */
  readonly mentions: readonly Mention[];
}

export interface Mention {
  readonly unit: string;
  /** A JSON pointer, or `line 3`. */
  readonly path: string;
}

/** Answers that one unit may be given; attempts are counted up to 1,000 in documents. */
export const MAXIMUM_ANSWERS = 10_000;
export const MAXIMUM_CONTROLS = 10_000;

export const TIME: NumberRule = { minimum: 0, maximum: MAXIMUM_TIME };
export const WHOLE: NumberRule = { minimum: 0, maximum: MAXIMUM_TIME, integer: true };

export const ERROR_CLASS: TextRule = {
  pattern: /^[A-Za-z_][A-Za-z0-9_.-]*$/,
  what: 'an error class; write one word such as rate_limit',
  maximumLength: 255,
};
