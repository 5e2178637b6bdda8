/** The same case as another run: no run id is used twice. */

import type { TestCase } from './case.ts';

export const renamed = (testCase: TestCase, run: string): TestCase => ({
  ...testCase,
  scenario: { ...testCase.scenario, run },
});
