/** Whether a case may be sent to a runtime: valid, over by itself, and without ties. */

import { writeHarness } from '../../core/harness/write.ts';
import { readDocument } from '../../core/read.ts';
import { simulate } from '../../simulator/index.ts';
import { hasTies } from '../generate/ties.ts';
import { profileOf, type TestCase } from './case.ts';

/** In the baseline a step may have a policy that is not applied to it. */
const ALLOWED_IN_BASELINE = new Set(['HX-3301']);

export const isPlayable = (testCase: TestCase): boolean =>
  isValidPlan(testCase) && isDecided(testCase);

/** It ends by itself, and nothing hangs on a tie. */
export const isDecided = ({ workflow, scenario }: TestCase): boolean => {
  const run = simulate(workflow, scenario, { events: 20_000 });
  return run.outcome !== 'stalled' && run.outcome !== 'refused' && !hasTies(run);
};

/** By every rule of HarnessXML §13; ORBIT's plans have other names and no such rules. */
export const isValidPlan = (testCase: TestCase): boolean => {
  const { workflow } = testCase;
  if (workflow.nodes.length === 0) return false;
  const profile = profileOf(testCase);
  if (profile === 'orbit') return true;
  const written = writeHarness(workflow);
  if (!written.ok) return false;
  return readDocument(written.text).findings.every(
    ({ severity, code }) =>
      severity !== 'error' || (profile === 'baseline' && ALLOWED_IN_BASELINE.has(code)),
  );
};
