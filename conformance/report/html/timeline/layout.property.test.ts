/** Whatever calls a driver tells of, the picture of them is one that can be drawn and read. */

import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { runs } from '../../../../testing/runs.ts';
import type { ShownCall, ShownReply } from '../../../suite/certification.ts';
import { widthOf } from './axis.ts';
import { BAR } from './lane.ts';
import { type Drawing, layOut, MOST_DRAWN } from './layout.ts';

/** Times that tests like and such that only a broken driver tells of. */
const time = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 9 }).map((step) => step * 500) },
  { weight: 2, arbitrary: fc.double({ min: 0, max: 1e8, noNaN: true }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(-1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE, 5e-324),
  },
);

const reply: fc.Arbitrary<ShownReply> = fc.oneof(
  fc.constant<ShownReply>({ kind: 'ok' }),
  fc.constant<ShownReply>({ kind: 'error', error: { class: 'HTTP_ERROR', retryable: null } }),
  fc.constant<ShownReply>({ kind: 'hang' }),
  fc.constantFrom(true, false, null).map((applied): ShownReply => ({ kind: 'status', applied })),
);

const unit = fc.oneof(fc.constantFrom('a', 'b', 'body[0]'), fc.string({ maxLength: 80 }));

const call: fc.Arbitrary<ShownCall> = fc.record({
  index: fc.nat(),
  step: unit,
  unit,
  undoes: fc.option(unit),
  purpose: fc.constantFrom('forward', 'compensation', 'reconcile'),
  attempt: fc.integer({ min: 1, max: 4 }),
  redelivered: fc.boolean(),
  key: fc.constant(null),
  at: time,
  reply: fc.record({ after: time, then: reply }),
  settledAt: fc.option(time),
  abortedAt: fc.option(time),
});

const calls = fc.array(call, { maxLength: MOST_DRAWN + 4 });

const input = fc.record({
  reference: calls,
  observed: calls,
  breachAt: fc.option(time),
  controls: fc.array(fc.record({ at: time, action: fc.string({ maxLength: 40 }) }), {
    maxLength: 10,
  }),
});

const drawn = (each: Parameters<typeof layOut>[0]): Drawing => {
  const drawing = layOut(each);
  fc.pre(drawing !== null);
  return drawing as Drawing;
};

const ofRuns = runs(20_000, 150);

test.prop([input], ofRuns)('all that is drawn has a place within the picture', (each) => {
  const drawing = drawn(each);
  const { width, height, axis, axisY, panels, turns } = drawing;
  const left = -30;
  const isInside = (x: number): boolean => Number.isFinite(x) && x >= left && x <= width + left;
  for (const { lanes, bottom } of panels) {
    for (const { bars, waits } of lanes) {
      for (const bar of bars) {
        expect(isInside(bar.x) && isInside(bar.x + bar.width)).toBe(true);
        expect(bar.lateX === null || isInside(bar.lateX)).toBe(true);
        expect(bar.y + BAR / 2).toBeLessThanOrEqual(bottom);
      }
      for (const wait of waits)
        expect(isInside(wait.x) && isInside(wait.x + wait.width)).toBe(true);
    }
  }
  for (const { x, label } of turns) {
    expect(isInside(x)).toBe(true);
    expect(isInside(label.x + widthOf(label.text) / 2)).toBe(true);
  }
  expect(axis.positions.every(isInside)).toBe(true);
  expect(axisY).toBeLessThan(height);
});

test.prop([input], ofRuns)('time goes to the right alone', (each) => {
  const { positions } = drawn(each).axis;
  expect(positions.every((x, index) => index === 0 || x >= (positions[index - 1] ?? 0))).toBe(true);
});

test.prop([input], ofRuns)('a bar has room for its words', (each) => {
  for (const { lanes } of drawn(each).panels) {
    for (const { bars } of lanes) {
      for (const { width, text } of bars) expect(width).toBeGreaterThan(widthOf(text) + 28);
    }
  }
});

test.prop([input], ofRuns)('nothing in a lane covers anything else', (each) => {
  for (const { lanes } of drawn(each).panels) {
    for (const { bars, waits } of lanes) {
      const spans = [
        ...bars.map((bar) => ({
          y: bar.y,
          start: bar.x,
          end: Math.max(bar.x + bar.width, bar.lateX ?? 0),
        })),
        ...waits.map((wait) => ({ y: wait.y, start: wait.x, end: wait.x + wait.width })),
      ];
      spans.sort((one, other) => one.y - other.y || one.start - other.start);
      spans.forEach((span, index) => {
        const before = spans[index - 1];
        const isBehind = before === undefined || before.y !== span.y || before.end <= span.start;
        expect(isBehind, JSON.stringify([before, span])).toBe(true);
      });
    }
  }
});

test.prop([input], ofRuns)('no label touches another', (each) => {
  const { axis, turns } = drawn(each);
  const ofAxis = [
    ...axis.ticks.flatMap(({ label }) => (label === null ? [] : [{ ...label, y: 0 }])),
    ...axis.gaps.map((label) => ({ ...label, y: 0 })),
  ];
  for (const labels of [ofAxis, turns.map(({ label }) => label)]) {
    const placed = labels
      .map(({ x, y, text }) => ({ y, start: x - widthOf(text) / 2, end: x + widthOf(text) / 2 }))
      .sort((one, other) => one.y - other.y || one.start - other.start);
    placed.forEach((label, index) => {
      const before = placed[index - 1];
      const isFree = before === undefined || before.y !== label.y || before.end < label.start;
      expect(isFree, JSON.stringify([before, label])).toBe(true);
    });
  }
});

test.prop([input], ofRuns)(
  'both runs have the same lanes, and every call is drawn or counted',
  (each) => {
    const { panels, left } = drawn(each);
    const [one, other] = panels.map(({ lanes }) => lanes.map(({ name }) => name));
    expect(one).toEqual(other);
    const bars = panels.flatMap(({ lanes }) => lanes.flatMap((lane) => lane.bars));
    expect(bars.length + left).toBe(each.reference.length + each.observed.length);
  },
);
