/** Whether what breaks a rule is another reading of an open question (harness.md §6). */

import { CHOICES } from '../protocol/schema/names.ts';
import type { Observation } from '../rules/observation.ts';
import type { RunRule } from '../rules/rule.ts';
import { createView } from '../rules/view.ts';

export interface Reading {
  readonly question: string;
  readonly reading: string;
}

export const readingText = ({ question, reading }: Reading): string => `${question}: ${reading}`;

/** Readings that a runtime may have without having declared them. */
const undeclared = ({ choices }: Observation): readonly Reading[] =>
  Object.entries(CHOICES).flatMap(([question, readings]) =>
    Object.hasOwn(choices, question)
      ? []
      : readings.slice(1).map((reading) => ({ question, reading })),
  );

/** The readings under which the run breaks the rule no more, in the order of the questions. */
export const explainBreach = (rule: RunRule, observation: Observation): readonly Reading[] =>
  observation.profile === 'harness'
    ? undeclared(observation).filter((reading) => holdsUnder(rule, observation, reading))
    : [];

export const holdsUnder = (
  rule: RunRule,
  observation: Observation,
  { question, reading }: Reading,
): boolean => {
  const choices = { ...observation.choices, [question]: reading };
  return rule.judge(createView({ ...observation, choices })).breaches.length === 0;
};
