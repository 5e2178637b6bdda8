import { describe, expect, test } from 'vitest';
import { safeJson, visible, visibleCharacter } from './visible.ts';

const hostile = [
  ['an escape sequence', '\u001b[31m', '<U+001B>[31m'],
  ['the same by one character', '\u009b31m', '<U+009B>31m'],
  ['a backspace', 'a\b', 'a<U+0008>'],
  ['a turn of direction', 'a\u202eb', 'a<U+202E>b'],
  ['a byte order mark', '\ufeffa', '<U+FEFF>a'],
  ['half a pair', 'a\ud800', 'a<U+D800>'],
  ['a tag', '\u{e0041}', '<U+E0041>'],
  ['a line separator', 'a\u2028b', 'a<U+2028>b'],
] as const;

describe('visible', () => {
  test.each(hostile)('shows %s by its number', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('keeps letters of all scripts, signs and emoji', () => {
    for (const text of ['Größe', 'заказ', '注文', 'טקסט', '🚚', '𝒳', 'e\u0301']) {
      expect(visible(text)).toBe(text);
    }
  });

  test('makes one line of several', () => {
    expect(visible('a\r\n\tb\n')).toBe('a b ');
  });
});

test('visibleCharacter gives a tab two columns', () => {
  expect(visibleCharacter('\t')).toBe('  ');
  expect(visibleCharacter('\u0007')).toBe('<U+0007>');
  expect(visibleCharacter('x')).toBe('x');
});

describe('safeJson', () => {
  test.each(hostile)('keeps the value of %s and nothing that drives a terminal', (_, text) => {
    const json = safeJson(JSON.stringify({ text }, null, 2));
    expect(JSON.parse(json)).toEqual({ text });
    expect(json).toMatch(/^[\n -~]*$/);
  });
});
