/**
 * Drivers in this process. Messages are passed through a structured clone and checked as at a
 * pipe; a driver that is trusted may be handed the objects themselves, since copies of tens of
 * thousands of runs cost more than the runs.
 */

import type {
  CallReply,
  Connection,
  ConnectOptions,
  Connector,
  SuiteSide,
  Traffic,
} from './connection.ts';
import type { Driver, SuiteCalls } from './driver.ts';
import { type Failure, failure, ProtocolError } from './failure.ts';
import { copyingCalls, directCalls } from './in-process-calls.ts';
import { ERROR_CODE, type SuiteMethod } from './schema/index.ts';

/**
 * `clone`: every message is copied. `sampled`: the first runs, and then one of every 64, are;
 * of the others objects are handed over as they are.
 */
export type Passing = 'clone' | 'sampled';

/** In `sampled`, so many runs are copied at first, and then each that is so many behind. */
const FIRST = 16;
const EACH = 64;

export interface InProcessOptions {
  readonly name: string;
  readonly passing?: Passing;
}

/** @param create Makes a driver; called again where the one before was ended. */
export function inProcess(
  create: () => Driver | Promise<Driver>,
  { name, passing = 'clone' }: InProcessOptions,
): Connector {
  return {
    name,
    connect: async (suite, { wallMs, onTraffic }) => {
      try {
        const driver = await create();
        return { ok: true, connection: connectionTo(driver, suite, passing, wallMs, onTraffic) };
      } catch (error) {
        const reason = failure('not-started', `${name} could not be started: ${tell(error)}`);
        return { ok: false, failure: reason };
      }
    },
  };
}

function connectionTo(
  driver: Driver,
  suite: SuiteSide,
  passing: Passing,
  wallMs: number,
  onTraffic: ConnectOptions['onTraffic'],
): Connection {
  const show = (from: Traffic['from'], message: object): void => {
    onTraffic?.({ from, text: JSON.stringify(message) });
  };
  let isOver = false;
  let runs = 0;
  const copying = copyingCalls(suite, () => isOver, show);
  const direct = directCalls(suite);
  const isDirect = (method: SuiteMethod): boolean => {
    if (method !== 'run' || passing === 'clone') return false;
    runs += 1;
    return runs > FIRST && runs % EACH !== 0;
  };

  return {
    call: (method, parameters, run) => {
      const trusted = isDirect(method);
      const answered = (reply: CallReply): CallReply => {
        if (reply.ok) show('driver', { result: reply.result });
        else
          show('driver', { error: { code: reply.failure.code, message: reply.failure.message } });
        return reply;
      };
      if (!trusted) show('suite', { method, params: parameters });
      try {
        const handed = (trusted ? parameters : structuredClone(parameters)) as never;
        const result = answerOf(driver, method, handed, trusted ? direct : copying);
        if (result instanceof Promise) {
          return withinWall(result, method, wallMs, run).then(answered);
        }
        if (trusted) return Promise.resolve({ ok: true, result, trusted: true });
        return Promise.resolve(answered({ ok: true, result: cloned(method, result) }));
      } catch (error) {
        return Promise.resolve(answered({ ok: false, failure: failureOf(method, error, run) }));
      }
    },
    close: () => {
      isOver = true;
      return Promise.resolve({ problem: null });
    },
    kill: () => {
      isOver = true;
      return Promise.resolve();
    },
    stderr: () => NOTHING_WRITTEN,
  };
}

const NOTHING_WRITTEN = { length: 0, text: '' };

function answerOf(
  driver: Driver,
  method: SuiteMethod,
  parameters: never,
  calls: SuiteCalls,
): unknown {
  switch (method) {
    case 'initialize':
      return driver.initialize(parameters);
    case 'run':
      return driver.run(parameters, calls);
    case 'check':
      if (driver.check === undefined) break;
      return driver.check(parameters);
    case 'abandon':
      return nothingOf(driver.abandon?.(parameters));
    case 'shutdown':
      return nothingOf(driver.shutdown?.());
  }
  throw new ProtocolError({ code: ERROR_CODE.unknownMethod, message: `it has no ${method}` });
}

/** Whatever it hands back, the answer is `{}`. */
function nothingOf(result: unknown): unknown {
  return result instanceof Promise ? result.then(() => ({})) : {};
}

function withinWall(
  result: Promise<unknown>,
  method: SuiteMethod,
  wallMs: number,
  run: string | undefined,
): Promise<CallReply> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      const message = `${method} got no reply within ${wallMs / 1000} s`;
      resolve({ ok: false, failure: failure('hung', message, { run: run ?? null }) });
    }, wallMs);
    const settle = (reply: CallReply): void => {
      clearTimeout(timer);
      resolve(reply);
    };
    result
      .then((value) => settle({ ok: true, result: cloned(method, value) }))
      .catch((error: unknown) => settle({ ok: false, failure: failureOf(method, error, run) }));
  });
}

function cloned(method: SuiteMethod, result: unknown): unknown {
  try {
    return structuredClone(result);
  } catch (error) {
    const message = `the result of ${method} is no plain data: ${tell(error)}`;
    throw new ProtocolError({ code: ERROR_CODE.defect, message });
  }
}

/** What a driver throws: an error of the protocol, or a defect. */
function failureOf(method: SuiteMethod, error: unknown, run: string | undefined): Failure {
  const about = { run: run ?? null };
  if (error instanceof ProtocolError) {
    const message = `${method} was answered with error ${error.code}: ${error.message}`;
    return failure('answered-error', message, { ...about, code: error.code });
  }
  const message = `${method} was answered with error ${ERROR_CODE.defect}: ${tell(error)}`;
  return failure('answered-error', message, { ...about, code: ERROR_CODE.defect });
}

function tell(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
