/**
 * What a report keeps of a run: a driver may send texts of any length, as often as it likes, and
 * a report is read by people, kept for years and opened in a browser.
 */

import type { Json } from '../../core/model/json.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import type { Call, ReplyOutcome } from '../rules/observation.ts';
import type { ShownCall, ShownReply } from './certification.ts';
import { cut } from './cut.ts';

const MOST_CALLS = 200;
const MOST_EVENTS = 500;
/** Of a value as JSON, in UTF-16 units. */
const LONGEST_NAME = 200;
const LONGEST_VALUE = 2000;
/** Of a trace as JSON. */
const LONGEST_TRACE = 200_000;

/** The first calls, as JSON holds them. */
export const shownCalls = (calls: readonly Call[]): readonly ShownCall[] =>
  calls.slice(0, MOST_CALLS).map(shownCall);

const shownCall = ({ input, reply, ...call }: Call): ShownCall => ({
  ...call,
  step: cut(call.step, LONGEST_NAME),
  unit: cut(call.unit, LONGEST_NAME),
  undoes: call.undoes === null ? null : cut(call.undoes, LONGEST_NAME),
  key: call.key === null ? null : cut(call.key, LONGEST_NAME),
  ...(isSmall(input) ? { input } : {}),
  reply: { after: reply.after, then: shownReply(reply.then) },
});

const shownReply = (then: ReplyOutcome): ShownReply => {
  switch (then.kind) {
    case 'ok':
      return { kind: 'ok', ...(isSmall(then.output) ? { output: then.output } : {}) };
    case 'error': {
      const { message, ...error } = then.error;
      return {
        kind: 'error',
        error: { ...error, ...(message === undefined ? {} : { message: cut(message) }) },
      };
    }
    case 'hang':
    case 'status':
      return then;
  }
};

const isSmall = (value: Json | undefined): value is Json =>
  value !== undefined && JSON.stringify(value).length <= LONGEST_VALUE;

/** The first events, as many as a report can bear. */
export const shownTrace = (events: readonly TraceEvent[]): readonly TraceEvent[] => {
  const shown: TraceEvent[] = [];
  let length = 0;
  for (const event of events.slice(0, MOST_EVENTS)) {
    const text = JSON.stringify(event);
    length += text.length;
    if (length > LONGEST_TRACE) break;
    shown.push(JSON.parse(text) as TraceEvent);
  }
  return shown;
};
