/** Two reports side by side: what is told of a move, and what is not. */

import { describe, expect, it } from 'vitest';
import { certificationOf, profileReport, ruleReport } from '../../report/testing/certification.ts';
import type { Certification, ProfileReport, RuleReport } from '../../suite/certification.ts';
import type { Verdict } from '../../suite/verdict.ts';
import { compareReports } from './compare-reports.ts';
import type { ProfileComparison, RuleChange } from './comparison.ts';

const reportOf = (
  rules: readonly RuleReport[],
  rest: Partial<Certification> = {},
  profile: Partial<ProfileReport> = {},
): Certification =>
  certificationOf([profileReport(rules, { profile: 'baseline', ...profile })], {
    runtime: { name: 'effect', version: '4' },
    ...rest,
  });

const medusa = { runtime: { name: 'medusa', version: '2' } };

const baselineOf = (a: Certification, b: Certification): ProfileComparison => {
  const [profile] = compareReports(a, b).profiles;
  if (profile === undefined) throw new Error('no profile was compared');
  return profile;
};

const stops = ruleReport('compensation/continues', {
  verdict: 'fail',
  broken: 3,
  runs: 5,
  breach: {
    message: 'the compensation of B failed, and A was not compensated',
    ...{ expected: 'uA is called', observed: 'no call', unit: 'A', at: 5, seq: null },
  },
});

describe('a report and itself', () => {
  it('do not differ', () => {
    const report = reportOf([ruleReport('retry/max-attempts'), stops]);
    expect(compareReports(report, report)).toMatchObject({
      ...{ comparable: true, differs: false, caveats: [] },
      profiles: [{ choices: [], rules: [], same: 2, claims: { lost: [], gained: [] } }],
    });
  });

  it('do not differ although nothing is known of a rule', () => {
    const one = reportOf([ruleReport('a/b', { verdict: 'vacuous' })]);
    const other = reportOf([ruleReport('a/b', { verdict: 'unsupported', reason: 'so' })], medusa);
    expect(compareReports(one, other).differs).toBe(false);
  });
});

describe('a choice that differs', () => {
  it('is told in a sentence that names both runtimes, with what was seen', () => {
    const { choices } = baselineOf(
      reportOf([ruleReport('compensation/continues')]),
      reportOf([stops], medusa),
    );
    expect(choices).toEqual([
      {
        id: 'undo-fails',
        about: 'a compensation that fails',
        ...{ a: 'continues', b: 'stops', change: 'differs', lacks: null, known: null },
        sentence:
          'medusa does not undo the rest when a compensation fails (seen in 3 of 5 runs: the compensation of B failed, and A was not compensated); effect goes on with the rest when a compensation fails',
      },
    ]);
  });

  it('is no difference of readings where one can not do it, or nothing tells', () => {
    const change = (verdict: Verdict) =>
      baselineOf(
        reportOf([ruleReport('retry/max-delay')]),
        reportOf([ruleReport('retry/max-delay', { verdict, reason: 'no such option' })], medusa),
      ).choices[0];
    expect(change('unsupported')).toMatchObject({ change: 'lacking', b: null });
    expect(change('unsupported')?.sentence).toContain(
      'medusa has nothing like it (no such option)',
    );
    expect(change('vacuous')).toMatchObject({ change: 'unknown' });
    expect(change('pass')).toBeUndefined();
  });

  it('is told of open questions, too', () => {
    const asked = (seen: string): Certification =>
      certificationOf([
        profileReport([], {
          questions: [{ question: 'Q13', declared: null, seen, verdict: 'choice' }],
        }),
      ]);
    const [profile] = compareReports(asked('sequential'), asked('parallel')).profiles;
    expect(profile?.choices.map(({ sentence }) => sentence)).toEqual([
      'B runs compensations side by side; A runs compensations one at a time',
    ]);
    expect(profile?.fingerprints).toMatchObject({
      a: expect.stringContaining('Q13=sequential'),
      b: expect.stringContaining('Q13=parallel'),
    });
  });
});

describe('a rule', () => {
  const change = (a: Verdict, b: Verdict): RuleChange['change'] | undefined =>
    baselineOf(
      reportOf([ruleReport('some/rule', { verdict: a })]),
      reportOf([ruleReport('some/rule', { verdict: b })], medusa),
    ).rules[0]?.change;

  it.each([
    ['pass', 'fail', 'worse'],
    ['pass', 'degraded', 'worse'],
    ['degraded', 'fail', 'worse'],
    ['choice', 'fail', 'worse'],
    ['fail', 'pass', 'better'],
    ['fail', 'degraded', 'better'],
    ['degraded', 'pass', 'better'],
    ['pass', 'choice', 'otherwise'],
    ['pass', 'unsupported', 'unknown'],
    ['vacuous', 'fail', 'unknown'],
    ['pass', 'pass', undefined],
    ['skipped', 'blocked', undefined],
  ] as const)('from %s to %s is %s', (a, b, expected) => {
    expect(change(a, b)).toBe(expected);
  });

  it('that is broken says how often and how; worse ones come first', () => {
    const { rules } = baselineOf(
      reportOf([
        ruleReport('retry/max-delay', { verdict: 'fail' }),
        ruleReport('compensation/continues'),
      ]),
      reportOf([ruleReport('retry/max-delay'), stops], medusa),
    );
    expect(rules.map(({ id, change: kind }) => [id, kind])).toEqual([
      ['compensation/continues', 'worse'],
      ['retry/max-delay', 'better'],
    ]);
    expect(rules[0]?.sentence).toBe(
      'medusa breaks it in 3 of 5 runs (the compensation of B failed, and A was not compensated); effect keeps it',
    );
  });
});

describe('what a runtime reaches and can do', () => {
  it('is told where one has it and the other has not', () => {
    const { driver } = certificationOf([]);
    if (driver === null) throw new Error('there is no driver');
    const able = (...capabilities: readonly string[]): Partial<Certification> => ({
      driver: { ...driver, capabilities, unsupported: { jitter: 'no chance in it' } },
    });
    const { capabilities, differs } = compareReports(
      reportOf([], able('retry', 'jitter', 'task.kill')),
      reportOf([], { ...able('retry', 'resume'), ...medusa }),
    );
    expect(capabilities).toEqual({
      missing: [{ name: 'jitter', reason: 'no chance in it' }],
      gained: [{ name: 'resume', reason: null }],
    });
    expect(differs).toBe(true);
  });

  it('names claims that are lost', () => {
    const full = reportOf([ruleReport('retry/max-attempts')]);
    const broken = reportOf([ruleReport('retry/max-attempts', { verdict: 'fail' })], medusa);
    expect(baselineOf(full, broken).claims).toEqual({ lost: ['baseline'], gained: [] });
    expect(baselineOf(broken, full).claims).toEqual({ lost: [], gained: ['baseline'] });
  });
});

describe('reports that are not alike', () => {
  const one = reportOf([ruleReport('retry/max-attempts')]);
  const caveats = (rest: Partial<Certification>) => {
    const { comparable, caveats: told } = compareReports(one, { ...one, ...rest });
    return { comparable, told: told.join(' ') };
  };

  it.each([
    [
      { suite: { name: 'unwind', version: '2', rules: 'sha256:1' } } as const,
      'different rules, of unwind 1 and 2',
    ],
    [{ kind: 'traces' } as const, 'of traces'],
    [{ truncated: true }, 'ends before its end'],
    [{ interrupted: true }, 'interrupted'],
    [{ shard: { index: 1, count: 2 } }, 'shard 1 of 2'],
    [{ profiles: [] }, 'no profile in common'],
  ])('are not comparable, and it says why: %j', (rest, why) => {
    expect(caveats(rest)).toEqual({ comparable: false, told: expect.stringContaining(why) });
  });

  it.each([
    [{ seed: 9 }, 'different runs (seed 1, 10 generated; seed 9, 10 generated)'],
    [{ level: 'core' } as const, 'different levels of HarnessXML (full; core)'],
  ])('are compared with care, and it says why: %j', (rest, why) => {
    expect(caveats(rest)).toEqual({ comparable: true, told: expect.stringContaining(why) });
  });

  it('names profiles that only one of them has', () => {
    const harness = certificationOf([profileReport([]), profileReport([], { profile: 'orbit' })]);
    const other = certificationOf([profileReport([])]);
    expect(compareReports(harness, other)).toMatchObject({
      onlyIn: { a: ['orbit'], b: [] },
      differs: true,
    });
  });
});

describe('names', () => {
  it.each([
    [
      ['effect', '4'],
      ['medusa', '2'],
      ['effect', 'medusa'],
    ],
    [
      ['unwind', '1'],
      ['unwind', '2'],
      ['unwind 1', 'unwind 2'],
    ],
    [
      ['unwind', '1'],
      ['unwind', '1'],
      ['A', 'B'],
    ],
    [
      ['x'.repeat(99), '1'],
      ['medusa', '2'],
      ['A', 'B'],
    ],
  ] as const)('%j and %j are told apart as %j', ([name, version], [other, its], expected) => {
    const { a, b } = compareReports(
      certificationOf([], { runtime: { name, version } }),
      certificationOf([], { runtime: { name: other, version: its } }),
    );
    expect([a.name, b.name]).toEqual(expected);
  });
});
