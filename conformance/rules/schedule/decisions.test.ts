import { describe, expect, it } from 'vitest';
import { workflowOf } from '../../../testing/workflow.ts';
import { scheduleRules } from './index.ts';
import { judgedBy } from './testing/sketches.ts';

const judged = judgedBy(scheduleRules);
const succeeded = { outcome: 'succeeded' } as const;
const none = (occurrences: number) => ({ occurrences, messages: [] });

const triage = workflowOf('classify > route', {
  classify: { outputs: ['confidence'] },
  route: {
    kind: 'decision',
    cases: [
      { when: '${classify.confidence >= 0.9}', to: 'file' },
      { when: '${classify.confidence >= 0.6}', to: 'review' },
    ],
    otherwise: 'quarantine',
  },
});
const classified = (confidence: number) => ({
  unit: 'classify',
  at: 0,
  after: 100,
  ok: { confidence },
});

describe('schedule/decision-first-true', () => {
  const id = 'schedule/decision-first-true';
  const taking = (confidence: number, ...units: readonly string[]) =>
    judged(id, triage, {
      calls: [classified(confidence), ...units.map((unit) => ({ unit, at: 100 }))],
      ...succeeded,
    });

  it('takes the first true case, or otherwise', () => {
    expect(taking(0.95, 'file')).toEqual(none(3));
    expect(taking(0.7, 'review')).toEqual(none(3));
    expect(taking(0.1, 'quarantine')).toEqual(none(3));
  });

  it('finds every true case taken, or the last one', () => {
    expect(taking(0.95, 'file', 'review').messages).toEqual([
      'review was begun, and never should have been: route did not choose it',
    ]);
    expect(taking(0.95, 'review').messages).toEqual([
      'file was never begun, though it could be at 100 ms: it was chosen at 100 ms',
      'review was begun, and never should have been: route did not choose it',
    ]);
  });

  it('lets a node that is chosen wait for its edges', () => {
    const both = workflowOf('A > X', {
      D: { kind: 'decision', cases: [{ when: '${true}', to: 'X' }] },
    });
    const calls = (at: number) => [
      { unit: 'A', at: 0, after: 1000 },
      { unit: 'X', at },
    ];
    expect(judged(id, both, { calls: calls(1000), ...succeeded })).toEqual(none(1));
    expect(
      judged('schedule/control-edge', both, { calls: calls(0), ...succeeded }).messages,
    ).toEqual([
      'X was begun at 0 ms, before it could be: A ended at 1000 ms, it was chosen at 0 ms',
    ]);
  });

  it('says nothing of cases that read what nobody recorded', () => {
    const unseen = [{ unit: 'classify', at: 0, after: 100, error: 'transient' }];
    expect(judged(id, triage, { calls: unseen, outcome: 'failed' })).toEqual(none(3));
    const nested = workflowOf('S > D', {
      S: { kind: 'subworkflow', outputs: ['x'] },
      D: { kind: 'decision', cases: [{ when: '${S.x}', to: 'X' }], otherwise: 'Y' },
    });
    expect(judged(id, nested, { calls: [{ unit: 'X', at: 0 }], ...succeeded })).toEqual(none(0));
  });
});

describe('schedule/decision-no-case', () => {
  const id = 'schedule/decision-no-case';
  const plain = workflowOf('D > after', {
    D: { kind: 'decision', cases: [{ when: '${false}', to: 'X' }] },
  });
  const failed = (code: string) => ({
    calls: [],
    report: {
      outcome: 'failed' as const,
      error: { code, class: 'internal', step: 'D', uncertain: false },
    },
  });

  it('takes a run that fails with HX-4103', () => {
    expect(judged(id, plain, failed('HX-4103'))).toEqual(none(2));
  });

  it('finds a run that succeeds, another code, and a successor that runs', () => {
    expect(judged(id, plain, { calls: [], ...succeeded }).messages).toEqual([
      'D must fail with HX-4103, and the run ended succeeded',
    ]);
    expect(judged(id, plain, failed('HX-4106')).messages).toEqual([
      'D failed with HX-4106 instead of HX-4103',
    ]);
    const calls = [{ unit: 'after', at: 0 }];
    expect(judged(id, plain, { ...failed('HX-4103'), calls }).messages).toEqual([
      'after was begun, and never should have been: the control edge from D is not taken',
    ]);
  });

  it('says nothing of a failure that an error edge handles, and is vacuous with otherwise', () => {
    const handled = workflowOf('D =err=> R', {
      D: { kind: 'decision', cases: [{ when: '${false}', to: 'X' }] },
    });
    expect(judged(id, handled, { calls: [{ unit: 'R', at: 0 }], ...succeeded })).toEqual(none(0));
    const calls = [classified(0.1), { unit: 'quarantine', at: 100 }];
    expect(judged(id, triage, { calls, ...succeeded })).toEqual(none(0));
  });
});
