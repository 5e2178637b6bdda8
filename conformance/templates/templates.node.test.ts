/**
 * The templates hold what they promise: they are drivers, and their toy runtimes do what the
 * built-in runtime does, call by call.
 */

import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { builtinConnector } from '../drivers/builtin.ts';
import { stdio } from '../protocol/carriers/stdio.ts';
import type { Driver } from '../protocol/driver.ts';
import { inProcess } from '../protocol/in-process.ts';
import type { RunRecord, World } from '../protocol/record.ts';
import type { InitializeResult, PerformResult, ProtocolPlan } from '../protocol/schema/index.ts';
import { type DriverSession, openSession } from '../protocol/session.ts';
import {
  edge,
  fails,
  hangs,
  node,
  ok,
  planOf,
  retry,
  suite,
  worldOf,
} from '../protocol/testing/plans.ts';
import { CAPABILITIES, runWorkflow } from './javascript/runtime.mjs';

const javascript = [process.execPath, join(import.meta.dirname, 'javascript/driver.mjs')];
const python = ['python3', join(import.meta.dirname, 'python/driver.py')];
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) {
  process.stderr.write('There is no python3 here, so the Python template is not tested.\n');
}
const commands: readonly (readonly [language: string, command: readonly string[]])[] = [
  ['javascript', javascript],
  ...(hasPython ? [['python', python] as const] : []),
];

/** Never the same twice, so that no two things happen at one instant. */
const duration = fc.noBias(fc.integer({ min: 1, max: 2 ** 40 })).map((units) => units / 2 ** 31);

const policy = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 4 }),
  backoff: fc.constantFrom('none', 'fixed', 'linear', 'exponential'),
  initialDelay: duration,
  maxDelay: fc.option(duration),
  multiplier: fc.constantFrom(0.5, 1, 2, 1e200),
  jitter: fc.constant('none' as const),
});

const classes = ['transient', 'rate_limit', 'timeout', 'unavailable', 'invalid_input', 'rejected'];

const settings = fc.record({
  idempotent: fc.boolean().chain((odd) => (odd ? fc.boolean() : fc.constant(true))),
  retry: fc.option(
    fc
      .tuple(policy, fc.option(fc.subarray(classes)))
      .map(([each, retryOn]) => (retryOn === null ? each : { ...each, retryOn })),
  ),
  timeout: fc.option(duration.map((each) => ({ duration: each, onTimeout: 'fail' as const }))),
});

type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;

const makeNode = (id: string, { idempotent, retry: own, timeout }: Settings) =>
  node(id, {
    idempotent,
    ...(own === null ? {} : { retry: own }),
    ...(timeout === null ? {} : { timeout }),
  });

const answer: fc.Arbitrary<PerformResult> = fc.oneof(
  { weight: 4, arbitrary: duration.map((after) => ok(after, { out: after })) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(duration, fc.constantFrom(...classes), fc.option(fc.boolean()))
      .map(([after, errorClass, retryable]) =>
        fails(after, errorClass, retryable === null ? {} : { retryable }),
      ),
  },
  { weight: 1, arbitrary: fc.constant(hangs) },
);

interface Case {
  readonly plan: ProtocolPlan;
  readonly tasks: { readonly [unit: string]: readonly PerformResult[] };
  readonly cancelAt: number | null;
}

/** Graphs of tasks, each perhaps with a task that undoes it, and what all of them do. */
const cases: fc.Arbitrary<Case> = fc.integer({ min: 1, max: 6 }).chain((size) =>
  fc
    .record({
      steps: fc.array(settings, { minLength: size, maxLength: size }),
      undos: fc.array(fc.option(settings), { minLength: size, maxLength: size }),
      answers: fc.array(fc.array(answer, { minLength: 1, maxLength: 3 }), {
        minLength: 2 * size,
        maxLength: 2 * size,
      }),
      links: fc.array(fc.constantFrom('none', 'none', 'control', 'data'), {
        minLength: size * size,
        maxLength: size * size,
      }),
      cancelAt: fc.option(duration, { freq: 6 }),
    })
    .map(({ steps, undos, answers, links, cancelAt }) => {
      const nodes = steps.map((each, index) => makeNode(`s${index}`, each));
      const edges: ProtocolPlan['edges'][number][] = [];
      const tasks: { [unit: string]: readonly PerformResult[] } = {};
      for (let to = 0; to < size; to += 1) {
        tasks[`s${to}`] = answers[to] ?? [];
        tasks[`compensate:s${to}`] = answers[size + to] ?? [];
        const inputs: ProtocolPlan['nodes'][number]['inputs'][number][] = [];
        for (let from = 0; from < to; from += 1) {
          const link = links[from * size + to];
          if (link === 'control') edges.push(edge(`s${from}`, `s${to}`));
          if (link !== 'data') continue;
          const port = { name: `p${from}`, type: 'number', required: true };
          inputs.push({ ...port, default: null, value: null });
          const ports = { fromPort: 'out', toPort: port.name };
          edges.push({ ...edge(`s${from}`, `s${to}`, 'data'), ...ports });
        }
        const own = { inputs, outputs: [{ name: 'out', type: 'number' }] };
        nodes[to] = { ...(nodes[to] as (typeof nodes)[number]), ...own };
        const undo = undos[to];
        if (undo == null) continue;
        nodes.push(makeNode(`u${to}`, undo));
        edges.push(edge(`s${to}`, `u${to}`, 'compensation'));
      }
      return { plan: planOf(nodes, edges), tasks, cancelAt };
    }),
);

/** What both must agree on. The built-in runtime also asks the far side, which knows nothing. */
const essence = ({ calls, result, blocked }: RunRecord) => ({
  calls: calls
    .filter(({ purpose }) => purpose !== 'reconcile')
    .map(({ step, unit, undoes, purpose, attempt, key, input, at, settled, aborted }) => ({
      ...{ step, unit, undoes, purpose, attempt, key, input, at },
      ...{ settled: settled?.at, aborted: aborted?.at },
    })),
  outcome: result?.outcome,
  compensation: result?.outcome === 'stalled' ? null : result?.compensation,
  error: ['cancelled', 'succeeded', 'stalled'].includes(result?.outcome ?? '')
    ? null
    : [result?.error?.class, result?.error?.step, result?.error?.uncertain],
  failures: result?.outcome === 'stalled' ? null : (result?.failures ?? []).map(({ unit }) => unit),
  blocked,
});

let counted = 0;

/** Both run the case; an uncertain call stays uncertain. */
async function expectAlike(session: DriverSession, { plan, tasks, cancelAt }: Case) {
  const scripted = worldOf(tasks);
  const world: World = (call) =>
    call.purpose === 'reconcile' ? ok(0, { applied: null }) : scripted(call);
  counted += 1;
  const request = {
    run: `r-${counted}`,
    seed: counted,
    plan,
    controls: cancelAt === null ? [] : [{ at: cancelAt, action: 'cancel' } as const],
  };
  const expected = await builtin.run(request, world);
  expect(essence(await session.run(request, world))).toEqual(essence(expected));
  return expected;
}

let builtin: DriverSession;

beforeAll(async () => {
  const opened = await openSession(builtinConnector(), { suite });
  if (!opened.ok) throw new Error(opened.failure.message);
  builtin = opened.session;
});
afterAll(() => builtin.shutdown());

async function open(command: readonly string[]): Promise<DriverSession> {
  const opened = await openSession(stdio(command), { suite, validate: true });
  if (!opened.ok) throw new Error(`${opened.failure.message}\n${opened.stderr}`);
  return opened.session;
}

test('the toy runtime does what the built-in runtime does', async () => {
  const driver: Driver = {
    initialize: () =>
      ({
        protocol: 1,
        runtime: { name: 'toy', version: '1' },
        profiles: ['baseline'],
        dialects: ['plan'],
        clock: { kind: 'virtual' },
        capabilities: CAPABILITIES,
      }) as InitializeResult,
    run: (request, calls) =>
      runWorkflow(request, {
        perform: (call) => Promise.resolve(calls.perform(call as never)),
        settled: (call, at) => calls.settled({ run: request.run, call, at }),
        aborted: (call, at) => calls.aborted({ run: request.run, call, at }),
        isAbandoned: () => false,
      }) as never,
  };
  const opened = await openSession(
    inProcess(() => driver, { name: 'toy' }),
    { suite, validate: true },
  );
  if (!opened.ok) throw new Error(opened.failure.message);
  const outcomes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(cases, async (each) => {
      const { result } = await expectAlike(opened.session, each);
      const outcome = result?.outcome ?? '';
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }),
    runs(20_000, 200),
  );
  const seen = [...outcomes.keys()].sort();
  expect(seen).toEqual(['cancelled', 'compensated', 'failed', 'stalled', 'succeeded']);
});

describe.each(commands)('the %s template', (_, command) => {
  test('is a driver whose runtime does what the built-in one does', async () => {
    const session = await open(command);
    await fc.assert(
      fc.asyncProperty(cases, async (each) => {
        await expectAlike(session, each);
      }),
      runs(2000, 250),
    );
    expect(session.notes).toEqual([]);
    expect(session.incidents).toEqual([]);
    expect(await session.shutdown()).toEqual({ problem: null });
  });

  test('spreads delays with jitter, and refuses what it can not do', async () => {
    const session = await open(command);
    const jittered = planOf(
      [
        node('a', {
          retry: retry(2, { jitter: 'full' }),
        }),
      ],
      [],
    );
    const delays: number[] = [];
    for (let seed = 1; seed <= 20; seed += 1) {
      const world = worldOf({ a: [fails(0, 'transient'), ok(0)] });
      const { calls } = await session.run({ seed, plan: jittered }, world);
      delays.push(calls[1]?.at ?? Number.NaN);
    }
    expect(new Set(delays).size).toBe(20);
    expect(Math.min(...delays)).toBeLessThan(300);
    expect(Math.max(...delays)).toBeGreaterThan(700);
    expect(Math.max(...delays)).toBeLessThanOrEqual(1000);
    for (const plan of [
      planOf([node('a')], [], { onFailure: 'pause' }),
      planOf([node('a', { kind: 'loop' })], []),
      planOf([node('a', { guard: '${true}' })], []),
    ]) {
      const { result, calls } = await session.run({ seed: 1, plan }, worldOf());
      expect(calls).toEqual([]);
      expect(result).toMatchObject({ outcome: 'refused', error: { code: 'unsupported' } });
    }
    await session.shutdown();
  });

  test('stops at its limits, and joins behind what performs nothing', async () => {
    const session = await open(command);
    const world = worldOf({ a: [fails(10, 'transient')] });
    const plan = planOf([node('a', { retry: retry(9, { initialDelay: 100 }) })], []);
    const few = await session.run({ seed: 1, plan, limits: { time: 1e9, calls: 3 } }, world);
    expect([few.blocked, few.result?.outcome, few.calls.length]).toEqual([null, 'stalled', 3]);
    const short = await session.run({ seed: 1, plan, limits: { time: 150, calls: 99 } }, world);
    expect([short.blocked, short.result?.outcome, short.calls.length]).toEqual([
      null,
      'stalled',
      2,
    ]);
    const forked = planOf(
      [node('last'), node('join', { kind: 'barrier' }), node('fork', { kind: 'parallel' })],
      [edge('fork', 'join'), edge('join', 'last')],
    );
    const joined = await session.run({ seed: 1, plan: forked }, worldOf());
    expect(joined.calls.map(({ unit, at }) => [unit, at])).toEqual([['last', 0]]);
    expect(joined.result?.outcome).toBe('succeeded');
    await session.shutdown();
  });

  test('answers as the protocol wants it, and ends with its input', async () => {
    const lines = [
      'hello',
      '{"jsonrpc": "2.0", "id": "a", "method": "run", "params": {"run": "r"}}',
      '{"jsonrpc": "2.0", "id": "b", "method": "initialize", "params": {"protocol": 9}}',
      '{"jsonrpc": "2.0", "id": "c", "method": "initialize", "params": {"protocol": 1}}',
      '{"jsonrpc": "2.0", "id": "d", "method": "dance", "params": {}}',
    ];
    const { answers, code } = await converse(command, lines);
    // Answers may come in any order.
    const byId = new Map(answers.map((each) => [each.id, each]));
    expect([null, 'a', 'b', 'c', 'd'].map((id) => byId.get(id))).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: 'a', error: { code: -32002 } },
      { id: 'b', error: { code: -32001, data: { supported: [1] } } },
      { id: 'c', result: { protocol: 1 } },
      { id: 'd', error: { code: -32601 } },
    ]);
    expect(code).toBe(0);
  });
});

function converse([file = '', ...words]: readonly string[], lines: readonly string[]) {
  const child = spawn(file, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (piece: Buffer) => {
    out += piece.toString();
  });
  child.stdin.end(`${lines.join('\n')}\n`);
  return new Promise<{
    readonly answers: readonly { readonly id: unknown }[];
    readonly code: number | null;
  }>((resolve) => {
    child.on('close', (code) => {
      const answers = out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly id: unknown });
      resolve({ answers, code });
    });
  });
}
