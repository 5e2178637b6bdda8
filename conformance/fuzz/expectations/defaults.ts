/** What is looked at although nobody asked for it: as warnings, and only what nobody wants. */

import type { Workflow } from '../../../core/model/workflow.ts';
import type { Expectation, Expected } from '../expectation.ts';
import type { ExpectationSource } from '../report.ts';

const DEFAULT: ExpectationSource = { kind: 'default', path: null, line: null };

/**
 * That a run ends, and that what can be undone is undone. A cancel undoes nothing in HarnessXML,
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
  if (!has('ends', 'ends-within')) defaults.push({ property: 'ends', under: null });
  if (!has('no-effect-left-behind')) {
    defaults.push({
      property: 'no-effect-left-behind',
      of: [],
      unless: isOrbit ? [] : ['cancelled'],
      under: null,
    });
  }
  return defaults.map((expectation) => ({ expectation, source: DEFAULT, severity: 'warning' }));
};
