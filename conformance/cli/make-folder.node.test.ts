import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';
import { createFolder } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());
const pathOf = (...names: readonly string[]) => join(folder.path, ...names);

test('a folder is made with those that it lies in, and one that is there is left', () => {
  makeFolder(pathOf('a', 'b', 'c'));
  makeFolder(pathOf('a', 'b', 'c'));
  makeFolder(`${pathOf('a', 'b', 'd')}/`);
  expect(statSync(pathOf('a', 'b', 'c')).isDirectory()).toBe(true);
  expect(statSync(pathOf('a', 'b', 'd')).isDirectory()).toBe(true);
});

test('a link to a folder is one', () => {
  mkdirSync(pathOf('real'));
  symlinkSync(pathOf('real'), pathOf('link'));
  makeFolder(pathOf('link'));
  makeFolder(pathOf('link', 'in'));
  expect(statSync(pathOf('real', 'in')).isDirectory()).toBe(true);
});

test('a file in the way, and an empty name, are refused', () => {
  folder.write('file', '');
  expect(() => makeFolder(pathOf('file'))).toThrow(/EEXIST/);
  expect(() => makeFolder(pathOf('file', 'x'))).toThrow(/ENOTDIR/);
  expect(() => makeFolder('')).toThrow(/ENOENT/);
});

// Node's own would never return here.
test.runIf(process.platform === 'linux')('a folder that takes nothing new is refused', () => {
  expect(() => makeFolder('/proc/unwind')).toThrow(/ENOENT/);
  expect(() => makeFolder('/proc/unwind/report')).toThrow(/ENOENT/);
});
