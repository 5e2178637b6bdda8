/** Sessions with drivers in process: what has nothing to do with pipes. */

import { describe, expect, test } from 'vitest';
import type { Driver, SuiteCalls } from './driver.ts';
import { ProtocolError } from './failure.ts';
import { inProcess } from './in-process.ts';
import type { InitializeResult, RunParameters, RunResult } from './schema/index.ts';
import { type DriverSession, openSession, type SessionOptions } from './session.ts';
import { fails, node, ok, planOf, suite, worldOf } from './testing/plans.ts';

const hello: InitializeResult = {
  protocol: 1,
  runtime: { name: 'm', version: '1' },
  profiles: ['baseline'],
  dialects: ['plan'],
  clock: { kind: 'virtual' },
  capabilities: [],
};

const succeeded: RunResult = { outcome: 'succeeded' };
const plan = planOf([node('a')], []);
const world = worldOf({ a: [ok(10, { id: 1 })] });

const perform = (suiteCalls: SuiteCalls, run: string, call = 1, at = 0) =>
  suiteCalls.perform({
    ...{ run, call, step: 'a', unit: 'a', purpose: 'forward', attempt: call, input: {}, at },
  });

async function open(
  driver: Partial<Driver>,
  options: Partial<SessionOptions> = {},
): Promise<DriverSession> {
  const whole: Driver = { initialize: () => hello, run: () => succeeded, ...driver };
  const opened = await openSession(
    inProcess(() => whole, { name: 'm' }),
    { suite, ...options },
  );
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.session;
}

describe('a session', () => {
  test('passes copies: neither side can change what the other holds', async () => {
    const result = { outcome: 'succeeded' as const, output: { n: 1 } };
    let seen: RunParameters | null = null;
    const session = await open({
      run: (parameters, calls) => {
        seen = parameters;
        const answer = perform(calls, parameters.run) as { then: { ok: { id: number } } };
        answer.then.ok.id = 2;
        return result;
      },
    });
    const record = await session.run({ seed: 1, plan }, world);
    result.output.n = 3;
    expect(record.calls[0]?.reply).toEqual(ok(10, { id: 1 }));
    expect(record.result?.output).toEqual({ n: 1 });
    expect(seen).toEqual(record.request);
    expect(seen).not.toBe(record.request);
  });

  test('takes calls by a script as the driver records them, and says so', async () => {
    const session = await open({
      run: ({ script }) => ({
        ...succeeded,
        performed: [
          {
            ...{ call: 1, step: 'a', unit: 'a', purpose: 'forward', attempt: 1, input: {} },
            ...{ at: 0, settled: script?.['a']?.[0]?.after ?? -1 },
          },
          {
            ...{ call: 2, step: 'a', unit: 'a', purpose: 'forward', attempt: 2, input: {} },
            ...{ at: 20, aborted: 30 },
          },
        ],
      }),
    });
    const script = { a: [fails(10, 'transient'), ok(50)] };
    const record = await session.run({ seed: 1, plan, script }, () => {
      throw new Error('nobody asks');
    });
    expect(record.selfReported).toBe(true);
    expect(record.calls).toMatchObject([
      { at: 0, reply: fails(10, 'transient'), settled: { at: 10 }, aborted: null },
      { at: 20, reply: ok(50), settled: null, aborted: { at: 30 } },
    ]);
    const asked = await open({
      run: ({ run }, calls) => {
        perform(calls, run);
        return { ...succeeded, performed: [] };
      },
    });
    const own = await asked.run({ seed: 1, plan, script }, world);
    expect([own.selfReported, own.calls.length]).toEqual([false, 1]);
  });

  test('blocks a run whose driver throws, refuses, or hands back what is no data', async () => {
    const thrown = await open({
      run: () => {
        throw new TypeError('x is not a function');
      },
    });
    expect((await thrown.run({ seed: 1, plan }, world)).blocked).toMatchObject({
      kind: 'answered-error',
      code: -32603,
      message: 'run was answered with error -32603: TypeError: x is not a function',
    });
    const refusing = await open({
      run: () => {
        throw new ProtocolError({ code: -32602, message: 'no plan' });
      },
    });
    expect((await refusing.run({ seed: 1, plan }, world)).blocked?.code).toBe(-32602);
    const odd = await open({ run: () => ({ ...succeeded, output: (() => 1) as never }) });
    expect((await odd.run({ seed: 1, plan }, world)).blocked?.message).toContain('no plain data');
    const late = await open({ run: () => Promise.reject(new Error('late')) });
    expect((await late.run({ seed: 1, plan }, world)).blocked?.message).toContain('Error: late');
  });

  test('ends a driver that does not answer, and makes another', async () => {
    let made = 0;
    const opened = await openSession(
      inProcess(
        (): Driver => {
          made += 1;
          const isFirst = made === 1;
          return {
            initialize: () => hello,
            run: () => (isFirst ? new Promise(() => {}) : succeeded),
          };
        },
        { name: 'm' },
      ),
      { suite, wallMs: 20 },
    );
    if (!opened.ok) throw new Error(opened.failure.message);
    const { session } = opened;
    expect((await session.run({ seed: 1, plan }, world)).blocked?.kind).toBe('hung');
    expect((await session.run({ seed: 1, plan }, world)).result).toEqual(succeeded);
    expect(made).toBe(2);
  });

  test('lets two tenants have one run id, one behind the other', async () => {
    let most = 0;
    let now = 0;
    const session = await open({
      initialize: () => ({ ...hello, concurrentRuns: 4 }),
      run: async () => {
        now += 1;
        most = Math.max(most, now);
        await Promise.resolve();
        now -= 1;
        return succeeded;
      },
    });
    const records = await Promise.all(
      ['a', 'b', 'c'].map((tenant) => session.run({ run: 'r', tenant, seed: 1, plan }, world)),
    );
    expect(records.map(({ request }) => request.tenant)).toEqual(['a', 'b', 'c']);
    expect(most).toBe(1);
  });

  test('tells the driver what is abandoned, and knows when it is closed', async () => {
    let end = (_: RunResult): void => {};
    const session = await open({
      run: () =>
        new Promise((resolve) => {
          end = resolve;
        }),
      abandon: ({ run }) => end({ outcome: run === 'r' ? 'stalled' : 'failed' }),
    });
    const running = session.run({ run: 'r', seed: 1, plan }, world);
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve));
    await session.abandon('r');
    expect((await running).result?.outcome).toBe('stalled');
    await session.shutdown();
    const late = await session.run({ seed: 1, plan }, world);
    expect(late.blocked).toMatchObject({ kind: 'closed', message: 'the session was ended' });
    expect(await session.check('', 'plan')).toMatchObject({ ok: false });
  });

  test('checks documents where the driver can', async () => {
    const session = await open({
      check: ({ dialect }) => ({ valid: dialect === 'plan', findings: [] }),
    });
    expect(await session.check('{}', 'plan')).toEqual({
      ok: true,
      result: { valid: true, findings: [] },
    });
    const without = await open({});
    expect(await without.check('{}', 'plan')).toMatchObject({
      ok: false,
      failure: { kind: 'answered-error', code: -32601 },
    });
  });

  test('holds messages to their schemas where it is told to', async () => {
    const driver: Partial<Driver> = {
      run: ({ run }, calls) => {
        calls.perform({
          ...{ run, call: 1, step: 'a', unit: 'a', purpose: 'forward', attempt: 1 },
          ...{ input: {}, at: 0, atempt: 1 },
        } as never);
        return succeeded;
      },
    };
    const reading = await open(driver);
    expect((await reading.run({ seed: 1, plan }, world)).blocked).toBeNull();
    const validating = await open(driver, { validate: true });
    const { blocked } = await validating.run({ seed: 1, plan }, world);
    expect(blocked?.message).toContain(
      "params.atempt is not a member that the protocol knows; did you mean 'attempt'?",
    );
  });
});
