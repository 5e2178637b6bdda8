import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    [1.0, '1'],
    [4.5, '4.5'],
    [2e-3, '0.002'],
    [1e21, '1e+21'],
    [1e-27, '1e-27'],
    [1 / 3, '0.3333333333333333'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [9007199254740991, '9007199254740991'],
  ])('writes the number %d as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('sorts keys by UTF-16 code units at every level', () => {
    const value = {
      '€': 1,
      '\r': 2,
      '\ufb33': 3,
      '1': 4,
      '😀': 5,
      '\u0080': 6,
      ö: { b: 1, a: [{ d: 1, c: 2 }] },
    };
    expect(canonicalJson(value)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"ö":{"a":[{"c":2,"d":1}],"b":1},"€":1,"😀":5,"\ufb33":3}',
    );
  });

  test('sorts many keys as it sorts few', () => {
    const keys = Array.from({ length: 100 }, (_, index) => `k${(index * 37) % 100}`);
    for (const count of [2, 31, 32, 33, 34, 100]) {
      const some = keys.slice(0, count);
      const expected = [...some].sort().map((key) => `"${key}":0`);
      expect(canonicalJson(Object.fromEntries(some.map((key) => [key, 0])))).toBe(
        `{${expected.join(',')}}`,
      );
    }
  });

  test('sorts the keys of as many kinds of object as there may be', () => {
    for (let kind = 0; kind < 1000; kind += 1) {
      expect(canonicalJson({ z: 1, [`k${kind}`]: 2 })).toBe(`{"k${kind}":2,"z":1}`);
    }
  });

  test('takes no key for two', () => {
    expect(canonicalJson([{ b: 1, a: 2 }, { 'b","a': 3 }, { 'b,a': 4 }, { 'b\na': 5 }])).toBe(
      '[{"a":2,"b":1},{"b\\",\\"a":3},{"b,a":4},{"b\\na":5}]',
    );
  });

  test('escapes what must be escaped and nothing else', () => {
    expect(canonicalJson('€$\u000f\nA\'B"\\/\u007f😀')).toBe('"€$\\u000f\\nA\'B\\"\\\\/\u007f😀"');
  });

  test('escapes lone surrogates', () => {
    expect(canonicalJson(['\ud800', '\udc00x', { '\udfff': 1 }])).toBe(
      '["\\ud800","\\udc00x",{"\\udfff":1}]',
    );
  });

  test('leaves out undefined members and keeps null', () => {
    expect(canonicalJson({ b: undefined, a: null, c: undefined })).toBe('{"a":null}');
  });

  test('treats __proto__ as a key like any other', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"x":1},"A":[]}'))).toBe(
      '{"A":[],"__proto__":{"x":1}}',
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1, 1n, [undefined]])(
    'refuses what JSON cannot hold: %s',
    (value) => {
      expect(() => canonicalJson(value)).toThrow(RangeError);
    },
  );

  test('refuses a value that is nested too deeply, before the stack is exhausted', () => {
    let value: unknown = 0;
    for (let depth = 0; depth < 500; depth += 1) value = [value];
    expect(canonicalJson(value)).toHaveLength(1001);
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(() => canonicalJson(value)).toThrow('deeper than 500 levels');
  });

  propertyTest.prop([fc.jsonValue()], runs(50_000))(
    'keeps the value, and does not depend on the order of keys',
    (value) => {
      const text = canonicalJson(value);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(canonicalJson(reversed(value))).toBe(text);
    },
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
