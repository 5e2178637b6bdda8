/** A claim says what its report shows, and no more. */

import { describe, expect, it } from 'vitest';
import type { Certification } from '../../suite/certification.ts';
import { type Changes, wholeProfile, wholeReport } from '../testing.ts';
import { type MadeClaim, makeClaim, type Wanted } from './make-claim.ts';
import { readClaim } from './read-claim.ts';
import type { Claim } from './schema.ts';

const made = (certification: Certification, wanted: Wanted = {}): MadeClaim & { ok: true } => {
  const result = makeClaim(certification, wanted);
  if (!result.ok) throw new Error(result.refusals.join('\n'));
  return result;
};
const refusals = (certification: Certification, wanted: Wanted = {}): string => {
  const result = makeClaim(certification, wanted);
  if (result.ok) throw new Error('a claim was made');
  return result.refusals.join('\n');
};
const levelsOf = ({ claims }: Claim) =>
  claims.map(({ profile, level, addOns }) => [profile, level, ...addOns]);

const all = wholeReport([wholeProfile('baseline'), wholeProfile('harness'), wholeProfile('orbit')]);
const harness = (changes: Changes): Certification =>
  wholeReport([wholeProfile('harness', changes)]);

describe('of a report without a fault', () => {
  it('everything is claimed, and how to see it again', () => {
    const { claim, left } = made(all);
    expect(levelsOf(claim)).toEqual([
      ['baseline', null, 'resume', 'operators'],
      ['harness', 'full'],
      ['orbit', null, 'resume'],
    ]);
    expect(left).toEqual([]);
    expect(claim).toMatchObject({
      ...{ claim: 1, runtime: { name: 'acme', version: '2' }, seed: 1, runs: 10, asked: null },
      ...{ suite: { name: 'unwind', version: '1' }, rules: all.suite.rules },
      driver: { kind: 'command', command: 'python3 driver.py' },
    });
  });

  it('what is claimed can be chosen', () => {
    const chosen = (wanted: Wanted) => levelsOf(made(all, wanted).claim);
    expect(chosen({ profiles: ['orbit'] })).toEqual([['orbit', null, 'resume']]);
    expect(chosen({ profiles: ['harness'], level: 'core' })).toEqual([['harness', 'core']]);
    expect(chosen({ profiles: ['baseline'], addOns: ['operators'] })).toEqual([
      ['baseline', null, 'operators'],
    ]);
    expect(chosen({ profiles: ['baseline'], addOns: [] })).toEqual([['baseline', null]]);
  });

  it('the claim is one that can be read again', () => {
    const { claim } = made(all);
    expect(readClaim(JSON.stringify(claim))).toEqual({ ok: true, claim });
  });
});

describe('of a report with faults', () => {
  it('what they leave is claimed, and told what is not', () => {
    const certification = harness({ 'compensation/continues': { verdict: 'fail' } });
    const { claim, left } = made(certification);
    expect(levelsOf(claim)).toEqual([['harness', 'executing']]);
    expect(left).toEqual(['No claim of HarnessXML Full: compensation/continues is broken.']);
  });

  it('what is asked for and not there is refused, with the rules that stand against it', () => {
    const certification = harness({
      'compensation/continues': { verdict: 'fail' },
      'compensation/once': { verdict: 'vacuous' },
    });
    const told = refusals(certification, { level: 'full' });
    expect(told).toContain('No claim of HarnessXML Full: compensation/continues is broken;');
    expect(told).toContain(
      'never put to the test in these runs (more runs may): compensation/once',
    );
    const baseline = wholeReport([
      wholeProfile('baseline', { 'durability/backoff-kept': { verdict: 'fail' } }),
    ]);
    expect(refusals(baseline, { addOns: ['resume'] })).toContain(
      'No claim of baseline + resume: durability/backoff-kept is broken.',
    );
    expect(levelsOf(made(baseline).claim)).toEqual([['baseline', null, 'operators']]);
  });

  it('nothing is claimed where nothing is left', () => {
    const told = refusals(harness({ 'document/accepts-valid': { verdict: 'fail' } }));
    expect(told).toContain('No claim of HarnessXML Core: document/accepts-valid is broken.');
  });

  it('an add-on is not claimed by itself', () => {
    const certification = wholeReport([
      wholeProfile('baseline', { 'retry/max-attempts': { verdict: 'fail' } }),
    ]);
    expect(refusals(certification)).toContain(
      'No claim of baseline: retry/max-attempts is broken.',
    );
    expect(refusals(certification, { addOns: ['resume'] })).not.toBe('');
  });

  it('what did not simply pass is named', () => {
    const [claimed] = made(
      harness({
        'retry/jitter-full': { verdict: 'degraded' },
        'compensation/every-succeeded': { verdict: 'choice', reason: 'Q6: first' },
      }),
    ).claim.claims;
    expect(claimed?.verdicts).toEqual({
      'retry/jitter-full': 'degraded',
      'compensation/every-succeeded': 'choice',
    });
  });

  it('gaps are named with their reasons', () => {
    const { driver } = all;
    if (driver === null) throw new Error('there is no driver');
    const certification = wholeReport(
      [
        wholeProfile('harness', {
          'lifecycle/terminal-final': { verdict: 'unsupported', missing: 'trace' },
        }),
      ],
      { driver: { ...driver, unsupported: { trace: 'it shows none' } } },
    );
    expect(made(certification).claim.claims[0]?.gaps).toEqual([
      { capability: 'trace', reason: 'it shows none', rules: ['lifecycle/terminal-final'] },
    ]);
  });
});

describe('no claim is made of', () => {
  it.each<[string, Partial<Certification>]>([
    ['traces', { kind: 'traces' }],
    ['other rules', { suite: { ...all.suite, version: '9', rules: 'sha256:0' } }],
    ["words that can't be read", { driver: { ...all.driver, words: '--driver "$(x)"' } as never }],
    ['interrupted', { interrupted: true }],
    ['ends before its end', { truncated: true }],
    ['shard 1 of 2', { shard: { index: 1, count: 2 } }],
  ])('a report of which it must say: %s', (why, rest) => {
    expect(refusals({ ...all, ...rest })).toContain(why);
  });

  it('a level or an add-on that is not of the profiles, instead of a claim without it', () => {
    expect(refusals(all, { profiles: ['baseline'], level: 'full' })).toBe(
      'Only profile harness has levels, and this is of baseline.',
    );
    expect(refusals(all, { profiles: ['harness', 'orbit'], addOns: ['operators'] })).toBe(
      'There is no add-on operators to harness, orbit.',
    );
    expect(refusals(harness({}), { addOns: ['resume'] })).toMatch(/no add-on resume to harness/);
  });

  it('a profile that the report does not have', () => {
    expect(refusals(harness({}), { profiles: ['orbit'] })).toBe(
      'The report says nothing of profile orbit.',
    );
  });

  it('a report from which rules were taken', () => {
    const [report] = harness({}).profiles;
    if (report === undefined) throw new Error('there is no profile');
    const rules = report.rules.filter(({ id }) => id !== 'compensation/continues');
    const { claim, left } = made(wholeReport([{ ...report, rules }]));
    expect(levelsOf(claim)).toEqual([['harness', 'executing']]);
    expect(left).toEqual([
      'No claim of HarnessXML Full: the report does not have them: compensation/continues.',
    ]);
  });
});
