/** What is looked at although nobody asked for it: as warnings, and only what nobody wants. */

import type { Workflow } from '../../../core/model/workflow.ts';
import type { Expectation, Expected } from '../expectation.ts';
import type { ExpectationSource } from '../report.ts';

/**
 * A compensation that fails again and again leaves its effect behind, whatever a document says:
 * only where few faults are enough something could be done about it.
 */
const FEW = 3;

const DEFAULT: ExpectationSource = { kind: 'default', path: null, line: null };

/**
 * That a run succeeds where nothing goes wrong, that it ends whatever goes wrong, that what can be undone is undone, and that no failure is handled by nobody. A cancel undoes nothing in HarnessXML,
 * whatever a document says, so that is only looked at where somebody asks for it.
 * @param own What is expected already, in which these may be contained.
 */
export const defaultExpectations = (
  workflow: Workflow,
  own: readonly Expected[],
): readonly Expected[] => {
  const has = (...properties: readonly Expectation['property'][]): boolean =>
    own.some(({ expectation }) => properties.includes(expectation.property));
  const isOrbit = workflow.orbit !== undefined || workflow.profile === 'orbit';
  const defaults: Expectation[] = [];
  if (!has('never', 'outcomes')) {
    defaults.push({ property: 'outcomes', outcomes: ['succeeded'], under: 0 });
  }
  if (!has('ends', 'ends-within')) defaults.push({ property: 'ends', under: null });
  if (!has('no-effect-left-behind') && undoes(workflow)) {
    defaults.push({
      property: 'no-effect-left-behind',
      of: [],
      unless: isOrbit ? [] : ['cancelled'],
      under: FEW,
    });
  }
  if (!has('no-failure-swallowed') && workflow.edges.some(({ type }) => type === 'error')) {
    defaults.push({ property: 'no-failure-swallowed', under: null });
  }
  return defaults.map((expectation) => ({ expectation, source: DEFAULT, severity: 'warning' }));
};

const undoes = ({ edges, orbit }: Workflow): boolean =>
  edges.some(({ type }) => type === 'compensation') || orbit?.children.some(undoes) === true;
