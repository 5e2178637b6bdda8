import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json.ts';
import { evaluate, type World } from './testing/world.ts';

const world: World = {
  nodes: {
    classify: { confidence: 0.95, category: 'invoice', scores: [1, 2], meta: { a: { b: 7 } } },
    'match-po': { 'is.matched': true, matched: false },
    empty: { nothing: null },
  },
  variables: { item: { name: 'x', price: 3 }, index: 2 },
  config: { limit: '100' },
  artifacts: { taxonomy: { id: 'taxonomy', digest: 'sha256:1' } },
  resources: { gpu: { id: 'gpu', type: 'compute' } },
};

describe('values', () => {
  test.each<[string, Json]>([
    ['42', 42],
    ['3.14', 3.14],
    ['1e3', 1000],
    ['-1', -1],
    ["'a'", 'a'],
    ['"it\'s"', "it's"],
    ['true', true],
    ['false', false],
    ['null', null],
    ['[]', []],
    ["[1, 'a', [null, true]]", [1, 'a', [null, true]]],
    ['classify.confidence', 0.95],
    ['match-po.is.matched', true],
    ['match-po.matched', false],
    ['empty.nothing', null],
    ['item', { name: 'x', price: 3 }],
    ['index', 2],
    ['unheard', null],
    ['config.limit', '100'],
    ['config.unheard', null],
    ["artifact('taxonomy')", { id: 'taxonomy', digest: 'sha256:1' }],
    ['artifact("unheard")', null],
    ["resource('gpu').type", 'compute'],
    ['item.price', 3],
    ['classify.meta.a.b', 7],
    ['classify.meta.x', null],
    ['classify.meta.x.y.z', null],
    ['classify.meta.toString', null],
    ['unheard.member', null],
    ['(item).name', 'x'],
  ])('%s is %j', (text, value) => {
    expect(evaluate(text, world)).toEqual({ ok: true, value });
  });
});

describe('operators', () => {
  test.each<[string, Json]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['7 - 2 - 1', 4],
    ['8 / 2 / 2', 2],
    ['7 % 4 * 2', 6],
    ['-7 % 4', -3],
    ['7 % -4', 3],
    ['5.5 % 2', 1.5],
    ['1 - -1', 2],
    ['- - 2', 2],
    ['-(1 + 2)', -3],
    ['-2 * 3', -6],
    ['0.1 + 0.2', 0.30000000000000004],
    ['1 + 2 == 3', true],
    ['1 < 2', true],
    ['2 <= 2', true],
    ['2 > 2', false],
    ['2 >= 2', true],
    ["'a' < 'b'", true],
    ["'Z' < 'a'", true],
    ["'a' < 'ab'", true],
    ["'' <= ''", true],
    ["'\\ud83d\\ude00' > '\\ufb01'", true],
    ["'\\ufb01' < '\\ud83d\\ude00'", true],
    ['1 == 1.0', true],
    ["'1' == 1", false],
    ["'1' != 1", true],
    ['null == null', true],
    ['null == 0', false],
    ["null != ''", true],
    ['false == 0', false],
    ['0 == -0', true],
    ['[1, [2]] == [1, [2]]', true],
    ['[1, 2] == [2, 1]', false],
    ['[1] == [1, 1]', false],
    ['[] == null', false],
    ['[null] == [null]', true],
    ['item == classify.meta', false],
    ['item == item', true],
    ['1 in [1, 2]', true],
    ["'1' in [1, 2]", false],
    ['[1] in [[1], 2]', true],
    ['1 in []', false],
    ['1 in [null]', false],
    ["'b' in 'abc'", true],
    ["'' in 'abc'", true],
    ["'x' in 'abc'", false],
    ["'name' in item", true],
    ["'toString' in item", false],
    ['true and true', true],
    ['true && false', false],
    ['false || true', true],
    ['false or false', false],
    ['not true', false],
    ['!false', true],
    ['!!true', true],
    ['not not true', true],
    ['not false and true', true],
    ['not true == false', true],
    ['true or false and false', true],
    ['(true or false) and false', false],
    ['1 < 2 and 2 < 3', true],
    ['1 < 2 == true', true],
    ['null ?? 1', 1],
    ['null ?? null', null],
    ['0 ?? 1', 0],
    ['false ?? true', false],
    ['null ?? null ?? 3', 3],
    ['null ?? 1 + 1', 2],
    ['null ?? false or true', true],
    ['config.unheard ?? 100', 100],
    ['classify.confidence >= 0.9 and not match-po.matched', true],
    ["classify.category in ['invoice', 'receipt']", true],
    ['classify.confidence-0.95', 0],
    ['index-1', 1],
  ])('%s is %j', (text, value) => {
    expect(evaluate(text, world)).toEqual({ ok: true, value });
  });

  test.each([
    ['false and unheard', false],
    ['false and 1 / 0 == 1', false],
    ['true or 1', true],
    ['true or 1 / 0 == 1', true],
    ['1 ?? 1 / 0', 1],
    ['false or true or 1', true],
    ['true and false and 1', false],
  ])('%s stops early', (text, value) => {
    expect(evaluate(text, world)).toEqual({ ok: true, value });
  });
});

describe('what cannot be done is HX-4106, and says so', () => {
  test.each([
    ['1 / 0', 'division by zero: 1 / 0'],
    ['1 / -0', 'division by zero: 1 / 0'],
    ['1 % 0', 'division by zero: 1 % 0'],
    ['null / 0', 'division by zero: null / 0'],
    ['1e308 * 10', 'the result is too large: 1e+308 * 10'],
    ['-1e308 - 1e308', 'the result is too large: -1e+308 - 1e+308'],
    ["1 + 'a'", '\'+\' takes two numbers: 1 + "a"'],
    ["'a' + 'b'", '\'+\' takes two numbers: "a" + "b"'],
    ['true * 1', "'*' takes two numbers: true * 1"],
    ['[] - 1', "'-' takes two numbers: [] - 1"],
    ['null + 1', "'+' does not take null: null + 1"],
    ["'a' < 1", '\'<\' compares two numbers or two texts: "a" < 1'],
    ['true < false', "'<' compares two numbers or two texts: true < false"],
    ['[1] >= [1]', "'>=' compares two numbers or two texts: [1] >= [1]"],
    ['null <= 1', "'<=' does not take null: null <= 1"],
    ['1 > null', "'>' does not take null: 1 > null"],
    ['1 < 2 < 3', "'<' compares two numbers or two texts: true < 3"],
    ['null in [null]', "'in' does not take null: null in [null]"],
    ['1 in null', "'in' does not take null: 1 in null"],
    ["1 in 'a1'", "'in' looks for a value in an array, or for a text in a text or among the ke"],
    ['1 in item', "'in' looks for a value in an array"],
    ["'a' in 1", "'in' looks for a value in an array"],
    ['not 1', "'not' takes true or false: not 1"],
    ['not null', "'not' takes true or false: not null"],
    ['-true', "'-' takes a number: -true"],
    ["-'1'", '\'-\' takes a number: -"1"'],
    ['-null', "'-' takes a number: -null"],
    ['1 and true', "'and' takes true or false on both sides, not 1"],
    ['true and null', "'and' takes true or false on both sides, not null"],
    ["false or 'x'", '\'or\' takes true or false on both sides, not "x"'],
    ['null or true', "'or' takes true or false on both sides, not null"],
    ['1 / 0 ?? 1', 'division by zero: 1 / 0'],
    ['(1 / 0) == null', 'division by zero: 1 / 0'],
    ['index.x', 'only a map has members: 2.x'],
    ["'text'.length", 'only a map has members: "text".length'],
    ['classify.scores.length', 'only a map has members: [1,2].length'],
    ['[1 / 0]', 'division by zero: 1 / 0'],
    ['len(1 / 0)', 'division by zero: 1 / 0'],
    ['config.limit > 5', '\'>\' compares two numbers or two texts: "100" > 5'],
    [`'${'x'.repeat(100)}' < 1`, `'<' compares two numbers or two texts: "${'x'.repeat(38)}… < 1`],
  ])('%s', (text, message) => {
    const evaluation = evaluate(text, world);
    expect(evaluation).toMatchObject({ ok: false, code: 'HX-4106' });
    expect(evaluation.ok ? '' : evaluation.message).toContain(message);
  });
});

/** Every operator with every pair of types: what is not listed here is HX-4106. */
describe('each operator takes the types that it says and no others', () => {
  const samples: { readonly [type: string]: string } = {
    null: 'null',
    boolean: 'true',
    number: '2',
    text: "'a'",
    array: "['a']",
    map: 'item',
  };
  const types = Object.keys(samples);
  const pairs = types.flatMap((left) => types.map((right) => `${left} ${right}`));
  const both = (type: string) => [`${type} ${type}`];
  const accepted: { readonly [operator: string]: readonly string[] } = {
    '==': pairs,
    '!=': pairs,
    '??': pairs,
    '+': both('number'),
    '-': both('number'),
    '*': both('number'),
    '/': both('number'),
    '%': both('number'),
    '<': [...both('number'), ...both('text')],
    '<=': [...both('number'), ...both('text')],
    '>': [...both('number'), ...both('text')],
    '>=': [...both('number'), ...both('text')],
    // The left side is true, so the right one counts.
    and: both('boolean'),
    // And here it settles the matter.
    or: types.map((right) => `boolean ${right}`),
    in: [
      ...types.filter((left) => left !== 'null').map((left) => `${left} array`),
      'text text',
      'text map',
    ],
  };
  for (const [operator, wanted] of Object.entries(accepted)) {
    test.each(pairs)(`${operator} with %s`, (pair) => {
      const [left = '', right = ''] = pair.split(' ');
      const evaluation = evaluate(`${samples[left]} ${operator} ${samples[right]}`, world);
      expect(evaluation.ok).toBe(wanted.includes(pair));
    });
  }
  test.each(types)('- and not with %s', (type) => {
    expect(evaluate(`-${samples[type]}`, world).ok).toBe(type === 'number');
    expect(evaluate(`not ${samples[type]}`, world).ok).toBe(type === 'boolean');
  });
});

describe('functions', () => {
  test.each<[string, Json]>([
    ["len('')", 0],
    ["len('a\\ud83d\\ude00é')", 3],
    ['len([1, [2, 3]])', 2],
    ['len(item)', 2],
    ["has(item, 'name')", true],
    ["has(item, 'toString')", false],
    ["has(classify.meta, '__proto__')", false],
    ["empty('')", true],
    ["empty('0')", false],
    ['empty([])', true],
    ['empty([null])', false],
    ['empty(item)', false],
    ["lower('ABC xyz 1')", 'abc xyz 1'],
    ["upper('ABC xyz 1')", 'ABC XYZ 1'],
    ["contains('abc', 'bc')", true],
    ["contains('abc', '')", true],
    ["contains('abc', 'cb')", false],
    ['contains([1, [2]], [2])', true],
    ["contains([1, 2], '1')", false],
    ['contains([null], null)', true],
    ['abs(-1.5)', 1.5],
    ['abs(2)', 2],
    ['min(2, -1)', -1],
    ['max(2, -1)', 2],
    ['round(2.4)', 2],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(-2.4)', -2],
    ['round(-0.4)', 0],
    ['round(0.49999999999999994)', 0],
    ['round(4503599627370497.5)', 4503599627370498],
    ['round(9007199254740991)', 9007199254740991],
    ['round(1e300)', 1e300],
    ['len (  [ 1 ]  )', 1],
  ])('%s is %j', (text, value) => {
    expect(evaluate(text, world)).toEqual({ ok: true, value });
  });

  test('there is one zero', () => {
    for (const text of ['-0', 'round(-0.2)', '0 * -1', '-1 % 1', 'abs(-0)', 'min(0, -0)']) {
      const evaluation = evaluate(text, world);
      expect(Object.is(evaluation.ok && evaluation.value, 0)).toBe(true);
    }
  });

  test.each([
    ['len(1)', 'len() takes a text, an array or a map, not 1'],
    ['len(null)', 'len() takes a text, an array or a map, not null'],
    ['empty(null)', 'empty() takes a text, an array or a map, not null'],
    ['empty(false)', 'empty() takes a text, an array or a map, not false'],
    ["has([1], '0')", 'has() takes a map, not [1]'],
    ["has(null, 'a')", 'has() takes a map, not null'],
    ['has(item, 1)', 'has() takes a text as key, not 1'],
    ['lower(1)', 'lower() takes a text, not 1'],
    ['upper(null)', 'upper() takes a text, not null'],
    ["contains(null, 'a')", 'contains() takes a text or an array, not null'],
    ["contains(item, 'name')", 'contains() takes a text or an array, not {"name":"x","price":3}'],
    ["contains('1', 1)", 'contains() takes a text to look for in a text, not 1'],
    ["abs('1')", 'abs() takes a number, not "1"'],
    ['min(1, null)', 'min() takes a number, not null'],
    ["max('a', 'b')", 'max() takes a number, not "a"'],
    ['round(true)', 'round() takes a number, not true'],
  ])('%s is HX-4106', (text, message) => {
    expect(evaluate(text, world)).toEqual({ ok: false, code: 'HX-4106', message });
  });
});

test('values that are nested too deeply are not compared', () => {
  const deep = (): Json => {
    let value: Json = 0;
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    return value;
  };
  const variables = { a: deep(), b: deep() };
  expect(evaluate('a == b', { variables })).toEqual({
    ok: false,
    code: 'HX-4106',
    message: 'values that are nested deeper than 200 levels are not compared',
  });
  expect(evaluate('a == a', { variables })).toEqual({ ok: true, value: true });
});
