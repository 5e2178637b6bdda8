/**
 * Faults that people met in other engines, by the number of the report, each with the outcome
 * that ORBIT gives. Plans of the orbit profile, so that one whiteboard serves both dialects;
 * documents of ORBIT come to the same programs. Times are seconds; undo steps take one second.
 */

import { describe, expect, it } from 'vitest';
import { fromPlan, toPlan } from '../core/model/plan.ts';
import type { Run } from '../core/model/run.ts';
import type { Control } from '../core/model/scenario.ts';
import type { RetryPolicy, Workflow } from '../core/model/workflow.ts';
import { endOf, pathOf, startsOf, undoneOf } from '../testing/observe.ts';
import {
  cancelAt,
  err,
  hang,
  type NodeSketch,
  ok,
  scenarioOf,
  workflowOf,
} from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

const orbit = (
  links: string,
  sketches: { readonly [id: string]: NodeSketch } = {},
  rest: Partial<Workflow> = {},
): Workflow => ({ ...workflowOf(links, sketches), profile: 'orbit', ...rest });

const threeFixed = { retry: { maxAttempts: 3 } };
const undo = [ok(1)];

/** `failed (completed) at 7`: how a run ended, and how its compensation went. */
const endingOf = (run: Run): string => {
  const [outcome, ...when] = endOf(run).split(' ');
  return `${outcome} (${run.compensation}) ${when.join(' ')}`;
};

/** When each undo began, by the unit that it undid. */
const undosOf = (run: Run): (readonly [string, number])[] =>
  run.trace.flatMap((event) =>
    event.type === 'attempt.started' && event.undoes !== undefined
      ? [[event.undoes, event.at / 1000] as const]
      : [],
  );

const down = (from: number, to: number): Control[] => [
  { at: from * 1000, action: 'crash' },
  { at: to * 1000, action: 'resume' },
];

/** Whether a plan of the orbit profile with this policy is taken. */
const isTaken = (retry: object): boolean => {
  const plan = toPlan(orbit('A', { A: threeFixed }));
  const nodes = plan.nodes.map((node) => ({ ...node, retry: { ...node.retry, ...retry } }));
  return fromPlan({ ...plan, nodes }).workflow !== null;
};

describe('B01: at most N attempts', () => {
  it('performs a step three times, and the run fails', () => {
    const run = simulate(orbit('A', { A: threeFixed }), scenarioOf({ A: [err(1)] }));
    expect(startsOf(run, 'A')).toEqual([0, 2, 4]);
    expect(endingOf(run)).toBe('failed (none) at 5');
  });

  it('counts alike when the failure is handled', () => {
    const workflow = orbit('A =err=> R', { A: threeFixed });
    const run = simulate(workflow, scenarioOf({ A: [err(1)], R: [ok(1)] }));
    expect(startsOf(run, 'A')).toEqual([0, 2, 4]);
    expect(endingOf(run)).toBe('succeeded (none) at 6');
  });
});

describe('B03: attempts: 1, 0, -1', () => {
  it.each([
    ['attempts: 1', { retry: { maxAttempts: 1 } }],
    ['no retry', {}],
  ])('%s makes one attempt', (_, sketch) => {
    const run = simulate(orbit('A', { A: sketch }), scenarioOf({ A: [err(1)] }));
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(endingOf(run)).toBe('failed (none) at 1');
    expect(run.trace.some((event) => event.type === 'timer.set')).toBe(false);
  });

  it.each([0, -1, 2.5, '3x', ''])('%s is refused before anything runs', (maxAttempts) => {
    expect(isTaken({ maxAttempts })).toBe(false);
    expect(isTaken({ maxAttempts: 2 })).toBe(true);
  });
});

describe('B04: the backoff formula', () => {
  it.each<[Partial<RetryPolicy>, number[]]>([
    [{ maxAttempts: 5, backoff: 'exponential', multiplier: 1.5 }, [0, 1, 2.5, 4.75, 8.125]],
    [{ maxAttempts: 4, backoff: 'linear', initialDelay: 2000, multiplier: 1 }, [0, 2, 6, 12]],
    [{ maxAttempts: 4, backoff: 'linear', initialDelay: 2000, multiplier: 3 }, [0, 6, 18, 36]],
    [{ maxAttempts: 4, backoff: 'fixed', initialDelay: 2000, multiplier: 9 }, [0, 2, 4, 6]],
    [{ maxAttempts: 7, backoff: 'exponential', initialDelay: 3000 }, [0, 3, 9, 21, 45, 93, 189]],
  ])('%o starts at %o', (retry, starts) => {
    const run = simulate(orbit('A', { A: { retry } }), scenarioOf({ A: [err()] }));
    expect(startsOf(run, 'A')).toEqual(starts);
    expect(endingOf(run)).toBe(`failed (none) at ${starts[starts.length - 1]}`);
  });
});

describe('B05: a power that overflows before the clamp', () => {
  it('makes a thousand attempts with finite delays', () => {
    const retry = {
      maxAttempts: 1000,
      backoff: 'exponential',
      initialDelay: 300_000,
      multiplier: 10,
      maxDelay: 3_600_000,
    } as const;
    const run = simulate(orbit('A', { A: { retry } }), scenarioOf({ A: [err()] }));
    expect(startsOf(run, 'A')).toHaveLength(1000);
    expect(endingOf(run)).toBe('failed (none) at 3592500');
  });
});

describe('B07: a long backoff', () => {
  it('above 2^31 − 1 ms waits its whole time', () => {
    const retry = { maxAttempts: 9, backoff: 'exponential', multiplier: 10 } as const;
    const run = simulate(orbit('A', { A: { retry } }), scenarioOf({ A: [err()] }));
    expect(startsOf(run, 'A')).toEqual([
      0, 1, 11, 111, 1111, 11_111, 111_111, 1_111_111, 11_111_111,
    ]);
  });

  it('is not cut short because somebody looks at it again on the way', () => {
    const workflow = orbit('A', { A: { retry: { maxAttempts: 2, initialDelay: 7_200_000 } } });
    const run = simulate(workflow, scenarioOf({ A: [err()] }, { controls: down(3600, 3601) }));
    expect(startsOf(run, 'A')).toEqual([0, 7200]);
    expect(endingOf(run)).toBe('failed (none) at 7200');
  });
});

describe('B09: degenerate parameters', () => {
  it.each([
    { initialDelay: -1000 },
    { maxDelay: -1000 },
    { multiplier: -2 },
    { multiplier: Number.NaN },
    { multiplier: Number.POSITIVE_INFINITY },
    { multiplier: 'abc' },
  ])('%o is refused', (retry) => {
    expect(isTaken(retry)).toBe(false);
  });

  it.each<[string, Partial<RetryPolicy>, number[]]>([
    ['multiplier 0', { multiplier: 0 }, [0, 8, 8, 8]],
    ['multiplier 0.5', { multiplier: 0.5 }, [0, 8, 12, 14]],
    ['maxDelay below initialDelay', { maxDelay: 3000 }, [0, 3, 6, 9]],
    ['a delay of zero', { initialDelay: 0 }, [0, 0, 0, 0]],
  ])('%s is legal and gives the delays that it says', (_, rest, starts) => {
    const retry = { maxAttempts: 4, backoff: 'exponential', initialDelay: 8000, ...rest } as const;
    const run = simulate(orbit('A', { A: { retry } }), scenarioOf({ A: [err()] }));
    expect(startsOf(run, 'A')).toEqual(starts);
  });
});

describe('B10: jitter comes after the clamp', () => {
  const retry = { maxAttempts: 6, backoff: 'exponential', maxDelay: 5000, jitter: 'full' } as const;
  const startsWith = (draw: number): number[] => {
    const draws = { A: [draw, draw, draw, draw, draw] };
    const run = simulate(orbit('A', { A: { retry } }), scenarioOf({ A: [err()] }, { draws }));
    return startsOf(run, 'A');
  };

  it('scales the clamped delay, and goes on when a draw is 0', () => {
    expect(startsWith(0.5)).toEqual([0, 0.5, 1.5, 3.5, 6, 8.5]);
    expect(startsWith(0)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(Math.max(...startsWith(0.999_999))).toBeLessThan(17);
  });
});

describe('B12: errors that are not to be retried', () => {
  const refusing = (seconds: number, message = '') => ({
    ...err(seconds),
    then: {
      kind: 'error',
      error: { class: 'transient', status: null, retryable: false, message },
    } as const,
  });

  it.each([
    ['with a message', 'Transient'],
    ['with an empty one', ''],
  ])('fails at once where the error says so, %s', (_, message) => {
    const workflow = orbit('A', { A: { retry: { maxAttempts: 5 } } });
    const run = simulate(workflow, scenarioOf({ A: [refusing(1, message)] }));
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(endingOf(run)).toBe('failed (none) at 1');
  });

  it('stops retrying when a later error says so', () => {
    const workflow = orbit('A', { A: { retry: { maxAttempts: 5 } } });
    const run = simulate(workflow, scenarioOf({ A: [err(1), refusing(1)] }));
    expect(startsOf(run, 'A')).toEqual([0, 2]);
    expect(endingOf(run)).toBe('failed (none) at 3');
  });

  it('retries whatever class it is otherwise, also where a plan lists some', () => {
    const script = scenarioOf({ A: [err(1, 'invalid_input')] });
    const any = simulate(orbit('A', { A: threeFixed }), script);
    expect(startsOf(any, 'A')).toEqual([0, 2, 4]);
    const retry = { maxAttempts: 3, retryOn: ['transient'] };
    const listed = simulate(orbit('A', { A: { retry } }), script);
    expect(startsOf(listed, 'A')).toEqual([0, 2, 4]);
  });
});

describe('B13: an error handler beside a retry policy', () => {
  const workflow = orbit('A > B; A =err=> R', { A: threeFixed });

  it('waits for the last attempt', () => {
    const run = simulate(
      workflow,
      scenarioOf({ A: [err(1), err(1), ok(1)], B: [ok(1)], R: [ok(1)] }),
    );
    expect([startsOf(run, 'A'), startsOf(run, 'B'), startsOf(run, 'R')]).toEqual([
      [0, 2, 4],
      [5],
      [],
    ]);
    expect(endingOf(run)).toBe('succeeded (none) at 6');
  });

  it('begins once, after it', () => {
    const run = simulate(workflow, scenarioOf({ A: [err(1)], R: [ok(1)] }));
    expect(startsOf(run, 'R')).toEqual([5]);
    expect(startsOf(run, 'B')).toEqual([]);
    expect(endingOf(run)).toBe('succeeded (none) at 6');
  });
});

describe('B14: timeouts and crashes use up attempts', () => {
  const retry = { maxAttempts: 3, initialDelay: 5000 };
  const workflow = orbit('A', {
    A: { retry, timeout: { duration: 10_000, onTimeout: 'fail' } },
  });

  it('ends after three', () => {
    const run = simulate(workflow, scenarioOf({ A: [hang] }));
    expect(startsOf(run, 'A')).toEqual([0, 15, 30]);
    expect(endingOf(run)).toBe('failed (none) at 40');
    expect(run.errors).toMatchObject([{ code: 'TIMEOUT', class: 'timeout', attempt: 3 }]);
  });

  it('goes on after one', () => {
    const run = simulate(workflow, scenarioOf({ A: [hang, ok(1)] }));
    expect(startsOf(run, 'A')).toEqual([0, 15]);
    expect(endingOf(run)).toBe('succeeded (none) at 16');
  });

  it('redelivers an attempt ten times, and then it has failed: the run ends', () => {
    const controls = Array.from({ length: 12 }, (_, round) =>
      down(3 + 20 * round, 20 + 20 * round),
    ).flat();
    const single = orbit('A', { A: { retry: { maxAttempts: 1 } } });
    const run = simulate(single, scenarioOf({ A: [ok(5)] }, { controls }));
    expect(startsOf(run, 'A')).toHaveLength(11);
    expect(run.trace.filter((event) => event.type === 'attempt.started')).toEqual(
      expect.arrayContaining([expect.objectContaining({ redelivered: true, attempt: 1 })]),
    );
    expect(endingOf(run)).toBe('failed (none) at 220');
  });
});

describe('B16: deadlines', () => {
  it('gives the second attempt the whole time', () => {
    const timeout = { duration: 5000, onTimeout: 'fail' } as const;
    const workflow = orbit('A', { A: { retry: { maxAttempts: 2, initialDelay: 3000 }, timeout } });
    const run = simulate(workflow, scenarioOf({ A: [hang, ok(4)] }));
    expect(startsOf(run, 'A')).toEqual([0, 8]);
    expect(endingOf(run)).toBe('succeeded (none) at 12');
  });

  it('ends the run at its own, drops the retry, and keeps the last error', () => {
    const retry = { maxAttempts: 2, initialDelay: 20_000 };
    const workflow = orbit('A', { A: { retry } }, { timeout: 10_000 });
    const run = simulate(workflow, scenarioOf({ A: [err(1, 'E1')] }));
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(run.states).toEqual({ A: 'CANCELLED' });
    expect(endingOf(run)).toBe('timed_out (none) at 10');
    expect(run.errors).toMatchObject([{ code: 'WORKFLOW_TIMEOUT' }]);
    const ended = run.trace.find((event) => event.type === 'attempt.ended');
    expect(ended).toMatchObject({ unit: 'A', error: { class: 'E1' } });
  });
});

describe('B17: late results', () => {
  const timeout = { duration: 10_000, onTimeout: 'fail' } as const;

  it('takes the result of the attempt that is current, and records the other', () => {
    const workflow = orbit('A.out => B.in', {
      A: { retry: { maxAttempts: 2, initialDelay: 2000 }, timeout, outputs: ['out'] },
      B: { inputs: [{ name: 'in' }] },
    });
    const script = { A: [ok(15, { out: 1 }), ok(6, { out: 2 })], B: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect([startsOf(run, 'A'), startsOf(run, 'B')]).toEqual([[0, 12], [18]]);
    expect(endingOf(run)).toBe('succeeded (none) at 19');
    const ignored = run.trace.filter((event) => event.type === 'result.ignored');
    expect(ignored.map(({ at }) => at)).toEqual([15_000]);
  });

  it('changes nothing after the end', () => {
    const run = simulate(orbit('A', { A: { timeout } }), scenarioOf({ A: [ok(15)] }));
    expect(endingOf(run)).toBe('failed (none) at 10');
    expect(run.trace[run.trace.length - 1]).toMatchObject({ type: 'result.ignored', at: 15_000 });
  });
});

describe('B18: an effect that lands after the timeout', () => {
  const links = 'Z > A; Z =comp=> uZ; A =comp=> uA';

  it('undoes what succeeded, and records the late success', () => {
    const timeout = { duration: 5000, onTimeout: 'fail' } as const;
    const workflow = orbit(links, { A: { idempotent: false, timeout } });
    const run = simulate(workflow, scenarioOf({ Z: [ok(1)], A: [ok(10)], uZ: undo, uA: undo }));
    expect(undosOf(run)).toEqual([['Z', 6]]);
    expect(endingOf(run)).toBe('failed (completed) at 7');
    expect(run.trace[run.trace.length - 1]).toMatchObject({ type: 'result.ignored', at: 11_000 });
  });

  it('does not undo a step that failed, although its effect landed', () => {
    const workflow = orbit(links, { A: { idempotent: false } });
    const script = { Z: [ok(1)], A: [{ ...err(2), applied: true }], uZ: undo, uA: undo };
    const run = simulate(workflow, scenarioOf(script));
    expect(undosOf(run)).toEqual([['Z', 3]]);
    expect(endingOf(run)).toBe('failed (completed) at 4');
  });
});

describe('B19: a cancel or a failure during a backoff', () => {
  const long = { retry: { maxAttempts: 3, initialDelay: 60_000 } };

  it('ends at the cancel, without another attempt', () => {
    const script = scenarioOf({ A: [err(1)] }, { controls: [cancelAt(10)] });
    const run = simulate(orbit('A > B', { A: long }), script);
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(run.states).toEqual({ A: 'CANCELLED', B: 'CANCELLED' });
    expect(endingOf(run)).toBe('cancelled (none) at 10');
  });

  it('ends at the failure of a sibling', () => {
    const run = simulate(orbit('A; C', { A: long }), scenarioOf({ A: [err(1)], C: [err(5)] }));
    expect(run.states).toEqual({ A: 'CANCELLED', C: 'FAILED' });
    expect(endingOf(run)).toBe('failed (none) at 5');
  });
});

describe('B20: siblings in flight when a branch fails', () => {
  it('awaits them all, and undoes those that succeed', () => {
    const workflow = orbit(
      'S > P; S > Q; S > R; P > J; Q > J; R > J; S =comp=> uS; P =comp=> uP; R =comp=> uR',
      { P: { idempotent: false } },
    );
    const script = { S: [ok(1)], P: [ok(10)], Q: [err(2)], R: [ok(9)] };
    const undos = { uS: undo, uP: undo, uR: undo };
    const run = simulate(workflow, scenarioOf({ ...script, ...undos }));
    expect(undosOf(run)).toEqual([
      ['P', 11],
      ['R', 12],
      ['S', 13],
    ]);
    expect(run.states).toMatchObject({ P: 'SUCCEEDED', R: 'SUCCEEDED', J: 'CANCELLED' });
    expect(endingOf(run)).toBe('failed (completed) at 14');
  });
});

describe('B22: two steps fail at one instant', () => {
  const retry = { retry: { maxAttempts: 4, initialDelay: 5000 } };

  it('retries both before it looks at their join', () => {
    const workflow = orbit('A > J; B > J; J > C', { A: retry, B: retry });
    const script = { A: [err(1), ok(1)], B: [err(1), ok(1)], C: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect([startsOf(run, 'A'), startsOf(run, 'B')]).toEqual([
      [0, 6],
      [0, 6],
    ]);
    expect(endingOf(run)).toBe('succeeded (none) at 8');
  });

  it.each(['A; B', 'B; A'])('fails at once where one has no policy, in the order %s', (order) => {
    const run = simulate(orbit(order, { B: retry }), scenarioOf({ A: [err(1)], B: [err(1)] }));
    expect(startsOf(run, 'B')).toEqual([0]);
    expect(endingOf(run)).toBe('failed (none) at 1');
  });
});

describe('B23: no undo beside forward work', () => {
  const links =
    'S > A; S > B; S > C; A > J; B > J; C > J; S =comp=> uS; A =comp=> uA; C =comp=> uC';
  const script = { S: [ok(1)], A: [ok(1)], B: [err(2)], uS: undo, uA: undo, uC: undo };

  it('awaits an attempt in flight, and undoes it when it succeeds', () => {
    const run = simulate(orbit(links), scenarioOf({ ...script, C: [ok(5)] }));
    expect(undosOf(run)).toEqual([
      ['C', 6],
      ['A', 7],
      ['S', 8],
    ]);
    expect(endingOf(run)).toBe('failed (completed) at 9');
  });

  it('does not retry it when it fails', () => {
    const run = simulate(orbit(links, { C: threeFixed }), scenarioOf({ ...script, C: [err(5)] }));
    expect(startsOf(run, 'C')).toEqual([1]);
    expect(undosOf(run)).toEqual([
      ['A', 6],
      ['S', 7],
    ]);
    expect(endingOf(run)).toBe('failed (completed) at 8');
  });
});

describe('B24: a cancel compensates', () => {
  it('awaits what runs, and no second cancel disturbs the undo', () => {
    const scenario = scenarioOf(
      { A: [ok(1)], B: [ok(10)], uA: undo },
      { controls: [cancelAt(5), cancelAt(11.5)] },
    );
    const run = simulate(orbit('A > B; A =comp=> uA'), scenario);
    expect(run.states).toEqual({ A: 'SUCCEEDED', B: 'SUCCEEDED', 'compensate:A': 'SUCCEEDED' });
    expect(undosOf(run)).toEqual([['A', 11]]);
    expect(endingOf(run)).toBe('cancelled (completed) at 12');
    expect(run.trace.filter(({ type }) => type === 'cancel.requested')).toHaveLength(1);
  });
});

describe('B26: undo newest first, one at a time', () => {
  it('waits for each to end', () => {
    const links = 'A > B; B > C; C > D; A =comp=> uA; B =comp=> uB; C =comp=> uC; D =comp=> uD';
    const forward = { A: [ok(1)], B: [ok(1)], C: [ok(1)], D: [err(1)] };
    const run = simulate(orbit(links), scenarioOf({ ...forward, uA: undo, uB: [ok(3)], uC: undo }));
    expect(undosOf(run)).toEqual([
      ['C', 4],
      ['B', 5],
      ['A', 8],
    ]);
    expect(endingOf(run)).toBe('failed (completed) at 9');
  });
});

describe('B27: completion counts, not declaration', () => {
  const links = 'A > J; B > J; C > J; J > D; A =comp=> uA; B =comp=> uB; C =comp=> uC';

  it('undoes the branch that completed last first', () => {
    const forward = { A: [ok(9)], B: [ok(2)], C: [ok(5)], D: [err(1)] };
    const run = simulate(orbit(links), scenarioOf({ ...forward, uA: undo, uB: undo, uC: undo }));
    expect(undoneOf(run)).toEqual(['A', 'C', 'B']);
    expect(endingOf(run)).toBe('failed (completed) at 13');
  });

  it('takes equal times in the order in which they were recorded', () => {
    const script = { A: [ok(2)], B: [ok(2)], C: [ok(1)], D: [err(1)] };
    expect(undoneOf(simulate(orbit(links), scenarioOf(script)))).toEqual(['B', 'A', 'C']);
  });
});

describe('B28: one element of a fan-out fails', () => {
  const fanned = (list: string, maxParallel: number | null) =>
    orbit('A =comp=> uA', {
      A: { fanOut: { variable: 'i', over: `\${${list}}`, maxParallel }, outputs: ['out'] },
      uA: { inputs: [{ name: 'item', value: '${i}' }] },
    });

  it('awaits those in flight, and undoes each that succeeded, with its own element', () => {
    const script = {
      'A[0]': [err(3)],
      'A[1]': [ok(1)],
      'A[2]': [ok(2)],
      'A[3]': [ok(10)],
      uA: undo,
    };
    const run = simulate(fanned('[0, 1, 2, 3]', null), scenarioOf(script));
    expect(undosOf(run)).toEqual([
      ['A[3]', 10],
      ['A[2]', 11],
      ['A[1]', 12],
    ]);
    expect(run.states).toMatchObject({ A: 'FAILED', 'A[0]': 'FAILED', 'A[3]': 'SUCCEEDED' });
    expect(endingOf(run)).toBe('failed (completed) at 13');
  });

  it('never starts those that waited for their turn', () => {
    const script = { 'A[0]': [ok(1)], 'A[1]': [err(1)], uA: undo };
    const run = simulate(fanned('[0, 1, 2]', 1), scenarioOf(script));
    expect(startsOf(run, 'A[2]')).toEqual([]);
    expect(run.states).toMatchObject({ 'A[2]': 'CANCELLED' });
    expect(undosOf(run)).toEqual([['A[0]', 2]]);
    expect(endingOf(run)).toBe('failed (completed) at 3');
  });

  it('is the same in a loop of HarnessXML that the orbit profile runs', () => {
    const workflow = orbit('A =comp=> uA', {
      L: {
        kind: 'loop',
        loop: {
          kind: 'forEach',
          body: 'A',
          over: '${[0, 1, 2, 3]}',
          while: null,
          count: null,
          var: 'item',
          indexVar: 'index',
          maxIterations: 9,
          maxConcurrency: 9,
          onItemFailure: 'fail',
        },
      },
    });
    const script = { 'A[0]': [err(3)], 'A[1]': [ok(1)], 'A[2]': [ok(2)], 'A[3]': [ok(10)] };
    const run = simulate(workflow, scenarioOf({ ...script, uA: undo }));
    expect(undoneOf(run)).toEqual(['A[3]', 'A[2]', 'A[1]']);
    expect(endingOf(run)).toBe('failed (completed) at 13');
  });
});

describe('B30: a restart in the middle of the undo', () => {
  const twice = { retry: { maxAttempts: 2 } };
  const workflow = orbit('A > B; B > C; A =comp=> uA; B =comp=> uB', { uA: twice, uB: twice });
  const script = { A: [ok(1)], B: [ok(1)], C: [err(1)], uA: [ok(2)], uB: [ok(2)] };
  const keysOf = (run: Run, unit: string): string[] =>
    run.trace.flatMap((event) =>
      event.type === 'attempt.started' && event.unit === unit ? [event.key] : [],
    );

  it('sends the undo in flight again, with its key', () => {
    const run = simulate(workflow, scenarioOf(script, { controls: down(4, 6) }));
    expect(undosOf(run)).toEqual([
      ['B', 3],
      ['B', 6],
      ['A', 8],
    ]);
    expect(keysOf(run, 'compensate:B')).toEqual(['run-1/compensate:B', 'run-1/compensate:B']);
    expect(endingOf(run)).toBe('failed (completed) at 10');
  });

  it('does not undo again what was undone, and a stale resume changes nothing', () => {
    const stale: Control = { at: 6500, action: 'resume' };
    const run = simulate(workflow, scenarioOf(script, { controls: [...down(5.5, 6), stale] }));
    expect(undosOf(run)).toEqual([
      ['B', 3],
      ['A', 5],
      ['A', 6],
    ]);
    expect(endingOf(run)).toBe('failed (completed) at 8');
  });
});

describe('B32: one undo fails', () => {
  it('goes on with the rest, and says so', () => {
    const links = 'A > B; B > C; C > D; A =comp=> uA; B =comp=> uB; C =comp=> uC';
    const forward = { A: [ok(1)], B: [ok(1)], C: [ok(1)], D: [err(1)] };
    const run = simulate(
      orbit(links),
      scenarioOf({ ...forward, uC: undo, uB: [err(1)], uA: undo }),
    );
    expect(undosOf(run)).toEqual([
      ['C', 4],
      ['B', 5],
      ['A', 6],
    ]);
    expect(endingOf(run)).toBe('failed (failed) at 7');
    expect(run.failures).toMatchObject([{ step: 'B', unit: 'compensate:B', code: 'transient' }]);
    expect(run.states).toMatchObject({ 'compensate:B': 'FAILED', 'compensate:A': 'SUCCEEDED' });
    const ended = run.trace.find((event) => event.type === 'instance.ended');
    expect(ended).toMatchObject({ error: { message: 'step `D` failed: transient' } });
  });
});

describe('B34: a compensation has a budget of its own', () => {
  it('makes all its attempts, whatever the failing step used', () => {
    const workflow = orbit('A > B; A =comp=> uA', {
      B: { retry: { maxAttempts: 2 } },
      uA: { retry: { maxAttempts: 4 } },
    });
    const script = { A: [ok(1)], B: [err(1)], uA: [err(1), err(1), err(1), ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect(startsOf(run, 'B')).toEqual([1, 3]);
    expect(startsOf(run, 'compensate:A')).toEqual([4, 6, 8, 10]);
    expect(endingOf(run)).toBe('failed (completed) at 11');
  });
});

describe('B35: what an undo reads', () => {
  const script = { A: [ok(1, { out: 'x1' })], B: [err(2)], uA: undo };

  it('is what its own step gave', () => {
    const workflow = orbit('A; B; A =comp=> uA; B =comp=> uB', {
      A: { outputs: ['out'] },
      uA: { inputs: [{ name: 'in', value: '${A.out}' }], guard: "${A.out == 'x1'}" },
    });
    const run = simulate(workflow, scenarioOf(script));
    expect(undosOf(run)).toEqual([['A', 2]]);
    expect(endingOf(run)).toBe('failed (completed) at 3');
  });

  it('is never nothing: an undo that lacks its input fails, and the rest goes on', () => {
    const workflow = orbit('Z > A; B; Z =comp=> uZ; A =comp=> uA', {
      B: { outputs: ['out'] },
      uA: { inputs: [{ name: 'in', value: '${B.out}' }] },
    });
    const run = simulate(workflow, scenarioOf({ ...script, Z: [ok(0)] }));
    expect(startsOf(run, 'compensate:A')).toEqual([]);
    expect(undoneOf(run)).toEqual(['A', 'Z']);
    expect(run.compensation).toBe('failed');
  });

  it('is not asked for a step that was skipped', () => {
    const workflow = orbit('A > M; A =comp=> uA', { A: { guard: '${false}' } });
    const run = simulate(workflow, scenarioOf({ M: [err(1)] }));
    expect(undoneOf(run)).toEqual([]);
    expect(endingOf(run)).toBe('failed (none) at 1');
  });
});

describe('B36: what is undone', () => {
  it('leaves the branch alone that was not taken', () => {
    const workflow = orbit('X; P > M; Q > M; P =comp=> uP; Q =comp=> uQ', {
      X: { kind: 'decision', cases: [{ when: '${1 == 1}', to: 'P' }], otherwise: 'Q' },
    });
    const run = simulate(workflow, scenarioOf({ P: [ok(1)], M: [err(1)], uP: undo, uQ: undo }));
    expect(undosOf(run)).toEqual([['P', 2]]);
    expect(run.states).toMatchObject({ Q: 'PENDING' });
    expect(endingOf(run)).toBe('failed (completed) at 3');
  });

  it('undoes a step that needed a retry once', () => {
    const workflow = orbit('P > M; P =comp=> uP', { P: threeFixed });
    const run = simulate(workflow, scenarioOf({ P: [err(1), ok(1)], M: [err(1)], uP: undo }));
    expect(undosOf(run)).toEqual([['P', 4]]);
    expect(endingOf(run)).toBe('failed (completed) at 5');
  });
});

describe('B37: children', () => {
  const inner = (...nodes: readonly string[]): string =>
    `<harness xmlns="https://harnessxml.com/spec/1.0" id="inner" specVersion="1.0"><nodes>${nodes
      .map((id) => `<node id="${id}" type="task"/>`)
      .join('')}</nodes><edges>${nodes
      .slice(1)
      .map((id, index) => `<edge from="${nodes[index]}" to="${id}"/>`)
      .join('')}</edges></harness>`;
  const child = {
    kind: 'subworkflow',
    subworkflow: { href: 'inner.hxml', digest: null, specVersion: null },
  } as const;
  const documents = { 'inner.hxml': inner('i', 'j') };

  it.each([
    [
      'by its own block',
      'SW =comp=> uSW',
      [
        ['SW', 4],
        ['A', 5],
      ],
      6,
    ],
    ['not at all without one', '', [['A', 4]], 5],
  ])('undoes a child that has completed %s', (_, link, undos, end) => {
    const workflow = orbit(`A > SW; SW > B; A =comp=> uA; ${link}`, { SW: child });
    const script = { A: [ok(1)], 'SW/i': [ok(1)], 'SW/j': [ok(1)], B: [err(1)] };
    const run = simulate(workflow, scenarioOf({ ...script, uA: undo, uSW: undo }, { documents }));
    expect(undosOf(run)).toEqual(undos);
    expect(endingOf(run)).toBe(`failed (completed) at ${end}`);
  });

  it('lets the failure of children reach the parent', () => {
    const workflow = orbit('A > SW1; A > SW2; A > SW3; A =comp=> uA', {
      SW1: child,
      SW2: child,
      SW3: child,
    });
    const failing = { 'SW1/i': [err(1)], 'SW2/i': [err(1)], 'SW3/i': [err(1)] };
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], ...failing, uA: undo }, { documents }));
    expect(undosOf(run)).toEqual([['A', 2]]);
    expect(endingOf(run)).toBe('failed (completed) at 3');
  });
});

describe('B38: a failure that is handled', () => {
  const workflow = orbit('A > B; B =err=> R; A =comp=> uA');

  it('compensates nothing', () => {
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [err(1)], R: [ok(1)] }));
    expect(undoneOf(run)).toEqual([]);
    expect(endingOf(run)).toBe('succeeded (none) at 3');
  });

  it('unwinds when its handler fails', () => {
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [err(1)], R: [err(1)], uA: undo }));
    expect(undosOf(run)).toEqual([['A', 3]]);
    expect(endingOf(run)).toBe('failed (completed) at 4');
  });
});

describe('B39: idempotency keys', () => {
  it('name the execution and the unit, and nothing that changes', () => {
    const workflow = orbit('A > M; B; L > M; A =comp=> uA; L =comp=> uL', {
      A: { retry: { maxAttempts: 3 } },
      L: { fanOut: { variable: 'i', over: '${[5, 5, 5]}', maxParallel: null } },
    });
    const script = { A: [err(), err(), ok()], M: [err()] };
    const keysOf = (run: string): string[] => [
      ...new Set(
        simulate(workflow, scenarioOf(script, { run })).trace.flatMap((event) =>
          event.type === 'attempt.started' ? [event.key] : [],
        ),
      ),
    ];
    const units = ['A', 'B', 'L[0]', 'L[1]', 'L[2]', 'M'];
    const undos = ['A', 'L[0]', 'L[1]', 'L[2]'].map((unit) => `compensate:${unit}`);
    for (const run of ['run-1', 'run-2']) {
      expect(keysOf(run).sort()).toEqual(
        [...units, ...undos].map((unit) => `${run}/${unit}`).sort(),
      );
    }
  });
});

describe('B41: resuming what failed', () => {
  it('is for operators of the baseline: ORBIT refuses to park a run for one', () => {
    const run = simulate(orbit('A > B'), scenarioOf({}, { onFailure: 'pause' }));
    expect(run.outcome).toBe('refused');
    expect(run.errors[0]?.message).toContain('baseline');
  });

  it('after a crash calls nothing again that had succeeded, and reuses what it gave', () => {
    const workflow = orbit('apply > a; apply > b; a > c; b > c', {});
    const script = { apply: [ok(1)], a: [ok(1)], b: [ok(1)], c: [ok(2)] };
    const run = simulate(workflow, scenarioOf(script, { controls: down(3, 100) }));
    const counts = ['apply', 'a', 'b', 'c'].map((unit) => startsOf(run, unit).length);
    expect(counts).toEqual([1, 1, 1, 2]);
    expect(endingOf(run)).toBe('succeeded (none) at 102');
  });

  it('after a crash forgets no element of a fan-out that had not begun', () => {
    const workflow = orbit('A > F', {
      A: { fanOut: { variable: 'i', over: '${[0, 1, 2, 3]}', maxParallel: 1 } },
    });
    const run = simulate(workflow, scenarioOf({ A: [ok(1)] }, { controls: down(1.5, 10) }));
    expect([0, 1, 2, 3].map((i) => startsOf(run, `A[${i}]`))).toEqual([[0], [1, 10], [11], [12]]);
    expect(endingOf(run)).toBe('succeeded (none) at 13');
  });
});

describe('B43: joins behind what was skipped', () => {
  const links = 'S > X; S > Y; X > J; Y > J; J > E';

  it('counts a step that its condition skipped', () => {
    const run = simulate(
      orbit(links, { X: { guard: '${false}' } }),
      scenarioOf({ S: [ok(1)], Y: [ok(2)], E: [ok(1)] }),
    );
    expect(run.states).toMatchObject({ X: 'SKIPPED' });
    expect(startsOf(run, 'J')).toEqual([3]);
    expect(endingOf(run)).toBe('succeeded (none) at 4');
  });

  it('runs a join whose predecessors were all skipped', () => {
    const skipped = { guard: '${false}' };
    const run = simulate(
      orbit(links, { X: skipped, Y: skipped }),
      scenarioOf({ S: [ok(1)], E: [ok(1)] }),
    );
    expect(startsOf(run, 'J')).toEqual([1]);
    expect(endingOf(run)).toBe('succeeded (none) at 2');
  });
});

describe('B45: durations that are lengths of time', () => {
  it.each([
    [59, 'succeeded (none) at 59'],
    [61, 'failed (none) at 60'],
  ])('bounds an attempt of %d s by a minute', (seconds, end) => {
    const timeout = { duration: 60_000, onTimeout: 'fail' } as const;
    const run = simulate(orbit('A', { A: { timeout } }), scenarioOf({ A: [ok(seconds)] }));
    expect(endingOf(run)).toBe(end);
  });
});

describe('B48: due times after downtime', () => {
  const workflow = orbit('A', { A: { retry: { maxAttempts: 2, initialDelay: 60_000 } } });

  it.each([
    [20, 100, 100],
    [20, 40, 60],
  ])('down from %d to %d, the second attempt starts at %d', (from, to, at) => {
    const script = scenarioOf({ A: [err(), ok()] }, { controls: down(from, to) });
    const run = simulate(workflow, script);
    expect(startsOf(run, 'A')).toEqual([0, at]);
    expect(endingOf(run)).toBe(`succeeded (none) at ${at}`);
  });
});

describe('B49: a delay of zero is a delay', () => {
  it('sets and fires a timer like any other', () => {
    const retry = { maxAttempts: 3, initialDelay: 0, jitter: 'full' } as const;
    const run = simulate(orbit('A > B', { A: { retry } }), scenarioOf({ A: [err(), err(), ok()] }));
    const timers = run.trace.flatMap(({ type }) => (type.startsWith('timer.') ? [type] : []));
    expect(timers).toEqual(['timer.set', 'timer.fired', 'timer.set', 'timer.fired']);
    expect(pathOf(run, 'A')).toContain('RETRYING READY RUNNING SUCCEEDED');
  });
});

/**
 * What of the reports has no test here, and why: notations that ORBIT lacks, and questions
 * that its compiler answers before anything runs (core/orbit).
 */
describe('parts of reports that are not about running ORBIT', () => {
  it.each([
    ['B09', 'retry parameters as a document writes them: the compiler refuses them'],
    ['B12 (d), (e)', 'ORBIT has no chain of causes: an error has one code'],
    ['B14 (a), (c), (e)', 'ORBIT has no onTimeout and no idempotent: those are HarnessXML’s'],
    ['B35 (c)', 'an undo that reads another step is E0308: nothing runs'],
    ['B41 (a), (c)', 'ORBIT has no operator that resumes a run which has ended'],
    ['B43 (c)', 'a step without dependencies is no join: it begins at once'],
    ['B45, B46', 'ORBIT writes durations as 30s or 2h; there are no ISO 8601 texts in it'],
    ['B48 (a), (b)', 'the clock of a run is monotonic; wall clocks are simulator/live’s'],
    ['B49', 'a changed document is another program: a checkpoint of it is refused'],
  ])('%s: %s', (report, reason) => {
    expect(report).toMatch(/^B\d\d/);
    expect(reason.length).toBeGreaterThan(20);
  });
});
