/** Whether a reading of an open question explains all that breaks a rule. */

import type { Observation } from '../rules/observation.ts';
import type { QuestionReport } from './certification.ts';
import { explainBreach, holdsUnder } from './explain.ts';
import type { Tally } from './tally.ts';

/**
 * A reading explains what is broken only where it explains each run that breaks the rule. All that
 * do are kept, so that it makes no difference which run came first.
 */
export const explain = (tally: Tally, observation: Observation): void => {
  const { rule, readings } = tally;
  if (rule.kind !== 'run' || readings?.length === 0) return;
  tally.readings =
    readings === null
      ? explainBreach(rule, observation)
      : readings.filter((reading) => holdsUnder(rule, observation, reading));
};

/** A reading is no excuse for a runtime that was seen to take another. */
export const holdAgainst = (
  tally: Pick<Tally, 'readings'>,
  questions: readonly QuestionReport[],
): void => {
  const { readings } = tally;
  if (readings === null) return;
  tally.readings = readings.filter(({ question, reading }) => {
    const asked = questions.find((each) => each.question === question);
    return asked === undefined || asked.seen === null || asked.seen === reading;
  });
};
