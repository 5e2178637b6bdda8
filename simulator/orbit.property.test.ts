/** What holds of every run of ORBIT, whatever the workflow and the world. Generated from seeds. */

import { describe, expect, it } from 'vitest';
import type { Run } from '../core/model/run.ts';
import type { Control } from '../core/model/scenario.ts';
import type { TraceEvent, TransitionEvent } from '../core/model/trace.ts';
import type { Generated } from '../testing/generate.ts';
import { generateOrbit } from '../testing/generate-orbit.ts';
import { runs } from '../testing/runs.ts';
import type { Checkpoint } from './checkpoint.ts';
import { simulate } from './simulate.ts';
import { stepThrough } from './simulation.ts';
import { digestTrace } from './trace/digest.ts';
import { toOrbitHistory } from './trace/orbit-history.ts';

const { numRuns, seed: firstSeed } = runs(10_000);

const eachRun = (check: (run: Run, generated: Generated) => void): void => {
  for (let seed = firstSeed; seed < firstSeed + numRuns; seed += 1) {
    const generated = generateOrbit(seed);
    try {
      check(simulate(generated.workflow, generated.scenario), generated);
    } catch (error) {
      throw new Error(`seed ${seed} breaks it`, { cause: error });
    }
  }
};

/** The execution that a unit belongs to: a child's units stand behind its step's. */
const executionOf = (unit: string): string =>
  unit.replace(/^compensate:/, '').replace(/[^/]*$/, '');

const ofType = <Type extends TraceEvent['type']>(run: Run, type: Type) =>
  run.trace.filter((event): event is Extract<TraceEvent, { type: Type }> => event.type === type);

const isForward = ({ unit }: { readonly unit: string }): boolean => !unit.startsWith('compensate:');

/** Units that succeeded and have a block, newest first, by execution. */
const toUndo = (run: Run, { workflow }: Generated): Map<string, string[]> => {
  const workflows = [workflow, ...(workflow.orbit?.children ?? [])];
  const blocks = workflows.map(
    ({ edges }) =>
      new Set(edges.flatMap(({ type, from }) => (type === 'compensation' ? [from] : []))),
  );
  const isList = workflows.map(
    ({ nodes }) => new Set(nodes.flatMap(({ id, fanOut }) => (fanOut === undefined ? [] : [id]))),
  );
  const undos = new Map<string, string[]>();
  for (const event of ofType(run, 'transition')) {
    if (event.to !== 'SUCCEEDED' || !isForward(event)) continue;
    const execution = executionOf(event.unit);
    const which = execution === '' ? 0 : 1;
    const step = event.node.replace(/^.*\//, '');
    if (blocks[which]?.has(step) !== true) continue;
    // The step of a list is no unit that has an effect; its elements are.
    if (isList[which]?.has(step) === true && !event.unit.endsWith(']')) continue;
    undos.set(execution, [event.unit, ...(undos.get(execution) ?? [])]);
  }
  return undos;
};

const undoneIn = (run: Run): Map<string, string[]> => {
  const undone = new Map<string, string[]>();
  for (const { undoes } of ofType(run, 'compensation.started')) {
    const execution = executionOf(undoes);
    undone.set(execution, [...(undone.get(execution) ?? []), undoes]);
  }
  return undone;
};

describe('every run of ORBIT', () => {
  it('ends, for nothing in it can wait for ever', () => {
    eachRun((run) => {
      expect(run.stalledBecause).toBeNull();
      expect(['succeeded', 'failed', 'cancelled', 'timed_out']).toContain(run.outcome);
      for (const state of Object.values(run.states)) {
        expect(['SUCCEEDED', 'FAILED', 'CANCELLED', 'SKIPPED']).toContain(state);
      }
    });
  });

  it('undoes exactly what succeeded and has a block, newest first, if it is aborted', () => {
    eachRun((run, generated) => {
      const expected = toUndo(run, generated);
      const undone = undoneIn(run);
      // Whether a child was aborted is told by its step, and a step may have had several.
      for (const [execution, units] of undone) expect(units).toEqual(expected.get(execution));
      const isAborted = ofType(run, 'unwinding.started').some(({ unit }) => unit === undefined);
      expect(undone.get('') ?? []).toEqual(isAborted ? (expected.get('') ?? []) : []);
    });
  });

  it('undoes one unit at a time, and none before the last forward attempt has ended', () => {
    eachRun((run) => {
      const open = new Set<string>();
      const undoing = new Set<string>();
      for (const event of run.trace) {
        if (event.type === 'attempt.started' && isForward(event)) open.add(event.unit);
        if (event.type === 'attempt.ended' && isForward(event)) open.delete(event.unit);
        if (event.type === 'compensation.ended') undoing.delete(event.unit);
        if (event.type !== 'compensation.started') continue;
        const execution = executionOf(event.undoes);
        const inside = (unit: string) => executionOf(unit).startsWith(execution);
        expect([...open].filter(inside)).toEqual([]);
        expect([...undoing].filter((unit) => executionOf(unit) === execution)).toEqual([]);
        undoing.add(event.unit);
      }
    });
  });

  it('begins nothing forward, and retries nothing, once it is aborted', () => {
    eachRun((run) => {
      const stop = run.trace.findIndex(
        (event) => event.type === 'unwinding.started' && event.unit === undefined,
      );
      const later = stop < 0 ? [] : run.trace.slice(stop);
      const begun = later.filter(
        (event) =>
          (event.type === 'attempt.started' || event.type === 'unit.queued') &&
          isForward(event) &&
          executionOf(event.unit) === '',
      );
      expect(begun).toEqual([]);
    });
  });

  it('says how compensation went: none, completed, failed', () => {
    eachRun((run) => {
      const ended = ofType(run, 'compensation.ended').filter(
        ({ undoes }) => executionOf(undoes) === '',
      );
      const failed = ended.filter(({ status }) => status === 'compensation_failed');
      const words = ended.length === 0 ? 'none' : failed.length > 0 ? 'failed' : 'completed';
      expect(run.compensation).toBe(words);
      const [first] = run.trace.filter(
        (event) =>
          event.type === 'cancel.requested' ||
          (event.type === 'deadline.passed' && event.unit === undefined) ||
          (event.type === 'unwinding.started' && event.unit === undefined),
      );
      const expected = { 'cancel.requested': 'cancelled', 'deadline.passed': 'timed_out' } as const;
      if (first === undefined) expect(['succeeded', 'failed']).toContain(run.outcome);
      else if (first.type === 'unwinding.started') expect(run.outcome).toBe('failed');
      else expect(run.outcome).toBe(expected[first.type as keyof typeof expected]);
      if (first === undefined && run.outcome === 'failed') {
        expect(run.errors.at(-1)?.code).toBe('EXPRESSION_ERROR');
      }
    });
  });

  it('keeps within attempts, workers and max_parallel', () => {
    eachRun((run, { workflow, scenario }) => {
      const nodes = new Map(
        [...(workflow.orbit?.children ?? []), workflow].flatMap((each) =>
          each.nodes.map((node) => [`${each.id} ${node.id}`, node] as const),
        ),
      );
      const open = new Map<string, string>();
      for (const event of run.trace) {
        if (event.type === 'attempt.started') {
          const isChild = event.node.includes('/');
          const step = event.node.replace(/^.*\//, '');
          const id = isForward(event) ? step : `compensate:${step}`;
          const node = nodes.get(`${isChild ? 'Child' : 'Main'} ${id}`);
          expect(node).toBeDefined();
          expect(event.attempt).toBeLessThanOrEqual(node?.retry?.maxAttempts ?? 1);
          expect(event.key).toBe(`run-1/${event.unit}`);
          open.set(event.unit, node?.pool ?? 'default');
          for (const [pool, size] of Object.entries(scenario.workers)) {
            const busy = [...open.values()].filter((each) => each === pool).length;
            expect(busy).toBeLessThanOrEqual(size);
          }
          const width = node?.fanOut?.maxParallel ?? null;
          if (width !== null && isForward(event)) {
            const siblings = new RegExp(`^${escaped(event.unit.replace(/\[\d+\]$/, ''))}\\[`);
            const beside = [...open.keys()].filter((unit) => siblings.test(unit));
            expect(beside.length).toBeLessThanOrEqual(width);
          }
        }
        if (event.type === 'attempt.ended') open.delete(event.unit);
      }
    });
  });

  it('has a history that counts from 1, schedules before it dispatches, and ends once', () => {
    eachRun((run, { workflow }) => {
      const history = toOrbitHistory(run.trace, workflow);
      const scheduled = new Set<string>();
      history.forEach((event, index) => {
        expect(event.seq).toBe(index + 1);
        expect(event.at).toBeGreaterThanOrEqual(history[index - 1]?.at ?? 0);
        if (event.type === 'StepScheduled') scheduled.add(`${event.step} ${event.attempt}`);
        if (event.type === 'StepDispatched') {
          expect(scheduled).toContain(`${event.step} ${event.attempt}`);
        }
      });
      const endings = history.filter(({ type }) =>
        /^Workflow(Completed|Failed|Cancelled|TimedOut)$/.test(type),
      );
      expect(endings).toHaveLength(1);
      const started = history.find(({ type }) => type === 'CompensationStarted');
      const undos = history.flatMap((event) =>
        event.type === 'StepScheduled' &&
        event.step.startsWith('compensate:') &&
        event.attempt === 1
          ? [event.step]
          : [],
      );
      expect(started === undefined).toBe(run.compensation === 'none');
      if (started?.type === 'CompensationStarted') {
        // An undo whose `with` can't be evaluated is never scheduled.
        expect(started.steps.filter((step) => undos.includes(step))).toEqual(undos);
      }
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

  it('moves each unit from PENDING on, without a break', () => {
    eachRun((run) => {
      const states = new Map<string, TransitionEvent['to']>();
      for (const { unit, from, to } of ofType(run, 'transition')) {
        expect(states.get(unit) ?? 'PENDING').toBe(from);
        states.set(unit, to);
      }
    });
  });

  it('is the same again, also when it is put away and taken up between any two turns', () => {
    eachRun((run, { workflow, scenario }) => {
      let stepped = stepThrough(workflow, scenario);
      const interval = 1 + (run.trace.length % 7);
      for (let turns = 1; stepped.next(); turns += 1) {
        if (turns % interval !== 0) continue;
        const stored = JSON.stringify(stepped.checkpoint());
        stepped = stepThrough(workflow, scenario, JSON.parse(stored) as Checkpoint);
      }
      const pieces = stepped.finish();
      expect(digestTrace(pieces.trace)).toBe(digestTrace(run.trace));
      expect(pieces.states).toEqual(run.states);
      expect(pieces.effects).toEqual(run.effects);
      expect(pieces.output).toEqual(run.output);
    });
  });
});

describe('a crash of ORBIT at any event', () => {
  const namesOf = ({ effects }: Run): string[] =>
    effects.map(({ unit, key }) => `${unit} ${key}`).sort();

  it('changes neither effects nor keys nor the outcome, where time changes nothing', () => {
    for (let seed = firstSeed; seed < firstSeed + numRuns; seed += 1) {
      const { workflow, scenario } = generateOrbit(seed, { isCalm: true });
      const calm = simulate(workflow, scenario);
      const event = 1 + (seed % calm.trace.length);
      const controls: Control[] = [
        ...scenario.controls,
        { event, action: 'crash' },
        { at: (calm.trace[event - 1]?.at ?? 0) + 250, action: 'resume' },
      ];
      const crashed = simulate(workflow, { ...scenario, controls });
      const what = `seed ${seed}, event ${event}`;
      expect(namesOf(crashed), what).toEqual(namesOf(calm));
      expect(crashed.states, what).toEqual(calm.states);
      expect([crashed.outcome, crashed.compensation], what).toEqual([
        calm.outcome,
        calm.compensation,
      ]);
    }
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
