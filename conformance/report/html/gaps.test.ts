/** What a report says nothing of, by reason. */

import { describe, expect, it } from 'vitest';
import { profileReport, ruleReport } from '../testing/certification.ts';
import { gapsOf } from './gaps.ts';

const report = profileReport([
  ruleReport('a/one', { verdict: 'unsupported', reason: 'no clock' }),
  ruleReport('a/two', { verdict: 'vacuous' }),
  ruleReport('a/three', { verdict: 'unsupported', reason: 'no clock' }),
  ruleReport('a/four', { verdict: 'fail' }),
  ruleReport('a/five', {
    verdict: 'fail',
    expectedFailure: { reason: 'not yet', expires: '2030-01-31' },
  }),
  ruleReport('a/six'),
]);

describe('gaps', () => {
  it('take together what one reason holds for, and what was expected to fail', () => {
    expect(gapsOf(report).map(({ verdict, reason, rules }) => [verdict, reason, ...rules])).toEqual(
      [
        ['fail', 'expected to fail until 2030-01-31: not yet', 'a/five'],
        ['vacuous', 'no run shows what it speaks of', 'a/two'],
        ['unsupported', 'no clock', 'a/one', 'a/three'],
      ],
    );
  });

  it('of traces are not that they show little', () => {
    expect(gapsOf(report, 'traces').map(({ verdict }) => verdict)).toEqual(['fail', 'unsupported']);
  });
});
