/** Which failures come first, and which get a picture. */

import { describe, expect, it } from 'vitest';
import { certificationOf, profileReport, ruleReport } from '../testing/certification.ts';
import { failureFinder, failuresOf } from './failures.ts';

describe('failures', () => {
  it('are ordered by what they come to, then by how much is broken', () => {
    const certification = certificationOf([
      profileReport([
        ruleReport('a/should', { verdict: 'degraded', broken: 9 }),
        ruleReport('a/seldom', { verdict: 'fail', broken: 1, runs: 90 }),
        ruleReport('a/often', { verdict: 'fail', broken: 80, runs: 90 }),
        ruleReport('a/read', { verdict: 'choice', reason: 'Q4: left' }),
        ruleReport('a/good'),
      ]),
      profileReport([ruleReport('a/other', { verdict: 'fail', broken: 2 })], { profile: 'orbit' }),
    ]);
    const failures = failuresOf(certification);
    expect(failures.map(({ number, profile, rule }) => [number, profile, rule.id])).toEqual([
      [1, 'harness', 'a/often'],
      [2, 'harness', 'a/seldom'],
      [3, 'orbit', 'a/other'],
      [4, 'harness', 'a/should'],
    ]);
    const find = failureFinder(failures);
    expect(find('orbit', 'a/other')?.anchor).toBe('failure-3');
    expect(find('harness', 'a/other')).toBeNull();
  });
});
