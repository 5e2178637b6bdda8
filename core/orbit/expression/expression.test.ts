import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json.ts';
import { compileOrbitExpression, type OrbitScope, parseOrbitExpression } from './index.ts';

const scope: OrbitScope = {
  input: () => ({
    order_id: 'o-1',
    items: [
      { sku: 'a', price: 2 },
      { sku: 'b', price: 3 },
    ],
    n: 7,
  }),
  execution: () => ({ id: 'run-1', workflow: 'Order', version: '1.0.0' }),
  step: (name) => (name === 'charge' ? { transaction_id: 't-1', at: { zone: 'eu' } } : null),
  variable: (name) => (name === 'item' ? { sku: 'a' } : undefined),
};

/** The value, or the message of EXPRESSION_ERROR after `!`, or that of the reader after `?`. */
function evaluate(text: string): Json {
  const reading = parseOrbitExpression(text);
  if (!reading.ok) return `? ${reading.error.offset}: ${reading.error.message}`;
  const result = compileOrbitExpression(reading.expression)(scope);
  return result.ok ? result.value : `! ${result.message}`;
}

describe('values', () => {
  test.each<[string, Json]>([
    ['null', null],
    ['true', true],
    ['12', 12],
    ['1.5e1', 15],
    ['"a\\n\\u00e9\\""', 'a\né"'],
    ['90s', 90_000],
    ['2d', 172_800_000],
    ['[1, "a", [],]', [1, 'a', []]],
    ['{ a: 1, "b c": { }, }', { a: 1, 'b c': {} }],
    ['/* a */ 1 // b', 1],
    ['-(1)', -1],
    ['-9223372036854775808', -(2 ** 63)],
  ])('%s', (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });

  test('an object may have a key that prototypes have', () => {
    expect(JSON.stringify(evaluate('{ __proto__: 1, toString: 2 }'))).toBe(
      '{"__proto__":1,"toString":2}',
    );
    expect(evaluate('has({ __proto__: 1 }, "toString")')).toBe(false);
  });
});

describe('references', () => {
  test.each<[string, Json]>([
    ['input.order_id', 'o-1'],
    ['execution.id', 'run-1'],
    ['charge.transaction_id', 't-1'],
    ['charge.at.zone', 'eu'],
    ['item.sku', 'a'],
    ['input.items[1].sku', 'b'],
    ['charge["transaction_id"]', 't-1'],
    ['charge.other', null],
    ['skipped.a.b[0].c', null],
    ['(input.items)[0].price', 2],
  ])('%s', (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });

  test.each([
    ['input.order_id.a', '! only an object has members: "o-1".a'],
    ['input.items[2]', '! there is no element 2 in a list of 2'],
    ['input.items[-1]', '! there is no element -1 in a list of 2'],
    ['input.items["a"]', '! an index is a whole number, not "a"'],
    ['input[1]', '! the key of a map is a text, not 1'],
  ])('%s fails', (text, message) => {
    expect(evaluate(text)).toBe(message);
  });
});

describe('operators', () => {
  test.each<[string, Json]>([
    ['"refund-" + charge.transaction_id', 'refund-t-1'],
    ['1 + 2 * 3 - 4', 3],
    ['7 / 2', 3.5],
    ['7 div 2', 3],
    ['-7 div 2', -3],
    ['-7 % 3', -1],
    ['0 * -1', 0],
    ['1 == 1.0', true],
    ['{ a: [1] } == { a: [1.0] }', true],
    ['"1" == 1', false],
    ['1 < 2 and 2 <= 2 && "a" < "b"', true],
    ['false or true', true],
    ['true || 1', true],
    ['false and 1', false],
    ['not true', false],
    ['!!true', true],
    ['if input.n > 5 then "many" else "few"', 'many'],
    ['if false then 1 else if null == null then 2 else 3', 2],
    ['1 + if true then 1 else 2 + 3', 2],
    ['9007199254740991 - 1', 9007199254740990],
  ])('%s', (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });

  test.each([
    ['1 / 0', '! division by zero: 1 / 0'],
    ['1 % 0', '! division by zero: 1 % 0'],
    ['1 div 0', '! division by zero: 1 div 0'],
    ['1.5 div 1', "! 'div' takes two whole numbers: 1.5 div 1"],
    [
      '9007199254740991 + 1',
      '! the result is beyond 2^53 - 1, where whole numbers are not exact: 9007199254740991 + 1',
    ],
    [
      '9007199254740993',
      '! this number is beyond 2^53 - 1 and no double is exactly it; the nearest is 9007199254740992',
    ],
    ['1e308 * 10', '! the result is too large: 1e+308 * 10'],
    ['1 + "a"', '! \'+\' takes two numbers or two texts: 1 + "a"'],
    ['null + 1', "! '+' does not take null: null + 1"],
    ['1 < "a"', '! \'<\' compares two numbers or two texts: 1 < "a"'],
    ['1 and true', "! 'and' takes true or false, not 1"],
    ['if 1 then 2 else 3', "! 'if' takes true or false, not 1"],
    ['-"a"', '! \'-\' takes a number: -"a"'],
  ])('%s fails', (text, message) => {
    expect(evaluate(text)).toBe(message);
  });
});

describe('functions', () => {
  test.each<[string, Json]>([
    ['len("a😀")', 2],
    ['len(input.items)', 2],
    ['len({ a: 1 })', 1],
    ['empty([])', true],
    ['has(input, "n")', true],
    ['contains([1, 2], 2.0)', true],
    ['contains("abc", "bc")', true],
    ['first([1, 2])', 1],
    ['first([])', null],
    ['last([1, 2])', 2],
    ['slice([1, 2, 3], 1)', [2, 3]],
    ['slice("a😀c", 1, 2)', '😀'],
    ['reverse([1, 2])', [2, 1]],
    ['concat([1], [2])', [1, 2]],
    ['range(3)', [0, 1, 2]],
    ['keys({ b: 1, a: 2 })', ['a', 'b']],
    ['values({ b: 1, a: 2 })', [2, 1]],
    ['sum([1, 2.5])', 3.5],
    ['min(2, 1)', 1],
    ['max("a", "b")', 'b'],
    ['abs(-2)', 2],
    ['round(-2.5)', -3],
    ['floor(-0.5)', -1],
    ['ceil(-0.5)', 0],
    ['join(["a", "b"], "-")', 'a-b'],
    ['split("a-b", "-")', ['a', 'b']],
    ['lower("ÄB")', 'äb'],
    ['upper("äb")', 'ÄB'],
    ['trim(" a ")', 'a'],
    ['starts_with("ab", "a")', true],
    ['ends_with("ab", "a")', false],
    ['string(1.0)', '1'],
    ['string(true)', 'true'],
    ['coalesce(skipped.a, 1)', 1],
    ['coalesce(2, 1 / 0)', 2],
  ])('%s', (text, value) => {
    expect(evaluate(text)).toEqual(value);
  });

  test.each([
    ['first(1)', '! first() takes a list, not 1'],
    ['split("a", "")', '! split() takes a separator that is not empty'],
    ['range(1000000)', '! the list would have more than 131072 elements'],
    ['string(null)', '! string() takes a text, a number, true or false, not null'],
    ['contans("a", 1)', "? 0: there is no function 'contans'; did you mean 'contains'?"],
    ['1 + len()', '? 4: len() takes 1 argument, and 0 are given'],
    ['slice([1])', '? 0: slice() takes 2 or 3 arguments, and 1 is given'],
  ])('%s fails', (text, message) => {
    expect(evaluate(text)).toBe(message);
  });

  test('no text grows without bound', () => {
    let text = '"x,x,x,x,x,x,x,x"';
    for (let level = 0; level < 6; level += 1) text = `join(split(${text}, ","), ${text})`;
    expect(evaluate(text)).toBe('! the text would be longer than 1048576 characters');
  });
});

describe('what is no expression', () => {
  test.each([
    ['', '? 0: expected an expression, found the end'],
    ['1 +', '? 3: expected an expression, found the end'],
    ['a.', '? 2: expected the name of a field, found the end'],
    ['(1', "? 2: expected ')', found the end"],
    ['[1 2]', "? 3: expected ',' or ']', found '2'"],
    ['{ 1: 2 }', "? 2: expected a key, found '1'"],
    ['if true then 1', "? 14: expected 'else', found the end"],
    ['1 2', "? 2: expected the end, found '2'"],
    ["'a'", '? 0: texts stand in double quotes: "…"'],
    ['"a', '? 0: this text is not closed; write " at its end'],
    [
      '"\\x"',
      "? 0: '\\\\x' is no escape; there are \\\" \\\\ \\/ \\n \\r \\t and \\u with four digits",
    ],
    ['1.5h', "? 0: '1.5h' has a fraction; a duration is a whole number and a unit, as in 90s"],
    ['1h30m', "? 0: '1h30m' has several units; a duration has one, as in 90m"],
    ['5x', "? 0: '5x' is no number and no duration; the units are ms, s, m, h and d"],
    [
      '9223372036854775808',
      "? 0: '9223372036854775808' is no Int: those are from -2^63 to 2^63 - 1",
    ],
    ['1e999', "? 0: '1e999' is larger than any Float"],
    ['a = 1', '? 2: there is no = here: a member takes a colon, and a comparison is =='],
    ['/* a', '? 0: this comment is not closed; write */ at its end'],
    ['"\\ud800"', '? 0: half of a surrogate pair stands alone in this text'],
  ])('%s', (text, message) => {
    expect(evaluate(text)).toBe(message);
  });

  test('brackets, signs and ifs inside each other end at a limit, and no stack does', () => {
    for (const piece of ['(', '[', '-', 'not ', '{ a: ', 'len(', 'a[', 'if true then ']) {
      expect(evaluate(piece.repeat(100_000))).toMatch(/more than 64 levels are nested here/);
    }
    expect(evaluate(`1${' + 1'.repeat(10_000)}`)).toBe(10_001);
    expect(evaluate(`skipped${'.a'.repeat(10_000)}`)).toBeNull();
    expect(evaluate(`${'if false then 1 else '.repeat(2000)}2`)).toBe(2);
    expect(evaluate(`1${' + 1'.repeat(100_000)}`)).toMatch(
      /more than 65536 characters, blanks not/,
    );
  });
});
