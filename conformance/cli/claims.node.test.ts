/** claim, verify and compare as one types them. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { driverInWords } from '../claims/file/driver-words.ts';
import type { Claim } from '../claims/file/schema.ts';
import { driverWords } from './driver-options.ts';
import { packageRoot } from './package-root.ts';
import { createFolder, unwind } from './testing/unwind.ts';

const run = (...words: readonly string[]) => unwind(words, { isInterrupted: false });
const folder = createFolder();
afterAll(() => folder.remove());

const template = join(packageRoot(), 'conformance/templates/javascript/driver.mjs');
const driver = `node ${template}`;
const asked = ['--profile', 'baseline', '--runs', '20', '--format', 'json'];
const certified = async (name: string, ...words: readonly string[]): Promise<string> =>
  folder.write(name, (await run('certify', ...asked, ...words)).out);

/** A runtime that makes a call too many, once a policy is there. */
const wrong = folder.write(
  'wrong.mjs',
  `export default () => ({
    initialize: () => ({
      protocol: 1, runtime: { name: 'toy', version: '1.0.0' }, profiles: ['baseline'],
      dialects: ['plan'], clock: { kind: 'virtual' }, capabilities: ['retry', 'backoff.fixed'],
    }),
    run: ({ run, plan }, suite) => {
      let at = 0;
      const node = plan.nodes[0];
      const most = node.retry === undefined ? 1 : node.retry.maxAttempts + 1;
      for (let attempt = 1; attempt <= most; attempt += 1) {
        const reply = suite.perform({
          run, call: attempt, step: node.id, unit: node.id, purpose: 'forward', attempt, input: {}, at,
        });
        at += reply.after ?? 0;
        suite.settled({ run, call: attempt, at });
        if ('ok' in reply.then) return { outcome: 'succeeded' };
        at += node.retry?.initialDelay ?? 0;
      }
      return { outcome: 'failed' };
    },
  });`,
);

const own = await certified('own.json');
const toy = await certified('toy.json', '--driver', driver);
const bad = await certified('bad.json', '--driver-module', wrong);
const claimed = join(folder.path, 'claim.json');

describe('claim', () => {
  test('makes a claim of a report, and says how its driver is started', async () => {
    expect(await run('claim', toy, '--out', claimed)).toMatchObject({ code: 0, out: '' });
    const claim: Claim = JSON.parse(readFileSync(claimed, 'utf8'));
    expect(claim.runtime.name).toBe('toy');
    expect(claim.driver).toEqual({ kind: 'command', command: driver });
    expect(claim.claims.map(({ profile, addOns }) => [profile, addOns])).toEqual([
      ['baseline', []],
    ]);
    expect(claim.claims[0]?.gaps.map(({ capability }) => capability)).toContain('guards');
  });

  test('refuses what the report does not support, and names the rules', async () => {
    const { code, out, err } = await run('claim', bad);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('No claim of baseline: retry/max-attempts is broken: ');
    const addOn = await run('claim', toy, '--add-on', 'resume');
    expect([addOn.code, addOn.err]).toEqual([
      1,
      expect.stringContaining('it lacks resume (nothing is kept over a crash)'),
    ]);
  });

  test.each([
    [['claim', own, '--profile', 'orbits'], "did you mean 'orbit'?"],
    [['claim', own, '--level', 'fill'], "did you mean 'full'?"],
    [['claim', own, '--add-on', 'resum'], "did you mean 'resume'?"],
    [['claim', join(folder.path, 'own.jsn')], 'does not exist'],
    [['claim', wrong], 'is no report that can be read: it is not JSON'],
    [['claim'], "missing required argument 'report'"],
  ])('%j is wrong use', async (words, message) => {
    const { code, err } = await run(...words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('verify', () => {
  const claimWith = (name: string, change: object): string => {
    const claim: Claim = JSON.parse(readFileSync(claimed, 'utf8'));
    return folder.write(name, JSON.stringify({ ...claim, ...change }));
  };

  test('runs the driver that the caller names, and says VERIFIED', async () => {
    const { code, out } = await run('verify', claimed, '--driver', driver);
    expect(out).toMatch(/^ toy 1\.0\.0 · 20 generated runs a profile, seed 1, by unwind /);
    expect(out).toContain('\n VERIFIED\n');
    expect(out).not.toContain('digest');
    expect(code).toBe(0);
  });

  test('says NOT VERIFIED of another runtime, with each difference', async () => {
    const words = ['verify', claimed, '--driver-module', wrong, '--format', 'json'];
    const { code, out } = await run(...words);
    const { result, differences } = JSON.parse(out);
    expect([code, result]).toEqual([1, 'NOT VERIFIED']);
    const messages = differences.map(({ message }: { message: string }) => message).join('\n');
    expect(messages).toContain('baseline is not reached: retry/max-attempts is broken');
    expect(messages).toContain('calls was seen as more, and the claim says n');
  });

  test('runs nothing that a claim names unless it is trusted', async () => {
    const mark = join(folder.path, 'mark');
    const hostile = `echo \u001b[2J > '${mark}'; ${driver}`;
    const path = claimWith('hostile.json', { driver: { kind: 'command', command: hostile } });
    const { code, out, err } = await run('verify', path);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('Nothing was run. It is:\n   --driver ');
    expect(err).toContain('echo <U+001B>[2J');
    expect(err).not.toContain('\u001b');
    expect((await run('verify', path, '--report', toy)).out).toContain('\n VERIFIED\n');
    expect(existsSync(mark)).toBe(false);
    const trusted = await run('verify', path, '--trust');
    expect(existsSync(mark)).toBe(true);
    expect(trusted.code).toBe(0);
  });

  test.each([[{ kind: 'module', module: wrong }], [{ kind: 'url', url: 'ws://127.0.0.1:1' }]])(
    'does not load or reach %j either',
    async (named) => {
      const { code, err } = await run('verify', claimWith('other.json', { driver: named }));
      expect([code, err]).toEqual([2, expect.stringContaining('Nothing was run.')]);
    },
  );

  test('needs no trust for the built-in runtime, which starts nothing', async () => {
    const path = join(folder.path, 'own-claim.json');
    expect((await run('claim', own, '--out', path)).code).toBe(0);
    const { code, out } = await run('verify', path);
    expect([code, out]).toEqual([0, expect.stringContaining('\n VERIFIED\n')]);
  });

  test('holds a claim against a report without running anything', async () => {
    expect((await run('verify', claimed, '--report', toy)).code).toBe(0);
    const { code, out } = await run('verify', claimed, '--report', own);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('the claim is of toy, and the driver leads to unwind.'),
    ]);
  });

  test('ends with 3 where the driver dies', async () => {
    const dying = folder.write('dying.mjs', "console.error('out of cheese'); process.exit(7);");
    const { code, err } = await run('verify', claimed, '--driver', `node ${dying}`);
    expect([code, err]).toEqual([3, expect.stringContaining('out of cheese')]);
  });

  test.each([
    [['verify', claimed, '--trust', '--driver', 'x'], 'Say one of --driver… and --trust.'],
    [['verify', toy], 'is no claim: claim.claim is missing'],
    [['verify', wrong], 'is no claim: it is not JSON'],
    [['verify', claimed, '--format', 'jsn'], "did you mean 'json'?"],
  ])('%j is wrong use', async (words, message) => {
    const { code, err } = await run(...words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('compare', () => {
  test('says that nothing changes, and what does', async () => {
    const same = await run('compare', toy, toy);
    expect([same.code, same.out]).toEqual([0, expect.stringContaining('Nothing changes')]);
    const { code, out } = await run('compare', toy, bad);
    expect(code).toBe(1);
    expect(out).toMatch(
      / B calls a step more often than maxAttempts says \(seen(?:\s+in \d+ of \d+ runs)?:\s/,
    );
    expect(out).toContain('A reaches baseline, B does not.');
    expect(out).toContain("What B can't do");
  });

  test('as data and as Markdown', async () => {
    const { out } = await run('compare', own, bad, '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({
      ...{ comparable: true, differs: true, exitCode: 1 },
      a: { name: 'unwind' },
      b: { name: 'toy' },
    });
    const markdown = await run('compare', own, bad, '--format', 'markdown');
    expect(markdown.out).toMatch(/^# From unwind \S+ to toy 1\.0\.0\n/);
    expect(markdown.out).toContain('\n| `calls` | `n` | `more` | toy calls a step more often');
    expect(markdown.out).toContain('### Kept worse');
  });

  test.each([
    [['compare', toy, wrong], 'is no report that can be read'],
    [['compare', toy, '/nowhere.json'], 'does not exist'],
    [['compare', '-', '-'], 'Only one of the two reports'],
    [['compare', toy, toy, '--format', 'yaml'], '--format takes one of pretty, json, markdown'],
  ])('%j is wrong use', async (words, message) => {
    const { code, err } = await run(...words);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe('the words that name a driver', () => {
  test.each([
    [{}, { kind: 'built-in' }],
    [{ driver: './driver' }, { kind: 'command', command: './driver' }],
    [{ driver: 'python3 driver.py' }, { kind: 'command', command: 'python3 driver.py' }],
    [{ driver: `say "it's $HOME"` }, { kind: 'command', command: `say "it's $HOME"` }],
    [{ driver: "'" }, { kind: 'command', command: "'" }],
    [{ driver: 'a\nb' }, { kind: 'command', command: 'a\nb' }],
    [{ driverModule: 'my driver.mjs' }, { kind: 'module', module: 'my driver.mjs' }],
    [{ driverUrl: 'ws://x:1/y' }, { kind: 'url', url: 'ws://x:1/y' }],
  ])('%j are taken apart again', (options, expected) => {
    expect(driverInWords(driverWords(options))).toEqual(expected);
  });

  test.each(['driver.py', '--driver', '--driver a b', '--driver "$(x)"', "--driver 'a' b'"])(
    '%s are none of ours',
    (words) => {
      expect(driverInWords(words)).toBeNull();
    },
  );
});
