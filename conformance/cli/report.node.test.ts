/** `--report`, `report` and the formats, as one types them. */

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRecord } from '../report/record/read.ts';
import type { Certification } from '../suite/certification.ts';
import { smallDriver } from './testing/small-driver.ts';
import { createFolder, unwind } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());

const quiet = { isInterrupted: false };
const run = (...words: readonly string[]) => unwind(words, quiet);
const pathOf = (...names: readonly string[]) => join(folder.path, ...names);
const read = (...names: readonly string[]) => readFileSync(pathOf(...names), 'utf8');

const ESCAPE = '\u001b[31m';

/** It makes one attempt too many, says odd things, and calls `onRun` before each run. */
const driver = folder.write(
  'driver.mjs',
  smallDriver({
    name: `odd <b>${ESCAPE}`,
    version: '1 | 2',
    noTimeout: `no <i>clock</i> ${ESCAPE}`,
    extraAttempts: 1,
    onRun: 'globalThis.unwindOnRun?.(runs);',
  }),
);

const certify = ['certify', '--driver-module', driver, '--rules', 'retry/max-attempts', '--runs'];
const FILES = [
  ...['badge.json', 'badge.svg', 'junit.xml', 'report.html', 'report.json', 'report.md'],
  'report.ndjson',
];

describe('--report', () => {
  let code = -1;
  beforeAll(async () => {
    mkdirSync(pathOf('a'));
    ({ code } = await run(...certify, '5', '--report', pathOf('a', 'new', 'report')));
  });
  const report = ['a', 'new', 'report'] as const;

  test('makes the folder, and the report in every form', () => {
    expect(code).toBe(1);
    expect(readdirSync(pathOf(...report)).sort()).toEqual(FILES);
    for (const name of FILES) expect(statSync(pathOf(...report, name)).mode & 0o600).toBe(0o600);
  });

  test('writes a record that is whole, and the same as the report in JSON', () => {
    const reading = readRecord(readFileSync(pathOf(...report, 'report.ndjson')));
    if (!reading.ok) throw new Error(reading.problem.message);
    const { certification, exitCode } = reading.record;
    expect(exitCode).toBe(1);
    const json = JSON.parse(read(...report, 'report.json'));
    expect(json).toMatchObject({ ...JSON.parse(JSON.stringify(certification)), exitCode: 1 });
    expect(certification.command).toBe(
      `unwind certify --driver-module ${driver} --rules retry/max-attempts --runs 5 --seed 1`,
    );
  });

  test('leaves every format to be made again of the record, by name or folder', async () => {
    for (const [format, name] of [
      ['html', 'report.html'],
      ['markdown', 'report.md'],
      ['junit', 'junit.xml'],
      ['json', 'report.json'],
      ['badge', 'badge.json'],
    ] as const) {
      const again = await run('report', pathOf(...report, 'report.ndjson'), '--format', format);
      expect(again).toEqual({ code: 1, out: read(...report, name), err: '' });
    }
    const pretty = await run('report', pathOf(...report));
    expect(pretty).toEqual(await run(...certify, '5'));
  });

  test('lets nothing of the driver drive a terminal or a page', () => {
    for (const name of FILES) {
      const text = read(...report, name);
      expect(text.includes('\u001b'), name).toBe(false);
      if (!/(?:html|xml|svg)$/.test(name)) continue;
      expect(/odd <b>|<i>clock/.test(text), name).toBe(false);
    }
  });

  test('takes away what an earlier report left, also where the driver then does not start', async () => {
    const path = pathOf('again');
    await run(...certify, '0', '--report', path);
    expect(existsSync(join(path, 'report.html'))).toBe(true);
    const { code: died } = await run('certify', '--driver', 'false', '--report', path);
    expect([died, readdirSync(path)]).toEqual([3, []]);
  });

  test('says where an earlier report cannot be taken away', async () => {
    mkdirSync(pathOf('odd', 'report.md'), { recursive: true });
    const { code: refused, err } = await run(...certify, '0', '--report', pathOf('odd'));
    expect(refused).toBe(2);
    expect(err).toMatch(/report\.md is of an earlier report, and cannot be taken away \(/);
  });

  test.each([
    ['a file', ['driver.mjs'], /takes a folder, and .*driver\.mjs is or leads through a file/],
    ['a place under a file', ['driver.mjs', 'x'], /is or leads through a file/],
    ['a link to a file', ['link'], /is or leads through a file/],
    ['a name of nothing', null, /takes a folder, and its name is empty/],
  ])('refuses %s, before anything is run', async (_, names, message) => {
    if (!existsSync(pathOf('link'))) symlinkSync(driver, pathOf('link'));
    const {
      code: refused,
      out,
      err,
    } = await run(...[...certify, '1', '--report', names === null ? '' : pathOf(...names)]);
    expect([refused, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });
});

describe('a certification that is ended from outside', () => {
  const onRun = (act: (runs: number) => void) => {
    (globalThis as { unwindOnRun?: (runs: number) => void }).unwindOnRun = act;
  };
  afterAll(() => onRun(() => {}));

  test('by Ctrl-C leaves a report of what was done, which says so', async () => {
    let press: () => void = () => {};
    const interrupted = new Promise<void>((resolve) => {
      press = resolve;
    });
    let begun = 0;
    onRun(() => {
      begun += 1;
      if (begun === 100) press();
    });
    const path = pathOf('interrupted');
    const { code } = await unwind([...certify, '5000', '--report', path], { interrupted });
    expect(code).toBe(130);
    const certification: Certification & { exitCode: number } = JSON.parse(
      read('interrupted', 'report.json'),
    );
    expect(certification).toMatchObject({ interrupted: true, exitCode: 130 });
    expect(certification.profiles[0]?.ran.length).toBeGreaterThan(90);
    expect(certification.profiles[0]?.ran.length).toBeLessThan(400);
    expect(read('interrupted', 'badge.json')).toMatch(/interrupted/);
    const again = await run('report', path);
    expect(again.code).toBe(130);
    expect(again.out).toContain('Somebody stopped it');
  });

  test('while it writes leaves a record that can be read', async () => {
    const path = pathOf('cut');
    let left = '';
    onRun((runs) => {
      if (left === '' && runs > 0 && existsSync(join(path, 'report.ndjson'))) {
        const text = readFileSync(join(path, 'report.ndjson'), 'utf8');
        if (text.split('\n').length > 100) left = text;
      }
    });
    await run(...certify, '600', '--report', path);
    const cut = folder.write('cut.ndjson', left.slice(0, -30));
    const { code, out } = await run('report', cut);
    expect(code).toBe(2);
    expect(out).toContain('The record ends before its end');
    expect(out).toMatch(
      /× baseline: the record is cut off; after \d+ of \d+ runs there are breaches of/,
    );
    const junit = await run('report', cut, '--format', 'junit');
    expect(junit.out).toContain('type="truncated"');
  });
});

describe('two certifications that write into one folder', () => {
  afterAll(() => {
    (globalThis as { unwindOnRun?: (runs: number) => void }).unwindOnRun = () => {};
  });

  test.each(['another is there', 'it is gone'])(
    'never leave a mixture: whose record was taken away ends with 2 (%s)',
    async (what) => {
      const path = pathOf(what);
      const record = join(path, 'report.ndjson');
      (globalThis as { unwindOnRun?: (runs: number) => void }).unwindOnRun = () => {
        if (!existsSync(record) || existsSync(pathOf(`${what}.old`))) return;
        renameSync(record, pathOf(`${what}.old`));
        if (what === 'another is there') folder.write(`${what}/report.ndjson`, 'of another');
      };
      const { code, err } = await run(...certify, '600', '--report', path);
      expect([code, existsSync(join(path, 'report.html'))]).toEqual([2, false]);
      expect(err).toMatch(/report\.ndjson was taken away meanwhile.*Give each a folder of its own/);
    },
  );
});

describe('formats', () => {
  test('github appends to the summary of the step', async () => {
    const summary = folder.write('summary.md', '# before\n');
    const environment = { LANG: 'C.UTF-8', GITHUB_STEP_SUMMARY: summary };
    const words = [...certify, '0', '--format', 'github'];
    const { code, out, err } = await unwind(words, { ...quiet, environment });
    expect({ code, err }).toEqual({ code: 1, err: '' });
    expect(out).toMatch(/^::error title=baseline%3A retry\/max-attempts is broken::A runtime /);
    expect(read('summary.md')).toMatch(/^# before\n# odd \\<b>/);
  });

  test('github says where the summary can not be written, and goes on', async () => {
    const environment = { LANG: 'C.UTF-8', GITHUB_STEP_SUMMARY: folder.path };
    const words = [...certify, '0', '--format', 'github'];
    const { code, out, err } = await unwind(words, { ...quiet, environment });
    expect(code).toBe(1);
    expect(out).toContain('::error');
    expect(err).toMatch(/^unwind: the summary of the step cannot be written to .* \(EISDIR\)\.\n$/);
  });

  test('of judged traces', async () => {
    const plan = folder.write(
      'p.hxml',
      '<harness xmlns="https://harnessxml.com/spec/1.0" id="t" specVersion="1.0"><nodes><node id="a" type="task"/></nodes></harness>',
    );
    const trace = folder.write('t.ndjson', (await run('run', plan, '--format', 'ndjson')).out);
    const words = ['judge', trace, '--plan', plan, '--rules', 'retry/*'];
    const path = pathOf('judged');
    const { code, out } = await run(...words, '--format', 'markdown', '--report', path);
    expect(out).toBe(read('judged', 'report.md'));
    expect(out).toContain(`unwind judge ${trace} --plan ${plan} --rules 'retry/*'`);
    expect(readdirSync(path).sort()).toEqual(FILES);
    expect((await run('report', path)).code).toBe(code);
    const reading = readRecord(readFileSync(join(path, 'report.ndjson')));
    expect(reading).toMatchObject({ ok: true, record: { exitCode: code } });
  });

  test('a report comes through the standard input, in pieces', async () => {
    const path = pathOf('piped');
    await run(...certify, '3', '--report', path);
    const input = readFileSync(join(path, 'report.ndjson'));
    const piped = await unwind(['report', '-'], { ...quiet, input });
    expect(piped).toEqual(await run('report', path));
    const json = readFileSync(join(path, 'report.json'));
    const { out } = await unwind(['report', '-', '--format', 'junit'], { ...quiet, input: json });
    expect(out).toBe(read('piped', 'junit.xml'));
  });

  test('report refuses what is no report', async () => {
    const { code, err } = await run('report', driver);
    expect(code).toBe(2);
    expect(err).toMatch(/driver\.mjs is no report/);
    expect((await run('report', pathOf('none.ndjson'))).err).toContain('does not exist');
  });
});
