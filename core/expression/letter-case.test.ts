import { expect, test } from 'vitest';
import { lowerCase, upperCase } from './letter-case.ts';

test.each([
  ['Hello, World 1', 'hello, world 1', 'HELLO, WORLD 1'],
  ['ÄÖÜäöü', 'äöüäöü', 'ÄÖÜÄÖÜ'],
  ['Straße', 'straße', 'STRASSE'],
  ['ŁÓDŹ łódź', 'łódź łódź', 'ŁÓDŹ ŁÓDŹ'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφοσ', 'ΣΊΣΥΦΟΣ'],
  ['Ёлка', 'ёлка', 'ЁЛКА'],
  ['Ⅷ Ⓐ ａ 😀', 'Ⅷ Ⓐ ａ 😀', 'Ⅷ Ⓐ ａ 😀'],
  ['', '', ''],
])('%s: %s, %s', (text, lower, upper) => {
  expect(lowerCase(text)).toBe(lower);
  expect(upperCase(text)).toBe(upper);
});

// Not in the table: titles travel as UTF-8, which has no half of a pair.
test('half of a surrogate pair stays', () => {
  expect(lowerCase('\ud800A')).toBe('\ud800a');
  expect(upperCase('a\udc00')).toBe('A\udc00');
});

test('letters whose counterpart came late, or may yet come, stay', () => {
  // U+019B and U+0264 (Unicode 16), U+0282 (12), U+10D0 (11), U+A7B6 (8), U+037F (7).
  const late = '\u019b\u0264\u0282\u10d0\ua7b6\u037f';
  expect(lowerCase(late) + upperCase(late)).toBe(late + late);
});

/** FNV-1a over what every letter of the settled blocks becomes: equal in every engine. */
function fingerprint(map: (text: string) => string): string {
  let hash = 0x811c9dc5;
  for (let unit = 0; unit < 0x10000; unit += 1) {
    const mapped = map(String.fromCharCode(unit));
    for (let index = 0; index < mapped.length; index += 1) {
      hash = Math.imul(hash ^ mapped.charCodeAt(index), 0x01000193);
    }
  }
  return (hash >>> 0).toString(16);
}

test('the mapping of all letters is the same in every engine', () => {
  expect([fingerprint(lowerCase), fingerprint(upperCase)]).toEqual(['f4ba58b2', 'd0943942']);
});
