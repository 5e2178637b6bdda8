/**
 * A mutant: the built-in runtime with one fault that a real engine could have. The suite is worth
 * what it catches, so each mutant names the rules that must catch it.
 */

import type { Choices } from '../../core/lifecycle/choices.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { Profile, Workflow } from '../../core/model/workflow.ts';
import type { ProfileRules } from '../../simulator/profile.ts';
import type { Engine, Host } from '../../simulator/runtime/state.ts';
import type { SuiteCalls } from '../protocol/driver.ts';
import type { CheckResult, RunParameters, RunResult } from '../protocol/schema/index.ts';

export interface Mutant {
  /** `counts-retries`: never used for another mutant. */
  readonly id: string;
  /** Completes the sentence "A runtime that …". */
  readonly title: string;
  /** Why a real engine would have this fault. */
  readonly why: string;
  /** Every rule here must catch it. */
  readonly caughtBy: readonly string[];
  /** The profiles under which it is a fault. */
  readonly profiles: readonly Profile[];
  readonly change: Change;
}

/** What is otherwise than in the built-in runtime. Where nothing is said, nothing is. */
export interface Change {
  /** What it takes the plan to say. */
  readonly reads?: (workflow: Workflow) => Workflow;
  /** What it takes the world outside to have done: cancels, operators, crashes. */
  readonly hears?: (scenario: Scenario) => Scenario;
  /** Its tables and formulas. */
  readonly rules?: (rules: ProfileRules) => ProfileRules;
  /** Another answer to a question that its profile does not leave open. */
  readonly choices?: Partial<Choices>;
  readonly host?: (host: Host) => Host;
  /** Made anew for each run; called after each thing that the runtime did. */
  readonly meddles?: () => (engine: Engine) => void;
  /** Made anew for each run: what it calls, and what it takes the world to have answered. */
  readonly calls?: (suite: SuiteCalls, workflow: Workflow) => SuiteCalls;
  /** What it does with a document that is not valid, before it refuses it. */
  readonly refuses?: (parameters: RunParameters, suite: SuiteCalls) => void;
  /** What it says of a run that is over. */
  readonly tells?: (result: RunResult, workflow: Workflow) => RunResult;
  /** What it says of a document. */
  readonly checks?: (result: CheckResult, source: string) => CheckResult;
}

/** The built-in runtime as it is: no rule may catch it. */
export const unbroken: Mutant = {
  id: 'unbroken',
  title: 'is as it should be',
  why: 'A suite that catches everything is worth nothing.',
  caughtBy: [],
  profiles: ['baseline', 'harness', 'orbit'],
  change: {},
};
