import { describe, expect, it } from 'vitest';
import { err, ok, workflowOf } from '../../testing/workflow.ts';
import { answerFor, saga } from '../testing/saga.ts';
import { clickOf } from './bar-click.ts';
import { drawTimeline } from './drawing.ts';
import { onOneAxis } from './shared-axis.ts';

const ROOM = { width: 900, height: 400 };
const workflow = workflowOf('a > b', { b: { retry: {} } });
const before = answerFor(workflow, { a: [ok(1)], b: [err(1), ok(1)] });
const now = answerFor(workflow, { a: [ok(1)], b: [ok(2)] });

describe('two runs on one axis', () => {
  const shared = onOneAxis(now.timeline, before.timeline);

  it('have the moments of both, in order, and their bars at the times that they had', () => {
    const { moments } = shared.now;
    expect(shared.before.moments).toEqual(moments);
    const times = moments.map(({ at }) => at);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    for (const { lanes } of [shared.now, shared.before]) {
      for (const bar of lanes.flatMap((lane) => lane.bars)) {
        expect(moments[bar.fromMoment]?.at).toBe(bar.from);
        expect(moments[bar.toMoment]?.at).toBe(bar.to);
      }
    }
  });

  it('are drawn as bars, and as outlines where they differ', () => {
    const drawing = drawTimeline(shared.now, workflow, ROOM, 'compressed', shared.before);
    const [a, b] = drawing.lanes;
    expect(a?.hollow).toEqual([]);
    expect(b?.hollow.map(({ shape }) => shape)).toEqual(['arrow', 'line', 'arrow']);
    expect(b?.hollow[0]?.x).toBe(b?.bars[0]?.x);
    const alone = drawTimeline(now.timeline, workflow, ROOM, 'compressed');
    expect(alone.lanes.flatMap(({ hollow }) => hollow)).toEqual([]);
  });
});

describe('turns at one moment', () => {
  it('share the words of the first', () => {
    const { timeline } = answerFor(
      workflow,
      { a: [ok(1)], b: [ok(2)] },
      {
        controls: [
          { at: 500, action: 'crash' },
          { at: 5000, action: 'resume' },
          { at: 5000, action: 'cancel' },
        ],
      },
    );
    const { turns } = drawTimeline(timeline, workflow, ROOM, 'compressed');
    const words = turns.map(({ text }) => text).filter((text) => text !== '');
    expect(words.join()).toContain('resumed, cancel');
    expect(new Set(turns.map(({ x }) => x)).size).toBe(words.length);
  });
});

describe('a click on a bar', () => {
  const drawing = drawTimeline(saga.timeline, saga.workflow, ROOM, 'compressed');
  const bars = drawing.lanes.flatMap((lane) => lane.bars);
  const second = bars.find((bar) => bar.unit === 'charge' && bar.attempt === 2);
  if (second === undefined) throw new Error('no second attempt');

  it('looks at what is to come, and goes there when it is looked at', () => {
    expect(clickOf(second, 0, null)).toEqual({ kind: 'look', unit: 'charge', attempt: 2 });
    const selection = { node: 'charge', unit: 'charge', attempt: 2 };
    expect(clickOf(second, 0, selection)).toEqual({ kind: 'go', seq: second.lastSeq });
    expect(clickOf(second, 0, { ...selection, attempt: 1 }).kind).toBe('look');
  });

  it('goes to what was', () => {
    expect(clickOf(second, second.lastSeq + 5, null)).toEqual({ kind: 'go', seq: second.lastSeq });
    expect(clickOf(second, second.lastSeq, null)).toEqual({ kind: 'go', seq: second.firstSeq });
  });
});
