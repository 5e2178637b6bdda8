/** What the suite does about a driver's messages: checks them, and brings them to their runs. */

import type { SuiteSide } from './connection.ts';
import { type Failure, failure } from './failure.ts';
import type { Reply } from './recorder.ts';
import type { OpenRun, Registry } from './registry.ts';
import {
  type DriverMethod,
  ERROR_CODE,
  isDriverMethod,
  type LogParameters,
  type PerformParameters,
  type PerformResult,
  type SettledParameters,
  type TraceParameters,
} from './schema/index.ts';
import type { MessageReader } from './schema/read.ts';

const DONE: Reply<unknown> = { ok: true, result: {} };

/**
 * @param thrown Called with what a world throws: a defect of whoever asked for the run.
 * @param ended Called when the driver is gone by itself.
 */
export function createSuiteSide(
  registry: Registry,
  reader: MessageReader,
  thrown: (error: unknown) => void,
  ended: (reason: Failure) => void,
): SuiteSide {
  /** The run that a message is about; what is wrong with it where there is none. */
  const find = (method: string, run: string): OpenRun | Failure => {
    const about = registry.open.get(run);
    if (about !== undefined) return about;
    const message = registry.isUsed(run)
      ? `${method}: run ${run} is over`
      : `${method}: there is no run ${run}`;
    const code = ERROR_CODE.badParameters;
    return registry.incident(failure('broke-protocol', message, { code, run }));
  };

  const perform = (call: PerformParameters): Reply<PerformResult> => {
    const about = find('perform', call.run);
    if (!('recorder' in about)) return refusalOf(about);
    const wasBlocked = about.recorder.blocked !== null;
    try {
      const reply = about.recorder.perform(call);
      const reason = about.recorder.blocked;
      if (!wasBlocked && reason !== null) registry.block(reason);
      return reply;
    } catch (error) {
      thrown(error);
      return refusal(ERROR_CODE.refused, 'the suite has a defect');
    }
  };

  const tell = (
    method: 'settled' | 'aborted',
    { run, call, at }: SettledParameters,
  ): Reply<unknown> => {
    const about = find(method, run);
    if (!('recorder' in about)) return refusalOf(about);
    const wrong = about.recorder[method](call, at);
    if (wrong === null) return DONE;
    registry.block(wrong);
    return refusalOf(wrong);
  };

  const receive = (method: DriverMethod, parameters: unknown): Reply<unknown> => {
    const fault = reader.fault(method, 'params', parameters);
    if (fault !== null) {
      const run = runIn(parameters);
      const known = run !== null && registry.open.has(run) ? run : null;
      const code = ERROR_CODE.badParameters;
      registry.block(failure('broke-protocol', fault, { code, run: known }));
      return refusal(code, fault);
    }
    switch (method) {
      case 'perform':
        return perform(parameters as PerformParameters);
      case 'settled':
      case 'aborted':
        return tell(method, parameters as SettledParameters);
      case 'trace': {
        const { run, events } = parameters as TraceParameters;
        const about = find(method, run);
        if (!('recorder' in about)) return refusalOf(about);
        about.recorder.trace(events);
        return DONE;
      }
      case 'log':
        for (const each of registry.open.values()) each.recorder.log(parameters as LogParameters);
        return DONE;
    }
  };

  return {
    request: (method, parameters) => {
      if (isDriverMethod(method)) return receive(method, parameters);
      registry.note(`the driver asked for ${method}, which the protocol does not know`);
      return refusal(ERROR_CODE.unknownMethod, `unknown method ${method}`);
    },
    notify: (method, parameters) => {
      if (method === 'perform') {
        const message = 'perform came as a notification, without an id; it must be a request';
        const code = ERROR_CODE.invalidRequest;
        registry.block(failure('broke-protocol', message, { code }));
      } else if (isDriverMethod(method)) {
        receive(method, parameters);
      } else {
        registry.note(`the driver told ${method}, which the protocol does not know`);
      }
    },
    trusted: { perform, tell },
    breach: (message, hint) => registry.block(failure('broke-protocol', message, { hint })),
    ended,
  };
}

function refusal(code: number, message: string): Reply<never> {
  return { ok: false, error: { code, message } };
}

function refusalOf({ code, message }: Failure): Reply<never> {
  return refusal(code ?? ERROR_CODE.badParameters, message);
}

function runIn(parameters: unknown): string | null {
  if (typeof parameters !== 'object' || parameters === null) return null;
  const { run } = parameters as { readonly run?: unknown };
  return typeof run === 'string' ? run : null;
}
