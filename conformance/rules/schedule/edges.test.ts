import { describe, expect, it } from 'vitest';
import { withCondition, workflowOf } from '../../../testing/workflow.ts';
import { scheduleRules } from './index.ts';
import { judgedBy } from './testing/sketches.ts';

const judged = judgedBy(scheduleRules);
const succeeded = { outcome: 'succeeded' } as const;
const none = (occurrences: number) => ({ occurrences, messages: [] });

describe('schedule/entry-set', () => {
  const saga = workflowOf('A > B; A =comp=> uA');
  const id = 'schedule/entry-set';
  const right = [
    { unit: 'A', at: 0, after: 100 },
    { unit: 'B', at: 100 },
  ];

  it('takes what begins at once, and nothing else', () => {
    expect(judged(id, saga, { calls: right, ...succeeded })).toEqual(none(2));
  });

  it('finds an entry that was left out, and one that came late', () => {
    const two = workflowOf('A; B');
    expect(
      judged(id, two, { calls: [{ unit: 'A', at: 0, after: 100 }], ...succeeded }).messages,
    ).toEqual(['B was never begun, though it could be at 0 ms: it is one of the entry set']);
    const late = [
      { unit: 'A', at: 0, after: 100 },
      { unit: 'B', at: 100 },
    ];
    expect(judged(id, two, { calls: late, ...succeeded }).messages).toEqual([
      'B was begun at 100 ms, though it could be at 0 ms: it is one of the entry set',
    ]);
  });

  it('finds a compensation, the target of a decision, and all but entry begun at once', () => {
    const calls = [...right, { unit: 'uA', at: 0 }];
    expect(judged(id, saga, { calls, ...succeeded }).messages).toEqual([
      'uA was begun, and never should have been: nothing leads to it',
    ]);
    const route = workflowOf('A > D', {
      D: { kind: 'decision', cases: [{ when: '${true}', to: 'X' }], otherwise: 'Y' },
    });
    const both = [
      { unit: 'A', at: 0, after: 100 },
      { unit: 'X', at: 0 },
      { unit: 'Y', at: 0 },
    ];
    expect(judged(id, route, { calls: both, ...succeeded }).messages).toEqual([
      'X was begun at 0 ms, before it could be: it was chosen at 100 ms',
      'Y was begun, and never should have been: D did not choose it',
    ]);
    const named = { ...workflowOf('A; B'), entry: 'A' };
    const each = [
      { unit: 'A', at: 0 },
      { unit: 'B', at: 0 },
    ];
    expect(judged(id, named, { calls: each, ...succeeded }).messages).toEqual([
      'B was begun, and never should have been: nothing leads to it',
    ]);
  });

  it('finds a loop that was begun too late, by its body', () => {
    const workflow = workflowOf('L', {
      L: {
        kind: 'loop',
        loop: {
          kind: 'times',
          body: 'B',
          over: null,
          while: null,
          count: 1,
          var: 'item',
          indexVar: 'index',
          maxIterations: 1,
          maxConcurrency: 1,
          onItemFailure: 'fail',
        },
      },
    });
    const calls = [{ unit: 'B[0]', at: 5 }];
    expect(judged(id, workflow, { calls, ...succeeded }).messages).toEqual([
      'L was begun at 5 ms, though it could be at 0 ms: it is one of the entry set',
    ]);
  });

  it('says nothing of a run without a report, or one that was cancelled before', () => {
    const two = workflowOf('A; B');
    const calls = [{ unit: 'A', at: 0, after: 100 }];
    expect(judged(id, two, { calls })).toEqual(none(1));
    const controls = [{ at: 0, action: 'cancel' as const }];
    expect(judged(id, two, { calls, controls, outcome: 'cancelled' })).toEqual(none(1));
  });
});

describe('schedule/control-edge', () => {
  const id = 'schedule/control-edge';
  const chain = workflowOf('A > B');

  it('takes a target that begins when its source has succeeded', () => {
    const calls = [
      { unit: 'A', at: 0, after: 100 },
      { unit: 'B', at: 100 },
    ];
    expect(judged(id, chain, { calls, ...succeeded })).toEqual(none(1));
  });

  it('finds one that was begun before, after a failure, late, or never', () => {
    const calls = (at: number, error?: string) => [
      { unit: 'A', at: 0, after: 100, ...(error === undefined ? {} : { error }) },
      { unit: 'B', at },
    ];
    expect(judged(id, chain, { calls: calls(50), ...succeeded }).messages).toEqual([
      'B was begun at 50 ms, before it could be: A ended at 100 ms',
    ]);
    expect(
      judged(id, chain, { calls: calls(100, 'transient'), outcome: 'failed' }).messages,
    ).toEqual(['B was begun, and never should have been: the control edge from A is not taken']);
    expect(judged(id, chain, { calls: calls(150), ...succeeded }).messages).toEqual([
      'B was begun at 150 ms, though it could be at 100 ms: A ended at 100 ms',
    ]);
    expect(judged(id, chain, { calls: calls(100).slice(0, 1), ...succeeded }).messages).toEqual([
      'B was never begun, though it could be at 100 ms: A ended at 100 ms',
    ]);
  });

  it('lets a real clock be late by its tolerance, for each step in between', () => {
    const silent = workflowOf('A > P; P > B', { P: { kind: 'barrier' } });
    const calls = (at: number) => [
      { unit: 'A', at: 0, after: 100 },
      { unit: 'B', at },
    ];
    const sketch = { toleranceMs: 25, ...succeeded };
    expect(judged(id, silent, { calls: calls(150), ...sketch })).toEqual(none(1));
    expect(judged(id, silent, { calls: calls(151), ...sketch }).messages).toHaveLength(1);
    expect(judged(id, silent, { calls: calls(99), ...sketch }).messages).toHaveLength(1);
  });

  it('says nothing of a source that never ended, or of what an abort may have prevented', () => {
    const calls = [{ unit: 'A', at: 0, hang: true as const }];
    expect(judged(id, chain, { calls, outcome: 'stalled' })).toEqual(none(0));
    const parallel = workflowOf('A > B; C');
    const failing = [
      { unit: 'A', at: 0, after: 100 },
      { unit: 'C', at: 0, after: 100, error: 'transient' },
    ];
    expect(judged(id, parallel, { calls: failing, outcome: 'failed' })).toEqual(none(0));
  });
});

describe('schedule/data-edge', () => {
  const id = 'schedule/data-edge';
  const flow = workflowOf('A.id => B.id', {
    A: { outputs: ['id'] },
    B: { inputs: [{ name: 'id' }] },
  });
  const calls = (id: unknown) => [
    { unit: 'A', at: 0, after: 100, ok: { id: 'r-1' } },
    { unit: 'B', at: 100, input: { id } as { id: string } },
  ];

  it('takes the value that the source returned', () => {
    expect(judged(id, flow, { calls: calls('r-1'), ...succeeded })).toEqual(none(2));
  });

  it('finds another value, and a call that came too early', () => {
    expect(judged(id, flow, { calls: calls('r-0'), ...succeeded }).messages).toEqual([
      'B was called at 100 ms with another id than it must get',
    ]);
    const early = [
      { unit: 'A', at: 0, after: 100, ok: { id: 'r-1' } },
      { unit: 'B', at: 50 },
    ];
    expect(judged(id, flow, { calls: early, ...succeeded }).messages).toEqual([
      'B was begun at 50 ms, before it could be: A ended at 100 ms',
    ]);
  });

  it('compares no inputs that nobody recorded', () => {
    const silent = calls('r-1').map(({ input: _, ...rest }) => rest);
    expect(judged(id, flow, { calls: silent, ...succeeded })).toEqual(none(1));
  });
});

describe('schedule/dependency-edge', () => {
  const id = 'schedule/dependency-edge';
  const flow = workflowOf('A =dep=> B; A =err=> R');
  const failing = [
    { unit: 'A', at: 0, after: 100, error: 'transient' },
    { unit: 'R', at: 100 },
  ];

  it('takes a target that begins though its source failed', () => {
    const calls = [...failing, { unit: 'B', at: 100 }];
    expect(judged(id, flow, { calls, ...succeeded })).toEqual(none(1));
  });

  it('finds one that was left out because its source failed', () => {
    expect(judged(id, flow, { calls: failing, ...succeeded }).messages).toEqual([
      'B was never begun, though it could be at 100 ms: A ended at 100 ms',
    ]);
  });

  it('says nothing of a failure that ends the run', () => {
    const plain = workflowOf('A =dep=> B');
    const calls = failing.slice(0, 1);
    expect(judged(id, plain, { calls, outcome: 'failed' })).toEqual(none(0));
  });
});

describe('schedule/edge-condition', () => {
  const id = 'schedule/edge-condition';
  // B43: S > {X (condition false) | Y} > J > E
  const split = withCondition(
    workflowOf('S > X; S > Y; X > J; Y > J', { S: { outputs: ['more'] } }),
    'S',
    'X',
    '${S.more}',
  );
  const calls = [
    { unit: 'S', at: 0, after: 1000, ok: { more: false } },
    { unit: 'Y', at: 1000, after: 2000 },
  ];

  it('takes a run in which the edge is not taken', () => {
    const right = [...calls, { unit: 'J', at: 3000 }];
    expect(judged(id, split, { calls: right, ...succeeded })).toEqual(none(1));
  });

  it('finds an edge that is taken all the same', () => {
    const wrong = [...calls, { unit: 'X', at: 1000 }, { unit: 'J', at: 3000 }];
    expect(judged(id, split, { calls: wrong, ...succeeded }).messages).toEqual([
      'X was begun, and never should have been: the condition of the edge from S is false',
    ]);
  });

  it('finds a join that waits for it for ever', () => {
    const join = withCondition(workflowOf('A > J; B > J'), 'A', 'J', '${false}');
    const both = [
      { unit: 'A', at: 0, after: 100 },
      { unit: 'B', at: 0, after: 200 },
    ];
    expect(judged(id, join, { calls: both, outcome: 'stalled' }).messages).toEqual([
      'J was never begun, though it could be at 200 ms: the condition of the edge from A is false, B ended at 200 ms',
    ]);
  });

  it('says nothing of a condition that reads what nobody recorded', () => {
    const unseen = withCondition(
      workflowOf('S > X', { S: { kind: 'subworkflow', outputs: ['more'] } }),
      'S',
      'X',
      '${S.more}',
    );
    expect(judged(id, unseen, { calls: [{ unit: 'X', at: 0 }], ...succeeded })).toEqual(none(0));
  });
});

describe('schedule/unreachable-propagates', () => {
  const id = 'schedule/unreachable-propagates';
  const branches = workflowOf('X > Z; Z > J; Y > J', {
    D: { kind: 'decision', cases: [{ when: '${false}', to: 'X' }], otherwise: 'Y' },
  });
  const calls = [{ unit: 'Y', at: 0, after: 2000 }];

  it('takes a join that begins when the branch that was taken has ended', () => {
    const right = [...calls, { unit: 'J', at: 2000 }];
    expect(judged(id, branches, { calls: right, ...succeeded })).toEqual(none(1));
  });

  it('finds one that is left in limbo', () => {
    expect(judged(id, branches, { calls, outcome: 'stalled' }).messages).toEqual([
      'J was never begun, though it could be at 2000 ms: nothing reaches Z, Y ended at 2000 ms',
    ]);
  });

  it('is vacuous where both branches run', () => {
    const both = workflowOf('Z > J; Y > J');
    const all = [
      { unit: 'Z', at: 0 },
      { unit: 'Y', at: 0 },
      { unit: 'J', at: 0 },
    ];
    expect(judged(id, both, { calls: all, ...succeeded })).toEqual(none(0));
  });
});
