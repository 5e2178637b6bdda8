// @ts-check
/**
 * Where the orchestrator keeps transactions, and asks to be called again. Its in-memory store has
 * no `scheduleRetry`, without which `retryInterval` can't work; here it is a timer of the machine,
 * after which the transaction is resumed, as in the store of Medusa's workflow engine.
 */

import { DistributedTransaction, DistributedTransactionStorage } from '@medusajs/orchestration';

/** @typedef {{ resume: () => void, timers: Map<string, NodeJS.Timeout> }} Waiting */

class TimerStorage extends DistributedTransactionStorage {
  /** @type {Map<string, any>} */
  checkpoints = new Map();
  /** @type {Map<string, Waiting>} */
  waiting = new Map();

  /** @override @param {string} key */
  get(key) {
    return Promise.resolve(this.checkpoints.get(key));
  }

  /** @override @param {string} key @param {any} data */
  save(key, data) {
    this.checkpoints.set(key, data);
    return Promise.resolve(data);
  }

  /** @override @param {any} transaction @param {any} step @param {number} _now @param {number} seconds */
  scheduleRetry({ transactionId }, step, _now, seconds) {
    const waiting = this.waiting.get(transactionId);
    if (waiting === undefined) return Promise.resolve();
    const { timers, resume } = waiting;
    clearTimeout(timers.get(step.id));
    // A timer of the machine may fire up to a millisecond early.
    const timer = setTimeout(
      () => {
        timers.delete(step.id);
        resume();
      },
      seconds * 1000 + 1,
    );
    timers.set(step.id, timer);
    return Promise.resolve();
  }

  /** @override @param {any} transaction @param {any} step */
  clearRetry({ transactionId }, step) {
    const timers = this.waiting.get(transactionId)?.timers;
    clearTimeout(timers?.get(step.id));
    timers?.delete(step.id);
    return Promise.resolve();
  }

  forget(/** @type {any} */ { modelId, transactionId }) {
    for (const timer of this.waiting.get(transactionId)?.timers.values() ?? []) clearTimeout(timer);
    this.waiting.delete(transactionId);
    this.checkpoints.delete(`dtrx:${modelId}:${transactionId}`);
  }
}

export const storage = new TimerStorage();
DistributedTransaction.setStorage(storage);
