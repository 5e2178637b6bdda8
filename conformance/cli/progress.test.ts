import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

const shown = (columns: number | null, isTerminal = true): string => {
  let text = '';
  const write = (piece: string): void => {
    text += piece;
  };
  createProgress({ write, isTerminal, columns }, () => 0).show('baseline', 32, 1109, '');
  return text;
};

test.each([
  [80, '\rbaseline: 32 of 1109\u001b[K'],
  [null, '\rbaseline: 32 of 1109\u001b[K'],
  // A terminal that does not know how wide it is.
  [0, '\rbaseline: 32 of 1109\u001b[K'],
  [12, '\rbaseline: 3\u001b[K'],
])('on %j columns it is one line', (columns, text) => {
  expect(shown(columns)).toBe(text);
});

test('is for terminals alone', () => {
  expect(shown(80, false)).toBe('');
});
