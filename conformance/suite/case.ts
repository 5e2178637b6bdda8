/**
 * One case of a certification: what a runtime is asked to run, and what the world does to it.
 * A case is decisions, not a seed, so that it can be shrunk, kept and replayed.
 */

import type { Scenario } from '../../core/model/scenario.ts';
import type { Profile, Workflow } from '../../core/model/workflow.ts';

export interface TestCase {
  /** `retry/max-attempts #1`, `generated #17`. */
  readonly name: string;
  readonly workflow: Workflow;
  readonly scenario: Scenario;
}

export const profileOf = ({ workflow, scenario }: TestCase): Profile =>
  scenario.profile ?? workflow.profile;
