/** Drivers that do all sorts of things wrong: each is reported well, and none brings the suite down. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type StdioOptions, stdio } from './carriers/stdio.ts';
import type { RunRecord } from './record.ts';
import { type DriverSession, openSession, type SessionOptions } from './session.ts';
import { edge, node, ok, planOf, suite, worldOf } from './testing/plans.ts';

const zoo = join(import.meta.dirname, 'testing/zoo.mjs');
const plan = planOf([node('a'), node('b')], [edge('a', 'b')]);
const world = worldOf({ a: [ok(10)], b: [ok(20)] });

const start = (
  misdeed: string,
  options: Partial<SessionOptions> = {},
  carrier: StdioOptions = {},
) => openSession(stdio([process.execPath, zoo, misdeed], carrier), { suite, ...options });

async function open(
  misdeed: string,
  options: Partial<SessionOptions> = {},
  carrier: StdioOptions = {},
): Promise<DriverSession> {
  const opened = await start(misdeed, options, carrier);
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.session;
}

/** One run of a driver with a misdeed. */
async function runOnce(
  misdeed: string,
  options: Partial<SessionOptions> = {},
  carrier: StdioOptions = {},
): Promise<{ readonly record: RunRecord; readonly session: DriverSession }> {
  const session = await open(misdeed, options, carrier);
  const record = await session.run({ seed: 1, plan }, world);
  await session.shutdown();
  return { record, session };
}

describe.concurrent('a driver that is right', () => {
  test('is started through a shell, runs, and exits', async () => {
    const opened = await openSession(stdio(`"${process.execPath}" '${zoo}'`), {
      suite,
      validate: true,
    });
    if (!opened.ok) throw new Error(opened.failure.message);
    const { session } = opened;
    const record = await session.run({ seed: 1, plan, input: { n: 1 } }, world);
    expect(record).toMatchObject({ blocked: null, result: { outcome: 'succeeded' } });
    expect(record.calls.map(({ unit, at, settled }) => [unit, at, settled?.at])).toEqual([
      ['a', 0, 10],
      ['b', 10, 30],
    ]);
    // What was told as it happened and again at the end is one event.
    expect(record.trace?.map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await session.shutdown()).toEqual({ problem: null });
    expect(session.incidents).toEqual([]);
  });

  test('runs several at once, as many as it takes', async () => {
    const session = await open('none');
    let most = 0;
    let now = 0;
    const records = await Promise.all(
      Array.from({ length: 5 }, (_, seed) => {
        const counting: typeof world = (call) => {
          if (call.unit === 'a') now += 1;
          most = Math.max(most, now);
          if (call.unit === 'b') now -= 1;
          return world(call);
        };
        return session.run({ seed, plan }, counting);
      }),
    );
    await session.shutdown();
    expect(records.map(({ result }) => result?.outcome)).toEqual(Array(5).fill('succeeded'));
    expect(new Set(records.map(({ request }) => request.run)).size).toBe(5);
    expect(most).toBeLessThanOrEqual(2);
  });

  test('may have another clock: what it is told is on that clock', async () => {
    const session = await open('real-clock');
    const controls = [{ at: 500, action: 'cancel' }] as const;
    const limits = { time: 1000, calls: 9 };
    const record = await session.run({ seed: 1, plan, controls, limits }, world);
    await session.shutdown();
    expect(record).toMatchObject({
      clock: { kind: 'real', toleranceMs: 25, scale: 0.5 },
      request: { controls: [{ at: 250 }], limits: { time: 500, calls: 9 } },
      calls: [
        { at: 0, reply: { after: 5 } },
        { at: 5, reply: { after: 10 } },
      ],
    });
  });

  test('is held to the limits of a run', async () => {
    const session = await open('none');
    const record = await session.run({ seed: 1, plan, limits: { time: 1e9, calls: 1 } }, world);
    await session.shutdown();
    expect(record.calls).toHaveLength(1);
    expect(record.blocked).toMatchObject({ kind: 'refused', code: -32000 });
    expect(record.blocked?.message).toContain('its limit of 1 calls');
  });

  test('is never handed a run id twice, nor a world that throws', async () => {
    const session = await open('none');
    await session.run({ run: 'r', seed: 1, plan }, world);
    await session.run({ run: 'r', tenant: 'other', seed: 1, plan }, world);
    await expect(session.run({ run: 'r', seed: 1, plan }, world)).rejects.toThrow('used before');
    const broken = session.run({ seed: 1, plan }, () => {
      throw new Error('a defect of the suite');
    });
    await expect(broken).rejects.toThrow('a defect of the suite');
    const record = await session.run({ seed: 1, plan }, world);
    expect(record.result?.outcome).toBe('succeeded');
    await session.shutdown();
  });
});

describe.concurrent('a driver that does not come to the handshake', () => {
  test.each([
    ['crashes-at-start', 'died', 'exited with code 1', 'Error: no configuration found'],
    ['exits-at-start', 'died', 'exited with code 0', ''],
    ['hangs-at-start', 'hung', 'initialize got no reply within 0.3 s', ''],
    ['banner', 'broke-protocol', 'what is no JSON: "zoo 1.0, ready"', ''],
    ['wrong-version', 'other-version', 'speaks version 2 of the protocol', ''],
    ['refuses-version', 'other-version', 'it supports [2]', ''],
    ['missing-members', 'broke-protocol', 'result.runtime.version is missing', ''],
  ] as const)('%s: %s', async (misdeed, kind, message, stderr) => {
    const opened = await start(misdeed, { wallMs: misdeed === 'hangs-at-start' ? 300 : 10_000 });
    if (opened.ok) throw new Error('it was opened');
    expect(opened.failure.kind).toBe(kind);
    expect(opened.failure.message).toContain(message);
    expect(opened.stderr).toContain(stderr);
  });

  test('is not there at all', async () => {
    const missing = await openSession(stdio(['/no/such/driver']), { suite });
    expect(missing).toMatchObject({ ok: false, failure: { kind: 'not-started' } });
    const unknown = await openSession(stdio('no-such-driver --fast'), { suite });
    if (unknown.ok) throw new Error('it was opened');
    expect(unknown.failure.message).toContain('exited with code 127');
    expect(unknown.failure.hint).toContain('The shell found no such command');
  });
});

describe.concurrent('a driver that breaks the protocol in a run', () => {
  test.each([
    ['crashes-mid-run', 'died', 'exited with code 3; the last line on its stderr: "panic: index'],
    ['prints-mid-run', 'broke-protocol', 'what is no JSON: "performing a"'],
    ['half-a-line', 'broke-protocol', 'ended in the middle of a line: "{\\"jsonrpc\\"'],
    ['perform-as-notification', 'broke-protocol', 'it must be a request'],
    ['bad-perform', 'broke-protocol', 'params.purpose must be one of forward, compensation, rec'],
    ['same-call', 'broke-protocol', 'the call number 1 was used before'],
    ['settles-what-it-never-called', 'broke-protocol', 'made no call 99'],
    ['batch', 'broke-protocol', 'sent a batch'],
    ['id-as-text', 'broke-protocol', 'ids come back unchanged'],
    ['unknown-id', 'broke-protocol', 'answered id 4711, which the suite never asked'],
    ['bad-result', 'broke-protocol', 'result.outcome must be one of succeeded'],
    ['defect', 'answered-error', 'run was answered with error -32603: null pointer'],
  ] as const)('%s: the run is blocked, %s', async (misdeed, kind, message) => {
    // One of them is never answered, as far as the suite can tell.
    const { record, session } = await runOnce(misdeed, { wallMs: 3000 });
    expect(record.blocked?.kind).toBe(kind);
    expect(record.blocked?.message).toContain(message);
    expect(session.incidents.length).toBeGreaterThan(0);
  });

  test('hangs-mid-run: is ended', async () => {
    const { record } = await runOnce('hangs-mid-run', { wallMs: 300 });
    expect(record.blocked).toMatchObject({ kind: 'hung', run: 'run-1' });
  });

  test('huge-line: is ended', async () => {
    const { record } = await runOnce('huge-line', {}, { lineLimit: 50_000 });
    expect(record.blocked?.message).toContain('a line of more than 50000 characters');
  });

  test('no-abandon: a run that was given up must end all the same', async () => {
    const session = await open('no-abandon', { wallMs: 300 });
    const { blocked } = await session.run(
      { seed: 1, plan, limits: { time: 9e9, calls: 1 } },
      world,
    );
    expect(blocked?.kind).toBe('refused');
    const next = await session.run({ seed: 1, plan }, world);
    expect(next.calls).toHaveLength(2);
    await session.shutdown();
  });

  test('another-run, answers-twice: told, whichever run was open', async () => {
    const another = await runOnce('another-run');
    expect(another.record).toMatchObject({ blocked: null, result: { outcome: 'succeeded' } });
    expect(another.session.incidents[0]?.message).toBe('perform: there is no run no-such-run');
    const session = await open('answers-twice');
    await session.run({ seed: 1, plan }, world);
    await session.shutdown();
    expect(session.incidents[0]?.message).toContain('a second time');
  });

  test('unknown-method, unknown-capability: noted, and no harm done', async () => {
    const { record, session } = await runOnce('unknown-method');
    expect(record).toMatchObject({ blocked: null, result: { outcome: 'succeeded' } });
    expect(session.notes).toEqual([
      'the driver asked for performTask, which the protocol does not know',
      'the driver told metrics, which the protocol does not know',
    ]);
    const odd = await open('unknown-capability');
    await odd.shutdown();
    expect(odd.hello.capabilities).toEqual(['keys']);
    expect(odd.notes).toEqual([
      "there is no capability 'retri'; did you mean 'retry'?",
      "Q1 has no reading 'fail'; did you mean 'failed'?",
    ]);
    const strict = await start('unknown-capability', { validate: true });
    expect(strict).toMatchObject({ ok: false, failure: { kind: 'broke-protocol' } });
  });

  test('writes-stderr, logs: kept with the run, and no error', async () => {
    const { record } = await runOnce('writes-stderr');
    expect(record.blocked).toBeNull();
    expect(record.stderr).toBe('about to perform a\nabout to perform b\n');
    const logged = await runOnce('logs');
    expect(logged.record.log).toEqual([
      { level: 'info', message: 'performing a' },
      { level: 'info', message: 'performing b' },
    ]);
  });

  test('ignores-shutdown, exits-badly: told at the end', async () => {
    const ignoring = await open('ignores-shutdown');
    expect((await ignoring.shutdown()).problem).toContain('did not exit within 2 s of shutdown');
    const badly = await open('exits-badly');
    expect((await badly.shutdown()).problem).toBe('after shutdown it exited with code 5');
  });
});

describe.concurrent('a driver that died', () => {
  test('is started again, three times at most', async () => {
    const session = await open('crashes-mid-run');
    const kinds: (string | undefined)[] = [];
    for (let index = 0; index < 6; index += 1) {
      kinds.push((await session.run({ seed: 1, plan }, world)).blocked?.kind);
    }
    expect(kinds).toEqual(['died', 'died', 'died', 'died', 'gone', 'gone']);
    expect(await session.shutdown()).toEqual({ problem: null });
  });

  test('between runs is started again unseen', async () => {
    const session = await open('dies-later');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const record = await session.run({ seed: 1, plan }, world);
    expect(record.result?.outcome).toBe('succeeded');
    expect(session.incidents).toMatchObject([{ kind: 'died' }]);
    await session.kill();
  });
});
