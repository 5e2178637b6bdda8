/**
 * A saga of five steps as one would write it for this one case: no document, no chart, no
 * queue, no expressions. It must do what the simulator does for it, to the letter: the same
 * events with the same causes, the same ledger of effects, the same keys.
 */

import type { Effect, Run } from '../../core/model/run.ts';
import type { NodeState, TraceEvent } from '../../core/model/trace.ts';
import { cachedKey, type KeyCache } from '../../simulator/key.ts';

export interface HandStep {
  readonly name: string;
  /** ms that it takes. */
  readonly takes: number;
  /** The class of its failure; null where it succeeds. */
  readonly fails: string | null;
  /** Undone by this, in so many ms. */
  readonly undo: { readonly name: string; readonly unit: string; readonly takes: number } | null;
}

export interface HandSaga {
  readonly tenant: string;
  readonly run: string;
  readonly steps: readonly HandStep[];
  readonly keys: KeyCache;
}

/** Runs the steps until one fails, then undoes those before it, newest first. */
export function runByHand({ tenant, run, steps, keys }: HandSaga): Run {
  const trace: TraceEvent[] = [];
  const effects: Effect[] = [];
  const done = new Set<string>();
  const states = Object.create(null) as { [unit: string]: NodeState };
  const completed: HandStep[] = [];
  let failed: HandStep | null = null;
  let now = 0;
  let seq = 0;
  let cause: number | null = null;

  for (const { name } of steps) states[name] = 'PENDING';
  for (const { undo } of steps) if (undo !== null) states[undo.name] = 'PENDING';

  const attempt = (
    node: string,
    unit: string,
    takes: number,
    fails: string | null,
    undoes: string | null,
  ): void => {
    const purpose = undoes === null ? 'forward' : 'compensation';
    const key = cachedKey(keys, tenant, run, unit, node);
    trace.push({
      seq: seq + 1,
      at: now,
      type: 'transition',
      node,
      unit,
      from: 'PENDING',
      to: 'READY',
      attempt: 0,
      cause,
    });
    trace.push({
      seq: seq + 2,
      at: now,
      type: 'transition',
      node,
      unit,
      from: 'READY',
      to: 'RUNNING',
      attempt: 1,
      cause: seq + 1,
    });
    trace.push(
      undoes === null
        ? {
            seq: seq + 3,
            at: now,
            type: 'attempt.started',
            node,
            unit,
            attempt: 1,
            purpose,
            key,
            cause: seq + 2,
          }
        : {
            seq: seq + 3,
            at: now,
            type: 'attempt.started',
            node,
            unit,
            attempt: 1,
            purpose,
            key,
            cause: seq + 2,
            undoes,
          },
    );
    now += takes;
    if (fails === null) {
      const repeated = done.has(key);
      if (!repeated) {
        done.add(key);
        effects.push({ at: now, unit, node, attempt: 1, key, repeated });
      }
      trace.push({
        seq: seq + 4,
        at: now,
        type: 'attempt.ended',
        node,
        unit,
        attempt: 1,
        purpose,
        outcome: 'succeeded',
        cause: seq + 3,
      });
      trace.push({
        seq: seq + 5,
        at: now,
        type: 'transition',
        node,
        unit,
        from: 'RUNNING',
        to: 'SUCCEEDED',
        attempt: 1,
        cause: seq + 4,
      });
      states[node] = 'SUCCEEDED';
    } else {
      const error = { class: fails };
      trace.push({
        seq: seq + 4,
        at: now,
        type: 'attempt.ended',
        node,
        unit,
        attempt: 1,
        purpose,
        outcome: 'failed',
        cause: seq + 3,
        error,
      });
      trace.push({
        seq: seq + 5,
        at: now,
        type: 'transition',
        node,
        unit,
        from: 'RUNNING',
        to: 'FAILED',
        attempt: 1,
        cause: seq + 4,
        error,
      });
      states[node] = 'FAILED';
    }
    seq += 5;
    cause = seq;
  };

  for (const step of steps) {
    attempt(step.name, step.name, step.takes, step.fails, null);
    if (step.fails !== null) {
      failed = step;
      break;
    }
    if (step.undo !== null) completed.push(step);
  }

  if (failed !== null) {
    const order: string[] = [];
    for (let last = completed.length - 1; last >= 0; last -= 1) {
      order.push(completed[last]?.undo?.name ?? '');
    }
    seq += 1;
    trace.push({
      seq,
      at: now,
      type: 'unwinding.started',
      reason: `${failed.name} failed: ${failed.fails}`,
      order,
      cause,
    });
    cause = seq;
    for (let last = completed.length - 1; last >= 0; last -= 1) {
      const { name, undo } = completed[last] as HandStep;
      if (undo === null) continue;
      const node = undo.name;
      const { unit } = undo;
      seq += 1;
      trace.push({
        seq,
        at: now,
        type: 'compensation.started',
        node,
        unit,
        undoes: name,
        status: 'compensating',
        cause,
      });
      cause = seq;
      attempt(node, unit, undo.takes, null, name);
      trace.push({
        seq: seq + 1,
        at: now,
        type: 'transition',
        node: name,
        unit: name,
        from: 'SUCCEEDED',
        to: 'COMPENSATED',
        attempt: 0,
        cause,
      });
      trace.push({
        seq: seq + 2,
        at: now,
        type: 'compensation.ended',
        node,
        unit,
        undoes: name,
        status: 'compensated',
        cause,
      });
      states[name] = 'COMPENSATED';
      seq += 2;
      cause = seq;
    }
  }
  const compensation = completed.length > 0 && failed !== null ? 'completed' : 'none';
  const outcome =
    failed === null ? 'succeeded' : compensation === 'completed' ? 'compensated' : 'failed';
  trace.push({ seq: seq + 1, at: now, type: 'instance.ended', outcome, compensation, cause });
  return {
    outcome,
    compensation,
    endedAt: now,
    states,
    effects,
    failures: [],
    errors:
      failed === null
        ? []
        : [
            {
              code: null,
              class: failed.fails ?? '',
              node: failed.name,
              unit: failed.name,
              attempt: 1,
              message: '',
            },
          ],
    output: {},
    trace,
    stalledBecause: null,
  };
}
