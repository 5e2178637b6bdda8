import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { openSession } from '../session.ts';
import { node, ok, planOf, suite, worldOf } from '../testing/plans.ts';
import { webSocket } from './web-socket.ts';

/** A driver behind a server; `?hangs-up` closes in the middle of a run, `?binary` sends bytes. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
let url = '';

beforeAll(() => {
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());

server.on('connection', (socket, { url: path = '' }) => {
  const send = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  socket.on('message', (data) => {
    const { id, method, params, result } = JSON.parse(String(data));
    if (method === 'initialize') {
      const runtime = { name: 'edge', version: '1' };
      const lists = { profiles: ['baseline'], dialects: ['plan'], capabilities: [] };
      send({ id, result: { protocol: 1, runtime, ...lists, clock: { kind: 'virtual' } } });
    } else if (method === 'run') {
      if (path.includes('hangs-up')) return socket.close();
      if (path.includes('binary')) return socket.send(Buffer.from([1]));
      const { run } = params;
      const call = { run, call: 1, step: 'a', unit: 'a', purpose: 'forward', attempt: 1 };
      send({ id: `perform-${id}`, method: 'perform', params: { ...call, input: {}, at: 0 } });
    } else if (result?.then !== undefined) {
      send({ id: Number(id.replace('perform-', '')), result: { outcome: 'succeeded' } });
    } else {
      send({ id, result: {} });
    }
  });
});

const plan = planOf([node('a')], []);
const run = async (path: string) => {
  const opened = await openSession(webSocket(url + path), { suite, wallMs: 5000 });
  if (!opened.ok) throw new Error(opened.failure.message);
  const record = await opened.session.run({ seed: 1, plan }, worldOf({ a: [ok(5)] }));
  return { record, closing: await opened.session.shutdown() };
};

describe('a driver behind a WebSocket', () => {
  test('runs as any other', async () => {
    const { record, closing } = await run('');
    expect(record).toMatchObject({ blocked: null, result: { outcome: 'succeeded' } });
    expect(record.calls).toMatchObject([{ unit: 'a', reply: ok(5) }]);
    expect(closing).toEqual({ problem: null });
  });

  test('may hang up, or send bytes', async () => {
    const gone = await run('?hangs-up');
    expect(gone.record.blocked?.kind).toBe('died');
    expect(gone.record.blocked?.message).toContain('closed the connection with code 1005');
    const binary = await run('?binary');
    expect(binary.record.blocked?.message).toContain('a binary frame');
  });

  test('may not be there', async () => {
    const refused = await openSession(webSocket('ws://127.0.0.1:1/'), { suite });
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'not-started' } });
    const wrong = await openSession(webSocket('http//x'), { suite });
    if (wrong.ok) throw new Error('it was opened');
    expect(wrong.failure.message).toContain('begins with ws:// or wss://');
  });
});
