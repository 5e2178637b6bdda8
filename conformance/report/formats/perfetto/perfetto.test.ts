import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../../../core/model/scenario.ts';
import type { Workflow } from '../../../../core/model/workflow.ts';
import { digestTrace, simulate } from '../../../../simulator/index.ts';
import { timelineOf } from '../../../../simulator/trace/timeline.ts';
import { generate } from '../../../../testing/generate.ts';
import { orbitOf } from '../../../../testing/orbit.ts';
import { runs } from '../../../../testing/runs.ts';
import { cancelAt, err, hang, ok, scenarioOf, workflowOf } from '../../../../testing/workflow.ts';
import type { CompleteEvent, FlowEvent, InstantEvent, PerfettoEvent } from './event.ts';
import { renderPerfetto } from './render.ts';

interface Log {
  readonly displayTimeUnit: string;
  readonly otherData: Readonly<Record<string, unknown>>;
  readonly traceEvents: readonly PerfettoEvent[];
}

function logOf(workflow: Workflow, scenario: Scenario): Log {
  const run = simulate(workflow, scenario);
  const digest = digestTrace(run.trace);
  const text = [...renderPerfetto({ workflow, run, seed: scenario.seed, digest })].join('');
  return JSON.parse(text);
}

const slicesOf = ({ traceEvents }: Log) =>
  traceEvents.filter((event): event is CompleteEvent => event.ph === 'X');
const instantsOf = ({ traceEvents }: Log) =>
  traceEvents.filter((event): event is InstantEvent => event.ph === 'i');
const flowsOf = ({ traceEvents }: Log) =>
  traceEvents.filter((event): event is FlowEvent => event.ph === 's' || event.ph === 'f');

function trackNames({ traceEvents }: Log): ReadonlyMap<number, string> {
  return new Map(
    traceEvents.flatMap((event) =>
      event.ph === 'M' && event.name === 'thread_name'
        ? [[event.tid, String(event.args['name'])] as const]
        : [],
    ),
  );
}

/** `ship: attempt 1, failed at 1000000 for 500000` */
function told(log: Log): readonly string[] {
  const names = trackNames(log);
  return slicesOf(log).map(
    ({ tid, name, ts, dur }) => `${names.get(tid)}: ${name} at ${ts} for ${dur}`,
  );
}

const saga = workflowOf('a > b; a =comp=> ua', {
  b: { retry: { maxAttempts: 2, initialDelay: 500 } },
});
const sagaFails = scenarioOf({ a: [ok(1)], b: [err(2)], ua: [ok(3)] });

describe('a run for Perfetto', () => {
  const log = logOf(saga, sagaFails);

  test('has a track for the run, for each unit, and for each undo', () => {
    expect([...trackNames(log).values()]).toEqual(['run', 'a', 'ua undoes a', 'b']);
    expect(log.traceEvents[0]).toMatchObject({ ph: 'M', name: 'process_name' });
    expect(log.displayTimeUnit).toBe('ms');
    expect(log.otherData).toMatchObject({ outcome: 'compensated', seed: 0 });
  });

  test('has attempts and backoffs as slices, in µs', () => {
    expect(told(log)).toEqual([
      'run: run: compensated at 0 for 8500000',
      'run: unwinding at 5500000 for 3000000',
      'a: attempt 1 at 0 for 1000000',
      'ua undoes a: undo attempt 1 at 5500000 for 3000000',
      'b: attempt 1, failed at 1000000 for 2000000',
      'b: backoff at 3000000 for 500000',
      'b: attempt 2, failed at 3500000 for 2000000',
    ]);
  });

  test('tells in arguments what a viewer asks for', () => {
    const [attempt, backoff] = slicesOf(log).filter(({ args }) => args['unit'] === 'b');
    expect(attempt?.args).toMatchObject({
      node: 'b',
      attempt: 1,
      purpose: 'forward',
      outcome: 'failed',
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      error: { class: 'transient' },
      fromMs: 1000,
      toMs: 3000,
    });
    expect(backoff?.args).toMatchObject({ baseMs: 500, dueMs: 3500 });
  });

  test('has arrows from cause to effect', () => {
    const names = trackNames(log);
    const flows = flowsOf(log);
    const arrows = flows
      .filter(({ ph }) => ph === 's')
      .map(({ id, tid, name }) => {
        const end = flows.find((flow) => flow.ph === 'f' && flow.id === id);
        return `${names.get(tid)} ${name} ${names.get(end?.tid ?? 0)}`;
      });
    expect(arrows).toEqual(['b makes it undone ua undoes a', 'a leads to b']);
  });

  test('has turns through all tracks, and effects on their own', () => {
    expect(instantsOf(log).map(({ s, name, ts }) => `${s} ${name} at ${ts}`)).toEqual([
      'p unwinding starts: ua at 5500000',
      'p the run ends compensated at 8500000',
      't effect in the world at 1000000',
      't effect in the world at 8500000',
    ]);
  });
});

test('what takes no time has an extent nevertheless, in the order of things', () => {
  const log = logOf(workflowOf('a > b; b > c'), scenarioOf());
  expect(told(log)).toEqual([
    'run: run: succeeded at 0 for 3',
    'a: attempt 1 at 0 for 1',
    'b: attempt 1 at 1 for 1',
    'c: attempt 1 at 2 for 1',
  ]);
});

test('cancels, crashes, late answers, pauses and operators are points', () => {
  const once = { idempotent: false, timeout: { duration: 2000, onTimeout: 'fail' } } as const;
  const names = (workflow: Workflow, scenario: Scenario) => {
    const log = logOf(workflow, scenario);
    const tracks = trackNames(log);
    return [...instantsOf(log), ...slicesOf(log).filter(({ cat }) => cat === 'engine')]
      .filter(({ cat }) => cat !== 'effect' && cat !== 'end')
      .map(({ tid, name, ts }) => `${tracks.get(tid)}: ${name} at ${ts / 1000}`);
  };
  expect(
    names(workflowOf('a; b'), scenarioOf({ a: [ok(9)] }, { controls: [cancelAt(1)] })),
  ).toEqual(['run: the run is cancelled from outside at 1000', 'a: late success, ignored at 9000']);
  expect(names(workflowOf('a', { a: once }), scenarioOf({ a: [ok(5)] }))).toEqual([
    'run: unwinding starts: there is nothing to undo at 2000',
    'a: late success, ignored at 5000',
  ]);
  const controls = [
    { at: 1000, action: 'crash' },
    { at: 2000, action: 'resume' },
  ] as const;
  expect(names(workflowOf('a'), scenarioOf({ a: [ok(5)] }, { controls }))).toEqual([
    'engine and operators: the runtime crashes: what is in flight is lost to it at 1000',
    'engine and operators: the runtime is back, and goes on from what was recorded at 2000',
    'engine and operators: down at 1000',
  ]);
  const pausing = scenarioOf({ a: [hang] }, { profile: 'baseline', onFailure: 'pause' });
  expect(names(workflowOf('a', { a: once }), pausing)).toEqual([
    'engine and operators: the run pauses until an operator acts on a at 2000.001',
  ]);
});

test('a question to the far side is a slice of its own', () => {
  const once = { idempotent: false, timeout: { duration: 2000, onTimeout: 'fail' } } as const;
  const scenario = scenarioOf({ a: [hang] }, { profile: 'baseline' });
  expect(told(logOf(workflowOf('a', { a: once }), scenario)).slice(-2)).toEqual([
    'a: attempt 1, uncertain at 0 for 2000000',
    'a: asks what became of it at 2000000 for 1',
  ]);
});

test('times of centuries stay in order', () => {
  const wait = { duration: 2 ** 53 - 2, until: null, event: null };
  const workflow = workflowOf('w > a; a > b', { w: { kind: 'wait', wait } });
  expectLawful(logOf(workflow, scenarioOf()));
});

/** What the format asks for, and what viewers need beyond it. */
function expectLawful(log: Log): void {
  const tracks = trackNames(log);
  for (const event of log.traceEvents) {
    expect(event.pid).toBe(1);
    expect(typeof event.name).toBe('string');
    expect(event.name).not.toBe('');
    if (event.ph === 'M') continue;
    expect(tracks.has(event.tid)).toBe(true);
    expect(Number.isInteger(event.ts) && event.ts >= 0).toBe(true);
    expect(event.cat).not.toBe('');
  }
  const slices = slicesOf(log);
  for (const tid of tracks.keys()) expectNested(slices.filter((slice) => slice.tid === tid));
  const flows = flowsOf(log);
  const starts = flows.filter(({ ph }) => ph === 's');
  expect(new Set(starts.map(({ id }) => id)).size).toBe(starts.length);
  expect(flows).toHaveLength(2 * starts.length);
  for (const start of starts) {
    const end = flows.find(({ ph, id }) => ph === 'f' && id === start.id);
    expect(end?.bp).toBe('e');
    expect(end?.ts ?? -1).toBeGreaterThanOrEqual(start.ts);
    for (const point of [start, end ?? start]) {
      const around = slices.filter(
        ({ tid, ts, dur }) => tid === point.tid && ts <= point.ts && point.ts < ts + dur,
      );
      expect(around).not.toEqual([]);
    }
  }
}

/** Slices of a track lie apart or one within the other. */
function expectNested(slices: readonly CompleteEvent[]): void {
  const open: number[] = [];
  const sorted = [...slices].sort((left, right) => left.ts - right.ts || right.dur - left.dur);
  for (const { ts, dur } of sorted) {
    expect(dur).toBeGreaterThan(0);
    while (open.length > 0 && (open.at(-1) ?? 0) <= ts) open.pop();
    expect(ts + dur).toBeLessThanOrEqual(open.at(-1) ?? Number.POSITIVE_INFINITY);
    open.push(ts + dur);
  }
}

test('every generated run is lawful, and has a slice for each bar', () => {
  const { numRuns, seed: first } = runs(10_000);
  for (let seed = first; seed < first + numRuns; seed += 1) {
    const { workflow, scenario } = generate(seed);
    const log = logOf(workflow, scenario);
    expectLawful(log);
    const { lanes } = timelineOf(simulate(workflow, scenario).trace);
    const bars = lanes.reduce((sum, lane) => sum + lane.bars.length, 0);
    const ofRun = slicesOf(log).filter(({ cat }) => cat === 'run' || cat === 'engine').length;
    expect(slicesOf(log).length - ofRun, `seed ${seed}`).toBe(bars);
  }
});

test('in ORBIT the undo of a step has a track of its own', () => {
  const workflow = orbitOf(`
    step a { worker "t" compensate { worker "u" with { v: a.v } } }
    step b { worker "t" after a }`);
  const log = logOf(workflow, scenarioOf({ a: [ok(1, { v: 1 })], b: [err(1)] }));
  expect([...trackNames(log).values()]).toEqual(['run', 'a', 'undo of a', 'b']);
});
