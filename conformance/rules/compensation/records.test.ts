import { describe, expect, it } from 'vitest';
import type {
  CompensationOutcome,
  NodeState,
  Outcome,
  TraceEvent,
} from '../../../core/model/trace.ts';
import type { Profile, Workflow } from '../../../core/model/workflow.ts';
import { type CallSketch, judge, type ObservationSketch } from '../testing/observe.ts';
import { fails, flow, ok, undo } from '../testing/saga.ts';
import { compensationRules } from './index.ts';

const judged = (id: string, workflow: Workflow, sketch: ObservationSketch) => {
  const { occurrences, breaches } = judge(
    compensationRules,
    `compensation/${id}`,
    workflow,
    sketch,
  );
  return { occurrences, messages: breaches.map(({ message }) => message) };
};

const RIGHT = { occurrences: 1, messages: [] };
const VACUOUS = { occurrences: 0, messages: [] };
const profiles = ['baseline', 'harness', 'orbit'] as const;

const saga = (profile: Profile) => flow('A > F; A =comp=> uA', {}, profile);

const undone = (profile: Profile, rest: Partial<CallSketch> = {}) => [
  ok('A', 0),
  fails('F', 1000),
  undo(profile, 'A', 2000, rest),
];

const broken = (profile: Profile) => undone(profile, { error: 'internal' });

const ended = (status: 'compensated' | 'compensation_failed', node = 'uA'): TraceEvent => ({
  type: 'compensation.ended',
  seq: 2,
  at: 3000,
  cause: null,
  node,
  unit: 'compensate:A',
  undoes: 'A',
  status,
});

const began = (at: number): TraceEvent => ({
  type: 'compensation.started',
  seq: 1,
  at,
  cause: null,
  node: 'uA',
  unit: 'compensate:A',
  undoes: 'A',
  status: 'compensating',
});

const mark = (at: number, to: NodeState = 'COMPENSATED', unit = 'A'): TraceEvent => ({
  type: 'transition',
  seq: 9,
  at,
  cause: null,
  node: unit,
  unit,
  attempt: 1,
  from: 'SUCCEEDED',
  to,
});

describe.each(profiles)('compensation/failure-recorded (%s)', (profile) => {
  const id = 'failure-recorded';
  const entry = {
    step: profile === 'orbit' ? 'A' : 'uA',
    unit: 'compensate:A',
    code: profile === 'harness' ? 'HX-4110' : null,
  };
  const report = (...failures: readonly { step: string; unit: string; code: string | null }[]) => ({
    report: { outcome: 'failed' as const, failures },
  });

  it('wants an entry for each that failed, and for no other', () => {
    const calls = broken(profile);
    expect(judged(id, saga(profile), { calls, ...report(entry) })).toEqual(RIGHT);
    expect(judged(id, saga(profile), { calls, ...report() }).messages).toEqual([
      'the failed compensation of A is not reported',
    ]);
    const fine = { calls: undone(profile), ...report(entry) };
    expect(judged(id, saga(profile), fine).messages).toEqual([
      'the compensation of A succeeded and is reported as failed',
    ]);
    expect(judged(id, saga(profile), { calls: undone(profile), ...report() })).toEqual(VACUOUS);
  });

  it('wants it in the trace', () => {
    const calls = broken(profile);
    const trace = [ended('compensation_failed', entry.step)];
    expect(judged(id, saga(profile), { calls, trace })).toEqual(RIGHT);
    expect(judged(id, saga(profile), { calls, trace: [] }).messages).toEqual([
      'the trace does not tell that the compensation of A failed',
    ]);
  });
});

describe('compensation/failure-recorded', () => {
  it('wants HX-4110 in HarnessXML', () => {
    const failures = [{ step: 'uA', unit: 'compensate:A', code: 'HX-4108' }];
    const sketch = { calls: broken('harness'), report: { outcome: 'failed' as const, failures } };
    expect(judged('failure-recorded', saga('harness'), sketch).messages).toEqual([
      'the failed compensation of A is reported with code HX-4108',
    ]);
  });
});

describe('compensation/marks-compensated', () => {
  const id = 'marks-compensated';
  const seen = (calls: readonly CallSketch[], trace: readonly TraceEvent[], outcome: Outcome) =>
    judged(id, saga('harness'), { calls, trace, outcome });

  it('wants the mark when all succeeded, and then alone', () => {
    expect(seen(undone('harness'), [mark(3000)], 'compensated')).toEqual(RIGHT);
    expect(seen(undone('harness'), [], 'compensated').messages).toEqual([
      'A was compensated and did not turn COMPENSATED',
    ]);
    expect(seen(undone('harness'), [mark(2000)], 'compensated').messages).toEqual([
      'A turned COMPENSATED before its compensation had succeeded',
    ]);
    expect(seen(broken('harness'), [], 'failed')).toEqual(RIGHT);
    expect(seen(broken('harness'), [mark(3000)], 'failed').messages).toEqual([
      'a compensation of A failed, and it turned COMPENSATED',
    ]);
    expect(seen([ok('A', 0), fails('F', 1000)], [mark(1000)], 'compensated').messages).toEqual([
      'A turned COMPENSATED and nothing was called to undo it',
    ]);
  });

  it('is vacuous without an unwinding', () => {
    expect(seen([ok('A', 0)], [mark(1000, 'SUCCEEDED')], 'succeeded')).toEqual(VACUOUS);
  });
});

describe('compensation/status-tracked', () => {
  const seen = (calls: readonly CallSketch[], trace: readonly TraceEvent[]) =>
    judged('status-tracked', saga('baseline'), { calls, trace, outcome: 'failed' });

  it('wants a status at both ends', () => {
    expect(seen(undone('baseline'), [began(2000), ended('compensated')])).toEqual(RIGHT);
    expect(seen(broken('baseline'), [began(2000), ended('compensation_failed')])).toEqual(RIGHT);
    expect(seen(undone('baseline'), []).messages).toEqual([
      'the trace does not tell that A was being compensated',
    ]);
    expect(seen(undone('baseline'), [began(3000), ended('compensated')]).messages).toEqual([
      'the trace does not tell that A was being compensated',
    ]);
    expect(seen(broken('baseline'), [began(2000), ended('compensated')]).messages).toEqual([
      'the compensation of A ended, and the trace tells compensated',
    ]);
    expect(seen(undone('baseline'), [began(2000)]).messages).toEqual([
      'the compensation of A ended, and the trace tells no such event',
    ]);
  });

  it('is vacuous without a compensation', () => {
    expect(seen([ok('A', 0)], [])).toEqual(VACUOUS);
  });
});

describe.each(['baseline', 'harness'] as const)('compensation/honest-outcome (%s)', (profile) => {
  const id = 'honest-outcome';
  const seen = (calls: readonly CallSketch[], outcome: Outcome) =>
    judged(id, saga(profile), { calls, outcome });

  it('wants no claim where one failed, or is missing', () => {
    expect(seen(undone(profile), 'compensated')).toEqual(RIGHT);
    expect(seen(broken(profile), 'failed')).toEqual(RIGHT);
    expect(seen(broken(profile), 'compensated').messages).toEqual([
      'the compensation of A failed, and the run ended as compensated',
    ]);
    expect(seen([ok('A', 0), fails('F', 1000)], 'compensated').messages).toEqual([
      'A was not compensated, and the run ended as compensated',
    ]);
  });

  it('says nothing of a run that stalled, or succeeded', () => {
    expect(seen(undone(profile), 'stalled')).toEqual(VACUOUS);
    expect(seen([ok('A', 0)], 'succeeded')).toEqual(VACUOUS);
  });
});

describe('compensation/honest-outcome', () => {
  it('wants HarnessXML to say it where it is so', () => {
    const id = 'honest-outcome';
    const sketch = { calls: undone('harness'), outcome: 'failed' as const };
    expect(judged(id, saga('harness'), sketch).messages).toEqual([
      'every compensation succeeded, and the run ended as failed',
    ]);
  });

  it('honours both readings of Q1', () => {
    const id = 'honest-outcome';
    const nothing = { calls: [fails('A', 0)], outcome: 'compensated' as const };
    expect(judged(id, flow('A'), nothing).messages).toEqual([
      'nothing was to be compensated, and the run ended as compensated',
    ]);
    expect(judged(id, flow('A'), { ...nothing, choices: { Q1: 'compensated' } })).toEqual(RIGHT);
  });

  it('holds for the second word of ORBIT', () => {
    const report = { outcome: 'failed' as const, compensation: 'completed' as const };
    expect(
      judged('honest-outcome', saga('orbit'), { calls: broken('orbit'), report }).messages,
    ).toEqual(['the compensation of A failed, and the run ended as compensation completed']);
  });
});

describe('compensation/outcome-words', () => {
  const id = 'outcome-words';
  const seen = (calls: readonly CallSketch[], compensation: CompensationOutcome | null) =>
    judged(id, saga('orbit'), { calls, report: { outcome: 'failed', compensation } });

  it('knows when each is due', () => {
    const none = [fails('A', 0)];
    expect(seen(none, 'none')).toEqual(RIGHT);
    expect(seen(undone('orbit'), 'completed')).toEqual(RIGHT);
    expect(seen(broken('orbit'), 'failed')).toEqual(RIGHT);
    expect(seen(none, 'completed').messages).toEqual([
      'the run ended as failed and reports compensation completed',
    ]);
    expect(seen(undone('orbit'), 'none').messages).toHaveLength(1);
    expect(seen(broken('orbit'), 'completed').messages).toHaveLength(1);
    expect(seen(undone('orbit'), null).messages).toEqual([
      'the run ended as failed and reports compensation not at all',
    ]);
  });

  it('is vacuous for a run that succeeded', () => {
    const sketch = { calls: [ok('A', 0)], outcome: 'succeeded' as const };
    expect(judged(id, saga('orbit'), sketch)).toEqual(VACUOUS);
  });
});
