/** `run`: one run of one workflow, from its beginning until nothing can happen any more. */

import { Type } from '@sinclair/typebox';
import {
  choice,
  count,
  flag,
  json,
  leniently,
  nullable,
  type Of,
  object,
  openObject,
  text,
  time,
} from './build.ts';
import { COMMANDS, COMPENSATION_OUTCOMES, OUTCOMES } from './names.ts';
import { performedCall, performResult } from './perform.ts';
import { plan } from './plan.ts';
import { type ReadTraceEvent, traceEvent } from './trace-event.ts';

const optional = Type.Optional;

export const control = Type.Union([
  object({ at: time(), action: Type.Literal('cancel') }),
  object({ at: time(), action: Type.Literal('crash') }),
  object({ at: time(), action: Type.Literal('resume') }),
  object({ at: time(), action: Type.Literal('signal'), name: text(), value: json() }),
  object({
    at: time(),
    action: Type.Literal('operator'),
    command: choice(COMMANDS),
    step: optional(text('What retry-step and settle-uncertain act on.')),
    applied: optional(flag('With settle-uncertain: whether the call had its effect.')),
    output: optional(json('With settle-uncertain: what the call handed back.')),
    by: text(),
    reason: text(),
    authorised: flag(),
  }),
]);

export const runParameters = object({
  run: text('Never used twice for one tenant while a suite lives.'),
  tenant: text(),
  seed: count(0, "A hint for the runtime's randomness: another for each run."),
  plan: optional(plan),
  document: optional(text('Instead of a plan: a document of one of the declared dialects.')),
  input: json(),
  controls: Type.Array(control, { description: 'What happens from outside, and when.' }),
  limits: object({
    time: time("On the runtime's clock; a run that passes it ends `stalled`."),
    calls: count(0, 'Performs; the one beyond is not sent, and the run ends `stalled`.'),
  }),
  workers: optional(
    Type.Record(Type.String(), count(1), {
      description:
        'Orbit: how many calls of each pool may be open at once; a pool that is not named has no bound.',
    }),
  ),
  script: optional(
    Type.Record(Type.String(), Type.Array(performResult), {
      description:
        'For drivers that can not call back: unit → what its task does at attempt 1, 2, …; the last stands for all later ones.',
    }),
  ),
});

export const runResult = object({
  outcome: choice(OUTCOMES),
  compensation: optional(choice(COMPENSATION_OUTCOMES)),
  error: optional(
    nullable(
      object({
        code: optional(nullable(text())),
        class: optional(nullable(text())),
        step: optional(nullable(text())),
        message: optional(text()),
        uncertain: optional(flag()),
      }),
    ),
  ),
  failures: optional(
    Type.Array(
      leniently(
        object({
          step: text(),
          unit: text(),
          code: optional(text()),
          class: text(),
        }),
        openObject({ step: text(), unit: text(), class: optional(text()) }),
      ),
      { description: 'Each compensation that failed.' },
    ),
  ),
  output: optional(json('Not judged, but no discarded value may occur in it.')),
  trace: optional(Type.Array(traceEvent)),
  performed: optional(
    Type.Array(performedCall, { description: "With a script: the driver's record of its calls." }),
  ),
});

export type ControlMessage = Of<typeof control>;
export type RunParameters = Of<typeof runParameters>;
/** How a run ended, as its runtime says. */
export type RunResult = Omit<Of<typeof runResult>, 'trace'> & {
  readonly trace?: readonly ReadTraceEvent[];
};
