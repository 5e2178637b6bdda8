/**
 * A driver behind an address: one message a text frame. For runtimes at the edge or in a
 * browser, where the suite can start no program. A restart is another connection.
 */

import type { RawData } from 'ws';
import { WebSocket } from 'ws';
import type { Connected, Connection, Connector } from '../connection.ts';
import { failure } from '../failure.ts';
import { createPeer } from '../peer.ts';

export interface WebSocketOptions {
  /** Bytes in one message; a larger one ends the connection. 16 Mi if left out. */
  readonly messageLimit?: number;
}

const DEFAULT_MESSAGE_LIMIT = 16 * 1024 * 1024;
/** How long a driver has to hang up after `shutdown`. */
const CLOSE_MS = 2000;

/** @param url `ws:` or `wss:`. */
export function webSocket(url: string, options: WebSocketOptions = {}): Connector {
  return {
    name: url,
    connect: (suite, connect) =>
      new Promise<Connected>((resolve) => {
        const { messageLimit = DEFAULT_MESSAGE_LIMIT } = options;
        const socket = open(url, messageLimit, connect.wallMs);
        if (typeof socket === 'string') {
          resolve({ ok: false, failure: failure('not-started', socket) });
          return;
        }
        const peer = createPeer(suite, connect, (text) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(text);
        });
        let problem = '';
        const closed = new Promise<void>((settle) => socket.once('close', () => settle()));
        socket.on('error', (error) => {
          problem = error.message;
        });
        socket.on('message', (data: RawData, isBinary: boolean) => {
          if (!isBinary) peer.receive(String(data));
          else suite.breach('the driver sent a binary frame; messages are text frames', null);
        });
        socket.once('close', (code) => {
          const why = problem === '' ? `with code ${code}` : `(${problem})`;
          const reason = failure('died', `the driver at ${url} closed the connection ${why}`);
          const unreached = failure('not-started', `${url} could not be reached ${why}`);
          resolve({ ok: false, failure: unreached });
          suite.ended(reason);
          peer.fail(reason);
        });
        const connection: Connection = {
          call: peer.call,
          close: async () => {
            // Who is asked to shut down may hang up first; the suite does it else.
            const timer = setTimeout(() => socket.terminate(), CLOSE_MS);
            socket.close();
            await closed;
            clearTimeout(timer);
            return { problem: null };
          },
          kill: async () => {
            socket.terminate();
            await closed;
          },
          stderr: () => NOTHING_WRITTEN,
        };
        socket.once('open', () => resolve({ ok: true, connection }));
      }),
  };
}

const NOTHING_WRITTEN = { length: 0, text: '' };

/** The socket, or why the address is none. */
function open(url: string, maxPayload: number, wallMs: number): WebSocket | string {
  try {
    return new WebSocket(url, { maxPayload, handshakeTimeout: wallMs });
  } catch {
    return `'${url}' is no address of a WebSocket: it begins with ws:// or wss://`;
  }
}
