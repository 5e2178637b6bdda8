import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { replaceFile } from './replace-file.ts';
import { createFolder } from './testing/unwind.ts';

const folder = createFolder();
afterAll(() => folder.remove());
const pathOf = (name: string) => join(folder.path, name);

test('a file that is not there is made, of pieces in their order, and nothing is left beside it', async () => {
  const pieces = ['one\n', 'x'.repeat(100_000), '\nthree\n'];
  await replaceFile(pathOf('new.txt'), pieces);
  expect(readFileSync(pathOf('new.txt'), 'utf8')).toBe(pieces.join(''));
  expect(readdirSync(folder.path)).toEqual(['new.txt']);
});

test('one that is there keeps its mode, and a link its file', async () => {
  const path = folder.write('old.txt', 'old and longer');
  chmodSync(path, 0o640);
  symlinkSync(path, pathOf('link.txt'));
  await replaceFile(pathOf('link.txt'), 'new');
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['new', 0o640]);
});

test('where it cannot be written it is as it was', async () => {
  const path = folder.write('kept.txt', 'kept');
  function* broken(): Generator<string> {
    yield 'half';
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  }
  await expect(replaceFile(path, broken())).rejects.toThrow(/cannot be replaced \(ENOSPC\)/);
  expect(readFileSync(path, 'utf8')).toBe('kept');
  await expect(replaceFile(join(folder.path, 'none', 'x'), 'x')).rejects.toThrow(
    /The folder of .*x does not exist: make it first/,
  );
  await expect(replaceFile(folder.path, 'x')).rejects.toThrow(/is a folder\. Name a file in it/);
  expect(existsSync(pathOf('none'))).toBe(false);
  expect(readdirSync(folder.path).some((name) => name.endsWith('.new'))).toBe(false);
});
