/**
 * JSON-RPC 2.0 in both directions at once, without batches. Own code rather than a package:
 * what a driver does wrong (answers twice, changes an id, talks nonsense) is to be told, and
 * packages pass over it in silence.
 */

import { show } from '../../core/model/show.ts';
import type { CallReply, ConnectOptions, SuiteSide } from './connection.ts';
import { type Failure, failure } from './failure.ts';
import { ERROR_CODE, type SuiteMethod } from './schema/index.ts';

export interface Peer {
  /** One message of the driver's, as it came. */
  receive(text: string): void;
  /** Asks the driver. Never rejects. */
  call(method: SuiteMethod, parameters: unknown, run?: string): Promise<CallReply>;
  /** No answer will come any more: every open call fails so. */
  fail(reason: Failure): void;
}

type Id = number | string;

interface Pending {
  readonly method: SuiteMethod;
  readonly run: string | null;
  readonly settle: (reply: CallReply) => void;
}

type Envelope = { readonly [member: string]: unknown };

const STDOUT_HINT =
  'What carries messages must carry nothing else: print to stderr, or send a log notification.';
const ENVELOPE_MEMBERS = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];

/** @param send Sends one message, as JSON without line breaks. */
export function createPeer(
  suite: SuiteSide,
  { wallMs, validate, onTraffic }: ConnectOptions,
  send: (text: string) => void,
): Peer {
  const pending = new Map<Id, Pending>();
  let asked = 0;

  const write = (message: Envelope): void => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    onTraffic?.({ from: 'suite', text });
    send(text);
  };

  const refuse = (code: number, message: string, hint: string | null = null): void => {
    write({ id: null, error: { code, message } });
    suite.breach(message, hint);
  };

  const receive = (text: string): void => {
    onTraffic?.({ from: 'driver', text });
    const message = parsed(text);
    if (message === undefined) {
      refuse(ERROR_CODE.parse, `the driver sent what is no JSON: ${show(text)}`, STDOUT_HINT);
    } else if (Array.isArray(message)) {
      refuse(ERROR_CODE.invalidRequest, 'the driver sent a batch; there are none');
    } else if (typeof message !== 'object' || message === null) {
      const told = `the driver sent ${show(message)}, which is no message`;
      refuse(ERROR_CODE.invalidRequest, told, STDOUT_HINT);
    } else {
      const fault = validate ? envelopeFault(message as Envelope) : null;
      if (fault !== null) suite.breach(fault, null);
      if ('method' in message) asks(message as Envelope);
      else answers(message as Envelope);
    }
  };

  const asks = ({ id, method, params = {} }: Envelope): void => {
    if (typeof method !== 'string') {
      refuse(ERROR_CODE.invalidRequest, `a method must be a text, not ${show(method)}`);
    } else if (id === undefined) {
      suite.notify(method, params);
    } else if (typeof id !== 'number' && typeof id !== 'string') {
      const message = `the id of a request must be a number or a text, not ${show(id)}`;
      refuse(ERROR_CODE.invalidRequest, message);
    } else {
      const reply = suite.request(method, params);
      write(reply.ok ? { id, result: reply.result } : { id, error: reply.error });
    }
  };

  const answers = (message: Envelope): void => {
    const { id, error } = message;
    const open = pending.get(id as Id);
    if (open === undefined) {
      suite.breach(strayAnswer(id, error), null);
      return;
    }
    pending.delete(id as Id);
    const { method, run } = open;
    if ('result' in message && error === undefined) {
      open.settle({ ok: true, result: message['result'] });
    } else if (error !== undefined) {
      open.settle({ ok: false, failure: errorAnswer(method, run, error) });
    } else {
      const told = `the answer to ${method} has neither result nor error`;
      open.settle({ ok: false, failure: failure('broke-protocol', told, { run }) });
    }
  };

  const strayAnswer = (id: unknown, error: unknown): string => {
    if (id === null && error !== undefined) {
      return `the driver could not read a message: ${show((error as Envelope)?.['message'] ?? error)}`;
    }
    if (id === undefined) return 'the driver sent a message with neither method nor id';
    if (typeof id === 'string' && pending.has(Number(id))) {
      return `the driver answered id ${show(id)}, a text, where the suite asked with the number ${id}; ids come back unchanged`;
    }
    return typeof id === 'number' && id >= 1 && id <= asked && Number.isInteger(id)
      ? `the driver answered request ${id} a second time`
      : `the driver answered id ${show(id)}, which the suite never asked`;
  };

  return {
    receive,
    call: (method, parameters, run) =>
      new Promise((resolve) => {
        asked += 1;
        const id = asked;
        const timer = setTimeout(() => {
          pending.delete(id);
          const message = `${method} got no reply within ${wallMs / 1000} s`;
          resolve({ ok: false, failure: failure('hung', message, { run: run ?? null }) });
        }, wallMs);
        const settle = (reply: CallReply): void => {
          clearTimeout(timer);
          resolve(reply);
        };
        pending.set(id, { method, run: run ?? null, settle });
        write({ id, method, params: parameters });
      }),
    fail: (reason) => {
      const open = [...pending.values()];
      pending.clear();
      for (const { settle, run } of open) settle({ ok: false, failure: { ...reason, run } });
    },
  };
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function envelopeFault(message: Envelope): string | null {
  if (message['jsonrpc'] !== '2.0') {
    return `a message must have "jsonrpc": "2.0", not ${show(message['jsonrpc'] ?? null)}`;
  }
  const unknown = Object.keys(message).find((name) => !ENVELOPE_MEMBERS.includes(name));
  return unknown === undefined ? null : `a message has the member ${show(unknown)} beside its own`;
}

function errorAnswer(method: SuiteMethod, run: string | null, error: unknown): Failure {
  const { code, message, data } = (error ?? {}) as Envelope;
  if (typeof code !== 'number' || typeof message !== 'string') {
    const told = `the error that answers ${method} must have a code and a message, and is ${show(error)}`;
    return failure('broke-protocol', told, { run });
  }
  const supported = (data as Envelope | undefined)?.['supported'];
  const more = supported === undefined ? '' : ` (it supports ${show(supported)})`;
  const told = `${method} was answered with error ${code}: ${message}${more}`;
  return failure('answered-error', told, { code, run, hint: HINTS.get(code) ?? null });
}

const HINTS: ReadonlyMap<number, string> = new Map([
  [ERROR_CODE.unknownMethod, 'The driver does not know the method; is its capability declared?'],
  [ERROR_CODE.badParameters, 'The schema of the message is in docs/protocol.'],
  [ERROR_CODE.beforeInitialize, 'The suite has sent initialize first; after a restart too.'],
  [ERROR_CODE.defect, 'The driver says that this is a defect of its own; see its stderr.'],
]);
