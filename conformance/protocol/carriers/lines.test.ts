import { describe, expect, test } from 'vitest';
import { createLineReader } from './lines.ts';

function read(limit: number, pieces: readonly string[]): readonly string[] {
  const told: string[] = [];
  const reader = createLineReader(limit, {
    line: (text) => told.push(text),
    tooLong: (length) => told.push(`more than ${length}`),
    halfLine: (text) => told.push(`half ${text}`),
  });
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return told;
}

describe('lines of a pipe', () => {
  test('come whole, however they are cut', () => {
    expect(read(10, ['a', 'b\nc', 'd\n\r\n', 'ef\ng\n'])).toEqual(['ab', 'cd', 'ef', 'g']);
  });

  test('may be as long as the limit, and no longer', () => {
    expect(read(3, ['abc\nab', 'c\n'])).toEqual(['abc', 'abc']);
    expect(read(3, ['abc\nab', 'cd', 'e\nf\n'])).toEqual(['abc', 'more than 3']);
  });

  test('end with a line break', () => {
    expect(read(10, ['a\nb'])).toEqual(['a', 'half b']);
  });
});
