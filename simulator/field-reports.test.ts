/**
 * Faults that people met in other engines, by the number of the report, each with the
 * outcome that HarnessXML gives. Times are seconds; undo steps take one second.
 */

import { describe, expect, it } from 'vitest';
import { endOf, pathOf, startsOf, undoneOf } from '../testing/observe.ts';
import {
  cancelAt,
  err,
  hang,
  ok,
  scenarioOf,
  withCondition,
  workflowOf,
} from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

const threeFixed = { retry: { maxAttempts: 3 } };
const undo = [ok(1)];

describe('B01: at most N attempts', () => {
  it('performs a step three times, and the run fails', () => {
    const run = simulate(workflowOf('A', { A: threeFixed }), scenarioOf({ A: [err(1)] }));
    expect(startsOf(run, 'A')).toEqual([0, 2, 4]);
    expect(endOf(run)).toBe('failed at 5');
  });

  it('counts alike when the failure is handled', () => {
    const workflow = workflowOf('A =err=> R', { A: threeFixed });
    const run = simulate(workflow, scenarioOf({ A: [err(1)], R: [ok(1)] }));
    expect(startsOf(run, 'A')).toEqual([0, 2, 4]);
    expect(startsOf(run, 'R')).toEqual([5]);
    expect(endOf(run)).toBe('succeeded at 6');
  });
});

describe('B03: maxAttempts = 1', () => {
  it.each([
    ['with a policy of one', { retry: { maxAttempts: 1 } }],
    ['without a policy', {}],
  ])('makes one attempt %s', (_, sketch) => {
    const run = simulate(workflowOf('A', { A: sketch }), scenarioOf({ A: [err(1)] }));
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(endOf(run)).toBe('failed at 1');
    expect(run.trace.some((event) => event.type === 'timer.set')).toBe(false);
  });
});

describe('B04: the backoff formula', () => {
  it.each([
    [{ maxAttempts: 5, backoff: 'exponential', multiplier: 1.5 }, [0, 1, 2.5, 4.75, 8.125]],
    [{ maxAttempts: 4, backoff: 'linear', initialDelay: 2000, multiplier: 1 }, [0, 2, 6, 12]],
    [{ maxAttempts: 4, backoff: 'linear', initialDelay: 2000, multiplier: 3 }, [0, 6, 18, 36]],
    [{ maxAttempts: 4, backoff: 'fixed', initialDelay: 2000, multiplier: 9 }, [0, 2, 4, 6]],
    [{ maxAttempts: 7, backoff: 'exponential', initialDelay: 3000 }, [0, 3, 9, 21, 45, 93, 189]],
  ] as const)('starts attempts as %o says', (retry, starts) => {
    const run = simulate(workflowOf('A', { A: { retry } }), scenarioOf({ A: [err()] }));
    expect(startsOf(run, 'A')).toEqual(starts);
    expect(endOf(run)).toBe(`failed at ${starts[starts.length - 1]}`);
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
    const run = simulate(workflowOf('A', { A: { retry } }), scenarioOf({ A: [err()] }));
    expect(startsOf(run, 'A')).toHaveLength(1000);
    expect(endOf(run)).toBe('failed at 3592500');
  });
});

describe('B07: a backoff above 2^31 − 1 ms', () => {
  it('waits its whole time', () => {
    const retry = { maxAttempts: 9, backoff: 'exponential', multiplier: 10 } as const;
    const run = simulate(workflowOf('A', { A: { retry } }), scenarioOf({ A: [err()] }));
    expect(startsOf(run, 'A')).toEqual([
      0, 1, 11, 111, 1111, 11_111, 111_111, 1_111_111, 11_111_111,
    ]);
  });
});

describe('B09: a delay of zero', () => {
  it('makes all attempts at once, and ends', () => {
    const retry = { maxAttempts: 4, backoff: 'exponential', initialDelay: 0 } as const;
    const run = simulate(workflowOf('A', { A: { retry } }), scenarioOf({ A: [err()] }));
    expect(startsOf(run, 'A')).toEqual([0, 0, 0, 0]);
    expect(endOf(run)).toBe('failed at 0');
  });
});

describe('B09: parameters that are odd, and legal', () => {
  it.each([
    ['multiplier 0', { multiplier: 0 }, [0, 8, 8, 8]],
    ['multiplier 0.5', { multiplier: 0.5 }, [0, 8, 12, 14]],
    ['maxDelay below initialDelay', { maxDelay: 3000 }, [0, 3, 6, 9]],
  ])('%s gives the delays that it says', (_, rest, starts) => {
    const retry = { maxAttempts: 4, backoff: 'exponential', initialDelay: 8000, ...rest } as const;
    const run = simulate(workflowOf('A', { A: { retry } }), scenarioOf({ A: [err()] }));
    expect(startsOf(run, 'A')).toEqual(starts);
  });
});

describe('B10: jitter comes after the clamp', () => {
  const retry = {
    maxAttempts: 6,
    backoff: 'exponential',
    maxDelay: 5000,
    jitter: 'full',
  } as const;
  const startsWith = (draw: number): number[] => {
    const draws = { A: [draw, draw, draw, draw, draw] };
    const workflow = workflowOf('A', { A: { retry } });
    return startsOf(simulate(workflow, scenarioOf({ A: [err()] }, { draws })), 'A');
  };

  it('scales the clamped delay', () => {
    expect(startsWith(0.5)).toEqual([0, 0.5, 1.5, 3.5, 6, 8.5]);
  });

  it('goes on when a draw is 0', () => {
    expect(startsWith(0)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('never passes maxDelay', () => {
    const starts = startsWith(0.999_999);
    const delays = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    expect(delays).toHaveLength(5);
    expect(delays.every((delay) => delay > 0 && delay < 5)).toBe(true);
  });
});

describe('B12: errors that are not to be retried', () => {
  const workflow = workflowOf('A', { A: { retry: { maxAttempts: 5, retryOn: ['transient'] } } });

  it('fails at once on another class', () => {
    const run = simulate(workflow, scenarioOf({ A: [err(1, 'rejected')] }));
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(endOf(run)).toBe('failed at 1');
  });

  it('reads the class, never the message or what it wraps', () => {
    const wrapped = err(1, 'wrapper');
    if (wrapped.then.kind !== 'error') throw new Error('no error');
    const error = { ...wrapped.then.error, message: 'transient: caused by transient' };
    const answer = { ...wrapped, then: { kind: 'error', error } } as const;
    const run = simulate(workflow, scenarioOf({ A: [answer] }));
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(run.errors).toMatchObject([{ class: 'wrapper', attempt: 1 }]);
  });

  it('stops retrying when the class changes', () => {
    const run = simulate(workflow, scenarioOf({ A: [err(1), err(1, 'rejected')] }));
    expect(startsOf(run, 'A')).toEqual([0, 2]);
    expect(endOf(run)).toBe('failed at 3');
  });
});

describe('B13: an error handler beside a retry policy', () => {
  const workflow = workflowOf('A > B; A =err=> R', { A: threeFixed });

  it('waits for the last attempt', () => {
    const script = { A: [err(1), err(1), ok(1)], B: [ok(1)], R: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect(startsOf(run, 'A')).toEqual([0, 2, 4]);
    expect(startsOf(run, 'B')).toEqual([5]);
    expect(startsOf(run, 'R')).toEqual([]);
    expect(endOf(run)).toBe('succeeded at 6');
  });

  it('begins once, after it', () => {
    const run = simulate(workflow, scenarioOf({ A: [err(1)], R: [ok(1)] }));
    expect(startsOf(run, 'R')).toEqual([5]);
    expect(startsOf(run, 'B')).toEqual([]);
    expect(endOf(run)).toBe('succeeded at 6');
  });
});

describe('B14: timeouts use up attempts', () => {
  const retry = { maxAttempts: 3, initialDelay: 5000 };
  const withTimeout = (onTimeout: 'retry' | 'fail', rest: object = {}) =>
    workflowOf('A', {
      A: { retry: { ...retry, ...rest }, timeout: { duration: 10_000, onTimeout } },
    });

  it.each(['retry', 'fail'] as const)('ends after three under onTimeout %s', (onTimeout) => {
    const run = simulate(withTimeout(onTimeout), scenarioOf({ A: [hang] }));
    expect(startsOf(run, 'A')).toEqual([0, 15, 30]);
    expect(endOf(run)).toBe('failed at 40');
  });

  it('makes one attempt where retryOn leaves timeout out and onTimeout is fail', () => {
    const run = simulate(
      withTimeout('fail', { retryOn: ['transient'] }),
      scenarioOf({ A: [hang] }),
    );
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(endOf(run)).toBe('failed at 10');
  });

  it('retries under onTimeout retry even so', () => {
    const workflow = withTimeout('retry', { retryOn: ['transient'] });
    const run = simulate(workflow, scenarioOf({ A: [hang, ok(1)] }));
    expect(startsOf(run, 'A')).toEqual([0, 15]);
    expect(endOf(run)).toBe('succeeded at 16');
  });

  it('never retries a step that is not idempotent', () => {
    const timeout = { duration: 10_000, onTimeout: 'retry' } as const;
    const workflow = workflowOf('A', { A: { idempotent: false, retry, timeout } });
    const run = simulate(workflow, scenarioOf({ A: [hang] }));
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(endOf(run)).toBe('failed at 10');
  });
});

describe('B16: each attempt has its own deadline', () => {
  it('gives the second attempt the whole time', () => {
    const timeout = { duration: 5000, onTimeout: 'retry' } as const;
    const retry = { maxAttempts: 2, initialDelay: 3000 };
    const workflow = workflowOf('A', { A: { retry, timeout } });
    const run = simulate(workflow, scenarioOf({ A: [hang, ok(4)] }));
    expect(startsOf(run, 'A')).toEqual([0, 8]);
    expect(endOf(run)).toBe('succeeded at 12');
  });
});

describe('B17: late results', () => {
  it('takes the result of the attempt that is current, and no other', () => {
    const timeout = { duration: 10_000, onTimeout: 'retry' } as const;
    const workflow = workflowOf('A.out => B.in', {
      A: { retry: { maxAttempts: 2, initialDelay: 2000 }, timeout, outputs: ['out'] },
      B: { inputs: [{ name: 'in' }] },
    });
    const script = { A: [ok(15, { out: 1 }), ok(6, { out: 2 })], B: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect(startsOf(run, 'A')).toEqual([0, 12]);
    expect(startsOf(run, 'B')).toEqual([18]);
    expect(endOf(run)).toBe('succeeded at 19');
    const ignored = run.trace.filter((event) => event.type === 'result.ignored');
    expect(ignored.map(({ at }) => at)).toEqual([15_000]);
  });

  it('changes nothing after the end', () => {
    const timeout = { duration: 10_000, onTimeout: 'fail' } as const;
    const run = simulate(workflowOf('A', { A: { timeout } }), scenarioOf({ A: [ok(15)] }));
    expect(endOf(run)).toBe('failed at 10');
    expect(run.trace[run.trace.length - 1]).toMatchObject({ type: 'result.ignored', at: 15_000 });
    expect(run.effects.map(({ at }) => at)).toEqual([15_000]);
  });
});

describe('B18: an effect that lands after the timeout', () => {
  const links = 'Z > A; Z =comp=> uZ; A =comp=> uA';

  it('undoes what succeeded, and records the late success', () => {
    const timeout = { duration: 5000, onTimeout: 'fail' } as const;
    const workflow = workflowOf(links, { A: { idempotent: false, timeout } });
    const run = simulate(workflow, scenarioOf({ Z: [ok(1)], A: [ok(10)], uZ: undo, uA: undo }));
    expect(startsOf(run, 'uZ')).toEqual([6]);
    expect(startsOf(run, 'uA')).toEqual([]);
    expect(endOf(run)).toBe('compensated at 7');
    expect(run.trace[run.trace.length - 1]).toMatchObject({ type: 'result.ignored', at: 11_000 });
  });

  it('does not undo a step that failed, although its effect landed', () => {
    const workflow = workflowOf(links, { A: { idempotent: false } });
    const script = { Z: [ok(1)], A: [{ ...err(2), applied: true }], uZ: undo, uA: undo };
    const run = simulate(workflow, scenarioOf(script));
    expect(startsOf(run, 'uZ')).toEqual([3]);
    expect(startsOf(run, 'uA')).toEqual([]);
    expect(endOf(run)).toBe('compensated at 4');
  });
});

describe('B19: a cancel or a failure during a backoff', () => {
  const long = { retry: { maxAttempts: 3, initialDelay: 60_000 } };

  it('ends at the cancel, without another attempt', () => {
    const script = scenarioOf({ A: [err(1)] }, { controls: [cancelAt(10)] });
    const run = simulate(workflowOf('A > B', { A: long }), script);
    expect(startsOf(run, 'A')).toEqual([0]);
    expect(run.states).toEqual({ A: 'CANCELLED', B: 'CANCELLED' });
    expect(endOf(run)).toBe('cancelled at 10');
  });

  it('ends at the failure of a sibling', () => {
    const run = simulate(workflowOf('A; C', { A: long }), scenarioOf({ A: [err(1)], C: [err(5)] }));
    expect(run.states).toEqual({ A: 'CANCELLED', C: 'FAILED' });
    expect(endOf(run)).toBe('failed at 5');
  });
});

describe('B20: a sibling in flight when a branch fails', () => {
  it('lets what is not idempotent finish, and undoes it first', () => {
    const workflow = workflowOf(
      'S > P; S > Q; S > R; P > J; Q > J; R > J; S =comp=> uS; P =comp=> uP; R =comp=> uR',
      { P: { idempotent: false } },
    );
    const script = { S: [ok(1)], P: [ok(10)], Q: [err(2)], R: [ok(9)], uS: undo, uP: undo };
    const run = simulate(workflow, scenarioOf(script));
    expect(run.states).toMatchObject({ P: 'COMPENSATED', R: 'CANCELLED', J: 'PENDING' });
    expect(undoneOf(run)).toEqual(['P', 'S']);
    expect([startsOf(run, 'uP'), startsOf(run, 'uS')]).toEqual([[11], [12]]);
    expect(endOf(run)).toBe('compensated at 13');
  });
});

describe('B22: two steps fail at one instant', () => {
  const retry = { retry: { maxAttempts: 4, initialDelay: 5000 } };

  it('retries both before it looks at their join', () => {
    const workflow = workflowOf('A > J; B > J; J > C', { A: retry, B: retry });
    const script = { A: [err(1), ok(1)], B: [err(1), ok(1)], C: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect([startsOf(run, 'A'), startsOf(run, 'B')]).toEqual([
      [0, 6],
      [0, 6],
    ]);
    expect(endOf(run)).toBe('succeeded at 8');
  });

  it.each(['A; B', 'B; A'])('fails at once where one has no policy, in the order %s', (order) => {
    const run = simulate(workflowOf(order, { B: retry }), scenarioOf({ A: [err(1)], B: [err(1)] }));
    expect(startsOf(run, 'B')).toEqual([0]);
    // Returns of one instant come before what is decided about any of them (P-tie).
    expect(pathOf(run, 'B')).toBe('PENDING READY RUNNING RETRYING CANCELLED');
    expect(endOf(run)).toBe('failed at 1');
  });
});

describe('B23: no undo beside forward work', () => {
  it.each([
    ['without a policy', {}, ok(5)],
    ['with a retry policy', threeFixed, err(5)],
  ])('cancels an idempotent sibling %s', (_, sketch, answer) => {
    const workflow = workflowOf(
      'S > A; S > B; S > C; A > J; B > J; C > J; S =comp=> uS; A =comp=> uA; C =comp=> uC',
      { C: sketch },
    );
    const script = { S: [ok(1)], A: [ok(1)], B: [err(2)], C: [answer], uS: undo, uA: undo };
    const run = simulate(workflow, scenarioOf(script));
    expect(run.states['C']).toBe('CANCELLED');
    expect(undoneOf(run)).toEqual(['A', 'S']);
    expect(endOf(run)).toBe('compensated at 5');
  });
});

describe('B24: a cancel compensates nothing (Q8)', () => {
  it('ends where it is', () => {
    const script = { A: [ok(1)], B: [ok(10)], uA: undo };
    const scenario = scenarioOf(script, { controls: [cancelAt(5), cancelAt(11.5)] });
    const run = simulate(workflowOf('A > B; A =comp=> uA'), scenario);
    expect(run.states).toEqual({ A: 'SUCCEEDED', B: 'CANCELLED', uA: 'PENDING' });
    expect(endOf(run)).toBe('cancelled at 5');
    expect(run.compensation).toBe('none');
  });
});

describe('B26: undo newest first, one at a time', () => {
  it('waits for each to end', () => {
    const links = 'A > B; B > C; C > D; A =comp=> uA; B =comp=> uB; C =comp=> uC; D =comp=> uD';
    const script = {
      A: [ok(1)],
      B: [ok(1)],
      C: [ok(1)],
      D: [err(1)],
      uA: undo,
      uB: [ok(3)],
      uC: undo,
    };
    const run = simulate(workflowOf(links), scenarioOf(script));
    expect(['uC', 'uB', 'uA', 'uD'].map((node) => startsOf(run, node))).toEqual([
      [4],
      [5],
      [8],
      [],
    ]);
    expect(endOf(run)).toBe('compensated at 9');
  });
});

describe('B27: completion counts, not declaration', () => {
  const links = 'A > J; B > J; C > J; J > D; A =comp=> uA; B =comp=> uB; C =comp=> uC';

  it('undoes the branch that completed last first', () => {
    const script = {
      A: [ok(9)],
      B: [ok(2)],
      C: [ok(5)],
      D: [err(1)],
      uA: undo,
      uB: undo,
      uC: undo,
    };
    const run = simulate(workflowOf(links), scenarioOf(script));
    expect(undoneOf(run)).toEqual(['A', 'C', 'B']);
    expect(endOf(run)).toBe('compensated at 13');
  });

  it('takes equal times in the order in which they were recorded', () => {
    const script = { A: [ok(2)], B: [ok(2)], C: [ok(1)], D: [err(1)] };
    const run = simulate(workflowOf(links), scenarioOf(script));
    expect(undoneOf(run)).toEqual(['B', 'A', 'C']);
  });
});

describe('B32: one undo fails', () => {
  it('goes on with the rest, and does not call the run compensated', () => {
    const links = 'A > B; B > C; C > D; A =comp=> uA; B =comp=> uB; C =comp=> uC';
    const script = {
      A: [ok(1)],
      B: [ok(1)],
      C: [ok(1)],
      D: [err(1)],
      uC: undo,
      uB: [err(1)],
      uA: undo,
    };
    const run = simulate(workflowOf(links), scenarioOf(script));
    expect(['uC', 'uB', 'uA'].map((node) => startsOf(run, node))).toEqual([[4], [5], [6]]);
    expect(endOf(run)).toBe('failed at 7');
    expect(run.compensation).toBe('failed');
    expect(run.failures).toMatchObject([{ step: 'uB', unit: 'compensate:B', code: 'HX-4110' }]);
    expect(run.states).toMatchObject({ A: 'COMPENSATED', B: 'SUCCEEDED', C: 'COMPENSATED' });
  });
});

describe('B34: a compensation has a budget of its own', () => {
  it('makes all its attempts, whatever the failing step used', () => {
    const workflow = workflowOf('A > B; A =comp=> uA', {
      B: { retry: { maxAttempts: 2 } },
      uA: { retry: { maxAttempts: 4 } },
    });
    const script = { A: [ok(1)], B: [err(1)], uA: [err(1), err(1), err(1), ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    expect(startsOf(run, 'B')).toEqual([1, 3]);
    expect(startsOf(run, 'uA')).toEqual([4, 6, 8, 10]);
    expect(endOf(run)).toBe('compensated at 11');
  });
});

describe('B35: what an undo reads', () => {
  const links = 'A; B; A =comp=> uA; B =comp=> uB';
  const script = { A: [ok(1, { out: 'x1' })], B: [err(2)], uA: undo };

  it('is what its own step gave', () => {
    const workflow = workflowOf(links, {
      A: { outputs: ['out'] },
      uA: { inputs: [{ name: 'in', value: '${A.out}' }], guard: "${A.out == 'x1'}" },
    });
    const run = simulate(workflow, scenarioOf(script));
    expect([startsOf(run, 'uA'), startsOf(run, 'uB')]).toEqual([[2], []]);
    expect(endOf(run)).toBe('compensated at 3');
  });

  it('is never nothing: an undo that lacks its input fails, and the rest goes on', () => {
    const workflow = workflowOf(`Z > A; Z =comp=> uZ; ${links}`, {
      B: { outputs: ['out'] },
      uA: { inputs: [{ name: 'in', value: '${B.out}' }] },
    });
    const run = simulate(workflow, scenarioOf({ ...script, Z: [ok(0)] }));
    expect(startsOf(run, 'uA')).toEqual([]);
    expect(run.failures).toMatchObject([{ step: 'uA', code: 'HX-4110' }]);
    expect(undoneOf(run)).toEqual(['A', 'Z']);
    expect(run.outcome).toBe('failed');
  });

  it('is not asked for a step that was skipped', () => {
    const workflow = workflowOf('A > M; A =comp=> uA', { A: { guard: '${false}' } });
    const run = simulate(workflow, scenarioOf({ M: [err(1)] }));
    expect(undoneOf(run)).toEqual([]);
    expect(endOf(run)).toBe('failed at 1');
  });
});

describe('B36: what is undone', () => {
  it('leaves the branch alone that was not taken', () => {
    const workflow = workflowOf('X; P > M; Q > M; P =comp=> uP; Q =comp=> uQ', {
      X: { kind: 'decision', cases: [{ when: '${1 == 1}', to: 'P' }], otherwise: 'Q' },
    });
    const script = { P: [ok(1)], M: [err(1)], uP: undo, uQ: undo };
    const run = simulate(workflow, scenarioOf(script));
    expect(undoneOf(run)).toEqual(['P']);
    expect(run.states).toMatchObject({ Q: 'PENDING', uQ: 'PENDING' });
    expect(endOf(run)).toBe('compensated at 3');
  });

  it('leaves it alone behind edges with conditions, too', () => {
    const links = 'X > P; X > Q; P > M; Q > M; P =comp=> uP; Q =comp=> uQ';
    const when = withCondition(workflowOf(links), 'X', 'P', '${true}');
    const workflow = withCondition(when, 'X', 'Q', '${false}');
    const script = { X: [ok(1)], P: [ok(1)], M: [err(1)], uP: undo, uQ: undo };
    const run = simulate(workflow, scenarioOf(script));
    expect([startsOf(run, 'uP'), startsOf(run, 'uQ')]).toEqual([[3], []]);
    expect(run.states).toMatchObject({ Q: 'PENDING', M: 'FAILED', P: 'COMPENSATED' });
    expect(endOf(run)).toBe('compensated at 4');
  });

  it('undoes a step that needed a retry once', () => {
    const workflow = workflowOf('P > M; P =comp=> uP', { P: threeFixed });
    const script = { P: [err(1), ok(1)], M: [err(1)], uP: undo };
    const run = simulate(workflow, scenarioOf(script));
    expect(startsOf(run, 'uP')).toEqual([4]);
    expect(endOf(run)).toBe('compensated at 5');
  });
});

describe('B38: a failure that is handled', () => {
  const workflow = workflowOf('A > B; B =err=> R; A =comp=> uA');

  it('compensates nothing', () => {
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [err(1)], R: [ok(1)] }));
    expect(undoneOf(run)).toEqual([]);
    expect(endOf(run)).toBe('succeeded at 3');
  });

  it('unwinds when its handler fails (Q10)', () => {
    const script = { A: [ok(1)], B: [err(1)], R: [err(1)], uA: undo };
    const run = simulate(workflow, scenarioOf(script));
    expect(undoneOf(run)).toEqual(['A']);
    expect(endOf(run)).toBe('compensated at 4');
  });
});

describe('B39: idempotency keys', () => {
  it('are equal for the attempts of one unit, and differ between units and runs', () => {
    const workflow = workflowOf('A > M; B; A =comp=> uA', { A: { retry: { maxAttempts: 3 } } });
    const script = { A: [err(), err(), ok()], M: [err()] };
    const keysOf = (runName: string): Map<string, Set<string>> => {
      const keys = new Map<string, Set<string>>();
      for (const event of simulate(workflow, scenarioOf(script, { run: runName })).trace) {
        if (event.type !== 'attempt.started') continue;
        keys.set(event.unit, (keys.get(event.unit) ?? new Set()).add(event.key));
      }
      return keys;
    };
    const all = [...keysOf('run-1').values(), ...keysOf('run-2').values()];
    expect(all.map((keys) => keys.size)).toEqual(all.map(() => 1));
    expect(new Set(all.flatMap((keys) => [...keys])).size).toBe(all.length);
  });
});

describe('B39: keys of iterations, tenants and restarts', () => {
  const loop = {
    kind: 'forEach',
    body: 'L',
    over: '${[7, 7, 7]}',
    while: null,
    count: null,
    var: 'item',
    indexVar: 'index',
    maxIterations: 3,
    maxConcurrency: 3,
    onItemFailure: 'fail',
  } as const;
  const workflow = workflowOf('F > M; L =comp=> uL', { F: { kind: 'loop', loop } });
  const keysOf = (rest: object = {}): string[] => {
    const run = simulate(workflow, scenarioOf({ L: [ok(1)], M: [err(1)] }, rest));
    const keys = new Map<string, string>();
    for (const event of run.trace) {
      if (event.type === 'attempt.started') keys.set(event.unit, event.key);
    }
    return [...keys.values()];
  };

  it('differ for each element and for what undoes it, whatever the elements hold', () => {
    expect(keysOf()).toHaveLength(7);
    expect(new Set(keysOf()).size).toBe(7);
  });

  it('differ between tenants, though the run has one name', () => {
    expect(new Set([...keysOf(), ...keysOf({ tenant: 'other' })]).size).toBe(14);
  });

  it('do not change with the seed, with the input, or by a crash', () => {
    const controls = [
      { at: 500, action: 'crash' } as const,
      { at: 9000, action: 'resume' } as const,
    ];
    expect(keysOf({ seed: 99, input: { a: 1 }, controls }).sort()).toEqual(keysOf().sort());
  });
});

describe('B43: joins behind what was skipped', () => {
  it('counts a step that its guard skipped', () => {
    const workflow = workflowOf('S > X; S > Y; X > J; Y > J; J > E', { X: { guard: '${false}' } });
    const run = simulate(workflow, scenarioOf({ S: [ok(1)], Y: [ok(2)], E: [ok(1)] }));
    expect(pathOf(run, 'X')).toBe('PENDING READY SKIPPED');
    expect(startsOf(run, 'J')).toEqual([3]);
    expect(endOf(run)).toBe('succeeded at 4');
  });

  it('runs a join whose predecessors were all skipped', () => {
    const workflow = workflowOf('S > X; S > Y; X > J; Y > J; J > E', {
      X: { guard: '${false}' },
      Y: { guard: '${false}' },
    });
    const run = simulate(workflow, scenarioOf({ S: [ok(1)], E: [ok(1)] }));
    expect(startsOf(run, 'J')).toEqual([1]);
    expect(endOf(run)).toBe('succeeded at 2');
  });
});

describe('B43: joins behind edges whose conditions were false', () => {
  const links = 'S > X; S > Y; X > J; Y > J; J > E';
  const script = { S: [ok(1)], Y: [ok(2)], E: [ok(1)] };

  it('runs a join that another branch leads to', () => {
    const workflow = withCondition(workflowOf(links), 'S', 'X', '${false}');
    const run = simulate(workflow, scenarioOf(script));
    expect(run.states['X']).toBe('PENDING');
    expect(startsOf(run, 'J')).toEqual([3]);
    expect(endOf(run)).toBe('succeeded at 4');
  });

  it('leaves a join alone that none leads to, and the run succeeds', () => {
    const one = withCondition(workflowOf(links), 'S', 'X', '${false}');
    const run = simulate(withCondition(one, 'S', 'Y', '${false}'), scenarioOf(script));
    expect(run.states).toMatchObject({ X: 'PENDING', Y: 'PENDING', J: 'PENDING', E: 'PENDING' });
    expect(endOf(run)).toBe('succeeded at 1');
  });
});

describe('B45: durations that are lengths of time', () => {
  it.each([
    [59, 'succeeded at 59'],
    [61, 'failed at 60'],
  ])('bounds an attempt of %d s by PT1M', (seconds, end) => {
    const timeout = { duration: 60_000, onTimeout: 'fail' } as const;
    const run = simulate(workflowOf('A', { A: { timeout } }), scenarioOf({ A: [ok(seconds)] }));
    expect(endOf(run)).toBe(end);
  });
});

describe('B49: a delay of zero is a delay', () => {
  it('sets and fires a timer like any other', () => {
    const retry = {
      maxAttempts: 3,
      backoff: 'exponential',
      initialDelay: 0,
      jitter: 'full',
    } as const;
    const run = simulate(
      workflowOf('A > B', { A: { retry } }),
      scenarioOf({ A: [err(), err(), ok()] }),
    );
    const timers = run.trace.filter(({ type }) => type === 'timer.set' || type === 'timer.fired');
    expect(timers.map(({ type }) => type)).toEqual([
      'timer.set',
      'timer.fired',
      'timer.set',
      'timer.fired',
    ]);
  });
});
