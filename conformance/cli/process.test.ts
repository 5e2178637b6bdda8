/** The built command as a process of its own: what only a real pipe or signal can show. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestTrace } from '../../simulator/index.ts';
import { pathOfExample } from './examples.ts';
import { packageRoot } from './package-root.ts';
import { createFolder, documentOf } from './testing/unwind.ts';

const command = join(packageRoot(), 'dist', 'cli.cjs');
const folder = createFolder();
const saga = ['run', pathOfExample('order-saga/workflow.hxml')];

beforeAll(() => {
  expect(existsSync(command), 'run `npm run build` first').toBe(true);
});
afterAll(() => folder.remove());

function unwind(words: readonly string[], input = '') {
  const environment = { ...process.env, LANG: 'C.UTF-8', NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...words], {
    encoding: 'utf8',
    env: environment,
    input,
  });
  return { code: status, out: stdout, err: stderr };
}

describe('the built command', () => {
  test('exits with 0, 1 and 2 as the shell is promised', () => {
    const valid = documentOf('<node id="a" type="task"/>');
    expect(unwind(['check', '-'], valid)).toMatchObject({ code: 0, err: '' });
    expect(unwind(['check', '-'], 'hello')).toMatchObject({ code: 1, err: '' });
    expect(unwind(['check', join(folder.path, 'none.hxml')])).toMatchObject({ code: 2, out: '' });
    expect(unwind([...saga, '--expect', 'failed']).code).toBe(1);
    expect(unwind(['chek']).code).toBe(2);
  });

  test('runs an example', () => {
    const { code, out, err } = unwind([...saga, '--format', 'json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { outcome, digest, trace } = JSON.parse(out);
    expect(outcome).toBe('succeeded');
    expect(digest).toBe(digestTrace(trace));
  });

  test.runIf(process.platform === 'linux')('says where nothing more can be written', () => {
    const line = `"${process.execPath}" "${command}" rules > /dev/full; echo "$?"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
    expect(stderr).toBe('unwind: the output cannot be written (ENOSPC).\n');
    expect(stdout).toBe('2\n');
  });

  test('ends quietly when nobody reads on', () => {
    const document = documentOf(
      '<node id="a" type="task"><retry maxAttempts="1000" initialDelay="PT1S"/></node>',
    );
    const path = folder.write('long.hxml', document);
    const scenario = folder.write('fails.txt', 'a fail unavailable');
    const line = `"${process.execPath}" "${command}" run "${path}" --scenario "${scenario}" --format ndjson | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\{"seq":1,.*\}\n0\n$/);
  });
});

describe('the bytecode of the command', () => {
  const copy = mkdtempSync(join(dirname(command), 'copy-'));
  const commands = join(copy, 'commands');
  const bytecodes = () =>
    readdirSync(commands)
      .filter((each) => each.endsWith('.bytecode'))
      .map((each) => join(commands, each));
  const version = () =>
    spawnSync(process.execPath, [join(copy, 'cli.cjs'), '--version'], { encoding: 'utf8' });

  beforeAll(() => {
    cpSync(command, join(copy, 'cli.cjs'));
    cpSync(join(dirname(command), 'commands'), commands, { recursive: true });
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  test('is there for each piece, and taken by the Node that built it', () => {
    const script = `
      const { folder, load, loaded } = require(${JSON.stringify(command)});
      const { readdirSync } = require('node:fs');
      for (const name of readdirSync(folder)) if (name.endsWith('.cjs')) load(name);
      console.log([...loaded.values()].map(({ script }) => script.cachedDataRejected).join());`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--eval', script], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const answers = stdout.trim().split(',');
    expect(answers.length).toBeGreaterThan(20);
    expect(new Set(answers)).toEqual(new Set(['false']));
  });

  test('may be rotten, or missing', () => {
    const expected = { status: 0, stderr: '', stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) };
    expect(version()).toMatchObject(expected);
    for (const file of bytecodes()) writeFileSync(file, 'no bytecode at all');
    expect(version()).toMatchObject(expected);
    for (const file of bytecodes()) rmSync(file);
    expect(version()).toMatchObject(expected);
  });
});

test('a certification that is killed leaves a record of what was done', () => {
  const driver = folder.write(
    'killed.mjs',
    `let runs = 0;
    export default () => ({
      initialize: () => ({
        protocol: 1, runtime: { name: 'a', version: '1' }, profiles: ['baseline'],
        dialects: ['plan'], clock: { kind: 'virtual' }, capabilities: ['retry'],
      }),
      run: async () => {
        runs += 1;
        if (runs > 50) await new Promise((resolve) => setTimeout(resolve, 20));
        if (runs > 70) process.kill(process.pid, 'SIGKILL');
        return { outcome: 'succeeded' };
      },
    });`,
  );
  const path = join(folder.path, 'killed');
  const words = ['certify', '--driver-module', driver, '--report', path];
  expect(unwind(words)).toMatchObject({ code: null, out: '' });
  expect(readdirSync(path)).toEqual(['report.ndjson']);
  const { code, out } = unwind(['report', path]);
  expect(code).toBe(2);
  const [, done] = /the record is cut off; .*after (\d+) of \d+ runs/.exec(out) ?? [];
  expect(Number(done)).toBeGreaterThan(20);
});

describe('unwind demo', () => {
  let child: ChildProcess | null = null;
  afterAll(() => {
    child?.kill('SIGKILL');
  });

  test('shows the saga, serves the playground, and ends cleanly on Ctrl-C', async () => {
    const environment = { ...process.env, LANG: 'C.UTF-8', NO_COLOR: '1' };
    child = spawn(process.execPath, [command, 'demo', '--port', '0'], { env: environment });
    let out = '';
    let err = '';
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    const address = await new Promise<string>((resolve, reject) => {
      child?.stdout?.on('data', (chunk) => {
        out += chunk;
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(out);
        if (found !== null) resolve(found[0]);
      });
      child?.on('exit', () => reject(new Error(`it ended early: ${out}${err}`)));
    });
    expect(out).toContain('charge and reserve were undone');
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('<title>');
    const ended = new Promise((resolve) => child?.on('exit', (code) => resolve(code)));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(err).toBe('');
    await expect(fetch(address)).rejects.toThrow();
  }, 20_000);
});
