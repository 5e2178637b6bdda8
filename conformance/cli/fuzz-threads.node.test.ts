/** Threads of the built command: what they come to, and what becomes of one that dies. */

import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from './package-root.ts';
import { createFolder, documentOf, type Surroundings, unwind } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());
const command = join(packageRoot(), 'dist', 'cli.cjs');
beforeAll(() => {
  expect(existsSync(command), 'run `npm run build` first').toBe(true);
});

const saga = folder.write(
  'order.hxml',
  documentOf(
    `<node id="reserve" type="task"><retry maxAttempts="2"/></node>
     <node id="ship" type="task"><timeout duration="PT5S"/></node>
     <node id="release" type="task" compensates="reserve"/>`,
    '<edge from="reserve" to="ship"/><edge from="reserve" to="release" type="compensation"/>',
  ),
);
/** So many that threads are worth it. */
const RUNS = '1500';
const words = ['fuzz', saga, '--runs', RUNS, '--expect', 'never failed', '--format', 'json'];

/** A process of its own, as its user sees it. */
function start(more: readonly string[], file = command) {
  const child = spawn(process.execPath, [file, ...words, ...more]);
  let out = '';
  let err = '';
  child.stdout.on('data', (piece) => {
    out += piece;
  });
  child.stderr.on('data', (piece) => {
    err += piece;
  });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
  return { child, ended };
}

test('one thread, two or three come to the same report, to the byte', async () => {
  const all = [];
  for (const threads of ['1', '2', '3']) all.push(await start(['--threads', threads]).ended);
  const reports = all.map(({ code, out, err }) => {
    expect({ code, err }).toEqual({ code: 1, err: '' });
    return out.replace(/"timing": \{[^}]*\}/, '');
  });
  expect(reports[0]?.length).toBeGreaterThan(1000);
  expect(reports[1]).toBe(reports[0]);
  expect(reports[2]).toBe(reports[0]);
});

describe('a thread that is lost', () => {
  const lost = (code: string, rest: Surroundings = {}) => {
    const launcher = folder.write('thread.cjs', code);
    return unwind([...words, '--threads', '2'], { isInterrupted: false, launcher, ...rest });
  };

  test('for want of memory: it is said what to do', async () => {
    const { code, out, err } = await lost(
      `const { Worker, isMainThread, parentPort } = require('node:worker_threads');
       parentPort.on('message', () => {});
       setTimeout(() => { throw Object.assign(new Error('x'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }); }, 10);`,
    );
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('A thread ran out of memory. Use fewer (--threads 1)');
  });

  test('for whatever else: it is no hang, and no half of a report', async () => {
    const thrown = await lost(`setTimeout(() => { throw new Error('broken pipe'); }, 10);`);
    expect(thrown).toMatchObject({ code: 2, out: '' });
    expect(thrown.err).toContain('A thread died: broken pipe. Try it with --threads 1.');
    const left = await lost('setTimeout(() => process.exit(7), 10);');
    expect(left).toMatchObject({ code: 2, out: '' });
    expect(left.err).toContain('A thread ended by itself (7)');
  });
});

test('Ctrl-C ends all threads, with what was found until then', async () => {
  const { child, ended } = start(['--threads', '2', '--runs', '100000000']);
  setTimeout(() => child.kill('SIGINT'), 1200);
  const { code, out } = await ended;
  expect(code).toBe(130);
  const { timing, documents } = JSON.parse(out);
  expect(timing.stoppedBy).toBe('interrupt');
  expect(documents[0].runs).toBeGreaterThan(0);
});

test('kill -9 leaves what was found until a second before', async () => {
  const save = join(folder.path, 'killed');
  const { child, ended } = start(['--threads', '2', '--runs', '100000000', '--save', save]);
  const file = join(save, 'findings.ndjson');
  const linesOf = () =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  for (let tries = 0; tries < 200 && linesOf().length === 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  expect(await ended).toMatchObject({ out: '' });
  const lines = linesOf().map((line) => JSON.parse(line));
  expect(lines.length).toBeGreaterThan(0);
  for (const { file: name, scenario } of lines) {
    expect(JSON.parse(readFileSync(join(save, name), 'utf8'))).toEqual(scenario);
  }
  // And they are tried first by whoever goes on.
  const again = await unwind([
    ...words.map((word) => (word === RUNS ? '1' : word)),
    '--regressions',
    save,
  ]);
  expect(JSON.parse(again.out).documents[0].failures[0].firstRun).toBe(-1);
});
