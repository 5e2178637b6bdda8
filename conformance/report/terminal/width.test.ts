import { describe, expect, test } from 'vitest';
import { cutEnd, cutMiddle, padEnd, padStart, takeStart, widthOf, wrap } from './width.ts';

test.each([
  ['charge', 6],
  ['注文', 4],
  ['ｆｕｌｌ', 8],
  ['e\u0301', 1],
  ['🚚', 2],
  ['━✓◄═×┈', 6],
  ['', 0],
])('%s takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width);
});

describe('what is too long', () => {
  test.each([
    ['worker_with_a_rather_long_name_7', 12, 'worker…ame_7'],
    ['short', 12, 'short'],
    ['abcdef', 5, 'ab…ef'],
    ['abcdef', 2, 'a…'],
    ['abcdef', 1, 'a'],
    ['注文を受け付ける', 8, '注文…る'],
  ])('%s loses its middle to fit into %i', (text, width, cut) => {
    expect(cutMiddle(text, width, '…')).toBe(cut);
    expect(widthOf(cutMiddle(text, width, '…'))).toBeLessThanOrEqual(width);
  });

  test('loses its end with cutEnd', () => {
    expect(cutEnd('abcdef', 4, '…')).toBe('abc…');
    expect(cutEnd('abcdef', 6, '…')).toBe('abcdef');
  });

  test('is never cut inside a wide character', () => {
    expect(takeStart('注文', 3)).toBe('注');
  });
});

test('padding counts columns, not characters', () => {
  expect(padEnd('注', 4)).toBe('注  ');
  expect(padStart('注', 4)).toBe('  注');
  expect(padEnd('abc', 2)).toBe('abc');
});

describe('wrap', () => {
  test('breaks at blanks', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  });

  test('breaks a word that is longer than a line', () => {
    expect(wrap('ab cdefghij k', 4)).toEqual(['ab', 'cdef', 'ghij', 'k']);
    expect(wrap('注文注文', 3)).toEqual(['注', '文', '注', '文']);
  });

  test('has no line for nothing', () => {
    expect(wrap('', 10)).toEqual([]);
  });

  test('ends, however narrow the line', () => {
    expect(wrap('注文', 1)).toEqual(['注', '文']);
  });
});
