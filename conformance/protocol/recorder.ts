/**
 * Listens to one run: answers its calls from the world, writes everything down, holds it to
 * the limits, and finds what breaks the protocol.
 */

import { callsOf, type OpenRecord, recordOf, scaled } from './call-record.ts';
import { type ErrorObject, type Failure, type FailureKind, failure } from './failure.ts';
import type { SessionClock } from './hello.ts';
import type { RunRecord, World } from './record.ts';
import {
  ERROR_CODE,
  type LogParameters,
  type PerformParameters,
  type PerformResult,
  type ReadTraceEvent,
  type RunParameters,
  type RunResult,
} from './schema/index.ts';

export type Reply<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: ErrorObject };

export interface Recorder {
  readonly request: RunParameters;
  /** Why the run is blocked; null while it is not. */
  readonly blocked: Failure | null;
  perform(call: PerformParameters): Reply<PerformResult>;
  /** @returns What is wrong with it; null where nothing is. */
  settled(call: number, at: number): Failure | null;
  aborted(call: number, at: number): Failure | null;
  trace(events: readonly ReadTraceEvent[]): void;
  log(message: LogParameters): void;
  /** The first reason stands. */
  block(reason: Failure): void;
  finish(result: RunResult | null, stderr: string): RunRecord;
}

/** More of them would fill the memory, not the report. */
const MAXIMUM_LOG = 1000;

export function createRecorder(
  request: RunParameters,
  clock: SessionClock,
  world: World,
): Recorder {
  const { run, limits } = request;
  const calls: OpenRecord[] = [];
  const byNumber = new Map<number, OpenRecord>();
  const told: ReadTraceEvent[] = [];
  const log: LogParameters[] = [];
  let blocked: Failure | null = null;
  let order = 0;

  const refuse = (kind: FailureKind, code: number, message: string): Reply<never> => {
    blocked ??= failure(kind, message, { code, run });
    return { ok: false, error: { code, message } };
  };

  const perform = (call: PerformParameters): Reply<PerformResult> => {
    if (blocked !== null) {
      return { ok: false, error: { code: ERROR_CODE.refused, message: 'the run is blocked' } };
    }
    if (byNumber.has(call.call)) {
      const message = `perform: the call number ${call.call} was used before in run ${run}; each call needs a new one`;
      return refuse('broke-protocol', ERROR_CODE.badParameters, message);
    }
    if (calls.length >= limits.calls) {
      const message = `run ${run} went on behind its limit of ${limits.calls} calls; it should have ended stalled`;
      return refuse('refused', ERROR_CODE.refused, message);
    }
    if (call.at > limits.time + clock.toleranceMs) {
      const message = `run ${run} went on behind its limit of ${limits.time} ms; it should have ended stalled`;
      return refuse('refused', ERROR_CODE.refused, message);
    }
    const reply = scaled(world(call), clock.scale);
    const record = recordOf(call, reply, order);
    order += 1;
    calls.push(record);
    byNumber.set(call.call, record);
    return { ok: true, result: reply };
  };

  const note = (what: 'settled' | 'aborted', call: number, at: number): Failure | null => {
    const record = byNumber.get(call);
    if (record === undefined || record[what] !== null) {
      const message =
        record === undefined
          ? `${what}: run ${run} made no call ${call}`
          : `${what}: told twice of call ${call} of run ${run}`;
      blocked ??= failure('broke-protocol', message, { code: ERROR_CODE.badParameters, run });
      return blocked;
    }
    record[what] = { at, order };
    order += 1;
    return null;
  };

  return {
    request,
    get blocked() {
      return blocked;
    },
    perform,
    settled: (call, at) => note('settled', call, at),
    aborted: (call, at) => note('aborted', call, at),
    trace: (events) => {
      for (const event of events) told.push(event);
    },
    log: (message) => {
      if (log.length < MAXIMUM_LOG) log.push(message);
    },
    block: (reason) => {
      blocked ??= reason;
    },
    finish: (result, stderr) => {
      const performed = result?.performed;
      const selfReported = performed !== undefined && calls.length === 0;
      return {
        request,
        clock,
        calls: selfReported ? callsOf(performed, request.script ?? {}) : calls,
        trace: mergedTrace(told, result?.trace),
        log,
        result,
        blocked,
        selfReported,
        stderr,
      };
    },
  };
}

/** Each event once, by its number; what was told first stands. */
function mergedTrace(
  told: readonly ReadTraceEvent[],
  ended: readonly ReadTraceEvent[] | undefined,
): readonly ReadTraceEvent[] | null {
  if (told.length === 0) return ended ?? null;
  const byNumber = new Map<number, ReadTraceEvent>();
  for (const event of [...told, ...(ended ?? [])]) {
    if (!byNumber.has(event.seq)) byNumber.set(event.seq, event);
  }
  return [...byNumber.values()].sort((left, right) => left.seq - right.seq);
}
