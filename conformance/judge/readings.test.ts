/** The cases about open questions tell readings apart: a rule breaks under every reading but one. */

import { describe, expect, it } from 'vitest';
import { simulate } from '../../simulator/index.ts';
import { compensationCases } from '../cases/compensation.ts';
import { failureCases } from '../cases/failure.ts';
import { type FixedCase, numbered } from '../cases/fixed-case.ts';
import { CHOICES } from '../protocol/schema/names.ts';
import { compensationRules } from '../rules/compensation/index.ts';
import { failureRules } from '../rules/failure/index.ts';
import { createView } from '../rules/view.ts';
import { observationOfRun } from './observation-of-run.ts';

const rules = [...failureRules, ...compensationRules];

const asked = numbered([...failureCases, ...compensationCases]).flatMap((each) =>
  each.question === null
    ? []
    : CHOICES[each.question as keyof typeof CHOICES].map(
        (reading) => [each.question, reading, each] as const,
      ),
);

/** The readings under which no rule is broken by a runtime that takes this one. */
const unbroken = (
  each: FixedCase,
  question: string,
  reading: string,
  hasTrace: boolean,
): string[] => {
  const { workflow, scenario } = each.testCase('harness', 0);
  const run = simulate(workflow, scenario, { choices: { [question]: reading } });
  const readings: readonly string[] = CHOICES[question as keyof typeof CHOICES];
  return readings.filter((declared) => {
    const seen = observationOfRun(workflow, scenario, run, { [question]: declared });
    const view = createView(hasTrace ? seen : { ...seen, trace: null });
    return rules.every(
      (rule) =>
        rule.kind !== 'run' ||
        !rule.profiles.includes('harness') ||
        rule.judge(view).breaches.length === 0,
    );
  });
};

describe('rules of failure and compensation', () => {
  it.each(asked)(
    '%s: see a runtime that takes "%s" by its calls alone',
    (question, reading, each) => {
      expect(unbroken(each, question ?? '', reading, false)).toEqual([reading]);
    },
  );

  it.each(asked)('%s: see a runtime that takes "%s" with its trace', (question, reading, each) => {
    expect(unbroken(each, question ?? '', reading, true)).toEqual([reading]);
  });
});
