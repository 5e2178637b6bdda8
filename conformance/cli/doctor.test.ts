import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { packageRoot } from './package-root.ts';
import { createFolder, unwind } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());

const zoo = join(import.meta.dirname, '../protocol/testing/zoo.mjs');
const template = join(import.meta.dirname, '../templates/javascript/driver.mjs');
const node = `"${process.execPath}"`;

const doctor = (words: readonly string[]) => unwind(['doctor', ...words]);

/** What is said of the conversation, without the messages themselves. */
const remarks = (out: string) => out.split('\n').filter((line) => /^ {2}[✓?✗]/.test(line));

describe.concurrent('unwind doctor', () => {
  test('explains the conversation with a driver that is well', async () => {
    const { code, out, err } = await doctor(['--driver', `${node} "${template}"`]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(remarks(out)).toEqual([
      '  ✓ it is toy 1.0.0 (javascript)',
      '  ✓ it wants to be judged as baseline, and takes plan; a virtual clock; 8 runs at once',
      expect.stringContaining('  ✓ it can do retry, backoff.none'),
      expect.stringContaining("  ✓ it can't do resume (nothing is kept over a crash)"),
      '  ✓ two tasks, hello and then world; world fails once and is retried after 1000 ms',
      '  ✓ it called hello 1, world 1, world 2, as expected',
      '  ✓ the retry came when it was due, at 1030 ms',
      '  ✓ it says that the run succeeded',
      '  ✓ it ended as it was asked to',
    ]);
    expect(out).toContain('  suite says initialize: Who talks, in which version');
    expect(out).toContain('  driver says perform: The runtime wants a task done');
    expect(out).toContain('  suite says the answer to perform\n    {"jsonrpc":"2.0","id":1,');
    expect(out).toContain('  driver says settled: The task of a call returned.');
    expect(out).toMatch(/\nThe driver is well\..*\n$/);
  });

  test.each([
    ['crashes-at-start', 3, 'the driver exited with code 1', 'what it wrote on stderr says why'],
    ['exits-at-start', 3, 'the driver exited with code 0', 'must live until shutdown'],
    ['banner', 3, 'what is no JSON: "zoo 1.0, ready"', 'print to stderr'],
    ['wrong-version', 3, 'speaks version 2', '"protocol": 1'],
    ['hangs-at-start', 3, 'initialize got no reply within 0.5 s', 'flush'],
    ['missing-members', 3, 'result.profiles is missing', 'docs/protocol'],
    ['unknown-capability', 0, "'retri'; did you mean 'retry'?", 'lists all names'],
    ['crashes-mid-run', 3, 'exited with code 3', 'stderr'],
    ['bad-perform', 3, "did you mean 'forward'?", 'docs/protocol'],
    ['defect', 3, 'null pointer', 'a defect of its own'],
    ['writes-stderr', 0, 'driver, on stderr: about to perform hello', ''],
    ['ignores-shutdown', 0, 'it did not exit within 2 s', 'Answer shutdown with {}'],
  ] as const)('tells that a driver %s', async (misdeed, exit, told, hint) => {
    const wall = misdeed === 'hangs-at-start' ? '500ms' : '20s';
    const { code, out } = await doctor(['--driver', `${node} "${zoo}" ${misdeed}`, '--wall', wall]);
    expect(out).toContain(told);
    expect(out).toContain(hint);
    expect(code).toBe(exit);
  });

  test('tells what a runtime does wrong in the run', async () => {
    const driver = (run: string) => `export default {
      initialize: () => ({
        protocol: 1, runtime: { name: 'm', version: '1' }, profiles: ['baseline'],
        dialects: ['plan'], clock: { kind: 'virtual' }, capabilities: ['retry'],
      }),
      run: async ({ run }, suite) => { ${run} },
    };`;
    const idle = folder.write('idle.mjs', driver("return { outcome: 'succeeded' };"));
    const nothing = await doctor(['--driver-module', idle]);
    expect(nothing.out).toContain('✗ it had no task performed');
    expect(nothing.code).toBe(1);
    const call = (call: number, unit: string, attempt: number, at: number) =>
      `suite.perform({ run, call: ${call}, step: '${unit}', unit: '${unit}', purpose: 'forward', attempt: ${attempt}, input: {}, at: ${at} });`;
    const hasty = folder.write(
      'hasty.mjs',
      driver(
        `${call(1, 'hello', 1, 0)} ${call(2, 'world', 1, 10)} ${call(3, 'world', 2, 500)} return { outcome: 'failed' };`,
      ),
    );
    const early = await doctor(['--driver-module', hasty]);
    expect(remarks(early.out)).toEqual(
      expect.arrayContaining([
        '  ✗ the retry came at 500 ms, too early: it was due at 1030 ms',
        '  ✗ it did not tell settled of every task that returned',
        '  ✗ it says that the run ended failed; all its tasks succeed in the end',
      ]),
    );
    expect(early.out).toContain('  suite says the answer\n    {"result":{"after":20,');
    expect(early.code).toBe(1);
  });

  test('takes one driver, and says what a module must hold', async () => {
    expect((await doctor([])).code).toBe(2);
    const two = await doctor(['--driver', 'a', '--driver-url', 'ws://b']);
    expect([two.code, two.err]).toEqual([
      2,
      'unwind: Name one driver: --driver, --driver-module or --driver-url.\n',
    ]);
    const nameless = await doctor(['--driver', ' ']);
    expect([nameless.code, nameless.err]).toEqual([
      2,
      'unwind: The driver has no name: say what starts it, like --driver "python3 driver.py".\n',
    ]);
    const empty = folder.write('empty.mjs', 'export default 7;');
    expect((await doctor(['--driver-module', empty])).err).toContain('holds no driver');
    const missing = await doctor(['--driver-module', join(folder.path, 'none.mjs')]);
    expect(missing.code).toBe(2);
    expect(missing.err).toContain("none.mjs can't be loaded");
    const nowhere = await doctor(['--driver-url', 'ws://127.0.0.1:1/']);
    expect(nowhere.code).toBe(3);
    expect(nowhere.out).toContain('could not be reached');
  });

  test('imports a module in the built command too', () => {
    const command = join(packageRoot(), 'dist', 'cli.cjs');
    expect(existsSync(command), 'run `npm run build` first').toBe(true);
    const missing = folder.write('lists.mjs', 'export default { initialize() {}, run() {} };');
    const { status, stdout } = spawnSync(
      process.execPath,
      [command, 'doctor', '--driver-module', missing],
      { encoding: 'utf8' },
    );
    expect(stdout).toContain('the result of initialize: result is missing');
    expect(status).toBe(3);
  });

  test('has no signs beyond ASCII where none can be shown', async () => {
    const words = ['--driver', `${node} "${template}"`, '--ascii'];
    const { out } = await doctor(words);
    expect(out).toMatch(/^[\n -~]*$/);
    expect(out).toContain('  + it is toy');
  });
});
