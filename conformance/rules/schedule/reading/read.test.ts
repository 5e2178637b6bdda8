import { describe, expect, it } from 'vitest';
import type { Workflow } from '../../../../core/model/workflow.ts';
import { withCondition, workflowOf } from '../../../../testing/workflow.ts';
import { type ObservationSketch, observe } from '../../testing/observe.ts';
import { createView } from '../../view.ts';
import { loop } from '../testing/sketches.ts';
import { readingOf } from './read.ts';

/** Node → `fate at time`, in words. */
const fates = (workflow: Workflow, sketch: ObservationSketch) =>
  Object.fromEntries(
    readingOf(createView(observe(workflow, sketch))).nodes.map(({ member, fate }) => [
      member.node.id,
      'at' in fate ? `${fate.kind} at ${fate.at}` : fate.kind,
    ]),
  );

describe('the fate of a node that is called', () => {
  it('is that of its last attempt', () => {
    const workflow = workflowOf('ok; bad; slow; hangs; retried', {
      slow: { timeout: { duration: 50, onTimeout: 'skip' } },
      retried: { retry: { maxAttempts: 2, initialDelay: 100 } },
    });
    const calls = [
      { unit: 'ok', at: 0, after: 10 },
      { unit: 'bad', at: 0, after: 20, error: 'transient' },
      { unit: 'slow', at: 0, after: 100 },
      { unit: 'hangs', at: 0, hang: true as const },
      { unit: 'retried', at: 0, after: 10, error: 'transient' },
      { unit: 'retried', at: 110, after: 10 },
    ];
    expect(fates(workflow, { calls })).toEqual({
      ok: 'succeeded at 10',
      bad: 'failed at 20',
      slow: 'skipped at 50',
      hangs: 'pending',
      retried: 'succeeded at 120',
    });
  });

  it('is unknown where another attempt must come, and did not', () => {
    const workflow = workflowOf('A', { A: { retry: {} } });
    const calls = [{ unit: 'A', at: 0, after: 10, error: 'transient' }];
    expect(fates(workflow, { calls })).toEqual({ A: 'unknown' });
  });

  it('is that it was cancelled where the runtime gave up on it, unless a clock was read', () => {
    const workflow = workflowOf('A');
    const calls = [{ unit: 'A', at: 0, after: 100, abortedAt: 30 }];
    expect(fates(workflow, { calls })).toEqual({ A: 'cancelled at 30' });
    expect(fates(workflow, { calls, toleranceMs: 25 })).toEqual({ A: 'unknown' });
  });
});

describe('the fate of a node without a task', () => {
  it('follows from what it waited for', () => {
    const workflow = workflowOf('A > W; W > P; P > D; D > last', {
      W: { kind: 'wait', wait: { duration: 500, until: null, event: null } },
      P: { kind: 'parallel' },
      D: { kind: 'decision', cases: [{ when: '${true}', to: 'X' }], otherwise: 'Y' },
      X: { kind: 'barrier' },
      Y: { kind: 'barrier' },
      last: { kind: 'barrier' },
    });
    expect(fates(workflow, { calls: [{ unit: 'A', at: 0, after: 100 }] })).toEqual({
      A: 'succeeded at 100',
      W: 'succeeded at 600',
      P: 'succeeded at 600',
      D: 'succeeded at 600',
      X: 'succeeded at 600',
      Y: 'unreachable at 600',
      last: 'succeeded at 600',
    });
  });

  it('is unknown for a subworkflow, and for what hangs on it', () => {
    const workflow = workflowOf('S > P; P > Q', {
      S: { kind: 'subworkflow' },
      P: { kind: 'parallel' },
      Q: { kind: 'parallel' },
    });
    expect(fates(workflow, { calls: [] })).toEqual({ S: 'unknown', P: 'unknown', Q: 'unknown' });
  });

  it('waits for a signal, and for one that comes after it began', () => {
    const workflow = workflowOf('W', {
      W: { kind: 'wait', wait: { duration: null, until: null, event: 'go' } },
    });
    const signal = { at: 70, action: 'signal' as const, name: 'go', value: null };
    expect(fates(workflow, { calls: [] })).toEqual({ W: 'pending' });
    expect(fates(workflow, { calls: [], controls: [signal] })).toEqual({ W: 'succeeded at 70' });
    expect(fates(workflow, { calls: [], controls: [{ ...signal, at: 0 }] })).toEqual({
      W: 'unknown',
    });
  });

  it('is a failure without a call where a guard cannot be told true or false', () => {
    const workflow = workflowOf('A; B; C', {
      A: { guard: '${1 + null > 0}' },
      B: { guard: '${1}' },
      C: { inputs: [{ name: 'x', value: '${1 / 0}' }] },
    });
    expect(fates(workflow, { calls: [] })).toEqual({
      A: 'failed at 0',
      B: 'failed at 0',
      C: 'failed at 0',
    });
  });
});

describe('what nothing will reach', () => {
  it('goes on along the branch, over handlers and joins', () => {
    const workflow = withCondition(
      workflowOf('S > A; A > B; A =err=> H; B > J; H > J; S > K; J > K'),
      'S',
      'A',
      '${false}',
    );
    const calls = [{ unit: 'S', at: 0, after: 100 }];
    expect(fates(workflow, { calls })).toMatchObject({
      A: 'unreachable at 100',
      B: 'unreachable at 100',
      H: 'unreachable at 100',
      J: 'unreachable at 100',
      K: 'pending',
    });
  });

  it('is told of a quorum that cannot be met any more, when that is so', () => {
    const workflow = workflowOf('A > J; B > J; C > J; A =err=> R; B =err=> R', {
      J: { kind: 'barrier', join: 'quorum', quorum: 2 },
      R: { join: 'any' },
    });
    const calls = [
      { unit: 'A', at: 0, after: 100, error: 'transient' },
      { unit: 'B', at: 0, after: 200, error: 'transient' },
      { unit: 'C', at: 0, after: 300 },
    ];
    expect(fates(workflow, { calls })).toMatchObject({ J: 'unreachable at 200' });
  });

  it('holds nodes that only wait for each other for unknown', () => {
    const workflow = workflowOf('A; X > Y; Y =err=> X');
    const reading = readingOf(createView(observe(workflow, { calls: [{ unit: 'A', at: 0 }] })));
    expect(reading.nodes.map(({ member }) => member.node.id)).toEqual(['A']);
  });
});

describe('values', () => {
  it('are those of the moment: nothing before a racing step has succeeded', () => {
    const workflow = workflowOf('A > P; Slow > Q', {
      Slow: { outputs: ['x'] },
      P: { kind: 'barrier', guard: '${(Slow.x ?? 0) == 1}' },
      Q: { kind: 'barrier', guard: '${(Slow.x ?? 0) == 1}' },
    });
    const calls = [
      { unit: 'A', at: 0, after: 100 },
      { unit: 'Slow', at: 0, after: 200, ok: { x: 1 } },
    ];
    expect(fates(workflow, { calls })).toMatchObject({
      P: 'skipped at 100',
      Q: 'succeeded at 200',
    });
    expect(fates(workflow, { calls, toleranceMs: 25 })).toMatchObject({ P: 'unknown' });
  });

  it('are unknown at a tie, unless one waits for the other', () => {
    const workflow = workflowOf('A > P; B > Q; Q > R', {
      B: { outputs: ['x'] },
      P: { kind: 'barrier', guard: '${B.x}' },
      Q: { kind: 'barrier' },
      R: { kind: 'barrier', guard: '${B.x}' },
    });
    const calls = [
      { unit: 'A', at: 0, after: 100 },
      { unit: 'B', at: 0, after: 100, ok: { x: true } },
    ];
    expect(fates(workflow, { calls })).toMatchObject({ P: 'unknown', R: 'succeeded at 100' });
  });
});

describe('loops', () => {
  const waiting = { kind: 'wait', wait: { duration: 100, until: null, event: null } } as const;

  it('end when their last iteration does, so many at once', () => {
    const ends = (rest: object) =>
      fates(workflowOf('L', { L: loop({ count: 5, ...rest }), B: waiting }), { calls: [] });
    expect(ends({})).toEqual({ L: 'succeeded at 500' });
    expect(ends({ maxConcurrency: 2 })).toEqual({ L: 'succeeded at 300' });
    expect(ends({ maxIterations: 3 })).toEqual({ L: 'failed at 300' });
    expect(ends({ count: 0 })).toEqual({ L: 'succeeded at 0' });
  });

  it('are unknown where two share a body, and where something follows it', () => {
    const shared = workflowOf('L; M', { L: loop(), M: loop(), B: waiting });
    expect(fates(shared, { calls: [] })).toEqual({ L: 'unknown', M: 'unknown' });
    const followed = workflowOf('L; B > C', { L: loop(), B: waiting, C: { kind: 'barrier' } });
    expect(fates(followed, { calls: [] })).toEqual({ L: 'unknown' });
  });

  it('are given up after many iterations that nobody sees', () => {
    const endless = workflowOf('L', {
      L: loop({ kind: 'while', while: '${true}', maxIterations: 10_000_000 }),
      B: { kind: 'barrier' },
    });
    expect(fates(endless, { calls: [] })).toEqual({ L: 'unknown' });
  });
});
