import { describe, expect, test } from 'vitest';
import {
  booleanAt,
  choiceAt,
  entriesAt,
  itemsAt,
  type Located,
  member,
  nullable,
  numberAt,
  objectAt,
  type Problem,
  required,
  textAt,
} from './inspect.ts';

function locate(value: unknown): Located & { readonly problems: Problem[] } {
  return { value, path: '/x', problems: [] };
}

const anyTime = { minimum: 0, maximum: 10 };

describe('an absent value is undefined and no problem', () => {
  test.each([
    (located: Located) => objectAt(located, []),
    (located: Located) => entriesAt(located),
    (located: Located) => itemsAt(located, 1),
    (located: Located) => numberAt(located, anyTime),
    (located: Located) => booleanAt(located),
    (located: Located) => textAt(located),
    (located: Located) => choiceAt(located, ['a']),
  ])('%s', (read) => {
    const located = locate(undefined);
    expect(read(located)).toBe(undefined);
    expect(located.problems).toEqual([]);
  });
});

describe('a wrong value is reported with its place', () => {
  test.each<[string, (located: Located) => unknown, unknown, string]>([
    ['object', (l) => objectAt(l, []), [1], 'must be an object, not [1]'],
    ['object', (l) => objectAt(l, []), null, 'must be an object, not null'],
    ['entries', (l) => entriesAt(l), 'a', 'must be an object, not "a"'],
    ['array', (l) => itemsAt(l, 2), {}, 'must be an array, not {}'],
    ['array', (l) => itemsAt(l, 2), [1, 2, 3], 'has 3 entries; at most 2 are read'],
    ['number', (l) => numberAt(l, anyTime), '1', 'must be a number from 0 to 10, not "1"'],
    ['number', (l) => numberAt(l, anyTime), -1, 'must be a number from 0 to 10, not -1'],
    ['number', (l) => numberAt(l, anyTime), 11, 'must be a number from 0 to 10, not 11'],
    ['number', (l) => numberAt(l, anyTime), Number.NaN, 'must be a number from 0 to 10, not NaN'],
    [
      'draw',
      (l) => numberAt(l, { minimum: 0, maximum: 1, exclusive: true }),
      1,
      'must be a number from 0 below 1, not 1',
    ],
    [
      'integer',
      (l) => numberAt(l, { ...anyTime, integer: true }),
      1.5,
      'must be a whole number from 0 to 10, not 1.5',
    ],
    ['boolean', (l) => booleanAt(l), 0, 'must be true or false, not 0'],
    ['text', (l) => textAt(l), 1, 'must be a text, not 1'],
    ['text', (l) => textAt(l, { maximumLength: 2 }), 'abc', 'is longer than 2 characters'],
    ['text', (l) => textAt(l, { pattern: /^[a-z]+$/, what: 'a class' }), 'A', '"A" is not a class'],
    [
      'choice',
      (l) => choiceAt(l, ['fail', 'skip']),
      'fial',
      'must be one of fail, skip, not "fial"; did you mean \'fail\'?',
    ],
    ['choice', (l) => choiceAt(l, ['fail', 'skip']), 3, 'must be one of fail, skip, not 3'],
  ])('%s', (_name, read, value, message) => {
    const located = locate(value);
    expect(read(located)).toBe(undefined);
    expect(located.problems).toEqual([{ path: '/x', message }]);
  });
});

describe('a right value is returned', () => {
  test.each<[(located: Located) => unknown, unknown]>([
    [(l) => numberAt(l, anyTime), 10],
    [(l) => numberAt(l, anyTime), 0.5],
    [(l) => booleanAt(l), false],
    [(l) => textAt(l), ''],
    [(l) => choiceAt(l, ['a', 'b']), 'b'],
    [(l) => nullable(l, textAt), null],
    [(l) => nullable(l, textAt), 'a'],
    [(l) => required(l, textAt), 'a'],
    [(l) => itemsAt(l, 9)?.map((item) => item.value), [1, 2]],
  ])('%s', (read, value) => {
    const located = locate(value);
    expect(read(located)).toEqual(value);
    expect(located.problems).toEqual([]);
  });
});

test('unknown fields are reported, with the nearest known one or all of them', () => {
  const located = locate({ afte: 1, zzzzz: 2, after: 3 });
  expect(objectAt(located, ['after', 'ok'])).toBe(located);
  expect(located.problems).toEqual([
    { path: '/x/afte', message: "the field 'afte' is not known; did you mean 'after'?" },
    { path: '/x/zzzzz', message: "the field 'zzzzz' is not known; known are after, ok" },
  ]);
});

test('a required field that is absent is reported', () => {
  const located = locate(undefined);
  expect(required(located, textAt, 'write null')).toBe(undefined);
  expect(located.problems).toEqual([{ path: '/x', message: 'is missing; write null' }]);
});

test('inherited members are absent, own ones are there whatever their name', () => {
  const located = locate(JSON.parse('{"__proto__": 1, "a/b~": 2}'));
  expect(member(located, 'toString').value).toBe(undefined);
  expect(member(located, '__proto__').value).toBe(1);
  expect(member(located, 'a/b~').path).toBe('/x/a~1b~0');
  expect(entriesAt(located)?.map(([key, { value }]) => [key, value])).toEqual([
    ['__proto__', 1],
    ['a/b~', 2],
  ]);
});
