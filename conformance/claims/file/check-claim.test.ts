/** What refutes a claim, and what is only worth knowing. */

import { describe, expect, it } from 'vitest';
import type { Certification } from '../../suite/certification.ts';
import { type Changes, wholeProfile, wholeReport } from '../testing.ts';
import { type ClaimCheck, checkClaim } from './check-claim.ts';
import { makeClaim } from './make-claim.ts';
import type { Claim } from './schema.ts';

const reportOf = (changes: Changes = {}, rest: Partial<Certification> = {}): Certification =>
  wholeReport([wholeProfile('harness', changes)], rest);
const claimOf = (certification: Certification): Claim => {
  const made = makeClaim(certification);
  if (!made.ok) throw new Error(made.refusals.join('\n'));
  return made.claim;
};
const right = reportOf();
const claim = claimOf(right);

const refuted = (check: ClaimCheck): readonly string[] => {
  const messages = check.differences.filter(({ refutes }) => refutes).map((each) => each.message);
  expect(check.verified).toBe(messages.length === 0);
  return messages;
};
const told = ({ differences }: ClaimCheck): readonly string[] =>
  differences.filter(({ refutes }) => !refutes).map(({ message }) => message);

describe('a claim that is so', () => {
  it('is verified without a word', () => {
    expect(checkClaim(claim, right)).toEqual({ verified: true, differences: [] });
  });

  it('is so on another machine, under another name of its driver', () => {
    const { driver } = right;
    if (driver === null) throw new Error('there is no driver');
    const other = { ...right, driver: { ...driver, words: '--driver-module other.mjs' } };
    expect(checkClaim(claim, { ...other, command: 'another', incidents: [] }).differences).toEqual(
      [],
    );
  });
});

describe('a claim is refuted by', () => {
  it.each<[string, Partial<Certification>]>([
    [
      'the claim is of acme, and the driver leads to other',
      { runtime: { name: 'other', version: '2' } },
    ],
    ['the claim is of acme 2, and this is acme 3', { runtime: { name: 'acme', version: '3' } }],
    ['and the report of 9 with seed 1', { runs: 9 }],
    ['the runtime does not declare profile harness any more', { profiles: [] }],
    ['the certification was interrupted', { interrupted: true }],
  ])('%s', (message, rest) => {
    expect(refuted(checkClaim(claim, { ...right, ...rest })).join('\n')).toContain(message);
  });

  it('a rule that is broken, told once', () => {
    const broken = reportOf({ 'compensation/continues': { verdict: 'fail' } });
    expect(refuted(checkClaim(claim, broken))).toEqual([
      'HarnessXML Full is not reached: compensation/continues is broken',
      'undo-fails was seen as stops, and the claim says continues',
    ]);
  });

  it('a SHOULD that is broken and was not', () => {
    const degraded = { 'lifecycle/trace-fields': { verdict: 'degraded' } } as const;
    expect(refuted(checkClaim(claim, reportOf(degraded)))).toEqual([
      'lifecycle/trace-fields is degraded, and the claim says pass',
    ]);
    expect(checkClaim(claimOf(reportOf(degraded)), reportOf(degraded)).differences).toEqual([]);
  });

  it('a choice that was seen otherwise', () => {
    const asked = (seen: string): Certification =>
      wholeReport([
        wholeProfile(
          'harness',
          {},
          {
            questions: [{ question: 'Q13', declared: null, seen, verdict: 'choice' }],
          },
        ),
      ]);
    expect(refuted(checkClaim(claimOf(asked('sequential')), asked('parallel')))).toEqual([
      'Q13 was seen as parallel, and the claim says sequential',
    ]);
  });

  it('a gap that it does not name', () => {
    const { driver } = right;
    if (driver === null) throw new Error('there is no driver');
    const gapped = (reason: string) =>
      reportOf(
        { 'lifecycle/terminal-final': { verdict: 'unsupported', missing: 'trace' } },
        { driver: { ...driver, unsupported: { trace: reason } } },
      );
    expect(refuted(checkClaim(claim, gapped('none')))).toEqual([
      'the runtime lacks trace (none), which the claim does not say',
    ]);
    const named = claimOf(gapped('none'));
    expect(checkClaim(named, gapped('none')).differences).toEqual([]);
    expect(told(checkClaim(named, gapped('no more')))).toContain(
      'of trace the driver now says: no more; the claim says: none',
    );
    const better = checkClaim(named, right);
    expect(refuted(better)).toEqual([]);
    expect(told(better)).toContain('the claim names a gap that is none: trace');
  });
});

describe('it is only worth knowing', () => {
  it('that the suite is another one, and by which rules was judged', () => {
    const newer = { ...right, suite: { ...right.suite, version: '2' } };
    expect(told(checkClaim(claim, newer))).toEqual([
      'the claim was made with unwind 1, and this is 2; the rules are the same, their cases may have changed',
    ]);
    const other = { ...newer, suite: { ...newer.suite, rules: `sha256:${'1'.repeat(64)}` } };
    const check = checkClaim(claim, other);
    expect(refuted(check)).toEqual([]);
    expect(told(check)[0]).toMatch(/by the rules of unwind 1 \(sha256:\w{12}\); it was judged by/);
  });

  it('that a rule which may be newer than the claim is broken as a SHOULD', () => {
    const other = reportOf(
      { 'lifecycle/trace-fields': { verdict: 'degraded' } },
      { suite: { ...right.suite, rules: `sha256:${'1'.repeat(64)}` } },
    );
    expect(refuted(checkClaim(claim, other))).toEqual([]);
    expect(told(checkClaim(claim, other)).join('\n')).toContain('lifecycle/trace-fields');
  });

  it('that the verdicts agree and the digest does not', () => {
    const often = reportOf({ 'retry/max-attempts': { occurrences: 10 } });
    expect(told(checkClaim(claim, often))).toEqual([
      expect.stringContaining('the verdicts agree, but not how often each rule was seen'),
    ]);
    expect(refuted(checkClaim(claim, often))).toEqual([]);
  });

  it('that the claim speaks of what is not asked here, and no more of it than fits', () => {
    const [claimed] = claim.claims;
    if (claimed === undefined) throw new Error('nothing is claimed');
    const odd = { ...claimed, fingerprint: `${claimed.fingerprint} ${'x'.repeat(999)}=1` };
    const verdicts = {
      constructor: 'fail',
      'no/rule': 'degraded',
    } as unknown as (typeof claimed)['verdicts'];
    const check = checkClaim({ ...claim, claims: [{ ...odd, verdicts }] }, right);
    expect(refuted(check)).toEqual([]);
    expect(told(check).slice(0, 2)).toEqual([
      'the claim names a rule that is none of it here: constructor',
      'the claim names a rule that is none of it here: no/rule',
    ]);
    expect(told(check)[2]).toMatch(/^the claim names a choice that is not asked here: x{99,100}…$/);
  });

  it('that a rule is kept better than it says', () => {
    const degraded = claimOf(reportOf({ 'lifecycle/trace-fields': { verdict: 'degraded' } }));
    expect(refuted(checkClaim(degraded, right))).toEqual([]);
    expect(told(checkClaim(degraded, right))).toEqual([
      'lifecycle/trace-fields is pass, and the claim says degraded',
    ]);
  });

  it('but not what is beyond the level that is claimed', () => {
    const core = makeClaim(right, { level: 'core' });
    if (!core.ok) throw new Error(core.refusals.join('\n'));
    const broken = reportOf({
      'document/right-code': {},
      'lifecycle/trace-fields': { verdict: 'degraded' },
    });
    expect(checkClaim(core.claim, broken)).toEqual({ verified: true, differences: [] });
  });
});
