/** What holds of every run, whatever the workflow and the world. Generated from seeds. */

import { describe, expect, it } from 'vitest';
import type { Run } from '../core/model/run.ts';
import type { TransitionEvent } from '../core/model/trace.ts';
import { type Generated, generate } from '../testing/generate.ts';
import { runs } from '../testing/runs.ts';
import { simulate } from './simulate.ts';
import { digestTrace } from './trace/digest.ts';

const { numRuns, seed: firstSeed } = runs(50_000);

const eachRun = (check: (run: Run, generated: Generated) => void): void => {
  for (let seed = firstSeed; seed < firstSeed + numRuns; seed += 1) {
    const generated = generate(seed);
    try {
      check(simulate(generated.workflow, generated.scenario), generated);
    } catch (error) {
      throw new Error(`seed ${seed} breaks it`, { cause: error });
    }
  }
};

const transitionsOf = (run: Run): TransitionEvent[] =>
  run.trace.flatMap((event) => (event.type === 'transition' ? [event] : []));

const LEGAL: { readonly [from: string]: readonly string[] } = {
  PENDING: ['READY', 'CANCELLED'],
  READY: ['RUNNING', 'SKIPPED', 'CANCELLED'],
  RUNNING: ['SUCCEEDED', 'FAILED', 'RETRYING', 'CANCELLED', 'SKIPPED'],
  RETRYING: ['READY', 'FAILED', 'CANCELLED'],
  SUCCEEDED: ['COMPENSATED'],
};

describe('every run', () => {
  it('ends, for nothing in it can wait for ever', () => {
    eachRun((run) => {
      expect(run.stalledBecause).toBeNull();
      expect(['succeeded', 'failed', 'compensated', 'cancelled']).toContain(run.outcome);
    });
  });

  it('numbers its events from 1, and each follows from an earlier one', () => {
    eachRun(({ trace }) => {
      trace.forEach((event, index) => {
        expect(event.seq).toBe(index + 1);
        expect(event.cause === null || event.cause < event.seq).toBe(true);
        expect(event.at).toBeGreaterThanOrEqual(trace[index - 1]?.at ?? 0);
      });
    });
  });

  it('moves each unit along the table of §6.2, from PENDING, without a break', () => {
    eachRun((run) => {
      const states = new Map<string, string>();
      for (const { unit, node, from, to } of transitionsOf(run)) {
        const name = `${unit} ${node}`;
        expect(states.get(name) ?? 'PENDING').toBe(from);
        expect(LEGAL[from]).toContain(to);
        states.set(name, to);
      }
    });
  });

  it('cancels nothing that is RUNNING and not idempotent (§6.2.1)', () => {
    eachRun((run, { workflow }) => {
      for (const { node, from, to } of transitionsOf(run)) {
        if (from !== 'RUNNING' || to !== 'CANCELLED') continue;
        expect(workflow.nodes.find(({ id }) => id === node)?.idempotent).toBe(true);
      }
    });
  });

  it('makes at most maxAttempts attempts of a unit, one where there is no policy', () => {
    eachRun((run, { workflow }) => {
      const attempts = new Map<string, number>();
      for (const event of run.trace) {
        if (event.type !== 'attempt.started') continue;
        const name = `${event.unit} ${event.node}`;
        expect(event.attempt).toBe((attempts.get(name) ?? 0) + 1);
        attempts.set(name, event.attempt);
        const node = workflow.nodes.find(({ id }) => id === event.node);
        const allowed = node?.idempotent === true ? (node.retry?.maxAttempts ?? 1) : 1;
        expect(event.attempt).toBeLessThanOrEqual(allowed);
      }
    });
  });

  it('waits no longer than maxDelay, and exactly what the formula says without jitter', () => {
    eachRun((run, { workflow }) => {
      for (const event of run.trace) {
        if (event.type !== 'timer.set' || event.timer !== 'backoff') continue;
        const policy = workflow.nodes.find(({ id }) => id === event.node)?.retry;
        const delay = event.due - event.at;
        expect(delay).toBeLessThanOrEqual((policy?.maxDelay ?? Infinity) + 1e-6);
        if (policy?.jitter === 'none') expect(delay).toBeCloseTo(event.base ?? Number.NaN, 6);
      }
    });
  });

  it('starts no forward step once unwinding has begun, and none after a cancel', () => {
    eachRun((run) => {
      const stop = run.trace.findIndex(
        ({ type }) => type === 'unwinding.started' || type === 'cancel.requested',
      );
      const later = stop < 0 ? [] : run.trace.slice(stop);
      expect(
        later.filter((event) => event.type === 'attempt.started' && event.purpose === 'forward'),
      ).toEqual([]);
    });
  });

  it('undoes what succeeded and has a compensation, newest first, one at a time', () => {
    eachRun((run, { workflow }) => {
      const undoable = new Set(
        workflow.edges.flatMap(({ type, from }) => (type === 'compensation' ? [from] : [])),
      );
      const completed = transitionsOf(run)
        .filter(({ node, to }) => to === 'SUCCEEDED' && undoable.has(node))
        .map(({ unit }) => unit);
      const isUnwound = run.trace.some(({ type }) => type === 'unwinding.started');
      const begun = run.trace.flatMap((event) =>
        event.type === 'compensation.started' ? [event.undoes] : [],
      );
      expect([...new Set(begun)]).toEqual(isUnwound ? completed.reverse() : []);
      const order = run.trace.flatMap(({ type }) =>
        type === 'compensation.started' || type === 'compensation.ended' ? [type] : [],
      );
      order.forEach((type, index) => {
        expect(type).toBe(index % 2 === 0 ? 'compensation.started' : 'compensation.ended');
      });
    });
  });

  it('says compensated only when every compensation succeeded (§8.4.3)', () => {
    eachRun((run) => {
      const failed = run.trace.filter(
        (event) => event.type === 'compensation.ended' && event.status === 'compensation_failed',
      );
      expect(run.failures).toHaveLength(failed.length);
      if (failed.length > 0) expect(run.outcome).toBe('failed');
      if (run.outcome === 'compensated') {
        expect(Object.values(run.states)).toContain('COMPENSATED');
      }
    });
  });

  it('leaves nothing in flight', () => {
    eachRun((run) => {
      for (const state of Object.values(run.states)) {
        expect(['READY', 'RUNNING', 'RETRYING']).not.toContain(state);
      }
    });
  });

  it('applies an effect twice only in a world that ignores keys', () => {
    eachRun((run, { scenario }) => {
      if (!scenario.world.honoursKeys) return;
      expect(new Set(run.effects.map(({ key }) => key)).size).toBe(run.effects.length);
    });
  });

  it('is the same again', () => {
    eachRun((run, { workflow, scenario }) => {
      expect(digestTrace(simulate(workflow, scenario).trace)).toBe(digestTrace(run.trace));
    });
  });
});
