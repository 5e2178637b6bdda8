import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json.ts';
import { hasExpression, parseCondition, parseTemplate } from './template.ts';
import { declarationsOf, interpolate, type World } from './testing/world.ts';

const world: World = {
  nodes: { a: { n: 3.5, t: 'text', list: [1, 'b'], map: { y: 1, x: null }, big: 1e21 } },
};

describe('a template', () => {
  test.each<[string, Json]>([
    ['', ''],
    ['plain', 'plain'],
    ['${a.n}', 3.5],
    ['${ a.n }', 3.5],
    ['${null}', null],
    ['${a.list}', [1, 'b']],
    ['${a.n} ', '3.5 '],
    [' ${a.t}', ' text'],
    ['a ${a.n}-page ${a.t}', 'a 3.5-page text'],
    ['${a.t}${a.t}', 'texttext'],
    ['<${true}${false}${null}>', '<truefalsenull>'],
    ['<${a.list}>', '<[1,"b"]>'],
    ['<${a.map}>', '<{"x":null,"y":1}>'],
    ['<${a.big}>', '<1e+21>'],
    ['<${0.1 + 0.2}>', '<0.30000000000000004>'],
    ['$${a.n}', '${a.n}'],
    ['$${', '${'],
    ['$$${', '$${'],
    ['x$${y}${a.n}', 'x${y}3.5'],
    ['${a.n}$${a.n}', '3.5${a.n}'],
    ["${'$'}${a.n}", '$3.5'],
    ['$', '$'],
    ['$$', '$$'],
    ['$ {a.n}', '$ {a.n}'],
    ['} { }', '} { }'],
    ["${'}'}", '}'],
    ['${\'a}b\' == "}"}!', 'false!'],
    ["${'\\'}'}", "'}"],
    ['${"it\'s}"}', "it's}"],
  ])('%s is %j', (text, value) => {
    expect(interpolate(text, world)).toEqual({ ok: true, value });
  });

  test('fails as a whole when one of its expressions fails', () => {
    expect(interpolate('${a.n} of ${1 / 0}', world)).toEqual({
      ok: false,
      code: 'HX-4106',
      message: 'division by zero: 1 / 0',
    });
  });

  test.each<[string, 'HX-3101' | 'HX-3105', number, string]>([
    ['ab ${', 'HX-3101', 3, "'${' is not closed with '}'"],
    ['ab ${a.n', 'HX-3101', 3, "'${' is not closed with '}'"],
    ["ab ${'}", 'HX-3101', 5, "a text is not closed with '"],
    ['ab ${}', 'HX-3101', 5, 'an expression is empty'],
    ['ab ${a.n} ${1 +}', 'HX-3101', 15, 'expected a value, found the end'],
    ['ab ${a.n} ${now()}', 'HX-3105', 12, "there is no function 'now'"],
    ['${a.n}}${', 'HX-3101', 7, "'${' is not closed"],
  ])('that is not well-formed: %s', (text, code, offset, message) => {
    const reading = parseTemplate(text, declarationsOf(world));
    expect(reading).toMatchObject({ ok: false, error: { code, offset } });
    expect(reading.ok ? '' : reading.error.message).toContain(message);
  });

  test('may be long where its expressions are not', () => {
    expect(interpolate(`${'x'.repeat(200_000)}\${1}`).ok).toBe(true);
  });

  test('hasExpression tells plain text apart', () => {
    expect(hasExpression('a $ {x}')).toBe(false);
    expect(hasExpression('a ${x}')).toBe(true);
  });
});

describe('a condition', () => {
  test.each(['${a.n > 1}', ' ${a.n > 1}\n\t'])('is one expression: %j', (text) => {
    expect(parseCondition(text, declarationsOf(world))).toMatchObject({
      ok: true,
      expression: { kind: 'chain' },
    });
  });

  test.each([
    ['', 'a condition is one expression in ${ }; it has none; write ${ … }'],
    ['a.n > 1', 'a condition is one expression in ${ }; it has none; write ${a.n > 1}'],
    ['true', 'a condition is one expression in ${ }; it has none; write ${true}'],
    ['${true} or ${false}', "it has several; join them with 'and' or 'or' in one"],
    ['not ${true}', 'it has text beside it'],
    ['$${true}', 'it has none'],
    ['${true', "'${' is not closed with '}'"],
    ['${a.n >}', 'expected a value, found the end'],
  ])('is nothing else: %j', (text, message) => {
    const reading = parseCondition(text, declarationsOf(world));
    expect(reading).toMatchObject({ ok: false, error: { code: 'HX-3101' } });
    expect(reading.ok ? '' : reading.error.message).toContain(message);
  });
});
