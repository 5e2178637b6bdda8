import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { positionsOfPointers, readJson } from './read-json.ts';

describe('readJson reads', () => {
  test.each([
    'null',
    ' true ',
    'false',
    '-0.5e+3',
    '0',
    '""',
    '"a\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00"',
    '[]',
    '{}',
    '[1,[2,{"a":[]}]]',
    '\t{\r\n"a" : 1 ,"":null}\n',
  ])('what JSON.parse reads: %s', (text) => {
    expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  test('past a byte order mark', () => {
    expect(readJson('\ufeff1')).toEqual({ ok: true, value: 1 });
  });

  test('keys that objects inherit, as keys like any others', () => {
    const reading = readJson('{"__proto__":1,"constructor":2,"toString":3}');
    const value = (reading.ok ? reading.value : null) as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(value)).toBe(null);
    expect(value['valueOf']).toBe(undefined);
  });
});

describe('readJson says what is wrong, and where', () => {
  test.each([
    ['', 1, 1, 'expected a value, but the text ends'],
    ['{"a":1,}', 1, 7, "a comma stands before '}'; remove it"],
    ['[1,]', 1, 3, "a comma stands before ']'; remove it"],
    ['[1 2]', 1, 4, "expected ',' or ']', not '2'"],
    ['{"a" 1}', 1, 6, "expected ':' after a key, not '1'"],
    ['{a:1}', 1, 2, "expected a key in double quotes, not 'a'"],
    ["{'a':1}", 1, 2, "expected a key in double quotes, not '''"],
    ['{"a":\n  yes}', 2, 3, "'yes' is no JSON value; texts are in double quotes"],
    ["['a']", 1, 2, 'texts are in double quotes, not single ones'],
    ['// x', 1, 1, 'JSON has no comments'],
    ['{"a":1,"b":2,"a":3}', 1, 14, "the key 'a' occurs twice"],
    ['1 1', 1, 3, "nothing may follow the value, but '1' does"],
    ['01', 1, 1, 'a number is malformed'],
    ['1.', 1, 1, 'a number is malformed'],
    ['1e400', 1, 1, "the number '1e400' is too large"],
    ['-', 1, 1, "expected a value, not '-'"],
    ['"abc', 1, 1, 'a text is not closed with a double quote'],
    ['"a\nb"', 1, 3, 'a line break or control character in a text is written as \\n or \\u'],
    ['"\\x"', 1, 2, "the escape '\\\\x' is not known in JSON"],
    ['"\\u12g4"', 1, 2, "the escape '\\\\u' is not known in JSON"],
    ['{"é😀":\r\n\t\r!}', 3, 1, "expected a value, not '!'"],
    ['["é😀"!]', 1, 6, "expected ',' or ']', not '!'"],
    ['NaN', 1, 1, "'NaN' is no JSON value; texts are in double quotes"],
    ['[', 1, 2, 'expected a value, but the text ends'],
    ['\u00a01', 1, 1, "expected a value, not '\u00a0'"],
  ])('%j at %d:%d', (text, line, column, message) => {
    expect(readJson(text)).toEqual({ ok: false, line, column, message });
  });

  test('values that are too deep or too long', () => {
    expect(readJson('['.repeat(100) + ']'.repeat(100)).ok).toBe(true);
    expect(readJson('['.repeat(1_000_000))).toEqual({
      ok: false,
      line: 1,
      column: 101,
      message: 'values are nested deeper than 100 levels',
    });
    expect(readJson('[1, 2]', { length: 5, depth: 1 })).toMatchObject({
      ok: false,
      message: 'the text is longer than 5 characters',
    });
  });

  test('long texts, numbers and blanks exhaust nothing', () => {
    expect(readJson(`"${'x'.repeat(2_000_000)}"`).ok).toBe(true);
    expect(readJson(' '.repeat(2_000_000)).ok).toBe(false);
    expect(readJson(`0.${'1'.repeat(2_000_000)}`).ok).toBe(true);
  });
});

test('positionsOfPointers finds keys, elements, and the nearest parent of what is not there', () => {
  const text = '{\r\n  "a/b": [1, {"c~": 2}],\n  "": {"d": "\\n😀", "e": 3}\r}';
  const places = {
    '': [1, 1],
    '/a~1b': [2, 3],
    '/a~1b/0': [2, 11],
    '/a~1b/1': [2, 14],
    '/a~1b/1/c~0': [2, 15],
    '/': [3, 3],
    '//d': [3, 8],
    '//e': [3, 20],
    '//d/x/y': [3, 8],
    '/nowhere': [1, 1],
  };
  const found = positionsOfPointers(text, Object.keys(places));
  expect(found.map(({ line, column }) => [line, column])).toEqual(Object.values(places));
  expect(positionsOfPointers('\ufeff[1]', ['', '/0'])).toEqual([
    { line: 1, column: 1 },
    { line: 1, column: 2 },
  ]);
});

propertyTest.prop([fc.json()], runs(50_000))('reads every JSON text as JSON.parse does', (text) => {
  const reading = readJson(text);
  expect(JSON.stringify(reading.ok ? reading.value : reading)).toBe(
    JSON.stringify(JSON.parse(text)),
  );
});

const fragment = fc.constantFrom(
  ...['{', '}', '[', ']', '"', ':', ',', '1', '-', '.', 'e', '0', 'true', 'null', ' ', '\\', 'a'],
);

propertyTest.prop([fc.array(fragment, { maxLength: 12 })], runs(500_000))(
  'accepts what JSON.parse accepts and nothing else, save keys that occur twice',
  (fragments) => {
    const text = fragments.join('');
    const reading = readJson(text);
    if (!reading.ok && reading.message.endsWith('occurs twice')) return;
    expect(reading.ok).toBe(isJson(text));
  },
);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
