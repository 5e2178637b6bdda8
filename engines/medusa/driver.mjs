// @ts-check
/**
 * Medusa's transaction orchestrator as a driver: a program that talks with the suite on stdin and
 * stdout. The suite plays the tasks, the orchestrator decides everything else, and the time is the
 * machine's.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PermanentStepFailureError, TransactionOrchestrator } from '@medusajs/orchestration';
import { serve } from './serve.mjs';
import { storage } from './storage.mjs';
import { definitionOf, undoOf, whyUnsupported } from './transaction.mjs';

const { version } = JSON.parse(
  readFileSync(
    new URL('node_modules/@medusajs/orchestration/package.json', import.meta.url),
    'utf8',
  ),
);

/** ms of the machine for one of a plan. */
const SCALE = 0.1;

const hello = {
  protocol: 1,
  runtime: {
    ...{ name: '@medusajs/orchestration', version, language: 'javascript' },
    homepage: 'https://docs.medusajs.com',
  },
  profiles: ['baseline'],
  dialects: ['plan'],
  clock: { kind: 'real', toleranceMs: 50, scale: SCALE },
  concurrentRuns: 64,
  capabilities: [
    ...['retry', 'backoff.none', 'backoff.fixed', 'non-retryable', 'keys', 'parallel', 'cancel'],
    ...['compensation', 'compensation.native'],
  ],
  unsupported: {
    'backoff.linear': 'retryInterval is one number for all retries',
    'backoff.exponential': 'retryInterval is one number for all retries',
    'max-delay': 'delays do not grow',
    jitter: 'delays are not random',
    'retry-on': 'a step names no classes; it fails for good by PermanentStepFailureError',
    timeout:
      'by its documentation the timeout of a step is no limit of its execution: a step is always waited for, and then reverted',
    idempotent: 'a step cannot be marked as one that must not be sent twice',
    reconcile: 'there is nothing by which the orchestrator asks what became of a call',
    data: 'values are handed on by workflows-sdk, a package above this one',
    'join.any': 'a step waits for all of the step before it',
    'join.quorum': 'a step waits for all of the step before it',
    guards: 'conditions belong to workflows-sdk, a package above this one',
    conditions: 'conditions belong to workflows-sdk, a package above this one',
    decisions: 'conditions belong to workflows-sdk, a package above this one',
    loops: 'there are none',
    'error-edges': 'continueOnPermanentFailure and skipOnPermanentFailure lead nowhere else',
    'dependency-edges': 'continueOnPermanentFailure goes on after a failure, but takes it as done',
    waits: 'there is no step that waits for a time',
    signals: 'asynchronous steps could wait for one; this driver does not use them',
    resume: 'the store of this driver keeps nothing over a crash',
    operators: 'nobody can step in',
    trace: 'its events carry no times',
  },
};

/** Classes that are worth another attempt where the failure itself does not say. */
const RETRYABLE = ['transient', 'rate_limit', 'timeout', 'unavailable'];

/** @type {Map<string, () => void>} */
const abandon = new Map();

serve({ hello, run, abandon: (id) => abandon.get(id)?.() });

/** @param {any} request @param {import('./serve.mjs').Suite} suite */
async function run({ run: id, tenant, plan, input, controls, limits }, suite) {
  const reason = whyUnsupported(plan);
  if (reason !== null) {
    const error = { code: 'unsupported', class: 'internal', message: reason };
    return { outcome: 'refused', error };
  }
  const definition = definitionOf(plan, SCALE);
  const orchestrator = new TransactionOrchestrator({ id: modelIdOf(plan, definition), definition });
  const began = performance.now();
  const now = () => performance.now() - began;
  /** What may still make something happen: calls that are open, and the orchestrator at work. */
  let open = 0;
  let calls = 0;
  let undos = 0;
  /** @type {NodeJS.Timeout[]} */
  const planned = [];

  /** @type {(outcome: 'over' | 'stalled') => void} */
  let end = () => {};
  /** @type {Promise<'over' | 'stalled'>} */
  const ended = new Promise((resolve) => {
    end = resolve;
  });

  const handler = async (
    /** @type {string} */ action,
    /** @type {string} */ type,
    /** @type {any} */ payload,
  ) => {
    const { attempt, idempotency_key: key } = payload.metadata;
    const isUndo = type === 'compensate';
    if (calls >= limits.calls) {
      end('stalled');
      return new Promise(() => {});
    }
    calls += 1;
    const call = calls;
    if (isUndo) undos += 1;
    const step = isUndo ? undoOf(plan, action).id : action;
    open += 1;
    try {
      const at = now();
      const { after = 0, then } = await suite.perform({
        ...{ run: id, call, step, attempt, key, at },
        ...(isUndo
          ? { unit: `compensate:${action}`, undoes: action, purpose: 'compensation' }
          : { unit: action, purpose: 'forward' }),
        input: isUndo ? { input, output: payload.context.invoke[action] ?? null } : input,
      });
      if (then.hang === true) return await new Promise(() => {});
      // The task began when it was called, however late its answer came.
      await sleep(at + after - now());
      suite.settled({ run: id, call, at: now() });
      if (then.error !== undefined) throw errorOf(then.error);
      return then.ok ?? {};
    } finally {
      open -= 1;
    }
  };

  const transaction = await orchestrator.beginTransaction({
    ...{ transactionId: `${tenant}/${id}`, handler, payload: input },
  });

  /** Lets the orchestrator work, and looks afterwards whether there is anything left to come. */
  const work = async (/** @type {() => Promise<unknown>} */ act) => {
    open += 1;
    try {
      await act();
    } catch (error) {
      // A transaction that is being compensated can't be cancelled.
      if (/** @type {any} */ (error).type !== 'not_allowed') throw error;
    } finally {
      open -= 1;
    }
    if (transaction.hasFinished()) end('over');
    else if (open === 0 && (storage.waiting.get(transaction.transactionId)?.timers.size ?? 0) === 0)
      end('stalled');
  };
  const resume = () => void work(() => orchestrator.resume(transaction));
  storage.waiting.set(transaction.transactionId, { resume, timers: new Map() });
  abandon.set(id, () => end('stalled'));
  for (const { action, at } of controls) {
    if (action !== 'cancel') continue;
    planned.push(
      setTimeout(() => void work(() => orchestrator.cancelTransaction(transaction)), at),
    );
  }
  resume();
  const how = await ended;
  for (const timer of planned) clearTimeout(timer);
  storage.forget(transaction);
  abandon.delete(id);
  return how === 'stalled' ? { outcome: 'stalled' } : resultOf(transaction, plan, undos);
}

/**
 * The orchestrator keeps options by the id of a model, and the suite sends many plans of one id.
 * @param {any} plan @param {object} definition
 */
function modelIdOf({ id }, definition) {
  const digest = createHash('sha256').update(JSON.stringify(definition)).digest('hex');
  return `${id}-${digest.slice(0, 16)}`;
}

/** A timer of the machine may fire a little early. @param {number} time In ms. */
async function sleep(time) {
  const due = performance.now() + time;
  for (let left = time; left > 0; left = due - performance.now()) {
    await new Promise((resolve) => {
      setTimeout(resolve, Math.ceil(left));
    });
  }
}

/** Whoever writes a step says by the kind of error whether another attempt is worth it. @param {any} error */
function errorOf({ class: name, retryable = RETRYABLE.includes(name), message = '' }) {
  const error = retryable ? new Error(message) : new PermanentStepFailureError(message);
  return Object.assign(error, { class: name });
}

/**
 * The transaction's state in the protocol's words.
 * @param {any} transaction @param {any} plan @param {number} undos
 */
function resultOf(transaction, plan, undos) {
  const flow = transaction.getFlow();
  if (flow.state === 'done') return { outcome: 'succeeded', compensation: 'none' };
  const failures = transaction
    .getErrors('compensate')
    .map((/** @type {any} */ { action, error }) => ({
      ...{ step: undoOf(plan, action).id, unit: `compensate:${action}`, class: error.class },
    }));
  const [first] = transaction.getErrors('invoke');
  const error =
    first === undefined
      ? {}
      : { error: { class: first.error.class, step: first.action, message: first.error.message } };
  const compensation = failures.length > 0 ? 'failed' : undos > 0 ? 'completed' : 'none';
  const details = { compensation, ...error, ...(failures.length > 0 ? { failures } : {}) };
  if (flow.cancelledAt) return { outcome: 'cancelled', ...details };
  if (flow.state === 'failed') return { outcome: 'failed', ...details };
  return { outcome: undos > 0 ? 'compensated' : 'failed', ...details };
}
