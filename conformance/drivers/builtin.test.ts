import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunRecord } from '../protocol/record.ts';
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
import { builtinConnector } from './builtin.ts';

let session: DriverSession;

beforeAll(async () => {
  const opened = await openSession(builtinConnector({ passing: 'clone' }), {
    suite,
    validate: true,
  });
  if (!opened.ok) throw new Error(opened.failure.message);
  session = opened.session;
});
afterAll(() => session.shutdown());

const charge = planOf(
  [
    node('reserve'),
    node('charge', { retry: retry(2) }),
    node('ship'),
    node('release'),
    node('refund'),
  ],
  [
    edge('reserve', 'charge'),
    edge('charge', 'ship'),
    edge('reserve', 'release', 'compensation'),
    edge('charge', 'refund', 'compensation'),
  ],
);

const told = ({ calls }: RunRecord) =>
  calls.map(({ unit, purpose, attempt, at, settled, aborted }) =>
    [unit, purpose, attempt, at, settled?.at ?? null, aborted?.at ?? null].join(' '),
  );

describe('the built-in runtime as a driver', () => {
  test('says what it is', () => {
    expect(session.hello).toMatchObject({
      runtime: { name: 'unwind', language: 'TypeScript' },
      profiles: ['baseline', 'harness', 'orbit'],
      clock: { kind: 'virtual', toleranceMs: 0, scale: 1 },
      concurrentRuns: 1,
      notes: [],
    });
    expect(session.hello.capabilities).toContain('compensation.native');
    expect(session.hello.capabilities).not.toContain('task.kill');
    expect(session.hello.choices).toMatchObject({ Q1: 'failed', Q17: 'unwinds' });
  });

  test('has its tasks performed by the suite, and tells what came of them', async () => {
    const record = await session.run(
      { seed: 1, plan: charge, input: { order: 'o-1' } },
      worldOf({
        reserve: [ok(10, { id: 'r-1' })],
        charge: [fails(20, 'rate_limit', { status: 429 }), ok(20)],
        ship: [fails(5, 'rejected')],
      }),
    );
    expect(record.blocked).toBeNull();
    expect(told(record)).toEqual([
      'reserve forward 1 0 10 ',
      'charge forward 1 10 30 ',
      'charge forward 2 1030 1050 ',
      'ship forward 1 1050 1055 ',
      'compensate:charge compensation 1 1055 1065 ',
      'compensate:reserve compensation 1 1065 1075 ',
    ]);
    expect(record.result).toMatchObject({
      outcome: 'compensated',
      compensation: 'completed',
      error: { class: 'rejected', step: 'ship', uncertain: false },
      failures: [],
    });
    const [, , , , refund, release] = record.calls;
    expect(refund).toMatchObject({ step: 'refund', undoes: 'charge' });
    expect(release).toMatchObject({
      step: 'release',
      undoes: 'reserve',
      input: { input: { order: 'o-1' }, output: { id: 'r-1' } },
    });
    expect(record.calls[0]?.input).toEqual({ order: 'o-1' });
    const keys = new Set(record.calls.map(({ key }) => key));
    expect(keys.size).toBe(5);
    expect(record.trace?.at(-1)).toMatchObject({ type: 'instance.ended' });
    expect(JSON.parse(JSON.stringify(record))).toEqual(record);
  });

  test('gives up on what takes too long, and hears of it all the same', async () => {
    const plan = planOf(
      [
        node('slow', { timeout: { duration: 50, onTimeout: 'fail' }, retry: retry(2) }),
        node('next'),
      ],
      [edge('slow', 'next')],
    );
    const record = await session.run({ seed: 1, plan }, worldOf({ slow: [ok(70), ok(10)] }));
    expect(told(record)).toEqual([
      'slow forward 1 0 70 50',
      'slow forward 2 1050 1060 ',
      'next forward 1 1060 1070 ',
    ]);
  });

  test('never settles what is open when the run ends', async () => {
    const plan = planOf([node('slow', { timeout: { duration: 50, onTimeout: 'fail' } })], []);
    const record = await session.run({ seed: 1, plan }, worldOf({ slow: [ok(70)] }));
    expect(told(record)).toEqual(['slow forward 1 0  50']);
    expect(record.result).toMatchObject({ outcome: 'failed', error: { code: 'HX-4108' } });
  });

  test('asks the far side about what is uncertain, and believes it', async () => {
    const plan = planOf(
      [node('pay', { idempotent: false, timeout: { duration: 50, onTimeout: 'fail' } })],
      [],
    );
    const asked = (answer: boolean | null) =>
      session.run(
        { seed: 1, plan },
        worldOf({
          pay: [hangs],
          'reconcile:pay': [ok(5, { applied: answer, output: { id: 'p-1' } })],
        }),
      );
    const applied = await asked(true);
    expect(told(applied)).toEqual(['pay forward 1 0  50', 'pay reconcile 1 50  ']);
    expect(applied.result).toMatchObject({ outcome: 'succeeded', output: { pay: { id: 'p-1' } } });
    const unknown = await asked(null);
    expect(unknown.result).toMatchObject({
      outcome: 'failed',
      error: { class: 'timeout', uncertain: true },
    });
    const unapplied = await asked(false);
    expect(unapplied.result).toMatchObject({ outcome: 'failed', error: { uncertain: false } });
  });

  test('sends again what a crash has lost, and settles no orphan', async () => {
    const record = await session.run(
      {
        seed: 1,
        plan: planOf([node('a')], []),
        controls: [
          { at: 5, action: 'crash' },
          { at: 20, action: 'resume' },
        ],
      },
      worldOf({ a: [ok(10)] }),
    );
    expect(told(record)).toEqual(['a forward 1 0  ', 'a forward 1 20 30 ']);
    expect(record.calls.map(({ redelivered }) => redelivered ?? false)).toEqual([false, true]);
    expect(record.calls[0]?.key).toBe(record.calls[1]?.key);
  });

  test('waits for an operator, and says so', async () => {
    const plan = planOf([node('a')], [], { onFailure: 'pause' });
    const world = worldOf({ a: [fails(10, 'rejected'), ok(10)] });
    const paused = await session.run({ seed: 1, plan }, world);
    expect(paused.result).toMatchObject({ outcome: 'paused', error: { step: 'a' } });
    const mended = await session.run(
      {
        seed: 1,
        plan,
        controls: [
          {
            ...{ at: 100, action: 'operator', command: 'retry-step', step: 'a' },
            ...{ by: 'ops@example.org', reason: 'mended', authorised: true },
          },
        ],
      },
      world,
    );
    expect(told(mended)).toEqual(['a forward 1 0 10 ', 'a forward 2 100 110 ']);
    expect(mended.result).toMatchObject({ outcome: 'succeeded', error: null });
  });

  test('stops at its limits', async () => {
    const plan = planOf([node('a', { retry: retry(100) })], []);
    const world = worldOf({ a: [fails(10, 'transient')] });
    const few = await session.run({ seed: 1, plan, limits: { time: 1e9, calls: 3 } }, world);
    expect(few.calls).toHaveLength(3);
    expect(few.result?.outcome).toBe('stalled');
    const short = await session.run({ seed: 1, plan, limits: { time: 2500, calls: 99 } }, world);
    expect(short.calls).toHaveLength(3);
    expect(short).toMatchObject({ blocked: null, result: { outcome: 'stalled' } });
  });

  test('is stalled by what never returns, unless it is cancelled', async () => {
    const plan = planOf([node('a')], []);
    const world = worldOf({ a: [hangs] });
    expect((await session.run({ seed: 1, plan }, world)).result?.outcome).toBe('stalled');
    const controls = [{ at: 50, action: 'cancel' }] as const;
    const cancelled = await session.run({ seed: 1, plan, controls }, world);
    expect(cancelled.result).toMatchObject({ outcome: 'cancelled', error: null });
    expect(told(cancelled)).toEqual(['a forward 1 0  50']);
  });

  test('refuses what is not valid, and calls nothing', async () => {
    const plan = planOf([node('a')], [edge('a', 'b')]);
    const record = await session.run({ seed: 1, plan }, worldOf());
    expect(record).toMatchObject({ blocked: null, calls: [], result: { outcome: 'refused' } });
    expect(record.result?.error?.message).toContain("there is no node 'b'");
    const document = '<harness xmlns="https://harnessxml.com/spec/1.0" id="x" specVersion="1.0"/>';
    const invalid = await session.run({ seed: 1, document }, worldOf());
    expect(invalid.result).toMatchObject({ outcome: 'refused', error: { code: 'HX-1001' } });
  });

  test('runs documents of every dialect, and checks them', async () => {
    const document = `<harness xmlns="https://harnessxml.com/spec/1.0" id="x" specVersion="1.0">
      <nodes><node id="a" type="task"/></nodes></harness>`;
    const record = await session.run({ seed: 1, document }, worldOf());
    expect(told(record)).toEqual(['a forward 1 0 10 ']);
    const orbit = `task "a.do" { input { v: Int } output { w: Int } }
      workflow W { version "1.0.0" input { v: Int } step first { worker "a.do" with { v: input.v } } }`;
    const run = await session.run(
      { run: 'o-1', seed: 1, document: orbit, input: { v: 1 } },
      worldOf(),
    );
    expect(run.calls[0]).toMatchObject({ unit: 'first', input: { v: 1 }, key: 'o-1/first' });
    expect(await session.check(document, 'harness')).toEqual({
      ok: true,
      result: { valid: true, findings: [] },
    });
    const broken = await session.check(document.replace('type="task"', ''), 'harness');
    expect(broken).toMatchObject({ ok: true, result: { valid: false } });
  });

  test('gives the same whether its messages are copied or not', async () => {
    const run = async (passing: 'clone' | 'sampled') => {
      const opened = await openSession(builtinConnector({ passing }), { suite, validate: true });
      if (!opened.ok) throw new Error(opened.failure.message);
      const records: RunRecord[] = [];
      for (let index = 0; index < 20; index += 1) {
        records.push(
          await opened.session.run(
            { seed: index, plan: charge },
            worldOf({
              ship: [fails(5, 'rejected')],
              charge: [hangs, fails(7, 'transient'), ok(1)],
            }),
          ),
        );
      }
      await opened.session.shutdown();
      return records;
    };
    expect(await run('sampled')).toEqual(await run('clone'));
  });

  test('takes another reading where it is made with one', async () => {
    const opened = await openSession(builtinConnector({ choices: { Q1: 'compensated' } }), {
      suite,
    });
    if (!opened.ok) throw new Error(opened.failure.message);
    expect(opened.session.hello.choices.Q1).toBe('compensated');
    const record = await opened.session.run(
      { seed: 1, plan: planOf([node('a')], []) },
      worldOf({ a: [fails(1, 'rejected')] }),
    );
    expect(record.result?.outcome).toBe('compensated');
  });
});
