import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaskAnswer } from '../../core/model/scenario.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import { runs } from '../../testing/runs.ts';
import { cancelAt, err, hang, ok, scenarioOf, workflowOf } from '../../testing/workflow.ts';
import { simulate } from '../simulate.ts';
import { timelineOf } from './timeline.ts';

const workflow = workflowOf(
  `start > a; start > b; start > once
   a > join; b > join; once > join; join > last
   b =err=> rescue; rescue > join
   start =comp=> ustart; a =comp=> ua; once =comp=> uonce`,
  {
    a: { retry: { maxAttempts: 3 } },
    b: { timeout: { duration: 3000, onTimeout: 'retry' }, retry: { maxAttempts: 2 } },
    once: { idempotent: false, timeout: { duration: 4000, onTimeout: 'fail' } },
    join: { kind: 'barrier', join: 'any' },
    ua: { retry: { maxAttempts: 2 } },
  },
);

const seconds = fc.constantFrom(0, 0.5, 1, 2, 5);
const answer: fc.Arbitrary<TaskAnswer> = fc.oneof(
  seconds.map((time) => ok(time)),
  seconds.map((time) => err(time)),
  fc.constant(hang),
);
const names = ['start', 'a', 'b', 'once', 'rescue', 'last', 'ustart', 'ua', 'uonce'];
const scenario = fc
  .record({
    tasks: fc.dictionary(
      fc.constantFrom(...names),
      fc.array(answer, { minLength: 1, maxLength: 3 }),
    ),
    cancel: fc.option(seconds),
  })
  .map(({ tasks, cancel }) =>
    scenarioOf(tasks, { controls: cancel === null ? [] : [cancelAt(cancel)] }),
  );

const traces = scenario.map((each) => simulate(workflow, each).trace);

test('each call is one bar, and bars have room in the row of moments', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const { lanes, moments } = timelineOf(trace);
      const bars = lanes.flatMap((lane) => lane.bars);
      const marks = lanes.flatMap((lane) => lane.marks);
      expect(bars.filter(({ kind }) => kind === 'attempt').length).toBe(
        trace.filter(({ type }) => type === 'attempt.started').length,
      );
      for (const { fromMoment, toMoment, from, to } of bars) {
        expect(fromMoment).toBeLessThan(toMoment);
        expect(moments[fromMoment]?.at).toBe(from);
        expect(moments[toMoment]?.at).toBe(to);
      }
      for (const { moment, at } of marks) {
        expect(moment).toBeLessThan(moments.length - 1);
        expect(moments[moment]?.at).toBe(at);
      }
    }),
    runs(10_000),
  );
});

test('moments rise by time, then by step; bars of one lane do not overlap', () => {
  fc.assert(
    fc.property(traces, (trace) => {
      const { lanes, moments } = timelineOf(trace);
      for (const [index, moment] of moments.entries()) {
        const before = moments[index - 1];
        if (before === undefined) continue;
        expect(moment.at > before.at ? moment.step : moment.step - before.step).toBe(
          moment.at > before.at ? 0 : 1,
        );
      }
      for (const { bars } of lanes) {
        for (const [index, bar] of bars.entries()) {
          expect(bar.fromMoment).toBeGreaterThanOrEqual(bars[index - 1]?.toMoment ?? 0);
        }
      }
    }),
    runs(10_000),
  );
});

test('a beginning of a trace has the bars that have ended by then, unchanged', () => {
  fc.assert(
    fc.property(traces, fc.nat(), (trace, cut) => {
      const beginning = trace.slice(0, cut % (trace.length + 1));
      const last = beginning.at(-1)?.seq ?? 0;
      const ended = (events: readonly TraceEvent[]) =>
        timelineOf(events)
          .lanes.flatMap(({ bars }) => bars)
          .filter(({ outcome, lastSeq }) => outcome !== 'open' && lastSeq < last);
      expect(ended(beginning)).toEqual(ended(trace).filter(({ lastSeq }) => lastSeq < last));
    }),
    runs(10_000),
  );
});
