import { expect, test } from 'vitest';
import { quote, show } from './show.ts';

test.each([
  [null, 'null'],
  [undefined, 'undefined'],
  [-0.5, '-0.5'],
  [Number.NaN, 'NaN'],
  ['a "b"\n', '"a \\"b\\"\\n"'],
  [[1, 'a', { b: null }], '[1,"a",{"b":null}]'],
  [{}, '{}'],
  [[], '[]'],
  [() => 1, 'a function'],
  [Symbol('x'), 'a symbol'],
])('%o is shown in JSON form', (value, text) => {
  expect(show(value)).toBe(text);
});

test('a long value is cut', () => {
  expect(show('x'.repeat(100))).toBe(`"${'x'.repeat(38)}…`);
  expect(show(Array.from({ length: 1000 }, () => 7))).toBe(`[${'7,'.repeat(19)}…`);
  expect(show('x'.repeat(38))).toBe(`"${'x'.repeat(38)}"`);
});

test('of a key no more is shown than its beginning, however long it is', () => {
  const keys = [
    ['AK', 'IAQ2W3E4R5T6Y7U8I9'],
    ['sk-', 'ant-api03-QmFkSWRlYVRoaXNJc0FGYWtlS2V5'],
    ['ghp', `_${'a1B2'.repeat(10)}`],
    ['github', `_pat_${'a1B2'.repeat(20)}`],
    ['xoxb', '-1234567890-abc'],
    ['AIza', 'a1B2c'.repeat(7)],
    ['ftp:', '//u:pw@x'],
    ['-----', 'BEGIN RSA PRIVATE KEY-----MIIE'],
    ['https', '://hooks.slack.com/services/T1/B2/c3'],
    ['eyJhbGciOiJIUzI1NiJ9', `.eyJ${'a'.repeat(2000)}.abc`],
  ].map((parts) => parts.join(''));
  for (const key of keys) {
    const hidden = key.slice(key.startsWith('https') ? 13 : 5);
    for (const said of [quote(key), show(key), show({ key }), show(`token ${key}`)]) {
      expect(said).not.toContain(hidden.slice(0, 8));
      expect(said).toContain('…');
    }
  }
  expect(quote('a-long-name-of-a-node-v2')).toBe("'a-long-name-of-a-node-v2'");
});

test('a pair of surrogates is not torn apart', () => {
  expect(show('😀'.repeat(50))).toBe(`"${'😀'.repeat(19)}…`);
  expect(show(`x${'😀'.repeat(50)}`)).toBe(`"x${'😀'.repeat(18)}…`);
});

test('a value that is huge, deep or cyclic costs no more than what is shown of it', () => {
  let deep: unknown = 0;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(show(deep)).toBe(`${'['.repeat(39)}…`);
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  expect(show(cyclic)).toBe('{"self":{"self":{"self":{"self":{"self"…');
});

test('a name is quoted, its controls escaped', () => {
  expect(quote('charge')).toBe("'charge'");
  expect(quote('a"b\n')).toBe("'a\"b\\n'");
  expect(quote('n'.repeat(300))).toBe(`'${'n'.repeat(39)}…'`);
  expect(quote('a\u009b31m\u007f')).toBe("'a\\u009b31m\\u007f'");
  expect(quote('a\u202eb\u2028')).toBe("'a\\u202eb\\u2028'");
});
