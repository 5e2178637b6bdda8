import { describe, expect, test } from 'vitest';
import { block, code, escaped, table } from './text.ts';

describe('escaped', () => {
  test.each([
    ['book_opera failed', 'book_opera failed'],
    ['ship[1] after 2 s', 'ship[1] after 2 s'],
    ['ship[1]: attempt 1 failed', 'ship[1]: attempt 1 failed'],
    ['_x_', '\\_x\\_'],
    ['a*b*', 'a\\*b\\*'],
    ['`x`', '\\`x\\`'],
    ['a | b', 'a \\| b'],
    ['<img src=x>', '\\<img src=x>'],
    ['&lt;', '\\&lt;'],
    ['~~a~~', '\\~\\~a\\~\\~'],
    ['${a.b}', '\\${a.b}'],
    ['[a](http://b)', '[a\\](http://b)'],
    ['# a', '\\# a'],
    ['- a', '\\- a'],
    ['1. a', '1\\. a'],
    ['> a', '\\> a'],
    ['a\nb', 'a b'],
    ['a\u001b', 'a\\<U+001B>'],
  ])('%j is written %j', (text, markdown) => {
    expect(escaped(text)).toBe(markdown);
  });
});

test('code holds what would end it', () => {
  expect(code('a')).toBe('`a`');
  expect(code('a`b')).toBe('``a`b``');
  expect(code('`a')).toBe('`` `a ``');
});

test('a block has a fence that its text has not', () => {
  expect(block('text', 'a\n````\nb')).toEqual(['`````text', 'a\n````\nb', '`````']);
});

test('a table has no lines without rows', () => {
  expect(table(['a'], [])).toEqual([]);
  expect(table(['a', 'b'], [['1', '2']])).toEqual(['| a | b |', '| --- | --- |', '| 1 | 2 |']);
});
