/** The conversation in docs/protocol/README.md, replayed: what a driver's author reads is so. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Connector } from './connection.ts';
import { createPeer } from './peer.ts';
import {
  CAPABILITIES,
  CHOICES,
  MESSAGES,
  type Method,
  type RunParameters,
} from './schema/index.ts';
import { createReader } from './schema/read.ts';
import { openSession } from './session.ts';
import { fails, ok, worldOf } from './testing/plans.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/protocol/README.md'), 'utf8');

interface Line {
  readonly from: 'suite' | 'driver';
  readonly message: {
    readonly id?: number | string;
    readonly method?: Method;
    readonly params?: unknown;
    readonly result?: unknown;
  };
}

const lines: readonly Line[] = [...page.matchAll(/^([<>]) (\{.*\})$/gm)].map(([, sign, text]) => ({
  from: sign === '>' ? 'suite' : 'driver',
  message: JSON.parse(text ?? '') as Line['message'],
}));

test('the conversation of the page is one that the suite has', async () => {
  const left = [...lines];
  const said: unknown[] = [];
  const connector: Connector = {
    name: 'the page',
    connect: (suite, options) => {
      // After each message of the suite, what the driver says before the suite's next one.
      const peer = createPeer(suite, options, (text) => {
        const message = JSON.parse(text);
        said.push(message);
        const expected = left.shift();
        expect(message).toEqual(expected?.message);
        expect(expected?.from).toBe('suite');
        setTimeout(() => {
          while (left[0]?.from === 'driver') {
            const next = left.shift();
            peer.receive(JSON.stringify(next?.message));
            // A request of the driver's has been answered by now.
            if (next?.message.method === 'perform') break;
          }
        });
      });
      const connection = {
        call: peer.call,
        close: () => Promise.resolve({ problem: null }),
        kill: () => Promise.resolve(),
        stderr: () => ({ length: 0, text: '' }),
      };
      return Promise.resolve({ ok: true, connection });
    },
  };
  const suite = { name: 'unwind', version: '0.1.0' };
  const opened = await openSession(connector, { suite });
  if (!opened.ok) throw new Error(opened.failure.message);
  const { session } = opened;
  const asked = lines.find(({ message }) => message.method === 'run')?.message.params;
  const { plan, seed, input, limits } = asked as RunParameters;
  const record = await session.run(
    { seed, input, limits, ...(plan === undefined ? {} : { plan }) },
    worldOf({
      reserve: [ok(10, { id: 'r-1' })],
      charge: [fails(40, 'rate_limit', { status: 429 }), fails(40, 'rejected', { status: 402 })],
      'compensate:reserve': [ok(10)],
    }),
  );
  expect(record).toMatchObject({ blocked: null, result: { outcome: 'compensated' } });
  expect(record.calls.map(({ settled }) => settled?.at)).toEqual([10, 50, 1090, 1100]);
  await session.shutdown();
  expect(left).toEqual([]);
  expect(session.incidents).toEqual([]);
  expect(said.length).toBeGreaterThan(5);
});

test('every message of the page is as its schema says', () => {
  const reader = createReader(true);
  const asked = new Map<string, Method>();
  for (const { from, message } of lines) {
    const { id, method, params, result } = message;
    const key = `${from === 'suite' ? 'driver' : 'suite'} ${id}`;
    if (method !== undefined) asked.set(`${from} ${id}`, method);
    const about = method ?? asked.get(key);
    if (about === undefined) throw new Error(`nobody asked ${id}`);
    const [part, value] =
      method === undefined ? ['result' as const, result] : ['params' as const, params];
    expect(reader.fault(about, part, value)).toBeNull();
  }
});

test('the page names every message, capability and error code', () => {
  for (const name of [...Object.keys(MESSAGES), ...CAPABILITIES]) {
    expect(page, name).toContain(`\`${name}\``);
  }
  for (const code of [-32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002]) {
    expect(page).toContain(String(code));
  }
  expect(page).toContain(`\`Q${Object.keys(CHOICES).length}\``);
});
