import { describe, expect, test } from 'vitest';
import { nodeAtLine, stretchOf, type TextLines, unitsBefore } from './positions.ts';

function linesOf(text: string): TextLines {
  const lines = text.split('\n');
  return {
    count: lines.length,
    line(number) {
      const before = lines.slice(0, number - 1);
      return {
        from: before.reduce((sum, line) => sum + line.length + 1, 0),
        text: lines[number - 1] ?? '',
      };
    },
  };
}

describe('columns', () => {
  test('count code points, and a line ends where it ends', () => {
    expect(unitsBefore('abc', 1)).toBe(0);
    expect(unitsBefore('abc', 3)).toBe(2);
    expect(unitsBefore('a😀b', 3)).toBe(3);
    expect(unitsBefore('a😀b', 4)).toBe(4);
    expect(unitsBefore('abc', 99)).toBe(3);
    expect(unitsBefore('', 5)).toBe(0);
  });
});

describe('a place', () => {
  const text = 'one\n😀two\nthree';

  test('is a stretch of the text', () => {
    const place = { line: 2, column: 2, endLine: 2, endColumn: 5 };
    const { from, to } = stretchOf(place, linesOf(text));
    expect(text.slice(from, to)).toBe('two');
  });

  test('may go over lines', () => {
    const place = { line: 1, column: 2, endLine: 3, endColumn: 3 };
    const { from, to } = stretchOf(place, linesOf(text));
    expect(text.slice(from, to)).toBe('ne\n😀two\nth');
  });

  test('stays inside of what is left of the text', () => {
    const place = { line: 7, column: 4, endLine: 8, endColumn: 1 };
    expect(stretchOf(place, linesOf(text))).toEqual({ from: text.length, to: text.length });
    const reversed = { line: 2, column: 3, endLine: 1, endColumn: 1 };
    const { from, to } = stretchOf(reversed, linesOf(text));
    expect(to).toBe(from);
  });
});

test('the innermost node on a line is the one that is meant', () => {
  const lines = { loop: { first: 2, last: 9 }, body: { first: 4, last: 5 } };
  expect(nodeAtLine(lines, 4)).toBe('body');
  expect(nodeAtLine(lines, 6)).toBe('loop');
  expect(nodeAtLine(lines, 1)).toBeNull();
});
