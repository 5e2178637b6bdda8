import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandLine } from './command-line.ts';

test('plain words stay as they are, others are quoted', () => {
  expect(commandLine(['unwind', 'run', 'a/b-1.hxml', '--seed', '7'])).toBe(
    'unwind run a/b-1.hxml --seed 7',
  );
  expect(commandLine(['{"a": 1}', "it's", ''])).toBe(`'{"a": 1}' 'it'\\''s' ''`);
});

test('a shell reads back the same words', () => {
  const words = ['a b', "it's", '$HOME', '`x`', '"q"', '*', '', '~', '--x=1', 'ä\n;', '\\'];
  const script = `printf '%s\\0' ${commandLine(words)}`;
  const out = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  expect(out.split('\0').slice(0, -1)).toEqual(words);
});
