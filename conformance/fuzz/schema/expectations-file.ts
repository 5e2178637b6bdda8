/**
 * `NAME.unwind.json`: what is expected of a document, beside it. The one source of its type, its
 * check and `docs/fuzz/expectations.schema.json`.
 */

import { Type } from '@sinclair/typebox';
import { choice, count, json, object, text } from '../../protocol/schema/build.ts';
import { ENDS } from '../expectations/outcomes.ts';

const OUTCOMES = ENDS as readonly ['succeeded', ...(typeof ENDS)[number][]];

const under = Type.Optional(
  count(0, 'At most so many faults happen in a run that is looked at; any number if left out.'),
);
const steps = (description: string) => Type.Array(text(), { description, maxItems: 1000 });
const outcomes = (description: string) =>
  Type.Array(choice(OUTCOMES), { description, minItems: 1, maxItems: OUTCOMES.length });

export const expectation = Type.Union(
  [
    object({
      property: Type.Literal('no-effect-left-behind'),
      of: Type.Optional(steps('These steps; each step that has a compensation if left out.')),
      unless: Type.Optional(outcomes('Runs that end so are not looked at.')),
      under,
    }),
    object({
      property: Type.Literal('no-effect-twice'),
      of: Type.Optional(steps('These steps; each step if left out.')),
      under,
    }),
    object({ property: Type.Literal('no-failure-swallowed'), under }),
    object({ property: Type.Literal('ends'), under }),
    object({
      property: Type.Literal('ends-within'),
      time: text('Virtual time: 30s, 5m, PT5M.'),
      under,
    }),
    object({ property: Type.Literal('never'), outcomes: outcomes('No run ends so.'), under }),
    object({
      property: Type.Literal('outcomes'),
      outcomes: outcomes('Each run ends so; cancelled too, once that was asked for.'),
      under,
    }),
    object({
      property: Type.Literal('if-then'),
      if: steps('If the effects of all of these happen …'),
      then: steps('… that of one of these does by the end.'),
      unless: Type.Optional(outcomes('Runs that end so are not looked at.')),
      under,
    }),
    object({
      property: Type.Literal('not-both'),
      of: steps('The effects of these do not all happen in one run.'),
      under,
    }),
    object({
      property: Type.Literal('only-after'),
      then: text('The effect of this step …'),
      first: text('… happens only after one of this step has.'),
      under,
    }),
    object({
      property: Type.Literal('at-most-calls'),
      of: text('A step.'),
      calls: count(0, 'How often each unit of it is called at most, retries included.'),
      under,
    }),
  ],
  { description: 'An expectation with its parts named.' },
);

export const expectationsFile = object({
  $schema: Type.Optional(text('Where this schema is, for editors.')),
  unwind: Type.Literal(1, { description: 'The version of this format.' }),
  expect: Type.Optional(
    Type.Array(
      Type.Union([
        text('As words: `if charge then refund or ship`, `ends within 5m under 2 faults`.'),
        expectation,
      ]),
      { description: 'What is expected of every run.', maxItems: 1000 },
    ),
  ),
  inputs: Type.Optional(
    Type.Array(Type.Record(Type.String(), json()), {
      description: 'Inputs of the runs; the first is the usual one.',
      maxItems: 100,
    }),
  ),
});
