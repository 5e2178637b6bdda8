/** Choices are told from verdicts, and never from what no run showed. */

import { describe, expect, it } from 'vitest';
import { CHOICES } from '../protocol/schema/names.ts';
import { profileReport, ruleReport } from '../report/testing/certification.ts';
import { rules } from '../rules/index.ts';
import type { Breach } from '../rules/rule.ts';
import type { ProfileReport, RuleReport } from '../suite/certification.ts';
import {
  fingerprintOf,
  type MeasuredChoice,
  measuredChoices,
  seenText,
} from './measured-choices.ts';
import { QUESTION_TEXTS } from './questions.ts';
import { TRAITS } from './traits.ts';

const report = (rules: readonly RuleReport[], rest: Partial<ProfileReport> = {}): ProfileReport =>
  profileReport(rules, { profile: 'baseline', ...rest });

const choiceIn = (id: string, rules: readonly RuleReport[]): MeasuredChoice | undefined =>
  measuredChoices(report(rules)).find((choice) => choice.id === id);

const breachOf = (expected: string, observed: string): Breach => ({
  ...{ message: `seen: ${observed}`, expected, observed, unit: null, at: null, seq: null },
});

describe('an open question', () => {
  const asked = (declared: string | null, seen: string | null): string =>
    fingerprintOf(
      profileReport([], {
        questions: [
          { question: 'Q4', declared, seen, verdict: seen === null ? 'vacuous' : 'choice' },
        ],
      }),
    );

  it('has the reading that was seen, else the one that is declared, else none', () => {
    expect(asked('compensated', 'left')).toBe('Q4=left');
    expect(asked('compensated', null)).toBe('Q4=~compensated');
    expect(asked(null, null)).toBe('Q4=?');
  });

  it('is there in words for every reading that there is', () => {
    for (const [question, readings] of Object.entries(CHOICES)) {
      const { about, readings: texts } = QUESTION_TEXTS[question as keyof typeof CHOICES];
      expect(about).not.toBe('');
      expect(Object.keys(texts), question).toEqual([...readings]);
    }
  });
});

describe('what engines differ in', () => {
  it('is told by rules that there are, for a profile that asks for them', () => {
    const ids = new Set(rules.map(({ id }) => id));
    for (const { id, rules: named, kept, broken, readings, asked } of TRAITS) {
      expect(
        named.filter((rule) => !ids.has(rule)),
        id,
      ).toEqual([]);
      expect(Object.keys(readings), id).toEqual(expect.arrayContaining([kept, broken]));
      if (asked !== undefined) expect(Object.keys(CHOICES), id).toContain(asked);
      for (const text of Object.values(readings)) expect(text, id).toMatch(/^[a-z].*[^.]$/);
    }
    expect(new Set(TRAITS.map(({ id }) => id)).size).toBe(TRAITS.length);
  });

  it.each([
    ['pass', 'seen', 'continues'],
    ['choice', 'seen', 'continues'],
    ['fail', 'seen', 'stops'],
    ['degraded', 'seen', 'stops'],
    ['unsupported', 'lacking', null],
    ['vacuous', 'unknown', null],
    ['inconclusive', 'unknown', null],
    ['blocked', 'unknown', null],
    ['skipped', 'unknown', null],
    ['stale', 'unknown', null],
  ] as const)('is, where the rule is %s, %s as %s', (verdict, from, reading) => {
    const choice = choiceIn('undo-fails', [ruleReport('compensation/continues', { verdict })]);
    expect(choice).toMatchObject({ from, reading });
  });

  it.each([
    ['one attempt', '3', 'more'],
    ['4 attempts', '5', 'more'],
    ['4 attempts', '3', 'fewer'],
  ])('counts calls: %s expected, %s seen, is %s', (expected, observed, reading) => {
    const breach = breachOf(expected, observed);
    const choice = choiceIn('calls', [
      ruleReport('retry/max-attempts', { verdict: 'fail', breach }),
    ]);
    expect(choice).toMatchObject({ reading, because: `seen: ${observed}` });
  });

  it.each([
    [{ broken: 2, runs: 232 }, 'in 2 of 232 runs: seen: so', { broken: 2, runs: 232 }],
    [{ broken: 3, runs: 3 }, 'seen: so', null],
  ])('tells how often it was so, where not always: %j', (counts, text, often) => {
    const rule = ruleReport('compensation/every-succeeded', {
      ...{ verdict: 'fail', breach: breachOf('undo', 'so'), ...counts },
    });
    const choice = choiceIn('undoes-all', [rule]);
    expect(choice).toMatchObject({ reading: 'some', often });
    expect(choice && seenText(choice)).toBe(text);
    const kept = choiceIn('undoes-all', [ruleReport('compensation/every-succeeded')]);
    expect(kept && [kept.often, seenText(kept)]).toEqual([null, null]);
  });

  it('is kept only where none of its rules is broken', () => {
    const waits = (...verdicts: readonly RuleReport['verdict'][]) =>
      choiceIn(
        'waits',
        ['retry/delay-fixed', 'retry/delay-linear'].map((id, index) =>
          ruleReport(id, { verdict: verdicts[index] ?? 'pass' }),
        ),
      )?.reading;
    expect(waits('pass', 'pass')).toBe('formula');
    expect(waits('pass', 'unsupported')).toBe('formula');
    expect(waits('pass', 'fail')).toBe('other');
    expect(waits('vacuous', 'unsupported')).toBe(null);
  });

  it('is asked once: in HarnessXML by its open question', () => {
    const one = ruleReport('compensation/one-at-a-time');
    expect(fingerprintOf(report([one], { profile: 'orbit' }))).toBe('overlap=sequential');
    expect(fingerprintOf(report([one], { profile: 'harness' }))).toBe('');
  });
});

it('a fingerprint is one line in one order, whatever the order of the rules', () => {
  const some = [
    ruleReport('retry/max-attempts'),
    ruleReport('compensation/continues', { verdict: 'fail' }),
    ruleReport('retry/max-delay', { verdict: 'unsupported' }),
    ruleReport('retry/non-retryable', { verdict: 'vacuous' }),
  ];
  expect(fingerprintOf(report(some))).toBe('calls=n permanent=? cap=- undo-fails=stops');
  expect(fingerprintOf(report(some.toReversed()))).toBe(fingerprintOf(report(some)));
});
