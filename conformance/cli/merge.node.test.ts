/** `certify --shard`, `merge` and `--expected`, as one types them. */

import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallDriver } from './testing/small-driver.ts';
import { createFolder, unwind } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());

const run = (...words: readonly string[]) => unwind(words, { isInterrupted: false });
const pathOf = (...names: readonly string[]) => join(folder.path, ...names);
const read = (...names: readonly string[]) => readFileSync(pathOf(...names), 'utf8');

/** One attempt too many where a step is retried; it has no clock. */
const driver = folder.write('driver.mjs', smallDriver({ name: 'eager', extraAttempts: 1 }));
const RULES = ['retry/max-attempts', 'timeout/fails-attempt'];
const certify = ['certify', '--driver-module', driver, '--rules', ...RULES, '--runs', '12'];
const expectedFile = (name: string, entries: unknown) =>
  folder.write(name, JSON.stringify(entries));
const entry = {
  ...{ rule: 'retry/max-attempts', reason: 'it counts retries', expires: '2027-01-31' },
  ticket: 'T-17',
};
const expected = expectedFile('expected.json', [entry]);

beforeAll(async () => {
  for (const index of [1, 2]) {
    await run(...certify, '--shard', `${index}/2`, '--report', pathOf(`part-${index}`));
  }
});

describe('merge', () => {
  test('writes the report of one certification, byte by byte, and exits as it does', async () => {
    const whole = await run(...certify, '--report', pathOf('whole'));
    const parts = [pathOf('part-2'), pathOf('part-1', 'report.json')];
    const merged = await run('merge', ...parts, '--report', pathOf('merged'));
    expect(merged).toEqual(whole);
    expect(merged.code).toBe(1);
    for (const name of ['report.ndjson', 'report.json', 'report.html', 'junit.xml', 'badge.json']) {
      expect(read('merged', name), name).toBe(read('whole', name));
    }
  });

  test('prints each format, and takes a part from the standard input', async () => {
    const input = read('part-1', 'report.ndjson');
    const words = ['merge', '-', pathOf('part-2'), '--format', 'json'];
    const { code, out } = await unwind(words, { input, isInterrupted: false });
    expect(JSON.parse(out)).toMatchObject({ exitCode: code, shard: null, runs: 12 });
  });

  test('with --strict is as strict as certify', async () => {
    const few = ['certify', '--rules', 'retry/max-attempts', 'retry/jitter-full', '--runs', '0'];
    const only = [...few, '--profile', 'baseline', '--seed', '3'];
    for (const index of [1, 2]) {
      const report = pathOf(`few-${index}`);
      const part = await run(...only, '--strict', '--shard', `${index}/2`, '--report', report);
      expect(part.code).toBe(0);
    }
    const parts = [pathOf('few-1'), pathOf('few-2')];
    const codes = [
      (await run(...only, '--strict')).code,
      (await run('merge', ...parts, '--strict')).code,
    ];
    expect(codes[0]).toBe(codes[1]);
    expect((await run('merge', ...parts)).code).toBe(0);
  });

  test('never writes over a part', async () => {
    const before = read('part-1', 'report.ndjson');
    for (const part of [pathOf('part-1'), pathOf('part-1', 'report.ndjson')]) {
      const over = await run('merge', part, pathOf('part-2'), '--report', pathOf('part-1'));
      expect([over.code, over.out]).toEqual([2, '']);
      expect(over.err).toMatch(/would write over the part .*part-1.*Name another folder/);
    }
    expect(read('part-1', 'report.ndjson')).toBe(before);
  });

  test('refuses what is no whole, in a sentence', async () => {
    const other = [...certify, '--seed', '2', '--shard', '2/2', '--report', pathOf('other')];
    await run(...other);
    cpSync(pathOf('part-1'), pathOf('copy'), { recursive: true });
    folder.write('cut.ndjson', read('part-2', 'report.ndjson').slice(0, -300));
    folder.write('plain.json', '{"a": 1}');
    const [one, two] = [pathOf('part-1'), pathOf('part-2')];
    const refusals: readonly (readonly [readonly string[], RegExp])[] = [
      [[], /missing required argument/],
      [[one], /shard 2 of 2 is missing, and with it baseline\/(case|run)\//],
      [[one, one, two], /part-1 is named twice\. Name each part once\./],
      [[one, pathOf('copy'), two], /are both shard 1 of 2/],
      [[one, pathOf('other')], /they differ in the seed \(1 and 2\)/],
      [[one, pathOf('cut.ndjson')], /cut.ndjson ends before its end/],
      [[one, pathOf('plain.json')], /plain.json is no report that can be read: it is no report/],
      [[one, pathOf('nowhere')], /nowhere does not exist/],
      [[one, two, '--format', 'jsn'], /did you mean 'json'\?/],
      [[one, two, '--today', 'yesterday'], /--today takes a day/],
    ];
    for (const [words, why] of refusals) {
      const { code, out, err } = await run('merge', ...words);
      expect({ code, out }, err).toEqual({ code: 2, out: '' });
      expect(err).toMatch(why);
    }
  });
});

test.each([
  ['0/2', "takes a part of a number of parts, like 1/3, not '0/2'"],
  ['3/2', 'of 2 parts the last is 2/2'],
  ['1', 'like 1/3'],
  ['1/2/3', 'like 1/3'],
  ['-1/2', 'like 1/3'],
  ['1/1001', 'there are at most 1000 parts'],
])('--shard %s is refused', async (shard, why) => {
  const { code, err } = await run('certify', `--shard=${shard}`);
  expect({ code, isTold: err.includes(why) }).toEqual({ code: 2, isTold: true });
});

describe('an expected failure', () => {
  const today = (day: string) => ['--expected', expected, '--today', day];

  test('is told with its reason in every format, and ends well', async () => {
    const words = [...certify, ...today('2026-12-01'), '--report', pathOf('expected')];
    const { code, out } = await run(...words);
    expect(code).toBe(0);
    expect(out).toContain('expected failures as of 2026-12-01');
    expect(out).toContain('expected to fail until 2027-01-31: it counts retries (T-17)');
    expect(out).toContain('not certified: what is broken was expected');
    for (const name of ['report.html', 'report.md', 'report.json', 'junit.xml', 'report.ndjson']) {
      expect(read('expected', name), name).toContain('it counts retries');
      expect(read('expected', name), name).toContain('2026-12-01');
      expect(read('expected', name), name).toContain('it has no clock');
    }
    expect(JSON.parse(read('expected', 'badge.json'))).toMatchObject({
      message: 'baseline ✗ 1 broken as expected',
      color: 'blue',
    });
    const github = await run('report', pathOf('expected'), '--format', 'github');
    expect(github).toMatchObject({ code: 0 });
    expect(github.out).toMatch(/^::notice [^\n]*expected to fail until 2027-01-31/m);
    expect(github.out).not.toContain('::error');
  });

  test('may come in on the standard input, of which no command tells', async () => {
    const words = [...certify, '--expected', '-', '--today', '2026-12-01', '--format', 'json'];
    const { code, out } = await unwind(words, {
      input: JSON.stringify([entry]),
      isInterrupted: false,
    });
    expect({ code, command: JSON.parse(out).command }).toEqual({ code: 0, command: null });
    expect(JSON.parse(read('expected', 'report.json')).command).toContain(' --expected ');
  });

  test('stands against a claim all the same', async () => {
    const { code, err } = await run('claim', pathOf('expected'));
    expect(code).toBe(1);
    expect(err).toContain('retry/max-attempts is broken');
  });

  test('excuses nothing after its last day', async () => {
    const { code, out } = await run(...certify, ...today('2027-02-01'));
    expect(code).toBe(1);
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'it was expected to be broken until 2027-01-31, and is so on 2027-02-01',
    );
  });

  test('that is none any more alarms', async () => {
    const words = [
      'certify',
      '--rules',
      'retry/max-attempts',
      '--runs',
      '2',
      '--profile',
      'baseline',
    ];
    const { code, out } = await run(...words, ...today('2026-12-01'));
    expect(code).toBe(1);
    expect(out).toContain('retry/max-attempts stale');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('take the expectation away');
  });

  test('of parts is taken from them, and judged by the day of the merge', async () => {
    for (const index of [1, 2]) {
      const words = [...certify, ...today('2026-12-01'), '--shard', `${index}/2`];
      const part = await run(...words, '--report', pathOf(`expected-${index}`));
      expect(part.code).toBe(0);
    }
    const parts = [pathOf('expected-1'), pathOf('expected-2')];
    const same = await run('merge', ...parts, '--today', '2026-12-01', '--format', 'json');
    expect(same.code).toBe(0);
    expect(same.out).toBe(read('expected', 'report.json'));
    expect((await run('merge', ...parts, '--today', '2027-02-01')).code).toBe(1);
  });

  test.each([
    [{ rule: 'retry/max-atempts' }, "did you mean 'retry/max-attempts'?"],
    [{ reason: ' ' }, 'expected[0].reason must say why'],
    [{ expires: '2027-02-30' }, 'expected[0].expires must be a day that there is'],
  ])('that is written wrong (%j) is refused', async (change, why) => {
    const file = expectedFile('wrong.json', [{ ...entry, ...change }]);
    const { code, err } = await run(...certify, '--expected', file);
    expect({ code, isTold: err.includes(why) }, err).toEqual({ code: 2, isTold: true });
    expect(err).toContain('wrong.json: ');
  });
});
