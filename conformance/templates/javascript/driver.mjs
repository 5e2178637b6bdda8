// @ts-check
/**
 * A driver: puts a workflow runtime under test. It reads one JSON message a line on stdin and
 * writes one a line on stdout, so nothing else may be printed there; stderr is free.
 *
 *     npx unwind doctor --driver "node driver.mjs"
 *     npx unwind certify --driver "node driver.mjs"
 *
 * Everything about the runtime itself is in runtime.mjs. Put your own in its place, and
 * declare below what it can do: what is not declared is not asked for.
 */

import { createInterface } from 'node:readline';
import { CAPABILITIES, runWorkflow } from './runtime.mjs';

const PROTOCOL = 1;

const HELLO = {
  protocol: PROTOCOL,
  runtime: { name: 'toy', version: '1.0.0', language: 'javascript' },
  profiles: ['baseline'],
  dialects: ['plan'],
  clock: { kind: 'virtual' },
  concurrentRuns: 8,
  capabilities: CAPABILITIES,
  unsupported: {
    resume: 'nothing is kept over a crash',
    operators: 'nobody can step in',
    guards: 'every step of a plan runs',
    trace: 'it keeps no history',
  },
};

let isInitialized = false;
let asked = 0;
/** @type {Map<number, (message: any) => void>} Answers that the suite still owes. */
const waiting = new Map();
/** @type {Set<string>} Runs that nobody wants any more. */
const abandoned = new Set();

/** @param {object} message */
function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

class ProtocolError extends Error {
  /** @param {number} code @param {string} message @param {object} [data] */
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * Asks the suite what a task does.
 * @param {object} params
 * @returns {Promise<any>}
 */
function perform(params) {
  asked += 1;
  const id = asked;
  return new Promise((resolve, reject) => {
    waiting.set(id, ({ result, error }) => {
      if (error === undefined) resolve(result);
      else reject(new Error(`the suite refused: ${error.message}`));
    });
    send({ id, method: 'perform', params });
  });
}

/** @param {any} params */
function run(params) {
  const { run } = params;
  return runWorkflow(params, {
    perform,
    settled: (call, at) => send({ method: 'settled', params: { run, call, at } }),
    aborted: (call, at) => send({ method: 'aborted', params: { run, call, at } }),
    isAbandoned: () => abandoned.has(run),
  });
}

/** What the suite asks, by method. @type {Record<string, (params: any) => any>} */
const methods = {
  initialize: ({ protocol }) => {
    if (protocol !== PROTOCOL) {
      throw new ProtocolError(-32001, 'another version', { supported: [PROTOCOL] });
    }
    isInitialized = true;
    return HELLO;
  },
  run,
  abandon: ({ run }) => {
    abandoned.add(run);
    return {};
  },
  shutdown: () => ({}),
};

/** @param {any} message */
async function answer({ id, method, params }) {
  try {
    const known = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (known === undefined) throw new ProtocolError(-32601, `unknown method ${method}`);
    if (!isInitialized && method !== 'initialize') {
      throw new ProtocolError(-32002, 'initialize comes first');
    }
    send({ id, result: await known(params ?? {}) });
  } catch (error) {
    const { code = -32603, message, data } = /** @type {ProtocolError} */ (error);
    send({ id, error: { code, message, ...(data === undefined ? {} : { data }) } });
  }
  // Ends when all is written.
  if (method === 'shutdown') process.stdout.write('', () => process.exit(0));
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      send({ id: null, error: { code: -32700, message: 'this line is no JSON' } });
      return;
    }
    if (message.method !== undefined) {
      void answer(message);
      return;
    }
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  })
  .on('close', () => process.exit(0));
