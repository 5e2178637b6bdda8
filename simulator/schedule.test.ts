/** Edges, joins, decisions, guards: who begins, and when (HarnessXML §4, §5, §7.1). */

import { describe, expect, it } from 'vitest';
import { endOf, pathOf, startsOf } from '../testing/observe.ts';
import { err, hang, ok, scenarioOf, withCondition, workflowOf } from '../testing/workflow.ts';
import { simulate } from './simulate.ts';

describe('the entry set (§5.2)', () => {
  it('is every node without an incoming edge that nothing routes to', () => {
    const workflow = workflowOf('A; B > C; D =err=> E; F =comp=> uF', {
      A: { kind: 'decision', cases: [{ when: '${true}', to: 'G' }] },
      L: { kind: 'loop', loop: timesLoop('body', 1) },
    });
    const run = simulate(workflow, scenarioOf());
    expect(['A', 'B', 'D', 'F'].map((node) => pathOf(run, node).split(' ')[0])).toEqual(
      Array(4).fill('PENDING'),
    );
    expect(pathOf(run, 'E')).toBe('');
    expect(pathOf(run, 'uF')).toBe('');
  });

  it('is the entry alone where there is one', () => {
    const workflow = { ...workflowOf('A > B; C > D'), entry: 'C' };
    const run = simulate(workflow, scenarioOf());
    expect(run.states).toEqual({ A: 'PENDING', B: 'PENDING', C: 'SUCCEEDED', D: 'SUCCEEDED' });
    expect(run.outcome).toBe('succeeded');
  });
});

const timesLoop = (body: string, count: number) => ({
  kind: 'times' as const,
  body,
  over: null,
  while: null,
  count,
  var: 'item',
  indexVar: 'index',
  maxIterations: 10,
  maxConcurrency: 1,
  onItemFailure: 'fail' as const,
});

describe('edges (§4)', () => {
  it('a control edge runs its target after success, and not after failure', () => {
    const script = { A: [ok(1)], B: [err(1)] };
    const run = simulate(workflowOf('A > X; B > Y; B =err=> H'), scenarioOf(script));
    expect(startsOf(run, 'X')).toEqual([1]);
    expect(startsOf(run, 'Y')).toEqual([]);
    expect(run.outcome).toBe('succeeded');
  });

  it('a dependency edge runs its target however its source ended', () => {
    const workflow = workflowOf('A =dep=> X; B =dep=> Y; C =dep=> Z; B =err=> H', {
      C: { guard: '${false}' },
    });
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [err(2)] }));
    expect(['X', 'Y', 'Z'].map((node) => startsOf(run, node))).toEqual([[1], [2], [0]]);
  });

  it('a data edge hands over the value that its source gave', () => {
    const workflow = workflowOf('A.out => B.in; B > D', {
      A: { outputs: ['out'] },
      B: { inputs: [{ name: 'in' }] },
      D: { kind: 'decision', cases: [{ when: '${A.out == 7}', to: 'E' }] },
    });
    const run = simulate(workflow, scenarioOf({ A: [ok(1, { out: 7 })] }));
    expect(run.states).toMatchObject({ B: 'SUCCEEDED', E: 'SUCCEEDED' });
  });

  it('a data edge whose condition is false hands over nothing', () => {
    const plain = workflowOf('A.x => X.in; A > X', {
      A: { outputs: ['x'] },
      X: { inputs: [{ name: 'in' }] },
    });
    const endWith = (condition: string) => {
      const edges = plain.edges.map((edge) =>
        edge.type === 'data' ? { ...edge, condition } : edge,
      );
      return simulate({ ...plain, edges }, scenarioOf({ A: [ok(1, { x: 7 })] }));
    };
    expect(endWith('${A.x == 7}').outcome).toBe('succeeded');
    const refused = endWith('${A.x == 8}');
    expect(refused.errors.map(({ code, node }) => [code, node])).toEqual([['HX-4101', 'X']]);
    expect(startsOf(refused, 'X')).toEqual([]);
  });

  it('every error edge of a failed node is taken, once', () => {
    const workflow = workflowOf('A =err=> R; A =err=> S; A > B', { A: { retry: {} } });
    const run = simulate(workflow, scenarioOf({ A: [err(1)] }));
    expect([startsOf(run, 'R'), startsOf(run, 'S'), startsOf(run, 'B')]).toEqual([[5], [5], []]);
    expect(run.outcome).toBe('succeeded');
  });

  it('an error edge is not taken after success, skip or cancel', () => {
    const workflow = workflowOf('A =err=> R; B =err=> S; B > J; C > J', {
      A: { guard: '${false}' },
      J: { join: 'any' },
    });
    const run = simulate(workflow, scenarioOf({ B: [ok(1)], C: [hang] }));
    expect(run.states).toMatchObject({ R: 'PENDING', S: 'PENDING', C: 'CANCELLED' });
  });

  it('an error edge may lead back to an earlier node, which it does not run again', () => {
    const run = simulate(workflowOf('A > B; B > C; C =err=> B'), scenarioOf({ C: [err(1)] }));
    expect(startsOf(run, 'B')).toEqual([0]);
    expect(run.outcome).toBe('succeeded');
  });

  it('a condition that is false makes an edge negative, and the join goes on', () => {
    const workflow = withCondition(workflowOf('A > J; B > J'), 'A', 'J', '${false}');
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [ok(2)] }));
    expect(startsOf(run, 'J')).toEqual([2]);
  });

  it('an error edge whose condition is false handles nothing (Q17)', () => {
    const links = 'Z > A; A =err=> R; Z =comp=> uZ';
    const workflow = withCondition(workflowOf(links), 'A', 'R', '${false}');
    const run = simulate(workflow, scenarioOf({ A: [err(1)] }));
    expect(run.states).toMatchObject({ R: 'PENDING', Z: 'COMPENSATED' });
    expect(run.outcome).toBe('compensated');
  });

  it('a condition that is no boolean fails the target with HX-4107, unheard by no one', () => {
    const workflow = withCondition(workflowOf('A > B'), 'A', 'B', '${1 + 1}');
    const run = simulate(workflow, scenarioOf({ A: [ok(1)] }));
    expect(pathOf(run, 'B')).toBe('PENDING READY RUNNING FAILED');
    expect(startsOf(run, 'B')).toEqual([]);
    expect(run.errors).toMatchObject([{ code: 'HX-4107', node: 'B', attempt: 1 }]);
    expect(run.outcome).toBe('failed');
  });
});

describe('joins (§5.3.1)', () => {
  it('all: waits for each edge, and needs one that is satisfied', () => {
    const run = simulate(workflowOf('A > J; B > J'), scenarioOf({ A: [ok(1)], B: [ok(3)] }));
    expect(startsOf(run, 'J')).toEqual([3]);
  });

  it('all: resolves on its other edges when a failure was handled (Q14)', () => {
    const workflow = workflowOf('A > J; B > J; A =err=> R');
    const run = simulate(workflow, scenarioOf({ A: [err(1)], B: [ok(2)], R: [ok(5)] }));
    expect(startsOf(run, 'J')).toEqual([2]);
  });

  it('all: is not reached when every edge is negative', () => {
    const workflow = withCondition(workflowOf('A > J; J > K'), 'A', 'J', '${false}');
    const run = simulate(workflow, scenarioOf());
    expect(run.states).toEqual({ A: 'SUCCEEDED', J: 'PENDING', K: 'PENDING' });
    expect(run.outcome).toBe('succeeded');
  });

  it('any: begins with the first, once', () => {
    const workflow = workflowOf('A > J; B > J', { J: { join: 'any' } });
    const run = simulate(workflow, scenarioOf({ A: [ok(3)], B: [ok(1)] }));
    expect(startsOf(run, 'J')).toEqual([1]);
  });

  it('quorum: begins with the last that it needs, and cancels nothing', () => {
    const workflow = workflowOf('A > J; B > J; C > J', { J: { join: 'quorum', quorum: 2 } });
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [ok(5)], C: [ok(3)] }));
    expect(startsOf(run, 'J')).toEqual([3]);
    expect(run.states['B']).toBe('SUCCEEDED');
    expect(endOf(run)).toBe('succeeded at 5');
  });

  it('quorum: is not reached when too few can be satisfied', () => {
    const workflow = workflowOf('A > J; B > J; A =err=> R', { J: { join: 'quorum', quorum: 2 } });
    const run = simulate(workflow, scenarioOf({ A: [err(1)], B: [ok(2)] }));
    expect(run.states['J']).toBe('PENDING');
    expect(run.outcome).toBe('succeeded');
  });
});

describe('what an any join cancels (§5.3.2)', () => {
  it('cancels what is in flight and could only lead to it, however far', () => {
    const workflow = workflowOf('A > J; B > B2; B2 > J', { J: { join: 'any' } });
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [ok(5)] }));
    expect(run.states).toEqual({
      A: 'SUCCEEDED',
      J: 'SUCCEEDED',
      B: 'CANCELLED',
      B2: 'PENDING',
    });
    expect(endOf(run)).toBe('succeeded at 1');
  });

  it('cancels a sibling that waits for its next attempt', () => {
    const workflow = workflowOf('A > J; B > J', { J: { join: 'any' }, B: { retry: {} } });
    const run = simulate(workflow, scenarioOf({ A: [ok(1.5)], B: [err(1)] }));
    expect(pathOf(run, 'B')).toBe('PENDING READY RUNNING RETRYING CANCELLED');
  });

  it('leaves alone what leads elsewhere too', () => {
    const workflow = workflowOf('A > J; B > J; B > K', { J: { join: 'any' } });
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [ok(5)] }));
    expect(run.states).toMatchObject({ B: 'SUCCEEDED', K: 'SUCCEEDED' });
    expect(endOf(run)).toBe('succeeded at 5');
  });

  it('a loser that has not begun stays PENDING (driver protocol, details)', () => {
    const workflow = workflowOf('A > B; A > D; B > J; C > J; J > E', { J: { join: 'any' } });
    const run = simulate(workflow, scenarioOf({ A: [ok(2)], C: [ok(1)] }));
    expect(startsOf(run, 'J')).toEqual([1]);
    expect(startsOf(run, 'D')).toEqual([2]);
    expect(run.states['B']).toBe('PENDING');
    expect(run.outcome).toBe('succeeded');
  });

  it('leaves alone what leads nowhere near it', () => {
    const workflow = workflowOf('A > J; B > J; X', { J: { join: 'any' } });
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [ok(5)], X: [ok(3)] }));
    expect(run.states).toMatchObject({ X: 'SUCCEEDED', B: 'CANCELLED' });
  });

  it('lets what is not idempotent finish, and discards its result', () => {
    const workflow = workflowOf('A > J; B > J; B =dep=> K; J > J2', {
      J: { join: 'any' },
      B: { idempotent: false },
      K: { join: 'any' },
    });
    const script = { A: [ok(1)], B: [ok(5)], J2: [ok(1)] };
    const run = simulate(workflow, scenarioOf(script));
    // K keeps B from leading only to J, so it is not discarded; without K it is.
    expect(run.states).toMatchObject({ B: 'SUCCEEDED', K: 'SUCCEEDED' });
    const alone = simulate(
      workflowOf('A > J; B > J; J > J2', { J: { join: 'any' }, B: { idempotent: false } }),
      scenarioOf(script),
    );
    expect(alone.states).toMatchObject({ B: 'SUCCEEDED', J2: 'SUCCEEDED' });
    expect(startsOf(alone, 'J')).toEqual([1]);
    expect(endOf(alone)).toBe('succeeded at 5');
  });

  it('hands a discarded result to nobody', () => {
    const workflow = workflowOf('A > J; B > J; J > K', {
      J: { join: 'any' },
      B: { idempotent: false, outputs: ['out'] },
      K: { guard: '${B.out == null}' },
    });
    const script = { A: [ok(1)], B: [ok(5, { out: 7 })], J: [ok(9)] };
    const run = simulate(workflow, scenarioOf(script));
    expect(run.states).toMatchObject({ B: 'SUCCEEDED', K: 'SUCCEEDED' });
    expect(JSON.stringify(run.output)).not.toContain('7');
  });

  it('unwinds nothing when a discarded step fails', () => {
    const workflow = workflowOf('A > J; B > J; A =comp=> uA', {
      J: { join: 'any' },
      B: { idempotent: false },
    });
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [err(5)] }));
    expect(run.states).toMatchObject({ B: 'FAILED', A: 'SUCCEEDED' });
    expect(endOf(run)).toBe('succeeded at 5');
  });
});

describe('decisions (§7.1.3)', () => {
  const decision = (when: readonly [string, string][], otherwise: string | null = null) => ({
    kind: 'decision' as const,
    cases: when.map(([text, to]) => ({ when: text, to })),
    otherwise,
  });

  it('take the first true case in document order, and no other', () => {
    const workflow = workflowOf('D', {
      D: decision([
        ['${false}', 'A'],
        ['${true}', 'B'],
        ['${true}', 'C'],
      ]),
    });
    const run = simulate(workflow, scenarioOf());
    expect(run.states).toEqual({ D: 'SUCCEEDED', A: 'PENDING', B: 'SUCCEEDED', C: 'PENDING' });
    const routed = run.trace.find(
      (event) => event.type === 'transition' && event.to === 'SUCCEEDED',
    );
    expect(routed).toMatchObject({ node: 'D', detail: "routed to 'B'" });
  });

  it('go on with otherwise', () => {
    const workflow = workflowOf('D', { D: decision([['${false}', 'A']], 'B') });
    expect(simulate(workflow, scenarioOf()).states['B']).toBe('SUCCEEDED');
  });

  it('fail with HX-4103 where no case is true', () => {
    const run = simulate(workflowOf('D', { D: decision([['${false}', 'A']]) }), scenarioOf());
    expect(run.errors).toMatchObject([{ code: 'HX-4103', node: 'D' }]);
    expect(run.outcome).toBe('failed');
  });

  it('release joins behind the branch that was not taken', () => {
    const workflow = workflowOf('A > J; B > B2; B2 > J', {
      D: decision([['${true}', 'A']], 'B'),
    });
    const run = simulate(workflow, scenarioOf());
    expect(run.states).toMatchObject({ A: 'SUCCEEDED', B2: 'PENDING', J: 'SUCCEEDED' });
  });

  it('leave a target waiting that another decision may still choose', () => {
    const workflow = workflowOf('S > E', {
      D: decision([['${true}', 'A']], 'X'),
      E: decision([['${true}', 'X']]),
    });
    const run = simulate(workflow, scenarioOf({ S: [ok(3)] }));
    expect(startsOf(run, 'X')).toEqual([3]);
  });
});

describe('what a decision can route to (§5.3.3)', () => {
  it('is unreachable once its edges are, whether or not the decision has been made', () => {
    const plain = workflowOf('W > D; A > T; T > J; B > J', {
      D: { kind: 'decision', cases: [{ when: '${true}', to: 'T' }] },
    });
    const workflow = withCondition(plain, 'A', 'T', '${false}');
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [ok(2)], W: [ok(9)] }));
    expect(startsOf(run, 'J')).toEqual([2]);
    expect(run.states).toMatchObject({ D: 'SUCCEEDED', T: 'PENDING' });
  });
});

describe('what leads out of a loop (§5.3.3, §7.2.6)', () => {
  const handled = (a: string, nodes: Parameters<typeof workflowOf>[1] = {}) =>
    workflowOf(`${a}; A =err=> H; B =err=> H`, {
      L: { kind: 'loop', loop: timesLoop('B', 1) },
      ...nodes,
    });

  it('is negative where the loop never ran: a handler does not wait for it', () => {
    const run = simulate(handled('A > L'), scenarioOf({ A: [err(1)] }));
    expect(run.states).toMatchObject({ A: 'FAILED', H: 'SUCCEEDED' });
    expect(startsOf(run, 'H')).toEqual([1]);
  });

  it('is negative behind a loop whose guard was false', () => {
    const guarded = { kind: 'loop' as const, loop: timesLoop('B', 1), guard: '${false}' };
    const workflow = handled('A > L; L =dep=> H', { L: guarded });
    const run = simulate(workflow, scenarioOf({ A: [ok(1)] }));
    expect(startsOf(run, 'H')).toEqual([1]);
  });

  it('is negative where there was nothing to repeat', () => {
    const run = simulate(
      handled('A > L; L =dep=> H', { L: { kind: 'loop', loop: timesLoop('B', 0) } }),
      scenarioOf({ A: [ok(1)] }),
    );
    expect(startsOf(run, 'H')).toEqual([1]);
  });

  it('is settled by the last iteration, though the loop fails', () => {
    const refused = { ...timesLoop('B', 2), maxIterations: 1 };
    const workflow = handled('A > L; L =err=> H', { L: { kind: 'loop', loop: refused } });
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [ok(2)] }));
    expect(run.states).toMatchObject({ L: 'FAILED', H: 'SUCCEEDED' });
    expect(startsOf(run, 'H')).toEqual([3]);
    expect(run.outcome).toBe('succeeded');
  });

  it('is negative behind a loop within a loop that never ran', () => {
    const workflow = workflowOf('A > K; A =err=> H; B =err=> H', {
      K: { kind: 'loop', loop: timesLoop('L', 1) },
      L: { kind: 'loop', loop: timesLoop('B', 1) },
    });
    const run = simulate(workflow, scenarioOf({ A: [err(1)] }));
    expect(startsOf(run, 'H')).toEqual([1]);
  });

  it('is settled by the last iteration of a loop within a loop', () => {
    const workflow = workflowOf('A > K; A =dep=> H; B =dep=> H', {
      K: { kind: 'loop', loop: timesLoop('L', 2) },
      L: { kind: 'loop', loop: timesLoop('B', 1) },
    });
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [ok(2)] }));
    expect(startsOf(run, 'H')).toEqual([5]);
  });
});

describe('a body that two loops repeat (§7.2)', () => {
  const shared = workflowOf('A > L; L > K', {
    L: { kind: 'loop', loop: timesLoop('B', 2) },
    K: { kind: 'loop', loop: timesLoop('B', 1) },
  });

  it('has iterations of its own in each, numbered as they begin', () => {
    const run = simulate(shared, scenarioOf({ A: [ok(1)], B: [ok(2)] }));
    expect(startsOf(run, 'B')).toEqual([1, 3, 5]);
    const attempts = run.trace.flatMap((event) =>
      event.type === 'attempt.started' && event.node === 'B' ? [event] : [],
    );
    expect(attempts.map(({ unit }) => unit)).toEqual(['B[0]', 'B[1]', 'B[2]']);
    expect(new Set(attempts.map(({ key }) => key)).size).toBe(3);
    expect(endOf(run)).toBe('succeeded at 7');
  });

  it('counts from 0 in the variables of each', () => {
    const workflow = {
      ...shared,
      nodes: shared.nodes.map((node) =>
        node.id === 'B' ? { ...node, guard: '${index == 0}' } : node,
      ),
    };
    const run = simulate(workflow, scenarioOf({ A: [ok(1)], B: [ok(2)] }));
    expect(run.states).toMatchObject({
      'B[0]': 'SUCCEEDED',
      'B[1]': 'SKIPPED',
      'B[2]': 'SUCCEEDED',
    });
  });
});

describe('guards (§7.1.1)', () => {
  it('skip the node without a call, and its successors run', () => {
    const workflow = workflowOf('A > B', { A: { guard: '${1 > 2}' } });
    const run = simulate(workflow, scenarioOf());
    expect(startsOf(run, 'A')).toEqual([]);
    expect(run.states).toEqual({ A: 'SKIPPED', B: 'SUCCEEDED' });
  });

  it('fail the node with HX-4107 where they are no boolean', () => {
    const run = simulate(workflowOf('A', { A: { guard: '${null}' } }), scenarioOf());
    expect(pathOf(run, 'A')).toBe('PENDING READY RUNNING FAILED');
    expect(run.errors).toMatchObject([{ code: 'HX-4107', attempt: 1 }]);
    expect(startsOf(run, 'A')).toEqual([]);
  });
});

describe('inputs (§5.5)', () => {
  it('a required input without a value fails with HX-4101, and calls nothing', () => {
    const workflow = workflowOf('A.out => B.in', {
      A: { guard: '${false}', outputs: ['out'] },
      B: { inputs: [{ name: 'in' }] },
    });
    const run = simulate(workflow, scenarioOf());
    expect(run.errors).toMatchObject([{ code: 'HX-4101', node: 'B', attempt: 1 }]);
    expect(run.errors[0]?.message).toContain('A.out');
    expect(startsOf(run, 'B')).toEqual([]);
  });

  it('a default stands in for what is missing', () => {
    const workflow = workflowOf('A.out => B.in', {
      A: { guard: '${false}', outputs: ['out'] },
      B: { inputs: [{ name: 'in', required: false, default: '5' }] },
    });
    expect(simulate(workflow, scenarioOf()).outcome).toBe('succeeded');
  });

  it('a node is not reached whose required input comes from what is not reached', () => {
    const workflow = workflowOf('S > J; A.out => J.in; J > K', {
      D: { kind: 'decision', cases: [{ when: '${true}', to: 'S' }], otherwise: 'A' },
      A: { outputs: ['out'] },
      J: { inputs: [{ name: 'in' }], join: 'any' },
    });
    const run = simulate(workflow, scenarioOf({ S: [ok(1)] }));
    expect(run.states).toMatchObject({ S: 'SUCCEEDED', J: 'PENDING', K: 'PENDING' });
    expect(run.outcome).toBe('succeeded');
  });

  it('a node whose input never comes does not begin, though its join is met just then', () => {
    const workflow = workflowOf('A > E; A =err=> H; H.out => E.in', {
      E: { inputs: [{ name: 'in' }], join: 'quorum', quorum: 1 },
      H: { outputs: ['out'] },
    });
    const run = simulate(workflow, scenarioOf({ A: [ok(1)] }));
    expect(run.states).toEqual({ A: 'SUCCEEDED', E: 'PENDING', H: 'PENDING' });
    expect(run.outcome).toBe('succeeded');
  });
});

describe('timeouts (§8.2)', () => {
  it('skip turns the node SKIPPED at the first, and its successors run', () => {
    const timeout = { duration: 2000, onTimeout: 'skip' } as const;
    const workflow = workflowOf('A > B', { A: { timeout, retry: {} } });
    const run = simulate(workflow, scenarioOf({ A: [hang] }));
    expect(run.states).toEqual({ A: 'SKIPPED', B: 'SUCCEEDED' });
    expect(endOf(run)).toBe('succeeded at 2');
  });

  it('an attempt that ends exactly at its limit is in time', () => {
    const timeout = { duration: 2000, onTimeout: 'fail' } as const;
    const run = simulate(workflowOf('A', { A: { timeout } }), scenarioOf({ A: [ok(2)] }));
    expect(endOf(run)).toBe('succeeded at 2');
  });

  it('a failure by timeout has its class and its code', () => {
    const timeout = { duration: 2000, onTimeout: 'fail' } as const;
    const run = simulate(workflowOf('A', { A: { timeout } }), scenarioOf({ A: [hang] }));
    expect(run.errors).toMatchObject([{ code: 'HX-4108', class: 'timeout', node: 'A' }]);
  });
});
