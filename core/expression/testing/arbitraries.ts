/** Expressions made at random, for property tests of this folder. */

import { fc } from '@fast-check/vitest';
import type { Json } from '../../model/json.ts';
import { ARITIES, FUNCTION_NAMES } from '../function-names.ts';
import { type Call, type Expression, LEVELS } from '../syntax.ts';
import type { World } from './world.ts';

/** A document whose names are as awkward as names may be. */
export const WORLD: World = {
  nodes: {
    a: { x: 1, 'x-y': 'text', 'x.y': [1, 'b'] },
    'a-b': { x: { k: null }, p: true },
    'not-yet': { x: null },
    'in.x': { and: '' },
    len: { true: -0.5 },
  },
  variables: { item: { k: { k: 3 } }, 'loop-var.i': 2, or_: [] },
  config: { limit: '100', 'max-age.s': '1' },
  artifacts: { 'a-1': { id: 'a-1' } },
  resources: { r: { id: 'r' } },
};

const portNames = Object.entries(WORLD.nodes ?? {}).flatMap(([node, ports]) =>
  Object.keys(ports).map((port) => [node, port] as const),
);

const literal = fc
  .oneof(
    fc.constantFrom(null, true, false),
    fc.nat(),
    fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    fc.string({ unit: 'binary' }).filter((text) => !/[\ud800-\udfff]/u.test(text)),
    fc.string({ unit: fc.constantFrom('a', "'", '"', '\\', '}', '$', '{', '\n', '😀') }),
  )
  .map((value): Expression => ({ kind: 'literal', value }));

const reference: fc.Arbitrary<Expression> = fc.oneof(
  fc.constantFrom(...portNames).map(
    ([node, port]): Expression => ({
      ...{ kind: 'port', node, port, offset: 0 },
    }),
  ),
  fc.constantFrom('item', 'loop-var.i', 'or_', 'unheard').map(
    (name): Expression => ({
      ...{ kind: 'variable', name, written: name, offset: 0 },
    }),
  ),
  fc.constantFrom('limit', 'max-age.s', 'unheard').map(
    (name): Expression => ({
      ...{ kind: 'config', name, offset: 0 },
    }),
  ),
  fc.constantFrom('a-1', "it's").map((id): Expression => ({ kind: 'artifact', id, offset: 0 })),
  fc.constantFrom('r', '').map((id): Expression => ({ kind: 'resource', id, offset: 0 })),
);

const callable = FUNCTION_NAMES.filter((name) => name !== 'artifact' && name !== 'resource');

export const expressions: fc.Arbitrary<Expression> = fc.letrec<{ any: Expression }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    literal,
    reference,
    fc.array(tie('any'), { maxLength: 3 }).map((items): Expression => ({ kind: 'array', items })),
    fc
      .tuple(
        tie('any').filter(({ kind }) => kind !== 'member'),
        fc.array(fc.constantFrom('k', 'in', 'not', '_1'), { minLength: 1, maxLength: 2 }),
      )
      .map(([of, names]): Expression => ({ kind: 'member', of, names })),
    fc
      .constantFrom(...callable)
      .chain((name) =>
        fc
          .array(tie('any'), { minLength: ARITIES[name], maxLength: ARITIES[name] })
          .map((list): Call => ({ kind: 'call', name, arguments: list, offset: 0 })),
      ),
    fc
      .tuple(fc.constantFrom('-' as const, 'not' as const), tie('any'))
      .map(([operator, operand]): Expression => ({ kind: 'unary', operator, operand })),
    fc
      .constantFrom(...LEVELS)
      .chain((level) =>
        fc.tuple(
          tie('any'),
          fc.array(fc.record({ operator: fc.constantFrom(...level), operand: tie('any') }), {
            minLength: 1,
            maxLength: 3,
          }),
        ),
      )
      .map(([first, rest]): Expression => ({ kind: 'chain', first, rest })),
  ),
})).any;

/** Text that looks enough like an expression to get past its first letters. */
export const almostExpressions: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ...['a', 'a.x', 'a-b', 'item', 'config.', 'not', 'in', 'and', 'or', 'null', 'true'],
      ...['len', 'has', 'now', 'artifact', '(', ')', '[', ']', ',', '.', '..', '-', '+', '*', '/'],
      ...['%', '==', '=', '!', '!=', '<', '>=', '&&', '|', '??', '?', "'", '"', '\\', '${', '$${'],
      ...['}', '1', '0', '.5', '1e9', '1e999', ' ', '\n', '\u00a0', '😀', '\ud800', '\\u', '\0'],
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''));

export const values: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;
