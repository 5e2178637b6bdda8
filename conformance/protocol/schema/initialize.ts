/** `initialize`: who talks, and what the runtime can do. */

import { Type } from '@sinclair/typebox';
import { always, choice, count, leniently, type Of, object, text } from './build.ts';
import { CAPABILITIES, CHOICES, DIALECTS, PROFILES, type Question } from './names.ts';

export const initializeParameters = object({
  protocol: Type.Integer({ description: 'The version of the protocol that the suite speaks: 1.' }),
  suite: object({ name: text(), version: text() }),
  validate: Type.Optional(always('The suite checks every message against these schemas.')),
});

const virtualClock = object({ kind: Type.Literal('virtual') });
const realClock = object({
  kind: Type.Literal('real'),
  toleranceMs: Type.Number({
    minimum: 0,
    description: 'How much later than due a runtime may be, in ms on its own clock.',
  }),
  scale: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      description: 'What durations of a plan are multiplied by; 1 if left out.',
    }),
  ),
});

const questions = Object.keys(CHOICES) as readonly Question[];
const anyNames = Type.Array(text());
const anyReasons = Type.Record(Type.String(), text());

export const initializeResult = object({
  protocol: Type.Integer({ description: 'The version of the protocol that the driver speaks.' }),
  runtime: object({
    name: text(),
    version: text(),
    language: Type.Optional(text()),
    homepage: Type.Optional(text()),
  }),
  profiles: leniently(
    Type.Array(choice(PROFILES), { description: 'What it wants to be judged by.' }),
    anyNames,
  ),
  dialects: leniently(
    Type.Array(choice(DIALECTS), { description: 'What `run` may carry.' }),
    anyNames,
  ),
  clock: Type.Union([virtualClock, realClock]),
  concurrentRuns: Type.Optional(count(1, 'How many runs it takes at once; 1 if left out.')),
  capabilities: leniently(
    Type.Array(choice(CAPABILITIES), { description: 'What it can do: names of a closed list.' }),
    anyNames,
  ),
  unsupported: Type.Optional(
    leniently(
      Type.Partial(object(Object.fromEntries(CAPABILITIES.map((name) => [name, text()])))),
      anyReasons,
    ),
  ),
  choices: Type.Optional(
    leniently(
      Type.Partial(
        object(
          Object.fromEntries(questions.map((question) => [question, choice(CHOICES[question])])),
        ),
      ),
      anyReasons,
    ),
  ),
});

export type InitializeParameters = Of<typeof initializeParameters>;
export type InitializeResult = Of<typeof initializeResult>;
/** What time is to a runtime. */
export type DriverClock = InitializeResult['clock'];
