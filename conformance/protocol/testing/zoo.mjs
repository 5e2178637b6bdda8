// A driver that can do all sorts of things wrong, one at a time: `node zoo.mjs MISDEED`.
// Without a misdeed it performs the nodes of a plan one after another, and is right.
import { createInterface } from 'node:readline';

const misdeed = process.argv[2] ?? 'none';

/** @param {object} message */
const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

/** @type {Map<string, (answer: any) => void>} */
const pending = new Map();
let asked = 0;

/** @param {string} method @param {any} params @returns {Promise<any>} */
const ask = (method, params) =>
  new Promise((resolve) => {
    asked += 1;
    pending.set(`d-${asked}`, resolve);
    send({ id: `d-${asked}`, method, params });
  });

const hello = {
  protocol: 1,
  runtime: { name: 'zoo', version: '1' },
  profiles: ['baseline'],
  dialects: ['plan'],
  clock: { kind: 'virtual' },
  concurrentRuns: 2,
  capabilities: ['keys'],
};

const hellos = {
  'wrong-version': { ...hello, protocol: 2 },
  'missing-members': { protocol: 1, runtime: { name: 'zoo' } },
  'unknown-capability': { ...hello, capabilities: ['retri', 'keys'], choices: { Q1: 'fail' } },
  'real-clock': { ...hello, clock: { kind: 'real', toleranceMs: 25, scale: 0.5 } },
};

/** @param {any} params */
async function run(params) {
  const { run, plan } = params;
  let at = 0;
  let call = 0;
  for (const { id } of plan.nodes) {
    call += 1;
    const step = { run, call: misdeed === 'same-call' ? 1 : call, step: id, unit: id };
    const perform = { ...step, purpose: 'forward', attempt: 1, input: params.input, at };
    switch (misdeed) {
      case 'crashes-mid-run':
        process.stderr.write('panic: index out of range\n');
        return process.exit(3);
      case 'hangs-mid-run':
        return new Promise(() => {});
      case 'half-a-line':
        process.stdout.write('{"jsonrpc": "2.0", "id": 1, "met');
        return process.exit(0);
      case 'prints-mid-run':
        process.stdout.write(`performing ${id}\n`);
        break;
      case 'perform-as-notification':
        send({ method: 'perform', params: perform });
        break;
      case 'bad-perform':
        await ask('perform', { ...perform, purpose: 'forwards', at: undefined });
        break;
      case 'another-run':
        await ask('perform', { ...perform, run: 'no-such-run' });
        break;
      case 'unknown-method':
        await ask('performTask', perform);
        send({ method: 'metrics', params: {} });
        break;
      case 'writes-stderr':
        process.stderr.write(`about to perform ${id}\n`);
        break;
      case 'logs':
        send({ method: 'log', params: { level: 'info', message: `performing ${id}` } });
        break;
      case 'batch':
        process.stdout.write('[{"jsonrpc": "2.0", "id": 1}]\n');
        break;
      case 'huge-line':
        process.stdout.write(`${'x'.repeat(100_000)}\n`);
        break;
      case 'settles-what-it-never-called':
        send({ method: 'settled', params: { run, call: 99, at } });
        break;
    }
    const answer = await ask('perform', perform);
    if (answer.error !== undefined) {
      return misdeed === 'no-abandon' ? new Promise(() => {}) : { outcome: 'stalled' };
    }
    at += answer.result.after ?? 0;
    send({ method: 'settled', params: { run, call: perform.call, at } });
    send({
      method: 'trace',
      params: { run, events: [{ seq: call, at, type: 'zoo.done', unit: id }] },
    });
  }
  if (misdeed === 'bad-result') return { outcome: 'fine' };
  return { outcome: 'succeeded', trace: [{ seq: call, at, type: 'zoo.done' }] };
}

if (misdeed === 'crashes-at-start') throw new Error('no configuration found');
if (misdeed === 'exits-at-start') process.exit(0);
if (misdeed === 'banner') process.stdout.write('zoo 1.0, ready\n');

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    if (message.method === undefined) pending.get(message.id)?.(message);
    else void answer(message);
  })
  .on('close', () => {
    if (misdeed !== 'ignores-shutdown') process.exit(0);
  });

/** @param {any} message */
async function answer({ id, method, params }) {
  switch (method) {
    case 'initialize':
      if (misdeed === 'hangs-at-start') return;
      if (misdeed === 'refuses-version') {
        const error = { code: -32001, message: 'version 1 is too old', data: { supported: [2] } };
        return send({ id, error });
      }
      send({ id, result: hellos[/** @type {keyof typeof hellos} */ (misdeed)] ?? hello });
      if (misdeed === 'dies-later') setTimeout(() => process.exit(1), 300);
      return;
    case 'run': {
      if (misdeed === 'defect')
        return send({ id, error: { code: -32603, message: 'null pointer' } });
      const result = await run(params);
      if (misdeed === 'id-as-text') return send({ id: String(id), result });
      if (misdeed === 'unknown-id') send({ id: 4711, result });
      send({ id, result });
      if (misdeed === 'answers-twice') send({ id, result });
      return;
    }
    case 'abandon':
      return send({ id, result: {} });
    case 'shutdown':
      send({ id, result: {} });
      if (misdeed === 'ignores-shutdown') return void setInterval(() => {}, 1000);
      return process.exit(misdeed === 'exits-badly' ? 5 : 0);
    default:
      return send({ id, error: { code: -32601, message: `unknown method ${method}` } });
  }
}

if (misdeed === 'ignores-shutdown') process.on('SIGTERM', () => {});
