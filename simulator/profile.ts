/** What a profile brings to the runtime: its tables, and what it does beside them. */

import { delayBefore, jittered } from '../core/lifecycle/backoff.ts';
import type { Choices } from '../core/lifecycle/choices.ts';
import { orbitChoices } from '../core/lifecycle/orbit.ts';
import {
  type AttemptTable,
  baselineAttemptTable,
  baselineStepTable,
  harnessAttemptTable,
  harnessStepTable,
  type InstanceTable,
  instanceTable,
  orbitAttemptTable,
  orbitStepTable,
  type StepTable,
} from '../core/lifecycle/tables.ts';
import type { Profile } from '../core/model/workflow.ts';

export interface ProfileRules {
  readonly stepTable: StepTable;
  readonly attemptTable: AttemptTable;
  /** States and events have the numbers that they have in the chart's own table. */
  readonly instanceTable: InstanceTable;
  /** How long a step waits between two attempts: formula and clamp, then chance. */
  readonly delayBefore: typeof delayBefore;
  readonly jittered: typeof jittered;
  /** Asks the far side about an uncertain call before anything else is done about it. */
  readonly reconciles: boolean;
  /** Its own readings of what HarnessXML leaves open; null where a run may choose them. */
  readonly choices: Choices | null;
  /** Keys that say what they are for: `<execution id>/<unit>`; else digests. */
  readonly keysAreNames: boolean;
  /** An abort cancels all that has not begun, and awaits what has. */
  readonly withdrawsPending: boolean;
  /** Units that were undone turn COMPENSATED, and so does a run that was undone as a whole. */
  readonly namesCompensated: boolean;
  /** In all that is told, a compensation goes by the step that it undoes; else by its own node. */
  readonly tellsUndone: boolean;
  /** Each call is announced when it begins to wait for a worker, even where it need not. */
  readonly announcesQueue: boolean;
  /** What will be undone is told once more when it is known for good. */
  readonly tellsOrder: boolean;
  /** `onTimeout` may ask for more than that the attempt fails. */
  readonly followsOnTimeout: boolean;
  /** Codes of failures that the runtime itself finds. */
  readonly codes: RuntimeCodes;
  /** Why a run unwinds when a unit has failed for good. */
  readonly reason: (unit: string, why: string) => string;
  /** The end of a run says why it did not succeed. */
  readonly endsWithReason: boolean;
}

export interface RuntimeCodes {
  /** An attempt took too long, and that is a failure. */
  readonly timeout: string;
  /** A compensation failed for good; null where the code of what failed it says more. */
  readonly compensation: string | null;
}

const HARNESS_CODES: RuntimeCodes = { timeout: 'HX-4108', compensation: 'HX-4110' };
const harnessReason = (unit: string, why: string): string => `${unit} failed: ${why}`;

const harness: ProfileRules = {
  stepTable: harnessStepTable,
  attemptTable: harnessAttemptTable,
  instanceTable,
  delayBefore,
  jittered,
  reconciles: false,
  choices: null,
  keysAreNames: false,
  withdrawsPending: false,
  namesCompensated: true,
  tellsUndone: false,
  announcesQueue: false,
  tellsOrder: false,
  followsOnTimeout: true,
  codes: HARNESS_CODES,
  reason: harnessReason,
  endsWithReason: false,
};

const baseline: ProfileRules = {
  ...harness,
  stepTable: baselineStepTable,
  attemptTable: baselineAttemptTable,
  reconciles: true,
};

const orbit: ProfileRules = {
  stepTable: orbitStepTable,
  attemptTable: orbitAttemptTable,
  instanceTable,
  delayBefore,
  jittered,
  reconciles: false,
  choices: orbitChoices,
  keysAreNames: true,
  withdrawsPending: true,
  namesCompensated: false,
  tellsUndone: true,
  announcesQueue: true,
  tellsOrder: true,
  followsOnTimeout: false,
  codes: { timeout: 'TIMEOUT', compensation: null },
  reason: (unit, why) => `step \`${unit}\` failed: ${why}`,
  endsWithReason: true,
};

const RULES: { readonly [profile in Profile]: ProfileRules } = { harness, baseline, orbit };

/** The rules of a profile. */
export const rulesOf = (profile: Profile): ProfileRules => RULES[profile];
