import { describe, expect, test } from 'vitest';
import { parseExpression } from './parse.ts';
import { printExpression } from './print.ts';
import type { Declarations } from './syntax.ts';
import { read, type World } from './testing/world.ts';

const world: World = {
  nodes: {
    a: { x: 1, 'x-y': 1, 'x.y': 1 },
    'a-b': { x: 1 },
    d: { 'x.y': 1, x: 1 },
    'd.x': { z: 1 },
    'not-yet': { x: 1 },
    config: { x: 1 },
    'config.rollout': { x: 1 },
    in: { x: 1 },
    len: { x: 1 },
    item: { x: 1 },
    ...Object.fromEntries([['__proto__', { x: 1 }]]),
  },
  variables: { v: 1, 'v-w': 1, 'v.w': 1, item: 1 },
  config: { limit: '1', 'max-age': '1', 'max.age': '1' },
};

function shape(text: string): string {
  const reading = read(text, world);
  return reading.ok ? bracketed(reading.expression) : reading.error.message;
}

/** Every operator in brackets, and every reference with its kind. */
function bracketed(expression: Parameters<typeof printExpression>[0]): string {
  switch (expression.kind) {
    case 'port':
      return `${expression.node}→${expression.port}`;
    case 'variable':
      return `$${expression.name}`;
    case 'config':
      return `config→${expression.name}`;
    case 'member':
      return [bracketed(expression.of), ...expression.names].join('.');
    case 'unary':
      return `(${expression.operator} ${bracketed(expression.operand)})`;
    case 'chain': {
      const rest = expression.rest.map(({ operator, operand }) => [operator, bracketed(operand)]);
      return `(${[bracketed(expression.first), ...rest.flat()].join(' ')})`;
    }
    case 'array':
      return `[${expression.items.map(bracketed).join(', ')}]`;
    case 'call':
      return `${expression.name}(${expression.arguments.map(bracketed).join(', ')})`;
    default:
      return printExpression(expression);
  }
}

describe('precedence', () => {
  test.each([
    ['1 ?? 2 or 3', '(1 ?? (2 or 3))'],
    ['1 or 2 ?? 3', '((1 or 2) ?? 3)'],
    ['1 or 2 and 3 or 4', '(1 or (2 and 3) or 4)'],
    ['1 and 2 == 3 and 4', '(1 and (2 == 3) and 4)'],
    ['1 == 2 < 3 in 4', '(1 == 2 < 3 in 4)'],
    ['1 + 2 < 3 - 4', '((1 + 2) < (3 - 4))'],
    ['1 + 2 * 3 - 4 / 5 % 6', '(1 + (2 * 3) - (4 / 5 % 6))'],
    ['-1 * -2', '((- 1) * (- 2))'],
    ['not 1 == 2', '((not 1) == 2)'],
    ['!1 && -2 || 3', '(((not 1) and (- 2)) or 3)'],
    ['-v.m', '(- $v.m)'],
    ['not -1', '(not (- 1))'],
    ['(1 + 2) + 3', '((1 + 2) + 3)'],
    ['1 + (2 + 3)', '(1 + (2 + 3))'],
    ['((1))', '1'],
    ['1 * 2 + 3 < 4 and 5 or 6 ?? 7', '((((((1 * 2) + 3) < 4) and 5) or 6) ?? 7)'],
    ['7 ?? 6 or 5 and 4 < 3 + 2 * 1', '(7 ?? (6 or (5 and (4 < (3 + (2 * 1))))))'],
    ['1<2', '(1 < 2)'],
    ['1<=2', '(1 <= 2)'],
    ['1--1', '(1 - (- 1))'],
    ['true and!false', '(true and (not false))'],
    ['1!=2', '(1 != 2)'],
    ['1\t+\r\n2 ', '(1 + 2)'],
    ['(1)in[2]', '(1 in [2])'],
  ])('%s is %s', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });
});

describe('of names with - and . the longest declared id wins', () => {
  test.each([
    ['a.x', 'a→x'],
    ['a.x-y', 'a→x-y'],
    ['a.x.y', 'a→x.y'],
    ['a.x-y.m', 'a→x-y.m'],
    ['a.x.y.m', 'a→x.y.m'],
    ['a.x.m', 'a→x.m'],
    ['a.x - y', '(a→x - $y)'],
    ['a.x-1', '(a→x - 1)'],
    ['a.x-z', '(a→x - $z)'],
    ['a.x-y-z', '(a→x-y - $z)'],
    ['a.xy', 'a→xy'],
    ['a.unheard', 'a→unheard'],
    ['a.unheard-port', '(a→unheard - $port)'],
    ['a-b.x', 'a-b→x'],
    ['a - b.x', '($a - $b.x)'],
    ['a-c.x', '($a - $c.x)'],
    ['d.x', 'd→x'],
    ['d.x.z', 'd.x→z'],
    ['d.x.y', 'd.x→y'],
    ['a-b.x-a.x', '(a-b→x - a→x)'],
    ['a', '$a'],
    ['a .x', '$a.x'],
    ['v', '$v'],
    ['v.m', '$v.m'],
    ['v. m . n', '$v.m.n'],
    ['v-w', '$v-w'],
    ['v.w', '$v.w'],
    ['v.w.m', '$v.w.m'],
    ['v-x', '($v - $x)'],
    ['v-1', '($v - 1)'],
    ['item.x', '$item.x'],
    ['config.limit', 'config→limit'],
    ['config.max-age', 'config→max-age'],
    ['config.max.age', 'config→max.age'],
    ['config.max', 'config→max'],
    ['config.max-x', '(config→max - $x)'],
    ['config.unheard.m', 'config→unheard.m'],
    ['config.rollout.x', 'config.rollout→x'],
    ['config.x', 'config→x'],
    ['config', '$config'],
    ['not-yet.x', 'not-yet→x'],
    ['not -v', '(not (- $v))'],
    ['not-v', '(not (- $v))'],
    ['not(v)', '(not $v)'],
    ['nothing', '$nothing'],
    ['in.x in [1]', '(in→x in [1])'],
    ['len.x', 'len→x'],
    ['len(a.x)', 'len(a→x)'],
    ['true.x', 'true.x'],
    ['trueish', '$trueish'],
    ['__proto__.x', '__proto__→x'],
    ['constructor.x', '$constructor.x'],
    ['[a.x,v-w]', '[a→x, $v-w]'],
  ])('%s is %s', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  test('also where an id ends with - or .', () => {
    const ids = ['a-', 'b.'];
    const declarations: Declarations = {
      hasNode: (id) => ids.includes(id),
      hasPort: (_node, port) => ['p-', 'p.', 'p'].includes(port),
    };
    const read = (text: string) => {
      const reading = parseExpression(text, declarations);
      return reading.ok ? bracketed(reading.expression) : reading.error.message;
    };
    expect(read('a-.p')).toBe('a-→p');
    expect(read('b..p')).toBe('b.→p');
    expect(read('a-.p- - 1')).toBe('(a-→p- - 1)');
    expect(read('a-.p-1')).toBe('(a-→p - 1)');
  });

  test('and a long run of letters, dots and dashes is read in no time', () => {
    let asked = 0;
    const declarations: Declarations = {
      hasNode: () => {
        asked += 1;
        return false;
      },
      hasPort: () => false,
    };
    expect(parseExpression('a.'.repeat(30_000).slice(0, -1), declarations).ok).toBe(true);
    expect(parseExpression('a-'.repeat(30_000).slice(0, -1), declarations).ok).toBe(true);
    expect(asked).toBeLessThan(1_000);
  });
});

describe('texts', () => {
  test.each([
    ["'a\"b'", 'a"b'],
    ['"a\'b"', "a'b"],
    ["'\\'\\\"\\\\\\/'", '\'"\\/'],
    ["'\\b\\f\\n\\r\\t'", '\b\f\n\r\t'],
    ["'\\u00e9\\ud83d\\ude00'", 'é😀'],
    ["'\u00e9😀'", 'é😀'],
    ["'}'", '}'],
    ["'${x}'", '${x}'],
    ["'line\nbreak'", 'line\nbreak'],
    ["''", ''],
  ])('%s', (text, value) => {
    expect(read(text)).toMatchObject({ ok: true, expression: { kind: 'literal', value } });
  });
});

describe('what is not well-formed is HX-3101 with its offset', () => {
  test.each<[string, number, string]>([
    ['', 0, 'an expression is empty'],
    [' \n', 0, 'an expression is empty'],
    ['1 +', 3, 'expected a value, found the end'],
    ['+ 1', 0, "expected a value, found '+'"],
    ['1 2', 2, "expected an operator or the end, found '2'"],
    ['v v', 2, "expected an operator or the end, found 'v'"],
    ['(1', 0, "'(' is not closed with ')'"],
    ['(1 2)', 3, "expected an operator or ')', found '2'"],
    ['1)', 1, "expected an operator or the end, found ')'"],
    ['()', 1, "expected a value, found ')'"],
    ['[1, 2', 0, "'[' is not closed with ']'"],
    ['[1,]', 3, "expected a value, found ']'"],
    ['[1 2]', 3, "expected an operator, ',' or ']', found '2'"],
    ['[,]', 1, "expected a value, found ','"],
    ['len(1', 3, "'(' is not closed with ')'"],
    ["'abc", 0, "a text is not closed with '"],
    ['1 == "abc', 5, 'a text is not closed with "'],
    ["'\\x'", 1, "the escape '\\x' is not known; known are \\\\ \\' \\\" \\/ \\b \\f \\n \\r"],
    ["'\\u12'", 1, "the escape '\\u' is not known"],
    ["'\\ud83d'", 0, 'a text holds one half of a surrogate pair alone'],
    ["'\\", 1, "the escape '\\' is not known"],
    ['007', 0, "'007' is no number; drop the leading zeros"],
    ['1.', 0, "'1.' is no number, as in 42, 3.14 or 1e6"],
    ['1.2.3', 0, "'1.2.3' is no number"],
    ['12abc', 0, "'12abc' is no number"],
    ['.5', 0, "expected a value, found '.'"],
    ['1e999', 0, "the number '1e999' is too large"],
    ['v = 1', 2, "'=' is no operator; write '=='"],
    ['v === 1', 2, "'===' is no operator; write '=='"],
    ['v !== 1', 2, "'!==' is no operator; write '!='"],
    ['v <> 1', 2, "'<>' is no operator; write '!='"],
    ['v & 1', 2, "'&' is no operator; write 'and'"],
    ['v | 1', 2, "'|' is no operator; write 'or'"],
    ['v ? 1 : 2', 2, "'?' is no operator; there is no '? :'; '??' stands in for null"],
    ['2 ** 3', 2, "'**' is no operator; there are no powers"],
    ['v not in [1]', 2, "'not' stands before a value; for 'not in' write not (x in y)"],
    ['v[0]', 1, 'elements cannot be picked by position; the language has no [ ] for it'],
    ['v.', 2, "expected a name after '.', found the end"],
    ['v.1', 2, "expected a name after '.', found '1'"],
    ['v..m', 2, "expected a name after '.', found '.'"],
    ['and', 0, "expected a value, found 'and'"],
    ['1 and or 2', 6, "expected a value, found 'or'"],
    ['1 in', 4, 'expected a value, found the end'],
    ['v}', 1, "expected an operator or the end, found '}'"],
    ['$v', 0, "expected a value, found '$'"],
    ['v\u00a0+ 1', 1, "expected an operator or the end, found '\u00a0'"],
    ['v 😀', 2, "expected an operator or the end, found '😀'"],
    ['v ! w', 2, "expected an operator or the end, found '!'"],
    ['len()', 0, 'len takes 1 argument, not 0'],
    ['v and has(v)', 6, 'has takes 2 arguments, not 1'],
    ['min(1, 2, 3)', 0, 'min takes 2 arguments, not 3'],
    ['artifact(v)', 0, "artifact takes an id in quotes, as in artifact('id')"],
    ['resource(1)', 0, "resource takes an id in quotes, as in resource('id')"],
    ["artifact('a', 'b')", 0, 'artifact takes 1 argument, not 2'],
    ['1(2)', 1, "expected an operator, found '('"],
  ])('%j at %d', (text, offset, message) => {
    const reading = read(text, world);
    expect(reading).toMatchObject({ ok: false, error: { code: 'HX-3101', offset } });
    expect(reading.ok ? '' : reading.error.message).toContain(message);
  });
});

describe('a function that is not in the closed set is HX-3105', () => {
  test.each<[string, number, string]>([
    ['now()', 0, "there is no function 'now'; known are len, has, empty, lower, upper, contains,"],
    ['1 + length(v)', 4, "there is no function 'length'"],
    ['lenn(v)', 0, "there is no function 'lenn'; did you mean 'len'?"],
    ['Len(v)', 0, "there is no function 'Len'; did you mean 'len'?"],
    ['v.trim()', 0, "there is no function 'v.trim'"],
    ['unheard.trim()', 0, "there is no function 'unheard.trim'"],
    ['toString()', 0, "there is no function 'toString'"],
    ['constructor(1)', 0, "there is no function 'constructor'"],
    ['true(1)', 0, "there is no function 'true'"],
    ['a.x(1)', 3, "expected an operator, found '('"],
  ])('%j at %d', (text, offset, message) => {
    const reading = read(text, { nodes: { a: { x: 1 } }, variables: { v: 1 } });
    const code = message.startsWith('there') ? 'HX-3105' : 'HX-3101';
    expect(reading).toMatchObject({ ok: false, error: { code } });
    expect(reading.ok ? '' : reading.error.message).toContain(message);
    if (code === 'HX-3105') expect(reading).toMatchObject({ error: { offset } });
  });
});

describe('limits', () => {
  test('on length', () => {
    expect(read(`'${'x'.repeat(65_534)}'`).ok).toBe(true);
    expect(read(`'${'x'.repeat(65_535)}'`)).toMatchObject({
      ok: false,
      error: { code: 'HX-3101', message: 'an expression is longer than 65536 characters' },
    });
  });

  test.each([
    ['brackets', '(', '1', ')'],
    ['arrays', '[', '1', ']'],
    ['calls', 'len(', '1', ')'],
    ['signs', '-', '1', ''],
    ['not', 'not ', 'true', ''],
    ['!', '!', 'true', ''],
    ['chains in brackets', '1 ?? 2 or 3 and 4 == 5 + 6 * (', '7', ')'],
  ])('on nesting: %s', (_what, open, core, close) => {
    const nest = (depth: number) => open.repeat(depth) + core + close.repeat(depth);
    expect(read(nest(64)).ok).toBe(true);
    expect(read(nest(65))).toMatchObject({
      ok: false,
      error: { code: 'HX-3101', message: 'more than 64 levels are nested here' },
    });
    expect(read(nest(2_000)).ok).toBe(false);
  });

  test.each(['1 + ', '1 ?? ', 'true and ', '1 == ', '2 * 3 + '])(
    'none on the number of operators: %s',
    (piece) => {
      expect(read(`${piece.repeat(7_000)}1`).ok).toBe(true);
    },
  );
});
