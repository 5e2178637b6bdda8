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
  /** Where it is sent as a document, because no plan can say it. */
  readonly document?: CaseDocument;
}

export interface CaseDocument {
  readonly dialect: 'harness' | 'orbit';
  readonly text: string;
  /** Codes of its errors; empty where it is valid. */
  readonly errors: readonly string[];
}

export const profileOf = ({ workflow, scenario }: TestCase): Profile =>
  scenario.profile ?? workflow.profile;
