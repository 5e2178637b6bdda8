/** What a claim can rest on, and what stands against it. */

import { describe, expect, it } from 'vitest';
import { certificationOf, profileReport, ruleReport } from '../report/testing/certification.ts';
import type { Certification, ProfileReport, RuleReport } from '../suite/certification.ts';
import type { Verdict } from '../suite/verdict.ts';
import { tierName } from './levels.ts';
import { levelsReached } from './levels-reached.ts';
import type { Support } from './support.ts';

const supportIn = (name: string, certification: Certification): Support => {
  const support = levelsReached(certification)
    .flatMap(({ standings }) => standings)
    .find(({ tier }) => tierName(tier) === name);
  if (support === undefined) throw new Error(`nothing is said of ${name}`);
  return support;
};

const right = ruleReport('retry/max-attempts', { level: 'executing' });
const other = (verdict: Verdict, rest: Partial<RuleReport> = {}): RuleReport =>
  ruleReport('retry/delay-fixed', { level: 'executing', verdict, ...rest });

const baseline = (
  rules: readonly RuleReport[],
  rest: Partial<Certification> = {},
  report: Partial<ProfileReport> = {},
): Support =>
  supportIn(
    'baseline',
    certificationOf([profileReport(rules, { profile: 'baseline', ...report })], rest),
  );

const driver = (
  capabilities: readonly string[],
  unsupported: { readonly [name: string]: string } = {},
): Partial<Certification> => {
  const usual = certificationOf([]).driver;
  if (usual === null) throw new Error('there is no driver');
  return { driver: { ...usual, capabilities, unsupported } };
};

describe('a claim', () => {
  it.each<Verdict>(['pass', 'choice'])('rests on %s', (verdict) => {
    expect(baseline([right, other(verdict)])).toMatchObject({ reached: true, against: [] });
  });

  it.each<[Verdict, string]>([
    ['fail', 'retry/delay-fixed is broken'],
    ['vacuous', 'never put to the test'],
    ['inconclusive', 'not clear'],
    ['blocked', 'lost'],
    ['skipped', 'left out'],
    ['stale', 'expected to be broken'],
    ['unsupported', 'not assessed'],
  ])('does not stand on %s', (verdict, why) => {
    const { reached, against } = baseline([right, other(verdict)]);
    expect(reached).toBe(false);
    expect(against).toHaveLength(1);
    expect(against[0]).toMatchObject({
      ...{ why: expect.stringContaining(why), rules: ['retry/delay-fixed'] },
    });
  });

  it('is no worse for a SHOULD that is broken, and names it', () => {
    const support = baseline([right, other('degraded', { strength: 'SHOULD' })]);
    expect(support).toMatchObject({ reached: true, degraded: ['retry/delay-fixed'] });
    const vague = baseline([right, other('vacuous', { strength: 'SHOULD' })]);
    expect(vague).toMatchObject({ reached: true, degraded: [] });
  });

  it('is none where no MUST was judged', () => {
    expect(baseline([other('pass', { strength: 'SHOULD' })]).reached).toBe(false);
    expect(baseline([]).reached).toBe(false);
  });

  it('stands on a whole report alone', () => {
    const against = (rest: Partial<Certification>, report: Partial<ProfileReport> = {}) =>
      baseline([right], rest, report).against.map(({ why }) => why);
    expect(against({})).toEqual([]);
    expect(against({ kind: 'traces' })).toHaveLength(1);
    expect(against({ interrupted: true })).toEqual(['the certification was interrupted']);
    expect(against({ truncated: true })).toEqual(['the report ends before its end']);
    expect(against({ shard: { index: 2, count: 3 } })).toEqual(['it is shard 2 of 3: merge them']);
    expect(against({}, { blocked: 2 })).toEqual(['2 runs could not be judged']);
  });

  it('is refuted by a choice that was declared and not seen', () => {
    const question = { question: 'Q1', declared: 'failed', seen: 'compensated' } as const;
    const certification = certificationOf([
      profileReport([ruleReport('document/accepts-valid'), right], {
        questions: [{ ...question, verdict: 'fail' }],
      }),
    ]);
    expect(supportIn('HarnessXML Executing', certification).against).toEqual([
      { why: 'of Q1 it declares failed and was seen to take compensated', rules: [] },
    ]);
    expect(supportIn('HarnessXML Core', certification).reached).toBe(true);
  });
});

describe('what a runtime lacks', () => {
  const lacking = other('unsupported', { missing: 'backoff.fixed' });

  it('is a gap where the claim can do without it and the driver says why', () => {
    const said = driver(['retry'], { 'backoff.fixed': 'it never waits' });
    expect(baseline([right, lacking], said)).toMatchObject({
      reached: true,
      gaps: [
        { capability: 'backoff.fixed', reason: 'it never waits', rules: ['retry/delay-fixed'] },
      ],
    });
  });

  it('stands against it where nobody says why', () => {
    const { reached, against } = baseline([right, lacking], driver(['retry']));
    expect(reached).toBe(false);
    expect(against[0]?.why).toBe('it lacks backoff.fixed, and the driver does not say why');
  });

  it('stands against a level that is about it, whatever the driver says', () => {
    const said = driver(['retry'], { 'backoff.fixed': 'it never waits', trace: 'it shows none' });
    const certification = certificationOf([profileReport([right, lacking])], said);
    const support = supportIn('HarnessXML Executing', certification);
    expect(support.against.map(({ why }) => why)).toEqual([
      'it lacks backoff.fixed (it never waits)',
    ]);
    const traceless = [right, other('unsupported', { missing: 'trace' })];
    expect(
      supportIn('HarnessXML Full', certificationOf([profileReport(traceless)], said)),
    ).toMatchObject({ reached: true, gaps: [{ capability: 'trace', reason: 'it shows none' }] });
  });

  it('may be something finer in the baseline, for which the driver refuses plans', () => {
    const refused = (id: string) =>
      ruleReport(id, { level: 'full', verdict: 'unsupported', reason: 'the driver refuses: so' });
    expect(baseline([right, refused('compensation/own-retry')], driver(['retry']))).toMatchObject({
      reached: true,
      gaps: [{ capability: null, reason: 'the driver refuses: so' }],
    });
    // What asks for retries alone can't be refused by who claims to retry.
    expect(baseline([right, refused('retry/exhausted-fails')]).reached).toBe(false);
    const harness = certificationOf([profileReport([right, refused('compensation/own-retry')])]);
    expect(supportIn('HarnessXML Full', harness).reached).toBe(false);
  });

  it('is told once for all rules that ask for it', () => {
    const rules = [lacking, ruleReport('retry/b', { ...lacking, id: 'retry/b' })];
    expect(
      baseline([right, ...rules], driver(['retry'])).against.map((each) => each.rules),
    ).toEqual([['retry/delay-fixed', 'retry/b']]);
  });

  it('is compensation of its own, where the driver decides it', () => {
    const rules = [right, ruleReport('compensation/continues', { level: 'full' })];
    const supplied = driver(['retry', 'compensation']);
    expect(baseline(rules, supplied).gaps).toEqual([
      {
        capability: 'compensation.native',
        reason: expect.stringContaining('adapter-supplied'),
        rules: ['compensation/continues'],
      },
    ]);
    const harness = certificationOf([profileReport(rules)], supplied);
    expect(supportIn('HarnessXML Full', harness).reached).toBe(false);
    expect(supportIn('HarnessXML Executing', harness).reached).toBe(true);
    const own = driver(['retry', 'compensation', 'compensation.native']);
    expect(baseline(rules, own)).toMatchObject({ reached: true, gaps: [] });
  });
});

describe('the levels of HarnessXML', () => {
  it('are reached one by one', () => {
    const certification = certificationOf([
      profileReport([
        ruleReport('document/accepts-valid'),
        right,
        ruleReport('compensation/continues', { level: 'full', verdict: 'fail' }),
        ruleReport('durability/backoff-kept', { level: null, addOn: 'resume', verdict: 'fail' }),
      ]),
    ]);
    const [profile] = levelsReached(certification);
    const named = profile?.standings.map(({ tier, reached }) => [tierName(tier), reached]);
    expect(named).toEqual([
      ['HarnessXML Core', true],
      ['HarnessXML Executing', true],
      ['HarnessXML Full', false],
    ]);
  });
});
