/** A runtime that dies and comes back (driver protocol, "Crash and resume"). Times are seconds. */

import { describe, expect, it } from 'vitest';
import type { Run } from '../core/model/run.ts';
import type { Control } from '../core/model/scenario.ts';
import type { AttemptStartedEvent } from '../core/model/trace.ts';
import type { Edge } from '../core/model/workflow.ts';
import { type Generated, generate } from '../testing/generate.ts';
import { endOf, pathOf, startsOf } from '../testing/observe.ts';
import { runs } from '../testing/runs.ts';
import { err, hang, ok, scenarioOf, workflowOf } from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

const down = (from: number, to: number): Control[] => [
  { at: from * 1000, action: 'crash' },
  { at: to * 1000, action: 'resume' },
];

const startedIn = (run: ReturnType<typeof simulate>, unit: string): AttemptStartedEvent[] =>
  run.trace.flatMap((event) =>
    event.type === 'attempt.started' && event.unit === unit ? [event] : [],
  );

const namesOf = (effects: Run['effects']): string[] =>
  effects.map(({ unit, key, repeated }) => `${unit} ${key} ${repeated}`).sort();

/**
 * The same steps one after the other, all idempotent, in a world that honours keys: then a
 * crash changes times, and nothing else.
 */
const inARow = ({ workflow, scenario }: Generated): Generated => {
  const steps = workflow.nodes.filter(({ id }) => id.startsWith('n'));
  const links = steps.slice(1).map(
    (step, index): Edge => ({
      id: null,
      description: null,
      from: `n${index}`,
      to: step.id,
      type: 'control',
      condition: null,
      fromPort: null,
      toPort: null,
      extensions: [],
    }),
  );
  const undos = workflow.edges.filter(({ type }) => type === 'compensation');
  const nodes = workflow.nodes.map((node) => ({
    ...node,
    kind: node.kind === 'decision' ? ('task' as const) : node.kind,
    cases: null,
    otherwise: null,
    loop: node.loop === null ? null : { ...node.loop, maxConcurrency: 1 },
    // A loop's limit holds for all its iterations, and those take longer with a crash.
    timeout: node.kind === 'loop' ? null : node.timeout,
    join: 'all' as const,
    idempotent: true,
  }));
  return {
    workflow: { ...workflow, nodes, edges: [...links, ...undos] },
    scenario: { ...scenario, controls: [], world: { honoursKeys: true, status: true } },
  };
};

describe('a call in flight at a crash', () => {
  it('is sent again with its number, its key and a whole timeout, and counts as no attempt', () => {
    const timeout = { duration: 5000, onTimeout: 'fail' } as const;
    const workflow = workflowOf('A', { A: { timeout, retry: { maxAttempts: 1 } } });
    const run = simulate(workflow, scenarioOf({ A: [ok(4)] }, { controls: down(3, 20) }));
    const [first, second] = startedIn(run, 'A');
    expect(second).toMatchObject({ at: 20_000, attempt: 1, redelivered: true, key: first?.key });
    expect(endOf(run)).toBe('succeeded at 24');
  });

  it('keeps its effect, and loses its result', () => {
    const run = simulate(workflowOf('A'), scenarioOf({ A: [ok(4)] }, { controls: down(3, 20) }));
    expect(run.effects.map(({ at, repeated }) => [at, repeated])).toEqual([[4000, false]]);
    expect(run.trace.some(({ type }) => type === 'result.ignored')).toBe(false);
  });

  it('that is not idempotent is uncertain, and never sent again', () => {
    const workflow = workflowOf('Z > A; Z =comp=> uZ', { A: { idempotent: false } });
    const script = { Z: [ok(1)], A: [ok(4)], uZ: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script, { controls: down(3, 20) }));
    expect(startsOf(run, 'A')).toEqual([1]);
    const ended = run.trace.find((event) => event.type === 'attempt.ended' && event.unit === 'A');
    expect(ended).toMatchObject({ outcome: 'uncertain_side_effect', error: { uncertain: true } });
    expect(run.errors).toMatchObject([{ class: 'internal', node: 'A' }]);
    expect(endOf(run)).toBe('compensated at 21');
  });

  it('B14(d): is lost ten times and sent again, and fails with the next crash', () => {
    const controls = Array.from({ length: 30 }, (_, n) => down(20 * n + 3, 20 * n + 20)).flat();
    const workflow = workflowOf('A', { A: { retry: { maxAttempts: 2, initialDelay: 5000 } } });
    const run = simulate(workflow, scenarioOf({ A: [hang] }, { controls }));
    const attempts = startedIn(run, 'A').map(({ attempt }) => attempt);
    expect(attempts).toEqual([...Array(11).fill(1), ...Array(11).fill(2)]);
    expect(run.outcome).toBe('failed');
    expect(run.errors[0]?.message).toContain('lost in 11 crashes');
  });
});

describe('a question that was lost in a crash (discipline 4)', () => {
  const timeout = { duration: 5000, onTimeout: 'fail' } as const;
  const workflow = workflowOf('A > B', { A: { idempotent: false, timeout, retry: {} } });
  const askedIn = (run: Run): AttemptStartedEvent[] =>
    startedIn(run, 'A').filter(({ purpose }) => purpose === 'reconcile');
  const runWith = (controls: readonly Control[], tasks = { A: [hang, ok(1)] }): Run =>
    simulate(workflow, scenarioOf(tasks, { profile: 'baseline', controls }));
  // The event after which the far side is asked.
  const asking = askedIn(runWith([]))[0]?.seq ?? 0;

  it('is asked again, and nothing is sent before it was answered', () => {
    const run = runWith([{ event: asking, action: 'crash' }, ...down(6, 6).slice(1)]);
    expect(askedIn(run).map(({ at, redelivered }) => [at, redelivered])).toEqual([
      [5000, undefined],
      [6000, true],
    ]);
    expect(new Set(startedIn(run, 'A').map(({ key }) => key)).size).toBe(1);
    expect(startsOf(run, 'A')).toEqual([0, 5, 6, 7]);
    expect(endOf(run)).toBe('succeeded at 8');
  });

  it('is not asked again once its answer was recorded', () => {
    const answered = runWith([]).trace.find(({ type, seq }) => {
      return type === 'attempt.ended' && seq > asking;
    });
    const event = answered?.seq ?? 0;
    const run = runWith([{ event, action: 'crash' }, ...down(6, 6).slice(1)]);
    expect(askedIn(run)).toHaveLength(1);
    expect(run.outcome).toBe('succeeded');
  });

  it('is given up after ten times: then nobody can tell', () => {
    const controls: Control[] = [{ event: asking, action: 'crash' }];
    // Each resume writes one event and asks with the next; the crash that follows is one more.
    for (let n = 0; n < 11; n += 1) {
      controls.push({ event: asking + 1 + 3 * n, action: 'resume' });
      controls.push({ event: asking + 3 + 3 * n, action: 'crash' });
    }
    controls.push({ at: 9000, action: 'resume' });
    const run = runWith(controls);
    expect(askedIn(run)).toHaveLength(11);
    expect(run.errors).toMatchObject([{ class: 'internal', node: 'A' }]);
    expect(run.trace.find((event) => event.type === 'transition' && event.to === 'FAILED')).toEqual(
      expect.objectContaining({ error: expect.objectContaining({ uncertain: true }) }),
    );
  });
});

describe('a backoff', () => {
  const workflow = workflowOf('A', { A: { retry: { maxAttempts: 2, initialDelay: 60_000 } } });
  const script = { A: [err(0), ok(0)] };

  it.each([
    ['that ended while the runtime was down is over at the resume', 100, 100],
    ['that ends later keeps its time', 40, 60],
  ])('B48: %s', (_, resumed, second) => {
    const run = simulate(workflow, scenarioOf(script, { controls: down(20, resumed) }));
    expect(startsOf(run, 'A')).toEqual([0, second]);
  });

  it('and whatever else came due meanwhile goes in the order in which it came due', () => {
    const wait = { duration: 200, until: null, event: null };
    const timeout = { duration: 300, onTimeout: 'fail' } as const;
    const workflow = workflowOf('W', { W: { kind: 'wait', wait, timeout } });
    const run = simulate(workflow, scenarioOf({}, { controls: down(0.1, 5) }));
    expect(endOf(run)).toBe('succeeded at 5');
  });

  it('B07(b): is not cut short by a crash in the middle', () => {
    const long = workflowOf('A', { A: { retry: { maxAttempts: 2, initialDelay: 7_200_000 } } });
    const run = simulate(long, scenarioOf({ A: [err()] }, { controls: down(3600, 3600) }));
    expect(startsOf(run, 'A')).toEqual([0, 7200]);
  });
});

describe('an unwinding', () => {
  const workflow = workflowOf('A > B; B > C; A =comp=> uA; B =comp=> uB', {
    uA: { retry: { maxAttempts: 2 } },
    uB: { retry: { maxAttempts: 2 } },
  });
  const script = { A: [ok(1)], B: [ok(1)], C: [err(1)], uA: [ok(2)], uB: [ok(2)] };

  it('B30(a): goes on with the undo that was under way, under its key', () => {
    const run = simulate(workflow, scenarioOf(script, { controls: down(4, 6) }));
    const undos = startedIn(run, 'compensate:B');
    expect(undos.map(({ at }) => at / 1000)).toEqual([3, 6]);
    expect(new Set(undos.map(({ key }) => key)).size).toBe(1);
    expect(startsOf(run, 'uA')).toEqual([8]);
    expect(endOf(run)).toBe('compensated at 10');
  });

  it('B30(b): undoes nothing twice, whatever resumes come late', () => {
    const controls = [...down(5.5, 6), { at: 6500, action: 'resume' } as const];
    const run = simulate(workflow, scenarioOf(script, { controls }));
    expect(startsOf(run, 'uB')).toEqual([3]);
    expect(startsOf(run, 'uA')).toEqual([5, 6]);
    expect(endOf(run)).toBe('compensated at 8');
  });
});

describe('a runtime that is down', () => {
  it('hears no cancel and no signal', () => {
    const controls: Control[] = [...down(2, 10), { at: 5000, action: 'cancel' }];
    const run = simulate(workflowOf('A'), scenarioOf({ A: [ok(4)] }, { controls }));
    expect(endOf(run)).toBe('succeeded at 14');
  });

  it('hears none that is bound to the event of its crash, nor a second crash', () => {
    const controls: Control[] = [
      { event: 3, action: 'crash' },
      { event: 3, action: 'cancel' },
      { event: 4, action: 'crash' },
      { event: 4, action: 'cancel' },
      { at: 9000, action: 'resume' },
    ];
    const run = simulate(workflowOf('A'), scenarioOf({ A: [ok(4)] }, { controls }));
    expect(run.trace.filter(({ type }) => type === 'crashed')).toHaveLength(1);
    expect(run.trace.some(({ type }) => type === 'cancel.requested')).toBe(false);
    expect(endOf(run)).toBe('succeeded at 13');
  });

  it('is resumed by the event of its crash, too', () => {
    const controls: Control[] = [
      { event: 3, action: 'crash' },
      { event: 4, action: 'resume' },
    ];
    const run = simulate(workflowOf('A'), scenarioOf({ A: [ok(4)] }, { controls }));
    expect(startsOf(run, 'A')).toEqual([0, 0]);
    expect(endOf(run)).toBe('succeeded at 4');
  });

  it('and is never resumed stalls the run, which says so', () => {
    const controls: Control[] = [{ at: 2000, action: 'crash' }];
    const run = simulate(workflowOf('A'), scenarioOf({ A: [ok(4)] }, { controls }));
    expect(run.outcome).toBe('stalled');
    expect(run.stalledBecause).toContain('never resumed');
  });
});

describe('a crash at any event of any run', () => {
  it('stalls no run of the baseline, paused ones included, and repeats nothing that succeeded', () => {
    const { numRuns, seed: first } = runs(10_000);
    for (let seed = first; seed < first + numRuns; seed += 1) {
      const generated = generate(seed);
      const scenario = {
        ...generated.scenario,
        profile: 'baseline' as const,
        onFailure: seed % 3 === 0 ? ('pause' as const) : ('unwind' as const),
        world: { honoursKeys: true, status: seed % 2 === 0 },
      };
      const calm = simulate(generated.workflow, scenario);
      const event = 1 + (seed % calm.trace.length);
      const at = (calm.trace[event - 1]?.at ?? 0) + 137;
      const crash: Control[] = [
        { event, action: 'crash' },
        { at, action: 'resume' },
      ];
      const controls = [...scenario.controls, ...crash];
      const run = simulate(generated.workflow, { ...scenario, controls });
      expect(run.stalledBecause, `seed ${seed}, event ${event}`).toBeNull();
      const succeeded = new Set<string>();
      for (const each of run.trace) {
        if (each.type === 'attempt.started') {
          expect(succeeded, `seed ${seed}`).not.toContain(`${each.unit} ${each.node}`);
        }
        if (each.type === 'transition' && each.to === 'SUCCEEDED') {
          succeeded.add(`${each.unit} ${each.node}`);
        }
      }
    }
  });

  it('performs no step again whose success was recorded, and ends in a lawful state', () => {
    const { numRuns, seed: first } = runs(10_000);
    for (let seed = first; seed < first + numRuns; seed += 1) {
      const { workflow, scenario } = generate(seed);
      const calm = simulate(workflow, scenario);
      const event = 1 + (seed % calm.trace.length);
      const at = (calm.trace[event - 1]?.at ?? 0) + 137;
      const controls: Control[] = [
        ...scenario.controls,
        { event, action: 'crash' },
        { at, action: 'resume' },
      ];
      const run = simulate(workflow, { ...scenario, controls });
      const succeeded = new Set<string>();
      for (const each of run.trace) {
        if (each.type === 'attempt.started') {
          expect(succeeded, `seed ${seed}`).not.toContain(`${each.unit} ${each.node}`);
        }
        if (each.type === 'transition' && each.to === 'SUCCEEDED') {
          succeeded.add(`${each.unit} ${each.node}`);
        }
      }
      expect(run.stalledBecause, `seed ${seed}`).toBeNull();
      const states = Object.values(run.states);
      expect(states.filter((state) => state === 'RUNNING' || state === 'READY')).toEqual([]);
    }
  });

  it('of a run without concurrency changes neither its end, nor its effects, nor a key', () => {
    const { numRuns, seed: first } = runs(3000);
    for (let seed = first; seed < first + numRuns; seed += 1) {
      const { workflow, scenario } = inARow(generate(seed));
      const calm = simulate(workflow, scenario);
      for (const { seq, at, type } of calm.trace) {
        if (type === 'instance.ended') break;
        const controls: Control[] = [
          { event: seq, action: 'crash' },
          { at: at + 500, action: 'resume' },
        ];
        const run = simulate(workflow, { ...scenario, controls });
        const where = `seed ${seed}, event ${seq}`;
        expect(run.outcome, where).toBe(calm.outcome);
        expect(run.states, where).toEqual(calm.states);
        expect(namesOf(run.effects), where).toEqual(namesOf(calm.effects));
      }
    }
  });

  it('of a run whose steps are all idempotent changes neither states nor effects', () => {
    const links = 'A > B; A > C; B > J; C > J; J > D; A =comp=> uA; B =comp=> uB; C =comp=> uC';
    const retry = { maxAttempts: 3 };
    const workflow = workflowOf(links, { B: { retry }, uB: { retry } });
    const script = {
      A: [ok(1)],
      B: [err(2), ok(2)],
      C: [ok(3)],
      D: [err(1)],
      uB: [err(1), ok(1)],
    };
    const calm = simulate(workflow, scenarioOf(script));
    for (const { seq, at } of calm.trace) {
      const controls: Control[] = [
        { event: seq, action: 'crash' },
        { at: at + 500, action: 'resume' },
      ];
      const run = simulate(workflow, scenarioOf(script, { controls }));
      expect(run.outcome, `event ${seq}`).toBe(calm.outcome);
      expect(run.states).toEqual(calm.states);
      expect(namesOf(run.effects), `event ${seq}`).toEqual(namesOf(calm.effects));
      for (const unit of ['A', 'B', 'C', 'D']) expect(pathOf(run, unit)).toBe(pathOf(calm, unit));
    }
  });
});
