import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importProblems } from './imports.ts';
import { platformProblems } from './platform.ts';
import { readProductFiles } from './sources.ts';

const root = join(import.meta.dirname, '../..');

describe('the floors of this repository', () => {
  const files = readProductFiles(root);

  test('are found', () => {
    expect([...files.keys()].filter((path) => path.startsWith('core/')).length).toBeGreaterThan(5);
  });

  test('import downwards and in no circle', () => {
    expect(importProblems(files)).toEqual([]);
  });

  test('need nothing but the language in core and simulator', () => {
    expect(platformProblems(root, files)).toEqual([]);
  });
});

const importing = (entries: Record<string, readonly string[]>) =>
  importProblems(
    new Map(
      Object.entries(entries).map(([path, imports]) => [
        path,
        imports.map((name) => `import '${name}';`).join('\n'),
      ]),
    ),
  );

describe('the check of imports', () => {
  test.each([
    ['core/a.ts', '../simulator/b.ts', 'which is on a higher floor'],
    ['core/a.ts', '../web/b.ts', 'which is on a higher floor'],
    ['simulator/a.ts', '../conformance/b.ts', 'which is on a higher floor'],
    ['conformance/a.ts', '../web/b.ts', 'which is on a higher floor'],
    ['core/a.ts', '../scripts/b.mjs', 'which is outside of the floors'],
    ['core/a.ts', '../testing/b.ts', 'which is for tests only'],
    ['core/a.ts', './testing.ts', 'which is for tests only'],
    ['web/a.ts', '../core/b.test.ts', 'which is for tests only'],
    ['index.ts', './core/arbitraries.ts', 'which is for tests only'],
    ['web/a.ts', '../index.ts', 'which is outside of the floors'],
    ['core/a.ts', 'node:fs', 'which may need a platform'],
    ['core/a.ts', 'commander', 'which may need a platform'],
    ['core/a.ts', 'saxes-of-another', 'which may need a platform'],
    ['simulator/a.ts', './live/b.ts', 'which touches the platform'],
    ['simulator/a.ts', './edge/b.ts', 'which touches the platform'],
    ['conformance/rules/a.ts', '../../core/lifecycle/b.ts', 'which rules may not read'],
    ['conformance/rules/a.ts', '../../simulator/b.ts', 'which rules may not read'],
    ['conformance/oracle/harness/a.ts', '../../rules/b.ts', 'which a second reading may not read'],
    ['conformance/oracle/orbit/a.ts', '../harness/b.ts', 'which a second reading may not read'],
    ['conformance/oracle/harness/a.ts', '../../../core/lifecycle/b.ts', 'which a second reading'],
  ])('finds that %s imports %s', (path, name, reason) => {
    expect(importing({ [path]: [name] }).join('\n')).toContain(reason);
  });

  test('finds what a rule reaches through another file', () => {
    const problems = importing({
      'conformance/rules/a.ts': ['../../core/model/b.ts'],
      'core/model/b.ts': ['../lifecycle/c.ts'],
    });
    expect(problems).toEqual([
      'conformance/rules/a.ts reaches core/lifecycle/c.ts, so it is not independent of what it judges',
    ]);
  });

  test('finds a circle, through a component too', () => {
    const files = new Map([
      ['web/a.ts', `export * from './B.svelte';`],
      ['web/B.svelte', `<script lang="ts">\nimport type { x } from './a.ts';\n</script>`],
    ]);
    expect(importProblems(files)).toEqual(['circle: web/a.ts → web/B.svelte → web/a.ts']);
  });

  test('finds an import that is made when called', () => {
    const files = new Map([['core/a.ts', `export const load = () => import('node:fs');`]]);
    expect(importProblems(files)).toEqual(['core/a.ts imports node:fs, which may need a platform']);
  });

  test('allows what the house allows', () => {
    const problems = importing({
      'index.ts': ['./core/a.ts', './conformance/a.ts'],
      'core/a.ts': ['./model/b.ts', 'saxes', '@noble/hashes/sha2.js', 'pure-rand'],
      'simulator/a.ts': ['../core/a.ts'],
      'simulator/live/a.ts': ['node:timers', '../a.ts'],
      'conformance/a.ts': ['node:fs', 'commander', '../simulator/live/a.ts', './rules/a.ts'],
      'conformance/rules/a.ts': ['../../core/model/b.ts', '../../core/expression/b.ts', './b.ts'],
      'web/a.ts': ['svelte', './worker.ts?worker', '../conformance/a.ts'],
    });
    expect(problems).toEqual([]);
  });
});

const BANNED: readonly (readonly [code: string, name: string])[] = [
  ['process.env', 'process'],
  ['setTimeout(() => 1, 1)', 'setTimeout'],
  ['console.log(1)', 'console'],
  ['document.body', 'document'],
  ['structuredClone(1)', 'structuredClone'],
  ['Buffer.from([])', 'Buffer'],
  ['crypto.randomUUID()', 'crypto'],
  ['performance.now()', 'performance'],
  ['Date.now()', 'Date'],
  ['new Date(0)', 'Date'],
  ['Math.random()', 'Math.random'],
  ['Math.pow(2, 0.5)', 'Math.pow'],
  ['Math.exp(1)', 'Math.exp'],
  ['Math.log(1)', 'Math.log'],
  ['Math["random"]()', 'Math.…'],
  ['[Math].length', 'Math.…'],
  ['2 ** 0.5', '**'],
  ['(x: number) => x ** 2', '**'],
  ['"a".localeCompare("b")', 'localeCompare'],
  ['(x: any) => x.localeCompare("b")', 'localeCompare'],
  ['(1).toLocaleString()', 'toLocaleString'],
  ['"a".toLocaleUpperCase()', 'toLocaleUpperCase'],
  ['new Intl.NumberFormat()', 'Intl'],
  ['eval("1")', 'eval'],
  ['new Function("1")', 'Function'],
  ['globalThis', 'globalThis'],
  ['new WeakRef({})', 'WeakRef'],
  ['import.meta.url', 'import.meta'],
  ['new TypeError("x").message', 'message'],
  ['(x: unknown) => x instanceof Error && x.stack', 'stack'],
  ['(x: HTMLElement) => x', 'HTMLElement'],
];

const ALLOWED: readonly string[] = [
  'new TextEncoder().encode("a")',
  'new TextDecoder("utf-8", { fatal: true })',
  '2 ** 53 - 1',
  'Math.floor(Math.max(1, 2))',
  '(Date: { now(): number }) => Date.now()',
  '(text: { message: string; stack: string[] }) => text.message + text.stack',
  'class Own extends Error { text() { return this.message; } }',
  'new Map([[1, 2]])',
];

/** All cases in one program, since each program reads the language's declarations anew. */
const problemsOfCases = (() => {
  const codes = [...BANNED.map(([code]) => code), ...ALLOWED];
  const files = codes.map((code, index) => {
    return [`core/case-${index}.ts`, `export const value =\n  ${code};`] as const;
  });
  const problems = platformProblems(root, new Map(files));
  return (code: string) => {
    const place = `core/case-${codes.indexOf(code)}.ts:2 `;
    return problems.filter((problem) => problem.startsWith(place));
  };
})();

describe('the check of the platform', () => {
  test.each(BANNED)('finds %s', (code, name) => {
    const problems = problemsOfCases(code);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
  });

  test.each(ALLOWED)('allows %s', (code) => {
    expect(problemsOfCases(code)).toEqual([]);
  });

  test('looks at simulator, and leaves its live and edge parts and other floors alone', () => {
    const code = 'export const value = Math.random() + performance.now();';
    const pathsOf = (paths: readonly string[]) =>
      platformProblems(root, new Map(paths.map((path) => [path, code])));
    expect(pathsOf(['simulator/a.ts'])).toHaveLength(2);
    expect(pathsOf(['simulator/live/a.ts', 'simulator/edge/a.ts', 'conformance/a.ts'])).toEqual([]);
  });
});
