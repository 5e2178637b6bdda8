/** certify, replay and judge as one types them. */

import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Certification } from '../suite/certification.ts';
import { packageRoot } from './package-root.ts';
import { smallDriver } from './testing/small-driver.ts';
import { createFolder, documentOf, unwind } from './testing/unwind.ts';

const quiet = { isInterrupted: false };
const run = (...words: readonly string[]) => unwind(words, quiet);
const folder = createFolder();
afterAll(() => folder.remove());

const right = folder.write('right.mjs', smallDriver({ name: 'lazy' }));
const wrong = folder.write('wrong.mjs', smallDriver({ name: 'lazy', extraAttempts: 1 }));
const template = join(packageRoot(), 'conformance/templates/javascript/driver.mjs');

describe('certify', () => {
  test('of the built-in runtime says that it is certified, and by which seed', async () => {
    const { code, out, err } = await run('certify', '--runs', '20', '--profile', 'baseline');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^ unwind \d+\.\d+\.\d+ · seed 1 · 20 generated runs a profile\n/);
    expect(out).toMatch(/✓ baseline: certified \(\d+ cases and 20 generated runs\)/);
    expect(out).not.toMatch(/vacuous|broken|degraded/);
  });

  test('as JSON has every rule with its verdict, and the exit code', async () => {
    const words = ['certify', '--runs', '10', '--rules', 'retry/*', '--format', 'json'];
    const { code, out } = await run(...words, '--seed', '7');
    const report: Certification & { readonly exitCode: number } = JSON.parse(out);
    expect({ code, exitCode: report.exitCode, seed: report.seed }).toEqual({
      ...{ code: 0, exitCode: 0, seed: 7 },
    });
    const rule = report.profiles[0]?.rules.find(({ id }) => id === 'retry/max-attempts');
    expect(rule).toMatchObject({ verdict: 'pass', strength: 'MUST', broken: 0 });
    expect(report.profiles[0]?.rules.find(({ id }) => id === 'failure/propagates')).toMatchObject({
      verdict: 'skipped',
    });
  });

  test('of a driver that is right in the little that it can', async () => {
    const rules = ['retry/max-attempts', 'retry/delay-fixed', 'timeout/fails-attempt'];
    const words = ['certify', '--runs', '0', '--verbose', '--rules', ...rules];
    const { code, out } = await run(...words, '--driver-module', right);
    expect(code).toBe(0);
    expect(out).toContain(' lazy 1 ·');
    expect(out).toMatch(/✓ baseline: no rule is broken \(\d+ cases and 0 .*; 1 of \d+ rules unsup/);
    expect(out).toContain('timeout: it has no clock');
  });

  test('of a driver that is wrong shows how, and a token that the driver fails again', async () => {
    const words = ['certify', '--runs', '0', '--rules', 'retry/max-attempts'];
    const { code, out } = await run(...words, '--driver-module', wrong);
    expect(code).toBe(1);
    expect(out).toContain('× retry/max-attempts broken');
    expect(out).toMatch(/expected: \d attempts?\n/);
    const [, token = '', rest] = /unwind replay (u1\.\S+)(.*)/.exec(out) ?? [];
    expect(rest).toBe(` --driver-module ${wrong}`);
    const here = await run('replay', token);
    expect(here.code).toBe(0);
    expect(here.out).toContain('\n FIXED\n   the built-in runtime keeps retry/max-attempts; ');
    expect(here.out).not.toContain('its trace is another one');
    const there = await run('replay', token, '--driver-module', wrong);
    expect(there.code).toBe(1);
    expect(there.out).toContain('\n FAILED\n   retry/max-attempts: ');
  });

  test('of a program that dies ends with 3 and says what it said', async () => {
    const dying = folder.write('dying.mjs', "console.error('out of cheese'); process.exit(7);");
    const { code, err } = await run('certify', '--driver', `node ${dying}`, '--runs', '1');
    expect(code).toBe(3);
    expect(err).toContain('out of cheese');
  });

  test('of the template, as a program', async () => {
    const { code, out } = await run('certify', '--driver', `node ${template}`, '--runs', '30');
    expect(out).toContain('baseline: certified');
    expect(code).toBe(0);
  });

  test.each([
    [['--profile', 'harnes'], "did you mean 'harness'?"],
    [['--level', 'ful'], "did you mean 'full'?"],
    [['--rules', 'retry/max-attempt'], "did you mean 'retry/max-attempts'?"],
    [['--runs', '-1'], '--runs takes a whole number'],
    [['--format', 'junit5'], '--format takes one of'],
  ])('%j is wrong use', async (words, message) => {
    const { code, err } = await run('certify', ...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe('replay', () => {
  test('says ERROR of what can not be read', async () => {
    const { code, out } = await run('replay', 'u1.AAAA');
    expect(code).toBe(2);
    expect(out).toContain('ERROR');
    expect((await run('replay', 'u9.AAAA', '--format', 'json')).out).toContain('version 9');
    expect((await run('replay', folder.write('none.txt', 'hello'))).err).toContain('no token');
  });
});

describe('judge', () => {
  const document = folder.write(
    'order.hxml',
    documentOf(
      '<node id="a" type="task"><retry maxAttempts="2" backoff="fixed" initialDelay="PT2S" jitter="false"/></node>',
    ),
  );
  const scenario = folder.write('s.txt', 'a@1 fail transient\na@2 ok');
  const traceOf = async (format: string): Promise<string> =>
    (await run('run', document, '--scenario', scenario, '--format', format)).out;

  test('finds a run of ours right, and tells what a trace does not show', async () => {
    const trace = folder.write('trace.ndjson', await traceOf('ndjson'));
    const { code, out } = await run('judge', trace, '--plan', document, '--verbose');
    expect(code).toBe(0);
    expect(out).toMatch(/✓ retry\/delay-fixed passed/);
    expect(out).toContain('not assessed: a trace says nothing of documents');
  });

  test('finds a wait that is too short', async () => {
    const wrong = (await traceOf('ndjson')).replaceAll('"at":2000', '"at":1500');
    const { code, out } = await run('judge', folder.write('w.ndjson', wrong), '--plan', document);
    expect(code).toBe(1);
    expect(out).toContain('retry/delay-fixed broken');
    expect(out).toContain('observed: 1500 ms');
  });

  test('lets a wait be late by what is said, and never early', async () => {
    const late = (await traceOf('ndjson')).replaceAll('"at":2000', '"at":2020');
    const trace = folder.write('late.ndjson', late);
    expect((await run('judge', trace, '--plan', document)).code).toBe(1);
    const words = ['judge', trace, '--plan', document, '--tolerance'];
    expect((await run(...words, '25ms')).code).toBe(0);
    expect((await run(...words, '15ms')).code).toBe(1);
    expect((await run(...words, 'much')).code).toBe(2);
  });

  test('refuses the trace of another workflow, and tells of steps that it does not know', async () => {
    const other = folder.write('other.ndjson', (await traceOf('ndjson')).replaceAll('"a"', '"b"'));
    const { code, err } = await run('judge', other, '--plan', document);
    expect([code, err]).toEqual([2, expect.stringContaining('trace of another workflow?')]);
    const more = folder.write(
      'more.json',
      JSON.stringify([
        { node: 'a', from: 'PENDING', to: 'READY', attempt: 0 },
        { node: 'c', from: 'PENDING', to: 'READY', attempt: 0 },
      ]),
    );
    const { out } = await run('judge', more, '--plan', document);
    expect(out).toContain('more.json has steps that the plan does not have: c');
  });

  test('takes transitions alone for what they are', async () => {
    const trace = folder.write('t.json', await traceOf('harness-trace'));
    const { code, out } = await run('judge', trace, '--plan', document, '--verbose');
    expect(code).toBe(0);
    expect(out).toMatch(/✓ lifecycle\/legal-transitions passed/);
    expect(out).toContain('not assessed: the trace holds no calls');
  });

  test.each([
    ['', 'it is empty'],
    ['hello', 'it is no trace'],
    ['{"type":"transition"}', "line 1: an event has a time 'at'"],
    ['[{"node":"a","from":"PENDING","to":"DONE","attempt":0}]', "'to' is no state: DONE"],
    ['+ 5ms #1 StepFailed step=a\nhello', 'line 2: a line of an ORBIT log'],
  ])('says of %j that it is none', async (text, message) => {
    const { code, err } = await run('judge', folder.write('bad', text), '--plan', document);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
