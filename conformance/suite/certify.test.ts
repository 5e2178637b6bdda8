/** A certification of right runtimes, wrong ones, and such that say what they can't do. */

import { describe, expect, it } from 'vitest';
import { cases } from '../cases/index.ts';
import { failure } from '../protocol/failure.ts';
import { rules } from '../rules/index.ts';
import { readCase } from '../token/read-case.ts';
import { readToken } from '../token/token.ts';
import type { Certification, RuleReport } from './certification.ts';
import { certify } from './certify.ts';
import { holdAgainst } from './explain-tally.ts';
import { judgeRun } from './judge-run.ts';
import type { Runtime } from './runtime.ts';
import { simulatedRuntime } from './simulated-runtime.ts';
import { exitCodeOf, isCertified } from './summary.ts';
import { conclude, createTally } from './tally.ts';
import { oneMore, optionsFor, runtimeThatReads } from './testing.ts';

const retryRules = rules.filter(({ id }) => id.startsWith('retry/'));
const retryCases = cases.filter(({ rule }) => rule.startsWith('retry/'));
const options = optionsFor({ rules: retryRules, cases: retryCases });

const reportOf = ({ profiles }: Certification, id: string): RuleReport => {
  const report = profiles[0]?.rules.find((rule) => rule.id === id);
  if (report === undefined) throw new Error(`there is no report on ${id}`);
  return report;
};

describe('the built-in runtime', async () => {
  const certification = await certify(simulatedRuntime(), options);

  it('is certified, and no rule is vacuous', () => {
    expect(certification.profiles.map(isCertified)).toEqual([true]);
    const verdicts = new Set(certification.profiles[0]?.rules.map(({ verdict }) => verdict));
    expect([...verdicts]).toEqual(['pass']);
    expect(exitCodeOf(certification, true)).toBe(0);
  });

  it('is certified in the same words again', async () => {
    expect(await certify(simulatedRuntime(), options)).toEqual(certification);
  });

  it('without a run to see leaves rules vacuous, which is no pass', async () => {
    const nothing = await certify(simulatedRuntime(), { ...options, cases: [], runs: 0 });
    expect(reportOf(nothing, 'retry/max-attempts')).toMatchObject({ verdict: 'vacuous', runs: 0 });
    expect(exitCodeOf(nothing, false)).toBe(2);
  });
});

describe('a runtime that makes one attempt too many', async () => {
  const certification = await certify(runtimeThatReads(oneMore), options);
  const report = reportOf(certification, 'retry/max-attempts');

  it('is not certified', () => {
    expect(report.verdict).toBe('fail');
    expect(report.broken).toBeGreaterThan(3);
    expect(certification.profiles.map(isCertified)).toEqual([false]);
    expect(exitCodeOf(certification, false)).toBe(1);
  });

  it('gets a counterexample of one step that fails', () => {
    const { counterexample } = report;
    expect(counterexample).toMatchObject({ nodes: 1, faults: 1 });
    expect(counterexample?.document.format).toBe('harness');
    expect(counterexample?.difference).toMatchObject({ expected: 'no further call' });
  });

  it('gets a token, with which the built-in runtime is right', () => {
    const reading = readToken(report.counterexample?.token ?? '');
    if (!reading.ok) throw new Error(reading.message);
    expect(reading.content.rule).toBe('retry/max-attempts');
    expect(reading.content.step).toBeGreaterThan(0);
    const read = readCase(reading.content);
    if (!read.ok) throw new Error(read.message);
    const again = (runtime: ReturnType<typeof simulatedRuntime>) => {
      const seen = runtime.observe({ name: 'again', ...read });
      if (seen instanceof Promise || seen.kind === 'blocked') throw new Error('it was blocked');
      const rule = retryRules.filter(({ id }) => id === 'retry/max-attempts');
      return judgeRun(rule, seen.observation).map(({ verdict }) => verdict);
    };
    expect(again(simulatedRuntime())).toEqual(['pass']);
    expect(again(runtimeThatReads(oneMore))).toEqual(['fail']);
  });
});

describe('a runtime that says less', () => {
  it('is not sent what it can not do, and its reason is told', async () => {
    const capabilities = simulatedRuntime().hello.capabilities.filter(
      (name) => name !== 'jitter' && name !== 'error-edges',
    );
    const unsupported = { jitter: 'there is no chance in it' };
    const runtime = runtimeThatReads((node) => node, { capabilities, unsupported });
    const certification = await certify(runtime, options);
    expect(reportOf(certification, 'retry/jitter-applied')).toMatchObject({
      verdict: 'unsupported',
      reason: 'jitter: there is no chance in it',
    });
    // The second case of retry/max-attempts has an error edge.
    expect(certification.profiles[0]?.unsent).toBe(1);
    expect(reportOf(certification, 'retry/max-attempts').verdict).toBe('pass');
    expect(exitCodeOf(certification, true)).toBe(0);
  });
});

describe('a driver that takes documents alone', () => {
  it('is sent HarnessXML, and nothing that only a plan can say', async () => {
    const runtime = runtimeThatReads((node) => node, { dialects: ['harness'] });
    const wanted = { ...options, runs: 10, profiles: null };
    const { profiles } = await certify(runtime, wanted);
    const counts = profiles.map(({ profile, cases: cased, generated, blocked }) => ({
      ...{ profile, isSent: cased > 0, generated, blocked },
    }));
    expect(counts).toEqual([
      { profile: 'baseline', isSent: false, generated: 0, blocked: 0 },
      { profile: 'harness', isSent: true, generated: 10, blocked: 0 },
      { profile: 'orbit', isSent: false, generated: 0, blocked: 0 },
    ]);
    expect(profiles[0]?.rules[0]).toMatchObject({
      verdict: 'unsupported',
      reason: 'it takes no plans',
    });
  });
});

describe('what a reader should know', () => {
  it('is that the driver, not its runtime, decides on compensations', async () => {
    const { capabilities } = simulatedRuntime().hello;
    const some = capabilities.filter((name) => name !== 'compensation.native');
    const runtime = runtimeThatReads((node) => node, { capabilities: some, notes: ['odd'] });
    const certification = await certify(runtime, { ...options, runs: 0 });
    expect(certification.profiles[0]?.notes.join()).toContain('adapter-supplied');
    expect(certification.incidents).toEqual([{ kind: 'note', message: 'odd', hint: null }]);
  });
});

describe('a reading of an open question', () => {
  const only = (id: string) => ({
    rules: rules.filter((rule) => rule.id === id),
    cases: cases.filter(({ rule }) => rule === id),
    runs: 0,
  });

  it('is no excuse where it has nothing to do with the run', async () => {
    const rule = 'compensation/continues';
    const right = simulatedRuntime();
    /** It undoes A in no run: that B could not be undone has ended it. */
    const observe: Runtime['observe'] = async (testCase) => {
      const seen = await right.observe(testCase);
      if (seen.kind === 'blocked') return seen;
      const calls = seen.observation.calls.filter(({ undoes }) => undoes !== 'A');
      return { kind: 'observed', observation: { ...seen.observation, calls, trace: null } };
    };
    const certification = await certify({ ...right, observe }, optionsFor(only(rule)));
    expect(reportOf(certification, rule).verdict).toBe('fail');
  });

  it('is no excuse for a runtime that was seen to take another', () => {
    const [rule] = retryRules;
    if (rule === undefined) throw new Error('there are no rules');
    const readings = [{ question: 'Q5', reading: 'two-attempts' }];
    const asked = { question: 'Q5', declared: null, verdict: 'choice' } as const;
    const heldAgainst = (seen: string | null) => {
      const tally = { ...createTally(rule), broken: 1, readings };
      holdAgainst(tally, [{ ...asked, seen }]);
      return conclude(tally, 'harness', 0).verdict;
    };
    expect(['two-attempts', 'one-attempt', null].map(heldAgainst)).toEqual([
      ...['choice', 'fail', 'choice'],
    ]);
  });

  it('is as binding as its profile says', () => {
    const rule = rules.find(({ id }) => id === 'compensation/one-at-a-time');
    if (rule === undefined) throw new Error('there is no such rule');
    const tally = { ...createTally(rule), broken: 1 };
    expect(conclude(tally, 'harness', 0).verdict).toBe('degraded');
    expect(conclude(tally, 'orbit', 0).verdict).toBe('fail');
  });
});

describe('another reading of an open question', () => {
  /** Q12: its linear backoff does not multiply. */
  const plain = (node: Parameters<typeof oneMore>[0]) =>
    node.retry?.backoff === 'linear' ? { ...node, retry: { ...node.retry, multiplier: 1 } } : node;

  it('is a choice where nothing was declared', async () => {
    const certification = await certify(runtimeThatReads(plain), options);
    expect(reportOf(certification, 'retry/delay-linear')).toMatchObject({
      verdict: 'choice',
      reason: 'Q12: plain',
    });
    expect(exitCodeOf(certification, true)).toBe(0);
  });

  it('is right where it was declared', async () => {
    const runtime = runtimeThatReads(plain, { choices: { Q12: 'plain' } });
    const certification = await certify(runtime, options);
    expect(reportOf(certification, 'retry/delay-linear').verdict).toBe('pass');
  });

  it('is wrong where the other was declared', async () => {
    const runtime = runtimeThatReads(plain, { choices: { Q12: 'multiplied' } });
    const certification = await certify(runtime, options);
    expect(reportOf(certification, 'retry/delay-linear').verdict).toBe('fail');
    const [profile] = certification.profiles;
    const question = profile?.questions.find((each) => each.question === 'Q12');
    expect(question).toMatchObject({ declared: 'multiplied', seen: 'plain', verdict: 'fail' });
    expect(exitCodeOf(certification, false)).toBe(1);
  });
});

describe('a filter', () => {
  it('leaves rules out by glob and by level', async () => {
    const one = await certify(simulatedRuntime(), { ...options, globs: ['retry/delay-*'] });
    expect(reportOf(one, 'retry/delay-fixed').verdict).toBe('pass');
    expect(reportOf(one, 'retry/max-attempts').verdict).toBe('skipped');
    const core = await certify(simulatedRuntime(), { ...options, level: 'core' });
    expect(reportOf(core, 'retry/max-attempts').verdict).toBe('skipped');
    expect(core.profiles[0]?.generated).toBe(0);
  });
});

describe('a Ctrl-C', () => {
  it('ends it soon, with what was done until then', async () => {
    let done = 0;
    const certification = await certify(simulatedRuntime(), {
      ...options,
      profiles: null,
      onProgress: (progress) => {
        done = progress.done;
      },
      isInterrupted: () => done > 0,
    });
    expect(certification.interrupted).toBe(true);
    expect(certification.profiles).toHaveLength(1);
    const [{ cases: cased, generated } = { cases: 0, generated: 0 }] = certification.profiles;
    expect(cased + generated).toBe(32);
  });

  it('holds nothing against a driver that it has ended', async () => {
    const right = simulatedRuntime();
    let isInterrupted = false;
    const observe: Runtime['observe'] = async (testCase) => {
      const seen = await right.observe(testCase);
      await new Promise((resolve) => setTimeout(resolve));
      const killed = failure('died', 'the driver was ended by SIGKILL');
      return isInterrupted ? { kind: 'blocked', failure: killed, stderr: '' } : seen;
    };
    const hello = { ...right.hello, concurrentRuns: 4 };
    const certification = await certify(
      { ...right, hello, observe },
      {
        ...options,
        onProgress: () => {
          isInterrupted = true;
        },
        isInterrupted: () => isInterrupted,
      },
    );
    expect(certification.incidents).toEqual([]);
    const [{ blocked, cases: cased, generated } = { blocked: 1, cases: 0, generated: 0 }] =
      certification.profiles;
    expect([blocked, cased + generated]).toEqual([0, 32]);
  });
});
