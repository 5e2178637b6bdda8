/** The small messages: notifications of a run, `check`, `abandon`, `shutdown`. */

import { Type } from '@sinclair/typebox';
import {
  choice,
  count,
  flag,
  leniently,
  nullable,
  type Of,
  object,
  openObject,
  text,
  time,
} from './build.ts';
import { DIALECTS, LOG_LEVELS } from './names.ts';
import { type ReadTraceEvent, traceEvent } from './trace-event.ts';

const optional = Type.Optional;

const aboutCall = { run: text(), call: count(0), at: time() };

/** The task returned. */
export const settledParameters = object(aboutCall);
/** The runtime gave up on a call: its timeout passed, or it was cancelled. */
export const abortedParameters = object(aboutCall);
/** Events as they happen, before the message that they led to. */
export const traceParameters = object({ run: text(), events: Type.Array(traceEvent) });
export const logParameters = object({
  level: leniently(choice(LOG_LEVELS), text()),
  message: text(),
});

export const abandonParameters = object({ run: text() });
export const nothing = openObject({});

export const checkParameters = object({ document: text(), dialect: choice(DIALECTS) });

const finding = leniently(
  object({
    code: text(),
    severity: choice(['error', 'warning']),
    line: nullable(count(1)),
    column: nullable(count(1)),
    id: nullable(text()),
    message: text(),
  }),
  openObject({
    code: text(),
    severity: optional(choice(['error', 'warning'])),
    line: optional(nullable(count(0))),
    column: optional(nullable(count(0))),
    id: optional(nullable(text())),
    message: optional(text()),
  }),
);

export const checkResult = object({ valid: flag(), findings: Type.Array(finding) });

export type SettledParameters = Of<typeof settledParameters>;
export type AbortedParameters = Of<typeof abortedParameters>;
export type LogParameters = Of<typeof logParameters>;
export type TraceParameters = {
  readonly run: string;
  readonly events: readonly ReadTraceEvent[];
};
export type AbandonParameters = Of<typeof abandonParameters>;
export type CheckParameters = Of<typeof checkParameters>;
export type CheckResult = Of<typeof checkResult>;
