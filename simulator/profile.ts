/** What a profile brings to the runtime: its tables, and what it does beside them. */

import {
  type AttemptTable,
  baselineAttemptTable,
  baselineStepTable,
  harnessAttemptTable,
  harnessStepTable,
  type StepTable,
} from '../core/lifecycle/tables.ts';
import type { Profile } from '../core/model/workflow.ts';

export interface ProfileRules {
  readonly stepTable: StepTable;
  readonly attemptTable: AttemptTable;
  /** Asks the far side about an uncertain call before anything else is done about it. */
  readonly reconciles: boolean;
}

const RULES: { readonly [profile in Exclude<Profile, 'orbit'>]: ProfileRules } = {
  harness: {
    stepTable: harnessStepTable,
    attemptTable: harnessAttemptTable,
    reconciles: false,
  },
  baseline: {
    stepTable: baselineStepTable,
    attemptTable: baselineAttemptTable,
    reconciles: true,
  },
};

/** The rules of a profile; null where it can't be simulated. */
export const rulesOf = (profile: Profile): ProfileRules | null =>
  profile === 'orbit' ? null : RULES[profile];
