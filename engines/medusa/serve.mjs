// @ts-check
/** The driver protocol on stdin and stdout: one JSON message a line. */

import { createInterface } from 'node:readline';

const PROTOCOL = 1;

class ProtocolError extends Error {
  /** @param {number} code @param {string} message @param {object} [data] */
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/**
 * What a driver is to the suite, and the suite to a driver.
 * @typedef {object} Suite
 * @property {(params: object) => Promise<any>} perform What a task is to do.
 * @property {(params: object) => void} settled
 * @property {(params: object) => void} aborted
 *
 * @param {object} driver
 * @param {object} driver.hello
 * @param {(request: any, suite: Suite) => Promise<object>} driver.run
 * @param {(id: string) => void} driver.abandon
 */
export function serve({ hello, run, abandon }) {
  let isInitialized = false;
  let asked = 0;
  /** @type {Map<number, (message: any) => void>} Answers that the suite still owes. */
  const waiting = new Map();

  const send = (/** @type {object} */ message) => {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };

  /** @type {Suite} */
  const suite = {
    perform: (params) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, ({ result, error }) => {
          if (error === undefined) resolve(result);
          else reject(new Error(`the suite refused: ${error.message}`));
        });
        send({ id: asked, method: 'perform', params });
      }),
    settled: (params) => send({ method: 'settled', params }),
    aborted: (params) => send({ method: 'aborted', params }),
  };

  /** @type {Record<string, (params: any) => any>} */
  const methods = {
    initialize: ({ protocol }) => {
      if (protocol !== PROTOCOL) {
        throw new ProtocolError(-32001, 'another version', { supported: [PROTOCOL] });
      }
      isInitialized = true;
      return hello;
    },
    run: (request) => run(request, suite),
    abandon: (params) => {
      abandon(params.run);
      return {};
    },
    shutdown: () => ({}),
  };

  const answer = async (/** @type {any} */ { id, method, params }) => {
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
  };

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
}
