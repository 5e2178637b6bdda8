import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { runs } from '../../testing/runs.ts';
import type { Json } from '../model/json.ts';
import { compileExpression, compileTemplate } from './compile.ts';
import { parseExpression } from './parse.ts';
import { printExpression, printTemplate } from './print.ts';
import { parseTemplate } from './template.ts';
import { almostExpressions, expressions, values, WORLD } from './testing/arbitraries.ts';
import { declarationsOf, evaluate, scopeOf } from './testing/world.ts';

const declarations = declarationsOf(WORLD);
const scope = scopeOf(WORLD);

/** Without what depends on where and how it was written. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'offset' && key !== 'written')
      .map(([key, member]) => [key, bare(member)]),
  );
}

test.prop([expressions], runs(200_000))('what is printed reads as what it was', (expression) => {
  const text = printExpression(expression);
  const reading = parseExpression(text, declarations);
  expect(reading.ok ? bare(reading.expression) : `${text}: ${reading.error.message}`).toEqual(
    bare(expression),
  );
});

test.prop([expressions], runs(200_000))('evaluation yields a value or HX-4106', (expression) => {
  const evaluation = compileExpression(expression)(scope);
  if (evaluation.ok) {
    expect(JSON.parse(JSON.stringify(evaluation.value))).toEqual(evaluation.value);
    expect(JSON.stringify(evaluation.value)).not.toContain('undefined');
  } else {
    expect(evaluation.code).toBe('HX-4106');
    expect(evaluation.message).toMatch(/\S/);
    expect(evaluation.message.length).toBeLessThan(220);
  }
});

test.prop([expressions], runs(50_000))('evaluation is pure', (expression) => {
  const compiled = compileExpression(expression);
  expect(compiled(scope)).toEqual(compiled(scope));
  expect(compileExpression(expression)(scope)).toEqual(compiled(scope));
});

test.prop([fc.oneof(almostExpressions, fc.string({ unit: 'binary' }))], runs(500_000))(
  'any text is read or refused at a place within it',
  (text) => {
    for (const reading of [
      parseExpression(text, declarations),
      parseTemplate(text, declarations),
    ]) {
      if (reading.ok) continue;
      expect(['HX-3101', 'HX-3105']).toContain(reading.error.code);
      expect(reading.error.offset).toBeGreaterThanOrEqual(0);
      expect(reading.error.offset).toBeLessThanOrEqual(text.length);
      expect(reading.error.message).toMatch(/\S/);
    }
  },
);

test.prop([almostExpressions], runs(300_000))(
  'what is read evaluates, and prints as itself',
  (text) => {
    const reading = parseTemplate(text, declarations);
    if (!reading.ok) return;
    const printed = printTemplate(reading.template);
    const again = parseTemplate(printed, declarations);
    expect(again.ok ? bare(again.template) : again).toEqual(bare(reading.template));
    expect(again.ok ? compileTemplate(again.template)(scope) : again).toEqual(
      compileTemplate(reading.template)(scope),
    );
  },
);

const pair = (left: Json, right: Json) => ({ variables: { a: left, b: right } });
const holds = (text: string, left: Json, right: Json) => {
  const evaluation = evaluate(text, pair(left, right));
  return evaluation.ok ? evaluation.value : evaluation.message;
};

test.prop([values, values], runs(100_000))('equality is that of JSON', (left, right) => {
  expect(holds('a == b', left, right)).toBe(isSame(left, right));
  expect(holds('a == b', left, right)).toBe(holds('b == a', left, right));
  expect(holds('a != b', left, right)).toBe(!isSame(left, right));
  expect(holds('a == b', left, JSON.parse(JSON.stringify(left)))).toBe(true);
});

/** By the text of the values, keys sorted: another way than the one under test. */
function isSame(left: Json, right: Json): boolean {
  const text = (value: Json) =>
    JSON.stringify(value, (_key, member: Json) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? { map: Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)) }
        : member,
    );
  return text(left) === text(right);
}

test.prop([fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })], runs(100_000))(
  'texts are counted and ordered by code points',
  (left, right) => {
    const points = (text: string) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
    const [one, other] = [points(left), points(right)];
    expect(holds('len(a)', left, right)).toBe(one.length);
    const at = one.findIndex((point, index) => point !== other[index]);
    const isLess = at < 0 ? one.length < other.length : (one[at] ?? 0) < (other[at] ?? -1);
    expect(holds('a < b', left, right)).toBe(isLess);
    expect(holds('b > a', left, right)).toBe(isLess);
    expect(holds('a >= b', left, right)).toBe(!isLess);
  },
);

const number = fc.double({ noNaN: true, noDefaultInfinity: true });

test.prop([number, number], runs(100_000))(
  'numbers are IEEE doubles, all finite',
  (left, right) => {
    const results = { '+': left + right, '-': left - right, '*': left * right, '/': left / right };
    for (const [operator, expected] of Object.entries(results)) {
      const evaluation = evaluate(`a ${operator} b`, pair(left, right));
      if (Number.isFinite(expected)) expect(evaluation).toEqual({ ok: true, value: expected + 0 });
      else expect(evaluation.ok).toBe(false);
    }
  },
);

test.prop([number], runs(100_000))('round goes to the nearest, halves away from zero', (value) => {
  const rounded = holds('round(a)', value, null) as number;
  expect(Number.isInteger(rounded)).toBe(true);
  expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5);
  if (Math.abs(rounded - value) === 0.5) {
    expect(Math.abs(rounded)).toBeGreaterThan(Math.abs(value));
  }
  expect(holds('round(a)', -value, null)).toBe(rounded === 0 ? 0 : -rounded);
});
