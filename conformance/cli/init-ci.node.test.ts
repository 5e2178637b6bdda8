import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createProgram } from './program.ts';
import { createFolder, unwind } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());

const written = await unwind(['init', 'ci', folder.path]);
const path = join(folder.path, '.github/workflows/unwind.yml');
const text = readFileSync(path, 'utf8');
const workflow = parse(text);

interface Step {
  readonly uses?: string;
  readonly run?: string;
}
const jobs = Object.entries(workflow.jobs as Record<string, { readonly steps: readonly Step[] }>);
const steps = jobs.flatMap(([, job]) => job.steps);
const commands = steps
  .flatMap(({ run = '' }) => run.split('\n'))
  .filter((line) => line.includes('unwind '))
  .map((line) => line.trim());

/** As a shell would, as far as these lines go: what is behind a redirection is not ours. */
function wordsOf(line: string): readonly string[] {
  const [own = ''] = line.replace(/^npx unwind /, '').split(/ (?:>|\|\|) /);
  return own
    .replaceAll('"${documents[@]}"', 'order.hxml')
    .replaceAll('"$SHARD/$SHARDS"', '1/4')
    .replaceAll('"$SEED"', '7')
    .replaceAll('fuzz-*.json', 'fuzz-1.json fuzz-2.json')
    .split(' ');
}

test('it is written where GitHub looks for it, with a baseline that excuses nothing', () => {
  expect(written).toMatchObject({ code: 0, err: '' });
  expect(written.out).toContain(path);
  expect(readFileSync(join(folder.path, 'unwind.baseline.json'), 'utf8')).toBe('[]\n');
  expect(Object.keys(workflow)).toEqual(
    expect.arrayContaining(['name', 'on', 'permissions', 'jobs']),
  );
  expect(jobs.map(([name]) => name)).toEqual(['check', 'fuzz', 'report']);
});

describe('the workflow', () => {
  test.each(commands)('says what the command understands: %s', async (line) => {
    expect(line).toMatch(/^npx unwind /);
    const words = wordsOf(line);
    expect(words.join(' ')).not.toMatch(/[$"*]/);
    let done: unknown = null;
    const output = { write: () => {}, isTerminal: false, columns: null };
    const program = createProgram(
      {
        ...{ out: output, err: output, input: Readable.from([]), environment: {} },
        ...{ platform: 'linux', interrupted: () => new Promise(() => {}) },
      },
      () => {},
    );
    for (const command of program.commands) {
      command.exitOverride().action((...all: unknown[]) => {
        done = all[0];
      });
    }
    await program.parseAsync([...words], { from: 'user' });
    expect(done).toEqual([
      expect.stringMatching(/^(order\.hxml|fuzz-1\.json)$/),
      ...(words[0] === 'merge' ? ['fuzz-2.json'] : []),
    ]);
  });

  test('takes formats, times and parts that there are', async () => {
    const document = folder.write(
      'order.hxml',
      '<harness xmlns="https://harnessxml.com/spec/1.0" id="o" specVersion="1.0"><nodes><node id="a" type="task"><timeout duration="PT1S"/></node></nodes></harness>',
    );
    const [fuzz = ''] = commands.filter((line) => line.startsWith('npx unwind fuzz'));
    const failures = join(folder.path, 'failures');
    await unwind(['fuzz', document, '--runs', '1', '--save', failures]);
    const given = wordsOf(fuzz).map((word) =>
      word === 'order.hxml' ? document : word === '.unwind/failures' ? failures : word,
    );
    const words = given.map((word) => (word === '20000' ? '20' : word));
    const parts: string[] = [];
    for (const shard of [1, 2, 3, 4]) {
      const { code, out } = await unwind(
        words.map((word) => (word === '1/4' ? `${shard}/4` : word)),
        { isInterrupted: false },
      );
      expect(code).toBe(0);
      parts.push(folder.write(`fuzz-${shard}.json`, out));
    }
    for (const line of commands.filter((each) => each.startsWith('npx unwind merge'))) {
      const merge = wordsOf(line).flatMap((word) => {
        if (word === 'fuzz-1.json') return parts;
        if (word === 'unwind.baseline.json') return [join(folder.path, word)];
        return word === 'fuzz-2.json' ? [] : [word];
      });
      expect(await unwind(merge)).toMatchObject({ code: 0, err: '' });
    }
  });

  test('has as many parts as it says', () => {
    const { shard } = workflow.jobs.fuzz.strategy.matrix;
    expect(shard).toEqual(Array.from({ length: workflow.env.SHARDS }, (_, index) => index + 1));
  });

  test('pins its actions by version, and may do no more than it must', () => {
    const uses = steps.flatMap((step) => step.uses ?? []);
    expect(uses.length).toBeGreaterThan(5);
    for (const action of uses) expect(action).toMatch(/^(actions|github)\/[\w/-]+@v\d+$/);
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const [, job] of jobs) {
      const { permissions = {} } = job as { permissions?: Record<string, string> };
      for (const [name, value] of Object.entries(permissions)) {
        expect(`${name}: ${value}`).toMatch(/^(contents: read|security-events: write)$/);
      }
    }
  });

  test('puts nothing of a pull request into a script', () => {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });
});

test('what is there stays, unless forced; the baseline stays in any case', async () => {
  folder.write('unwind.baseline.json', '[ ]');
  const again = await unwind(['init', 'ci', folder.path]);
  expect(again).toMatchObject({ code: 2, out: '' });
  expect(again.err).toContain('--force writes over it');
  folder.write('.github/workflows/unwind.yml', 'mine');
  expect(await unwind(['init', 'ci', folder.path, '--force'])).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(path, 'utf8')).toBe(text);
  expect(readFileSync(join(folder.path, 'unwind.baseline.json'), 'utf8')).toBe('[ ]');
});

test.each([
  [['init', 'ci', '--provider', 'gitlab'], '--provider takes one of github'],
  [['init', 'ci', '--language', 'js'], '--language is of drivers'],
  [['init', 'driver'], '--language is missing: js or python'],
  [['init', 'driver', '--language', 'js', '--force'], 'are of ci, not of a driver'],
  [['init', 'ci', '/dev/null/x'], 'could not be written'],
])('wrong use exits with 2: %j', async (words, message) => {
  const { code, err } = await unwind([...words]);
  expect(code).toBe(2);
  expect(err).toContain(message);
  expect(existsSync('/dev/null/x')).toBe(false);
});
