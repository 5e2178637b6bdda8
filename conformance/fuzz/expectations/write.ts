/** An expectation as its author could have written it; reading it gives an equal one. */

import type { Expectation } from '../expectation.ts';
import { writeSpan } from './span.ts';

export const writeExpectation = (expectation: Expectation): string => {
  const { under } = expectation;
  const bound = under === null ? '' : ` under ${under} fault${under === 1 ? '' : 's'}`;
  return `${wordsOf(expectation)}${bound}`;
};

const wordsOf = (expectation: Expectation): string => {
  switch (expectation.property) {
    case 'no-effect-left-behind':
      return `no effect left behind${ofSteps(expectation.of)}${except(expectation)}`;
    case 'no-effect-twice':
      return `no effect twice${ofSteps(expectation.of)}`;
    case 'no-failure-swallowed':
      return 'no failure swallowed';
    case 'ends':
      return 'ends';
    case 'ends-within':
      return `ends within ${writeSpan(expectation.time)}`;
    case 'never':
      return `never ${expectation.outcomes.join(', ')}`;
    case 'outcomes':
      return `outcomes ${expectation.outcomes.join(', ')}`;
    case 'if-then':
      return `if ${expectation.if.join(' and ')} then ${expectation.then.join(' or ')}${except(expectation)}`;
    case 'not-both':
      return `not both ${expectation.of.join(' and ')}`;
    case 'only-after':
      return `${expectation.then} only after ${expectation.first}`;
    case 'at-most-calls':
      return `at most ${expectation.calls} call${expectation.calls === 1 ? '' : 's'} of ${expectation.of}`;
  }
};

const ofSteps = (steps: readonly string[]): string =>
  steps.length === 0 ? '' : ` of ${steps.join(', ')}`;

const except = ({ unless }: { readonly unless: readonly string[] }): string =>
  unless.length === 0 ? '' : ` unless ${unless.join(', ')}`;
