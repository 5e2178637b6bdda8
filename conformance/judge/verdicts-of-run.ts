/** What the rules say of a run of the built-in runtime. */

import type { Run } from '../../core/model/run.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { rules } from '../rules/index.ts';
import { judgeRun } from '../suite/judge-run.ts';
import type { RunVerdict } from '../suite/verdict.ts';
import { observationOfRun } from './observation-of-run.ts';

/** Rules look at some pairs of steps, so of very large runs they would take longer than the run. */
const MOST_EVENTS = 20_000;
const MOST_NODES = 2000;

/**
 * Every rule that had something to judge.
 * @returns Null where the run is too large to be judged.
 */
export const verdictsOfRun = (
  workflow: Workflow,
  scenario: Scenario,
  run: Run,
): readonly RunVerdict[] | null => {
  if (workflow.nodes.length > MOST_NODES || run.trace.length > MOST_EVENTS) return null;
  return judgeRun(rules, observationOfRun(workflow, scenario, run)).filter(
    ({ verdict }) => verdict !== 'vacuous',
  );
};
