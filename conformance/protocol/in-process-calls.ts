/** The suite as a driver in this process sees it. */

import type { SuiteSide, Traffic } from './connection.ts';
import type { SuiteCalls } from './driver.ts';
import { ProtocolError } from './failure.ts';
import type { Reply } from './recorder.ts';
import { ERROR_CODE, type PerformResult } from './schema/index.ts';

/** Each message is copied. A refusal is thrown. */
export function copyingCalls(
  suite: SuiteSide,
  isOver: () => boolean,
  show: (from: Traffic['from'], message: object) => void,
): SuiteCalls {
  const tell =
    (method: string) =>
    (parameters: unknown): void => {
      if (isOver()) return;
      show('driver', { method, params: parameters });
      suite.notify(method, structuredClone(parameters));
    };
  return {
    perform: (parameters) => {
      if (isOver()) throw new ProtocolError(OVER);
      show('driver', { method: 'perform', params: parameters });
      const reply = suite.request('perform', structuredClone(parameters));
      show('suite', reply.ok ? { result: reply.result } : { error: reply.error });
      return structuredClone(granted(reply));
    },
    settled: tell('settled'),
    aborted: tell('aborted'),
    trace: tell('trace'),
    log: tell('log'),
  };
}

const OVER = { code: ERROR_CODE.refused, message: 'the session was ended' };

/** Objects are handed over as they are, and their schemas are not asked. */
export function directCalls(suite: SuiteSide): SuiteCalls {
  const { perform, tell } = suite.trusted;
  return {
    perform: (parameters) => granted(perform(parameters)),
    settled: (parameters) => tell('settled', parameters),
    aborted: (parameters) => tell('aborted', parameters),
    trace: (parameters) => suite.notify('trace', parameters),
    log: (parameters) => suite.notify('log', parameters),
  };
}

function granted(reply: Reply<unknown>): PerformResult {
  if (!reply.ok) throw new ProtocolError(reply.error);
  return reply.result as PerformResult;
}
