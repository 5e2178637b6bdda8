/** Whether one reading of an open question explains all that breaks a rule. */

import type { Observation } from '../rules/observation.ts';
import type { QuestionReport } from './certification.ts';
import { explainBreach, holdsUnder, type Reading } from './explain.ts';
import type { Tally } from './tally.ts';

/** A reading explains what is broken only where it explains each run that breaks the rule. */
export const explain = (tally: Tally, observation: Observation): void => {
  const { rule, explanation } = tally;
  if (rule.kind !== 'run' || explanation === 'none') return;
  const found: Reading | null =
    explanation === 'open'
      ? explainBreach(rule, observation)
      : holdsUnder(rule, observation, explanation)
        ? explanation
        : null;
  tally.explanation = found ?? 'none';
};

/** A reading is no excuse for a runtime that was seen to take another. */
export const holdAgainst = (tally: Tally, questions: readonly QuestionReport[]): void => {
  const { explanation } = tally;
  if (typeof explanation !== 'object') return;
  const asked = questions.find(({ question }) => question === explanation.question);
  if (asked !== undefined && asked.seen !== null && asked.seen !== explanation.reading)
    tally.explanation = 'none';
};
