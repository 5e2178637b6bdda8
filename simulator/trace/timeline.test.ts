import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../core/model/scenario.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { orbitOf } from '../../testing/orbit.ts';
import { cancelAt, err, hang, ok, scenarioOf, workflowOf } from '../../testing/workflow.ts';
import { simulate } from '../simulate.ts';
import { type Bar, type Lane, type Timeline, timelineOf } from './timeline.ts';

const timelineFor = (workflow: Workflow, scenario: Scenario): Timeline =>
  timelineOf(simulate(workflow, scenario).trace);

const laneOf = (timeline: Timeline, unit: string): Lane => {
  const lane = timeline.lanes.find((each) => each.unit === unit);
  if (lane === undefined) throw new Error(`no lane ${unit}`);
  return lane;
};

/** `forward attempt 1 failed 0–2000` */
const tell = ({ direction, kind, attempt, outcome, from, to }: Bar): string =>
  `${direction} ${kind} ${attempt} ${outcome} ${from}–${to}`;

const saga = workflowOf(
  'reserve > charge; charge > ship; reserve =comp=> release; charge =comp=> refund',
  {
    ship: { retry: { maxAttempts: 2 } },
  },
);
const sagaFails = scenarioOf({
  reserve: [ok(1)],
  charge: [ok(2)],
  ship: [err(3, 'unavailable')],
  refund: [ok(4)],
  release: [ok(5)],
});

describe('lanes', () => {
  test('stand in the order in which their units first did something', () => {
    const { lanes } = timelineFor(saga, sagaFails);
    expect(lanes.map(({ unit }) => unit)).toEqual(['reserve', 'charge', 'ship']);
  });

  test('know the last state and the number of attempts', () => {
    const timeline = timelineFor(saga, sagaFails);
    expect(timeline.lanes.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['COMPENSATED', 1],
      ['COMPENSATED', 1],
      ['FAILED', 2],
    ]);
  });

  test('hold every attempt and every backoff as a bar of its own', () => {
    expect(laneOf(timelineFor(saga, sagaFails), 'ship').bars.map(tell)).toEqual([
      'forward attempt 1 failed 3000–6000',
      'forward backoff 1 succeeded 6000–7000',
      'forward attempt 2 failed 7000–10000',
    ]);
  });

  test('hold the undo beside what it undoes, under the name of the compensating node', () => {
    const charge = laneOf(timelineFor(saga, sagaFails), 'charge');
    expect(charge.bars.map(tell)).toEqual([
      'forward attempt 1 succeeded 1000–3000',
      'undo attempt 1 succeeded 10000–14000',
    ]);
    expect(charge.bars.map(({ node }) => node)).toEqual(['charge', 'refund']);
    expect(charge.undos).toEqual([
      {
        node: 'refund',
        unit: 'compensate:charge',
        state: 'compensated',
        attempts: 1,
        error: null,
      },
    ]);
  });

  test('tell an undo that failed, attempt by attempt', () => {
    const workflow = workflowOf('a > b; a =comp=> ua', { ua: { retry: { maxAttempts: 2 } } });
    const lane = laneOf(timelineFor(workflow, scenarioOf({ b: [err()], ua: [err(1)] })), 'a');
    expect(lane.undos.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['compensation_failed', 2],
    ]);
    expect(lane.bars.filter(({ direction }) => direction === 'undo').map(tell)).toEqual([
      'undo attempt 1 failed 0–1000',
      'undo backoff 1 succeeded 1000–2000',
      'undo attempt 2 failed 2000–3000',
    ]);
  });
});

describe('bars', () => {
  test('of a timeout and of what nobody knows differ', () => {
    const timeout = { duration: 5000, onTimeout: 'fail' } as const;
    const idempotent = timelineFor(workflowOf('a', { a: { timeout } }), scenarioOf({ a: [hang] }));
    const once = workflowOf('a', { a: { timeout, idempotent: false } });
    expect(laneOf(idempotent, 'a').bars.map(tell)).toEqual(['forward attempt 1 timed_out 0–5000']);
    expect(laneOf(timelineFor(once, scenarioOf({ a: [hang] })), 'a').bars.map(tell)).toEqual([
      'forward attempt 1 uncertain 0–5000',
    ]);
  });

  test('of a wait node know when it is due', () => {
    const workflow = workflowOf('w', {
      w: { kind: 'wait', wait: { duration: 60_000, until: null, event: null } },
    });
    const [bar] = laneOf(timelineFor(workflow, scenarioOf()), 'w').bars;
    expect(bar).toMatchObject({ kind: 'wait', from: 0, to: 60_000, due: 60_000 });
  });

  test('of a decision or a barrier are spans: nothing is called', () => {
    const lane = laneOf(
      timelineFor(workflowOf('b', { b: { kind: 'barrier' } }), scenarioOf()),
      'b',
    );
    expect(lane.bars.map(tell)).toEqual(['forward span 1 succeeded 0–0']);
    expect(lane.attempts).toBe(0);
  });

  test('of a cancelled attempt and a cancelled backoff end at the cancel', () => {
    const workflow = workflowOf('a; b', { b: { retry: { initialDelay: 60_000 } } });
    const scenario = scenarioOf({ a: [ok(100)], b: [err(1)] }, { controls: [cancelAt(30)] });
    const timeline = timelineFor(workflow, scenario);
    expect(laneOf(timeline, 'a').bars.map(tell)).toEqual(['forward attempt 1 cancelled 0–30000']);
    expect(laneOf(timeline, 'b').bars.map(tell)).toEqual([
      'forward attempt 1 failed 0–1000',
      'forward backoff 1 cancelled 1000–30000',
    ]);
    expect(timeline.turns.map(({ kind, at }) => [kind, at])).toEqual([
      ['cancel', 30_000],
      ['end', 30_000],
    ]);
  });

  test('reach from the event that begins to the one that ends them', () => {
    const { trace } = simulate(workflowOf('a > b'), scenarioOf({ a: [ok(1)], b: [ok(1)] }));
    for (const lane of timelineOf(trace).lanes) {
      for (const { firstSeq, lastSeq } of lane.bars) {
        expect(trace[firstSeq - 1]).toMatchObject({ unit: lane.unit, to: 'RUNNING' });
        expect(trace[lastSeq - 1]).toMatchObject({ unit: lane.unit, from: 'RUNNING' });
      }
    }
  });

  test('of the beginning of a trace are open, and reach to its last event', () => {
    const { trace } = simulate(saga, sagaFails);
    const started = trace.findIndex(
      (event) => event.type === 'attempt.started' && event.attempt === 2,
    );
    const timeline = timelineOf(trace.slice(0, started + 1));
    expect(laneOf(timeline, 'ship').bars.map(tell)).toEqual([
      'forward attempt 1 failed 3000–6000',
      'forward backoff 1 succeeded 6000–7000',
      'forward attempt 2 open 7000–7000',
    ]);
    expect(timeline).toMatchObject({ outcome: null, endedAt: null, lastAt: 7000 });
  });
});

describe('a run under the baseline', () => {
  const once = workflowOf('a > b', {
    a: { idempotent: false, timeout: { duration: 5000, onTimeout: 'fail' } },
  });

  test('has turns where it pauses and where an operator acts', () => {
    const timeline = timelineFor(
      once,
      scenarioOf(
        { a: [hang], b: [ok(1)] },
        {
          profile: 'baseline',
          onFailure: 'pause',
          world: { honoursKeys: true, status: false },
          controls: [
            {
              at: 9000,
              action: 'operator',
              command: 'settle-uncertain',
              step: 'a',
              applied: true,
              output: null,
              by: 'ops',
              reason: '',
              authorised: true,
            },
          ],
        },
      ),
    );
    expect(timeline.turns.map(({ kind, at }) => [kind, at])).toEqual([
      ['pause', 5000],
      ['operator', 9000],
      ['end', 10_000],
    ]);
    expect(laneOf(timeline, 'a')).toMatchObject({ state: 'SUCCEEDED', attempts: 1 });
    expect(laneOf(timeline, 'a').bars.map(tell)).toEqual(['forward attempt 1 uncertain 0–5000']);
  });

  test('has a bar of its own for the question what became of a call', () => {
    const timeline = timelineFor(once, scenarioOf({ a: [hang] }, { profile: 'baseline' }));
    expect(laneOf(timeline, 'a').attempts).toBe(1);
    expect(laneOf(timeline, 'a').bars.map((bar) => `${bar.purpose}: ${tell(bar)}`)).toEqual([
      'forward: forward attempt 1 uncertain 0–5000',
      'reconcile: forward attempt 1 succeeded 5000–5000',
    ]);
  });
});

describe('a crash', () => {
  const controls = [
    { at: 2000, action: 'crash' },
    { at: 3000, action: 'resume' },
  ] as const;

  test('ends the bars of calls in flight, and a call that is sent again is another bar', () => {
    const timeline = timelineFor(workflowOf('a'), scenarioOf({ a: [ok(5)] }, { controls }));
    expect(laneOf(timeline, 'a').bars.map(tell)).toEqual([
      'forward attempt 1 open 0–2000',
      'forward attempt 1 succeeded 3000–8000',
    ]);
    expect(timeline.turns.map(({ kind, at }) => [kind, at])).toEqual([
      ['crash', 2000],
      ['resume', 3000],
      ['end', 8000],
    ]);
  });

  test('leaves a call that may not be sent again with the outcome that is told later', () => {
    const once = workflowOf('a', { a: { idempotent: false } });
    const timeline = timelineFor(once, scenarioOf({ a: [ok(5)] }, { controls }));
    expect(laneOf(timeline, 'a').bars.map(tell)).toEqual(['forward attempt 1 uncertain 0–2000']);
  });

  test('does not end a backoff', () => {
    const workflow = workflowOf('a', { a: { retry: { initialDelay: 4000 } } });
    const timeline = timelineFor(workflow, scenarioOf({ a: [err(1), ok(1)] }, { controls }));
    expect(laneOf(timeline, 'a').bars.map(tell)).toEqual([
      'forward attempt 1 failed 0–1000',
      'forward backoff 1 succeeded 1000–5000',
      'forward attempt 2 succeeded 5000–6000',
    ]);
  });
});

describe('marks', () => {
  test('tell a result that came after the end of its run', () => {
    const workflow = workflowOf('a', {
      a: { idempotent: false, timeout: { duration: 5000, onTimeout: 'fail' } },
    });
    const timeline = timelineFor(workflow, scenarioOf({ a: [ok(8)] }));
    expect(timeline).toMatchObject({ endedAt: 5000, lastAt: 8000, outcome: 'failed' });
    expect(laneOf(timeline, 'a').marks).toMatchObject([
      { kind: 'late', at: 8000, attempt: 1, result: 'succeeded' },
    ]);
  });

  test('tell what was skipped and what was cancelled before it ran', () => {
    const skipped = timelineFor(workflowOf('a > b', { a: { guard: '${false}' } }), scenarioOf());
    expect(laneOf(skipped, 'a').marks).toMatchObject([{ kind: 'skipped', at: 0 }]);
    const cancelled = timelineFor(
      workflowOf('a > b'),
      scenarioOf({ a: [ok(9)] }, { controls: [cancelAt(1)] }),
    );
    expect(laneOf(cancelled, 'b').marks).toMatchObject([{ kind: 'cancelled', at: 1000 }]);
  });

  test('fill a slot: what follows at the same instant comes behind it', () => {
    const { lanes } = timelineFor(workflowOf('a > b', { a: { guard: '${false}' } }), scenarioOf());
    const [skipped, next] = lanes;
    expect(next?.bars[0]?.fromMoment).toBeGreaterThan(skipped?.marks[0]?.moment ?? 99);
  });
});

describe('moments', () => {
  test('are no more than it takes: time that passes is slot enough for a mark', () => {
    const workflow = workflowOf('a > b; c', { c: { idempotent: false } });
    const scenario = scenarioOf({ a: [ok(9)], c: [ok(2)] }, { controls: [cancelAt(1)] });
    const timeline = timelineFor(workflow, scenario);
    expect(laneOf(timeline, 'b').marks).toHaveLength(1);
    expect(timeline.moments.map(({ at }) => at)).toEqual([0, 1000, 2000, 9000, 9000]);
  });

  test('keep the order of what happens at one instant', () => {
    const timeline = timelineFor(workflowOf('a > b; b > c'), scenarioOf());
    expect(timeline.moments.every(({ at }) => at === 0)).toBe(true);
    const places = timeline.lanes.map(({ bars }) => [bars[0]?.fromMoment, bars[0]?.toMoment]);
    expect(places).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  test('are shared by what runs side by side', () => {
    const timeline = timelineFor(workflowOf('a > b; a > c'), scenarioOf());
    expect(laneOf(timeline, 'b').bars[0]?.fromMoment).toBe(
      laneOf(timeline, 'c').bars[0]?.fromMoment,
    );
  });

  test('are there even for a run in which nothing happens', () => {
    expect(timelineOf([])).toEqual({
      lanes: [],
      moments: [{ at: 0, step: 0 }],
      turns: [],
      outcome: null,
      endedAt: null,
      lastAt: 0,
    });
  });
});

describe('traces of others', () => {
  test('with events of unknown types are read for the rest', () => {
    const { trace } = simulate(saga, sagaFails);
    const strange = {
      seq: 0,
      at: 0,
      cause: null,
      type: 'checkpoint.saved',
    } as unknown as TraceEvent;
    expect(timelineOf(trace.flatMap((event) => [strange, event])).lanes).toEqual(
      timelineOf(trace).lanes,
    );
  });

  test('with two calls of one attempt, as after a crash, show both', () => {
    const of = { node: 'a', unit: 'a', attempt: 1, cause: null };
    const call = { ...of, type: 'attempt.started', purpose: 'forward', key: 'k' } as const;
    const trace: readonly TraceEvent[] = [
      { ...of, seq: 1, at: 0, type: 'transition', from: 'READY', to: 'RUNNING' },
      { ...call, seq: 2, at: 0 },
      { ...call, seq: 3, at: 500, redelivered: true },
      { ...of, seq: 4, at: 900, type: 'attempt.ended', purpose: 'forward', outcome: 'succeeded' },
      { ...of, seq: 5, at: 900, type: 'transition', from: 'RUNNING', to: 'SUCCEEDED' },
    ];
    expect(timelineOf(trace).lanes[0]?.bars.map(tell)).toEqual([
      'forward attempt 1 open 0–500',
      'forward attempt 1 succeeded 500–900',
    ]);
  });

  test('that leave a node READY for a while show the queue', () => {
    const of = { node: 'a', unit: 'a', cause: null, type: 'transition' } as const;
    const trace: readonly TraceEvent[] = [
      { ...of, seq: 1, at: 0, from: 'PENDING', to: 'READY', attempt: 0 },
      { ...of, seq: 2, at: 300, from: 'READY', to: 'RUNNING', attempt: 1 },
      { ...of, seq: 3, at: 400, from: 'RUNNING', to: 'SUCCEEDED', attempt: 1 },
    ];
    expect(timelineOf(trace).lanes[0]?.bars.map(tell)).toEqual([
      'forward queue 1 succeeded 0–300',
      'forward span 1 succeeded 300–400',
    ]);
  });
});

test('a child that unwinds with its parent is no turn of its own, one that does so alone is', () => {
  const kid = 'workflow C { step p { worker "t" } step q { await go } }';
  const turnsOf = (body: string) => {
    const run = simulate(
      orbitOf(body, kid),
      scenarioOf({ z: [err(1)] }, { controls: [cancelAt(2)] }),
    );
    return timelineOf(run.trace).turns.map(({ kind }) => kind);
  };
  expect(turnsOf('step k { workflow C } step z { worker "t" }')).toEqual(['unwinding', 'end']);
  expect(turnsOf('step k { workflow C }')).toEqual(['cancel', 'unwinding', 'end']);
});
