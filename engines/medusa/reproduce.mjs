// @ts-check
/**
 * What findings.md tells, without Unwind: small transactions of the orchestrator alone.
 * `npm run reproduce` prints what happens, each line with its ms.
 */

import {
  OrchestratorBuilder,
  PermanentStepFailureError,
  TransactionOrchestrator,
} from '@medusajs/orchestration';
import { storage } from './storage.mjs';

let began = 0;
const say = (/** @type {string} */ text) => {
  process.stdout.write(
    `  ${String(Math.round(performance.now() - began)).padStart(5)} ms  ${text}\n`,
  );
};
const sleep = (/** @type {number} */ ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

let shown = 0;

/**
 * @param {string} title
 * @param {[string, object][][]} layers Steps with their options; those of one layer in parallel.
 * @param {Record<string, [number, 'ok' | 'temporary' | 'permanent'][]>} world ms and end of each attempt.
 * @param {number} [cancelAt]
 */
async function show(title, layers, world, cancelAt) {
  process.stdout.write(`${title}\n`);
  const builder = new OrchestratorBuilder();
  for (const layer of layers) {
    for (const [name, options] of layer) builder.addAction(name, options);
    const [first = '', ...others] = layer.map(([name]) => name);
    if (others.length > 0) builder.mergeActions(first, ...others);
  }
  shown += 1;
  const orchestrator = new TransactionOrchestrator({
    id: `order-${shown}`,
    definition: builder.build(),
  });
  const handler = async (
    /** @type {string} */ action,
    /** @type {string} */ type,
    /** @type {any} */ { metadata: { attempt } },
  ) => {
    const answers = type === 'invoke' ? (world[action] ?? [[100, 'ok']]) : [[50, 'ok']];
    const [ms, end] = answers[Math.min(attempt, answers.length) - 1] ?? [100, 'ok'];
    say(`${type} ${action}, attempt ${attempt}`);
    await sleep(Number(ms));
    say(`${type} ${action}, attempt ${attempt}: ${end}`);
    if (end === 'temporary') throw new Error(end);
    if (end === 'permanent') throw new PermanentStepFailureError(end);
    return {};
  };
  const transaction = await orchestrator.beginTransaction({
    transactionId: `t-${shown}`,
    handler: /** @type {any} */ (handler),
    payload: {},
  });
  const resume = () => orchestrator.resume(transaction);
  storage.waiting.set(transaction.transactionId, { resume, timers: new Map() });
  began = performance.now();
  if (cancelAt !== undefined) {
    setTimeout(() => {
      say('cancel');
      void orchestrator.cancelTransaction(transaction);
    }, cancelAt);
  }
  await resume();
  while (!transaction.hasFinished()) await sleep(10);
  const states = Object.values(transaction.getFlow().steps)
    .filter(({ id }) => id !== '_root')
    .map((step) => `${step.definition.action} ${step.compensate.state}`);
  say(`the transaction is ${transaction.getState()}; compensations: ${states.join(', ')}`);
}

const twice = { maxRetries: 2, retryInterval: 1 };

await show(
  'retryInterval 1 s after an attempt that took 0.3 s: 1 s is waited',
  [[['charge', twice]]],
  {
    charge: [
      [300, 'temporary'],
      [100, 'ok'],
    ],
  },
);
await show(
  'retryInterval 1 s after an attempt that took 1.2 s: nothing is waited',
  [[['charge', twice]]],
  {
    charge: [
      [1200, 'temporary'],
      [100, 'ok'],
    ],
  },
);
await show(
  'retryInterval 1 s after an attempt that took 0.3 s, beside a step with 0.8 s: 0.8 s is waited',
  [
    [
      ['charge', twice],
      ['reserve', { maxRetries: 2, retryInterval: 0.8 }],
    ],
  ],
  {
    charge: [
      [300, 'temporary'],
      [100, 'ok'],
    ],
    reserve: [
      [300, 'temporary'],
      [100, 'ok'],
    ],
  },
);
await show(
  'A step is retried at once, and yet waits for the one beside it',
  [
    [
      ['charge', { maxRetries: 2 }],
      ['reserve', {}],
    ],
  ],
  {
    charge: [
      [100, 'temporary'],
      [100, 'ok'],
    ],
    reserve: [[800, 'ok']],
  },
);
await show('A step that fails is compensated as well', [[['reserve', {}]], [['charge', {}]]], {
  charge: [[100, 'permanent']],
});
await show(
  'A step that waits for its retry when the one beside it fails: it is invoked after the compensations, and not compensated',
  [
    [
      ['charge', twice],
      ['reserve', {}],
    ],
  ],
  {
    charge: [
      [100, 'temporary'],
      [100, 'ok'],
    ],
    reserve: [[200, 'permanent']],
  },
);
await show(
  'The same after a cancel',
  [[['reserve', {}]], [['charge', twice]]],
  {
    charge: [
      [100, 'temporary'],
      [100, 'ok'],
    ],
  },
  500,
);
