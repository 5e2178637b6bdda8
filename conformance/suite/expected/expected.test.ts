/** What was expected to be broken excuses what it says, for as long as it says, and nothing else. */

import { describe, expect, it } from 'vitest';
import { cases } from '../../cases/index.ts';
import { certificationOf, profileReport, ruleReport } from '../../report/testing/certification.ts';
import { rules } from '../../rules/index.ts';
import type { Certification, Expectations, ExpectedRule, RuleReport } from '../certification.ts';
import { certify } from '../certify.ts';
import { asked, inShards, mergedOf } from '../merge/testing.ts';
import { simulatedRuntime } from '../simulated-runtime.ts';
import { standingOf } from '../standing.ts';
import { exitCodeOf, isCertified } from '../summary.ts';
import { oneMore, optionsFor, runtimeThatReads } from '../testing.ts';
import { isDay } from './day.ts';
import { judgeExpected } from './judge-expected.ts';
import { readExpected } from './read-expected.ts';

const entry = { rule: 'retry/max-attempts', reason: 'not yet', expires: '2027-01-31' };
const on = (day: string, ...failures: readonly ExpectedRule[]): { expected: Expectations } => ({
  expected: { on: day, failures },
});
const judged = (
  verdict: RuleReport['verdict'],
  day: string,
  rest: Partial<ExpectedRule> = {},
  shard: object | null = null,
): RuleReport =>
  judgeExpected(ruleReport(entry.rule, { verdict }), 'harness', {
    ...on(day, { ...entry, ...rest }),
    shard,
  });

describe('a rule that is expected to be broken', () => {
  it.each(['fail', 'degraded'] as const)('and is (%s), is excused, with its reason', (verdict) => {
    const report = judged(verdict, '2026-12-01', { ticket: 'T-1' });
    const { reason, expires } = entry;
    expect(report).toMatchObject({ verdict, expectedFailure: { reason, expires, ticket: 'T-1' } });
    const certification = certificationOf([profileReport([report, ruleReport('retry/b')])]);
    expect(exitCodeOf(certification, true)).toBe(0);
  });

  it.each(['pass', 'choice'] as const)('and is not (%s), alarms', (verdict) => {
    const report = judged(verdict, '2026-12-01');
    expect(report).toMatchObject({ verdict: 'stale' });
    expect(report.reason).toContain('take the expectation away');
    expect(exitCodeOf(certificationOf([profileReport([report])]), false)).toBe(1);
  });

  it('is excused until the last day, and not on the next', () => {
    expect(judged('fail', '2027-01-31').expectedFailure).not.toBe(null);
    const late = judged('fail', '2027-02-01');
    expect(late).toMatchObject({ verdict: 'fail', expectedFailure: null });
    expect(late.reason).toBe(
      'it was expected to be broken until 2027-01-31, and is so on 2027-02-01: that excuses it no more (not yet)',
    );
    expect(exitCodeOf(certificationOf([profileReport([late])]), false)).toBe(1);
  });

  it('and is not, alarms after the last day as well', () => {
    expect(judged('pass', '2027-02-01').verdict).toBe('stale');
  });

  it.each(['vacuous', 'unsupported', 'skipped', 'inconclusive', 'blocked'] as const)(
    'and was not judged (%s), is left as it is',
    (verdict) => {
      expect(judged(verdict, '2026-12-01')).toEqual(ruleReport(entry.rule, { verdict }));
    },
  );

  it('in a part of a certification is never stale: another part may break it', () => {
    expect(judged('pass', '2026-12-01', {}, { index: 1, count: 2 }).verdict).toBe('pass');
    const broken = judged('fail', '2026-12-01', {}, { index: 1, count: 2 });
    expect(broken.expectedFailure).not.toBe(null);
  });

  it('is so in the profile that is named', () => {
    expect(judged('fail', '2026-12-01', { profile: 'orbit' }).expectedFailure).toBe(null);
    expect(judged('fail', '2026-12-01', { profile: 'harness' }).expectedFailure).not.toBe(null);
    expect(judged('fail', '2026-12-01', { rule: 'retry/other' }).expectedFailure).toBe(null);
  });

  it('is not certified by that, and no alarm either', () => {
    const report = profileReport([judged('fail', '2026-12-01'), ruleReport('retry/b')]);
    const certification = certificationOf([report]);
    expect(isCertified(report)).toBe(false);
    expect(standingOf(certification, report)).toBe('expected');
    const both = profileReport([...report.rules, ruleReport('retry/c', { verdict: 'fail' })]);
    expect(standingOf(certification, both)).toBe('broken');
    expect(exitCodeOf(certificationOf([both]), false)).toBe(1);
  });
});

describe('a certification', () => {
  const only = ({ id }: { readonly id: string }) => id.startsWith('retry/max-');
  const options = optionsFor({
    rules: rules.filter(only),
    cases: cases.filter(({ rule }) => only({ id: rule })),
    runs: 5,
  });
  const verdicts = ({ profiles }: Certification) =>
    profiles.flatMap((report) => report.rules.map(({ id, verdict }) => `${id} ${verdict}`));

  it('of a runtime that is wrong as expected ends well, and says by which day', async () => {
    const wrong = runtimeThatReads(oneMore);
    const certification = await certify(wrong, { ...options, ...on('2026-12-01', entry) });
    expect(certification.expected).toEqual({ on: '2026-12-01', failures: [entry] });
    expect(exitCodeOf(certification, false)).toBe(0);
    expect(exitCodeOf(await certify(wrong, options), false)).toBe(1);
  });

  it('of one that is right alarms, but not of rules that were left out', async () => {
    const right = simulatedRuntime();
    const expected = on('2026-12-01', entry);
    const alarmed = await certify(right, { ...options, ...expected });
    expect(verdicts(alarmed)).toContain('retry/max-attempts stale');
    const filtered = await certify(right, { ...options, ...expected, globs: ['retry/max-delay'] });
    expect(verdicts(filtered)).toContain('retry/max-attempts skipped');
    expect(exitCodeOf(filtered, false)).toBe(0);
  });

  it('in parts is judged when they are merged, by the day of the merge', async () => {
    const whole = asked({ ...options, ...on('2026-12-01', entry) });
    const parts = await inShards(simulatedRuntime(), 2, whole);
    expect(parts.flatMap(({ certification }) => verdicts(certification)).join()).not.toContain(
      'stale',
    );
    const merged = mergedOf(parts, whole);
    expect(merged.ok ? verdicts(merged.certification) : merged.message).toContain(
      'retry/max-attempts stale',
    );
    const wrong = await inShards(runtimeThatReads(oneMore), 2, whole);
    const codeOn = (day: string | null): number | string => {
      const merging = mergedOf(wrong, whole, day);
      return merging.ok ? exitCodeOf(merging.certification, false) : merging.message;
    };
    expect([null, '2027-01-31', '2027-02-01'].map(codeOn)).toEqual([0, 0, 1]);
  });
});

describe('a file of expectations', () => {
  const read = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const reading = readExpected(text, rules);
    return reading.ok ? reading.failures : reading.message;
  };

  it('is a list', () => {
    const full = { ...entry, profile: 'harness', ticket: 'https://example.org/1' };
    expect(read([full])).toEqual([full]);
    expect(read([])).toEqual([]);
    expect(
      read([
        { ...entry, profile: 'harness' },
        { ...entry, profile: 'baseline' },
      ]),
    ).toHaveLength(2);
  });

  it.each<[unknown, string]>([
    ['{', 'it is not JSON'],
    [{}, 'expected must be'],
    [[{ ...entry, rule: 'retry/max-atempts' }], "is no rule; did you mean 'retry/max-attempts'?"],
    [[{ ...entry, rule: 'zzz' }], 'unwind rules lists them'],
    [[{ ...entry, reason: '' }], 'expected[0].reason'],
    [[{ ...entry, reason: '  ' }], 'expected[0].reason must say why'],
    [[{ rule: entry.rule, expires: entry.expires }], 'expected[0].reason'],
    [[{ ...entry, expires: 'soon' }], 'expected[0].expires'],
    [[{ ...entry, expires: '2027-02-29' }], 'must be a day that there is, not 2027-02-29'],
    [[{ ...entry, profile: 'orbits' }], 'expected[0].profile'],
    [[{ ...entry, untl: '2027-01-31' }], 'untl'],
    [
      [entry, entry],
      'expected[1] speaks of retry/max-attempts in baseline, and so does expected[0]',
    ],
    [[entry, { ...entry, profile: 'harness' }], 'expected[1] speaks of'],
    [[{ ...entry, rule: 'idempotence/key-default', profile: 'harness' }], 'is no rule of harness'],
    [Array.from({ length: 1001 }, () => entry), 'expected must'],
    [' '.repeat(1024 * 1024 + 1), 'it is longer than 1 MiB'],
  ])('is refused: %j', (value, why) => {
    expect(read(value)).toContain(why);
  });

  it('knows the days that there are', () => {
    const days = ['2026-12-31', '2028-02-29', '2000-02-29'];
    const none = [
      '2027-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '2026-01-00',
    ];
    expect(days.filter((day) => !isDay(day))).toEqual([]);
    expect([...none, '2026-1-1', '26-01-01', ''].filter(isDay)).toEqual([]);
  });
});
