/** How each kind of expectation is judged. */

import type { Workflow } from '../../../core/model/workflow.ts';
import type { Expectation } from '../expectation.ts';
import { atMostCalls } from './at-most-calls.ts';
import { ends, endsWithin } from './ends.ts';
import { noEffectLeftBehind } from './no-effect-left-behind.ts';
import { noEffectTwice } from './no-effect-twice.ts';
import { noFailureSwallowed } from './no-failure-swallowed.ts';
import { allowedOutcomes, never } from './outcomes.ts';
import { type JudgeProperty, NOT_TRIED } from './property.ts';
import { ifThen, notBoth, onlyAfter } from './together.ts';

/** A judge of runs of this workflow; it looks at no run with more faults than are allowed for. */
export const judgeFor = (expectation: Expectation, workflow: Workflow): JudgeProperty => {
  const judge = judgeOf(expectation, workflow);
  const { under } = expectation;
  if (under === null) return judge;
  return (facts) => (facts.faults > under ? NOT_TRIED : judge(facts));
};

const judgeOf = (expectation: Expectation, workflow: Workflow): JudgeProperty => {
  switch (expectation.property) {
    case 'no-effect-left-behind':
      return noEffectLeftBehind(expectation, workflow);
    case 'no-effect-twice':
      return noEffectTwice(expectation, workflow);
    case 'no-failure-swallowed':
      return noFailureSwallowed(workflow);
    case 'ends':
      return ends;
    case 'ends-within':
      return endsWithin(expectation.time);
    case 'never':
      return never(expectation.outcomes);
    case 'outcomes':
      return allowedOutcomes(expectation.outcomes);
    case 'if-then':
      return ifThen(expectation, workflow);
    case 'not-both':
      return notBoth(expectation, workflow);
    case 'only-after':
      return onlyAfter(expectation, workflow);
    case 'at-most-calls':
      return atMostCalls(expectation.of, expectation.calls, workflow);
  }
};
