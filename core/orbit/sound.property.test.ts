/** Types keep what they promise: a valid document's expressions give values of the type wanted. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Choices, choicesFrom } from '../../testing/harness/choices.ts';
import { type OrbitSample, orbitSamples } from '../../testing/orbit/document.ts';
import { isOf, someValue } from '../../testing/orbit/values.ts';
import { plain } from '../../testing/orbit/words.ts';
import { runs } from '../../testing/runs.ts';
import type { Json } from '../model/json.ts';
import type { Workflow } from '../model/workflow.ts';
import {
  compileOrbitExpression,
  type OrbitEvaluation,
  type OrbitScope,
  parseOrbitExpression,
} from './expression/index.ts';
import { readOrbitText } from './read.ts';
import { workflowOf } from './testing/brief.ts';

/** What a valid expression may still fail of: values, not types. JSON may be anything. */
const OF_VALUES =
  /^division by zero|^the result is (?:too large|beyond)|^there is no element|takes two whole numbers/;

function evaluate(text: string, scope: OrbitScope): OrbitEvaluation {
  const reading = parseOrbitExpression(text);
  if (!reading.ok) throw new Error(`${reading.error.message}: ${text}`);
  return compileOrbitExpression(reading.expression)(scope);
}

/** A scope in which every value is of its declared type. A step with a guard may be skipped. */
function scopeOf(workflow: Workflow, { records }: OrbitSample, choices: Choices): OrbitScope {
  const object = (
    ports: readonly { readonly name: string; readonly type: string | null }[],
  ): Json =>
    Object.fromEntries(
      ports.map(({ name, type }) => [name, someValue(type ?? 'JSON', records, choices)]),
    );
  const steps = new Map(
    workflow.nodes.map((node) => [
      node.id,
      node.guard !== null && choices.happens(0.5) ? null : object(node.outputs),
    ]),
  );
  const input = object(workflow.orbit?.inputs ?? []);
  return {
    input: () => input,
    execution: () => ({ id: 'run-1', workflow: workflow.id, version: '1.0.0' }),
    step: (name) => steps.get(name) ?? null,
    variable: () => undefined,
  };
}

test('values are of the type that is wanted, or fail as values do', () => {
  let evaluated = 0;
  fc.assert(
    fc.property(orbitSamples, fc.integer({ min: 0, max: 2 ** 31 - 1 }), (sample, seed) => {
      const { workflow } = readOrbitText(plain(sample.tokens));
      if (workflow === null) throw new Error('not valid');
      const scope = scopeOf(workflow, sample, choicesFrom(seed));
      for (const node of workflow.nodes) {
        // The element of a list is known to the runtime alone, and an undo has a scope of its own.
        if (node.fanOut !== undefined || node.compensates !== null) continue;
        if (node.guard !== null) {
          const guard = evaluate(node.guard, scope);
          if (guard.ok ? guard.value !== true : isOfValues(guard.message)) continue;
        }
        for (const { type, value } of node.inputs) {
          if (type === null || value === null) continue;
          const result = evaluate(value, scope);
          evaluated += 1;
          if (result.ok) {
            expect(isOf(result.value, type, sample.records), `${value} is no ${type}`).toBe(true);
          } else expect(isOfValues(result.message), `${result.message}: ${value}`).toBe(true);
        }
      }
    }),
    runs(20_000),
  );
  expect(evaluated).toBeGreaterThan(100);
});

function isOfValues(message: string): boolean {
  return OF_VALUES.test(message);
}

interface Sum {
  readonly text: string;
  /** Null where ORBIT's 64 bits, or a double's 53, do not hold it, or nothing does. */
  readonly value: bigint | null;
}

const MOST = 2n ** 53n - 1n;

const numbers: fc.Arbitrary<Sum> = fc
  .oneof(fc.bigInt({ min: -9n, max: 9n }), fc.bigInt({ min: -MOST, max: MOST }))
  .map((value) => ({ text: value < 0n ? `(${value})` : `${value}`, value }));

const sums = fc.letrec<{ any: Sum }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    numbers,
    fc
      .tuple(tie('any'), fc.constantFrom('+', '-', '*', '/', '%'), tie('any'))
      .map(([left, operator, right]) => ({
        text: `(${left.text} ${operator} ${right.text})`,
        value: calculate(left.value, operator, right.value),
      })),
  ),
})).any;

function calculate(left: bigint | null, operator: string, right: bigint | null): bigint | null {
  if (left === null || right === null) return null;
  if (right === 0n && (operator === '/' || operator === '%')) return null;
  const value =
    operator === '+'
      ? left + right
      : operator === '-'
        ? left - right
        : operator === '*'
          ? left * right
          : operator === '/'
            ? left / right
            : left % right;
  return value > MOST || value < -MOST ? null : value;
}

test('whole numbers are exact as 64-bit ones are, or fail: nothing is rounded', () => {
  const scope: OrbitScope = {
    input: () => ({}),
    execution: () => ({}),
    step: () => null,
    variable: () => undefined,
  };
  fc.assert(
    fc.property(sums, ({ text, value }) => {
      const returns = workflowOf(`workflow W { return ${text} }`).orbit?.returns ?? '';
      const result = evaluate(returns, scope);
      if (value === null) expect(result).toMatchObject({ ok: false, code: 'EXPRESSION_ERROR' });
      else expect(result).toEqual({ ok: true, value: Number(value) });
    }),
    runs(100_000),
  );
});
