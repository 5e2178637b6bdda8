import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { axisOf } from './axis.ts';

const at = (...times: readonly number[]) => times.map((time) => ({ at: time, step: 0 }));

describe('the compressed axis', () => {
  it('prints the real times', () => {
    const { ticks } = axisOf(at(0, 400, 20_400), 600, 'compressed');
    expect(ticks.map((tick) => tick.text)).toEqual(['0 s', '0.4 s', '20.4 s']);
  });

  it('gives more room to more time, though far from as much more', () => {
    const { positions } = axisOf(at(0, 500, 2500, 12_500), 900, 'compressed');
    const slots = positions.slice(1).map((x, index) => x - (positions[index] ?? 0));
    expect(slots).toEqual([...slots].sort((one, other) => one - other));
    expect(slots[1]).toBeGreaterThan((slots[0] ?? 0) * 1.2);
    expect(slots[2]).toBeLessThan((slots[1] ?? 0) * 2.5);
  });

  it('says where it leaves much out', () => {
    const { gaps, positions } = axisOf(at(0, 400, 20_400), 600, 'compressed');
    expect(gaps.map((gap) => gap.text)).toEqual(['⋯ 20 s ⋯']);
    expect(gaps[0]?.x).toBeCloseTo(((positions[1] ?? 0) + (positions[2] ?? 0)) / 2);
  });

  it('says nothing where it leaves nothing out', () => {
    expect(axisOf(at(0, 1000, 2000, 3000), 600, 'compressed').gaps).toEqual([]);
  });

  it('has a slot for each step of an instant', () => {
    const axis = axisOf([...at(0, 1000), { at: 1000, step: 1 }], 600, 'compressed');
    expect(axis.positions[2]).toBeGreaterThan((axis.positions[1] ?? 0) + 20);
    expect(axis.ticks).toHaveLength(2);
  });

  it('grows beyond the room that it has, rather than make slivers', () => {
    const many = at(...Array.from({ length: 100 }, (_, index) => index * 1000));
    const axis = axisOf(many, 600, 'compressed');
    expect(axis.width).toBeGreaterThan(3000);
  });

  it('gives weeks no more than a slot', () => {
    const { positions } = axisOf(at(0, 1000, 1_209_601_000), 600, 'compressed');
    expect(((positions[2] ?? 0) - (positions[1] ?? 0)) / (positions[1] ?? 1)).toBeLessThan(4);
  });
});

describe('the true scale', () => {
  it('leaves nothing out', () => {
    const axis = axisOf(at(0, 1000, 4000, 10_000), 500, 'true');
    expect(axis.positions).toEqual([0, 50, 200, 500]);
    expect(axis.gaps).toEqual([]);
  });

  it('takes a run in which no time passes', () => {
    expect(axisOf(at(0), 500, 'true').positions).toEqual([0]);
  });
});

const moments = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1e9 })), { maxLength: 60 })
  .map((gaps) => {
    let time = 0;
    let step = 0;
    return [
      { at: 0, step: 0 },
      ...gaps.map((gap) => {
        time += gap;
        step = gap === 0 ? step + 1 : 0;
        return { at: time, step };
      }),
    ];
  });

test.prop(
  [
    moments,
    fc.integer({ min: 0, max: 3000 }),
    fc.constantFrom('compressed' as const, 'true' as const),
  ],
  runs(5_000),
)('time never goes back, and no two labels touch', (list, room, scale) => {
  const axis = axisOf(list, room, scale);
  expect(axis.positions).toHaveLength(list.length);
  for (const [index, x] of axis.positions.entries()) {
    expect(Number.isFinite(x)).toBe(true);
    if (index > 0) expect(x).toBeGreaterThanOrEqual(axis.positions[index - 1] ?? 0);
    expect(x).toBeLessThanOrEqual(axis.width + 0.001);
  }
  const labels = axis.ticks.filter((tick) => tick.labelled);
  expect(labels[labels.length - 1]).toBe(axis.ticks[axis.ticks.length - 1]);
  const words = [...labels, ...axis.gaps.map((gap) => ({ ...gap, textX: gap.x }))].sort(
    (one, other) => one.textX - other.textX,
  );
  for (const [index, label] of words.entries()) {
    const next = words[index + 1];
    if (next === undefined) continue;
    expect(label.textX + label.text.length * 3).toBeLessThan(next.textX - next.text.length * 3);
  }
});
