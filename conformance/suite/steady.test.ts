import { describe, expect, it } from 'vitest';
import { cases } from '../cases/index.ts';
import { rules } from '../rules/index.ts';
import { certify } from './certify.ts';
import type { Runtime } from './runtime.ts';
import { simulatedRuntime } from './simulated-runtime.ts';
import { oneMore, optionsFor, runtimeThatReads } from './testing.ts';

const options = optionsFor({
  rules: rules.filter(({ id }) => id.startsWith('retry/')),
  cases: cases.filter(({ rule }) => ['retry/max-attempts', 'retry/delay-fixed'].includes(rule)),
  runs: 0,
});

/** A runtime on a real clock that shows each case as `shows` says: by the turn, from 0. */
const onARealClock = (shows: (turn: number) => Runtime) => {
  const turns = new Map<string, number>();
  const runs: string[] = [];
  const right = simulatedRuntime();
  const observe: Runtime['observe'] = (testCase) => {
    const { name, scenario } = testCase;
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    runs.push(scenario.run);
    return Promise.resolve(shows(turn).observe(testCase));
  };
  const hello = { ...right.hello, clock: { kind: 'real', toleranceMs: 5, scale: 1 } } as const;
  return { runtime: { ...right, hello, observe }, runs };
};

const broken = async (shows: (turn: number) => Runtime) => {
  const { runtime, runs } = onARealClock(shows);
  const { profiles } = await certify(runtime, options);
  const verdicts = (profiles[0]?.rules ?? []).map(({ id, verdict }) => `${id} ${verdict}`);
  return { runs, verdicts };
};

describe('on a real clock, what breaks a rule', () => {
  const right = simulatedRuntime();
  const wrong = runtimeThatReads(oneMore);

  it('is a failure if it breaks it each time', async () => {
    const { verdicts } = await broken(() => wrong);
    expect(verdicts).toContain('retry/max-attempts fail');
  });

  it('is inconclusive if it breaks it once', async () => {
    const { verdicts } = await broken((turn) => (turn === 0 ? wrong : right));
    expect(verdicts).toContain('retry/max-attempts inconclusive');
  });

  it('is run again under an id of its own, however many rules it breaks', async () => {
    const hasty = runtimeThatReads((node) =>
      oneMore(node.retry === null ? node : { ...node, retry: { ...node.retry, backoff: 'none' } }),
    );
    const { runs, verdicts } = await broken(() => hasty);
    expect(verdicts.filter((verdict) => verdict.endsWith(' fail')).length).toBeGreaterThan(1);
    expect(new Set(runs).size).toBe(runs.length);
  });

  it('is all that is run again', async () => {
    const { runs } = await broken(() => right);
    expect(runs.some((run) => run.includes('-again-'))).toBe(false);
  });

  it('leaves room for answers before each run begins', async () => {
    let pauses = 0;
    const pause = () => {
      pauses += 1;
      return Promise.resolve();
    };
    const { runtime, runs } = onARealClock(() => right);
    await certify(runtime, { ...options, pause });
    expect(pauses).toBeGreaterThanOrEqual(runs.length);
    pauses = 0;
    await certify(right, { ...options, pause });
    expect(pauses).toBeLessThan(runs.length);
  });
});
