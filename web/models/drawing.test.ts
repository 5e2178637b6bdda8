import { describe, expect, it } from 'vitest';
import { ok, workflowOf } from '../../testing/workflow.ts';
import { answerFor, saga, seqOf } from '../testing/saga.ts';
import type { RunAnswer } from '../worker/messages.ts';
import { badgeAt, barAt, cursorX, laneAt } from './bar-at.ts';
import { type Drawing, drawTimeline } from './drawing.ts';
import type { Scale } from './link.ts';
import { nextBar, startingBar, targetOf } from './timeline-focus.ts';

const draw = (
  answer: RunAnswer,
  width = 1000,
  scale: Scale = 'compressed',
  height = 300,
): Drawing => drawTimeline(answer.timeline, answer.workflow, { width, height }, scale);
const drawing = draw(saga);
const laneOf = (name: string, from = drawing) => {
  const lane = from.lanes.find((one) => one.name === name);
  if (lane === undefined) throw new Error('no such lane');
  return lane;
};
const last = saga.run.trace.length;

describe('the drawing', () => {
  it('has a mark for every attempt and every wait', () => {
    expect(laneOf('Charge card').bars.map((bar) => `${bar.shape} ${bar.look}`)).toEqual([
      'arrow failed',
      'line waiting',
      'arrow succeeded',
      'arrow failed',
    ]);
  });

  it('shows what undoes in the lane of what it undoes, pointing back', () => {
    const [forward, undo] = laneOf('Reserve stock').bars;
    expect(forward?.undo).toBe(false);
    expect(undo).toMatchObject({ undo: true, look: 'undone', node: 'release' });
  });

  it('keeps an unknown outcome apart from a failure, and shows the late answer', () => {
    expect(laneOf('Ship parcel').bars.map((bar) => `${bar.shape} ${bar.look}`)).toEqual([
      'arrow unknown',
      'point unknown',
    ]);
  });

  it('has a mark where it happened, though time passes after it', () => {
    const answer = answerFor(
      workflowOf('A > B; B > C', { A: { idempotent: false } }),
      { A: [ok(9000)] },
      { controls: [{ at: 1000, action: 'cancel' }] },
    );
    const at = (seq: number) => cursorX(draw(answer), seq);
    const mark = draw(answer)
      .lanes.flatMap(({ bars }) => bars)
      .find(({ look }) => look === 'cancelled');
    expect(mark?.width).toBe(30);
    expect(at(mark?.lastSeq ?? 0)).toBe(mark?.x);
  });

  it('has an empty lane for a step that never ran, and none for what undoes', () => {
    expect(laneOf('Send mail')).toMatchObject({ empty: true, bars: [] });
    expect(drawing.lanes.map((lane) => lane.name)).toEqual([
      'Reserve stock',
      'Charge card',
      'Ship parcel',
      'Send mail',
    ]);
  });

  it('does not draw hundreds of empty lanes', () => {
    const answer = answerFor(
      workflowOf(`A > B; ${Array.from({ length: 40 }, (_, index) => `B > X${index}`).join('; ')}`, {
        A: { outputs: ['no'] },
        B: { kind: 'decision', cases: [{ when: '${1 == 1}', to: 'C' }] },
      }),
      { A: [ok(1)] },
      { controls: [{ at: 500, action: 'cancel' }] },
    );
    expect(draw(answer).lanes.length + draw(answer).unused).toBeGreaterThan(40);
  });

  it('names every bar for those who do not see it', () => {
    expect(laneOf('Charge card').bars.map((bar) => bar.name)).toEqual([
      'Charge card, attempt 1, failed: unavailable, from 1 s for 0.5 s',
      'Charge card, backoff after attempt 1, from 1.5 s for 1 s',
      'Charge card, attempt 2, succeeded, from 2.5 s for 0.5 s',
      'Refund card, undoing Charge card, attempt 1, failed: transient, from 8 s for 1 s',
    ]);
  });

  it('keeps bars inside the axis and lanes apart', () => {
    for (const scale of ['compressed', 'true'] as const) {
      for (const width of [200, 700, 3000]) {
        const drawn = draw(saga, width, scale);
        for (const lane of drawn.lanes) {
          for (const bar of lane.bars) {
            expect(bar.x).toBeGreaterThanOrEqual(0);
            expect(bar.x + bar.width).toBeLessThanOrEqual(drawn.axis.width + 3);
            expect(bar.height).toBeLessThan(drawn.laneHeight);
          }
        }
      }
    }
  });

  it('puts no two words of turns on each other', () => {
    const spans = drawing.turns.map((turn) => {
      const long = turn.text.length * 6;
      return turn.anchor === 'start' ? [turn.x, turn.x + long] : [turn.x - long, turn.x];
    });
    for (const [index, [, end]] of spans.entries()) {
      expect(end).toBeLessThanOrEqual(spans[index + 1]?.[0] ?? Infinity);
    }
    expect(drawing.turns.map((turn) => turn.text)).toEqual(['unwinding', 'failed']);
  });
});

describe('a bar at the cursor', () => {
  const [first, backoff] = laneOf('Charge card').bars;
  if (first === undefined || backoff === undefined) throw new Error('no bars');

  it('is to come, under way, over', () => {
    const phases = Array.from({ length: last + 1 }, (_, cursor) =>
      barAt(first, cursor, cursorX(drawing, cursor)),
    );
    expect([...new Set(phases.map((at) => at.phase))]).toEqual(['coming', 'under-way', 'over']);
    expect(phases[0]).toMatchObject({ look: 'idle', path: '' });
    expect(phases[0]?.spoken).toMatch(/^Not yet: /);
    expect(phases[last]).toMatchObject({ look: 'failed', ghost: '' });
  });

  it('reaches only to now while it is under way', () => {
    const ship = laneOf('Ship parcel').bars[0];
    if (ship === undefined) throw new Error('no bar');
    const at = barAt(ship, ship.firstSeq, cursorX(drawing, ship.firstSeq));
    expect(at.phase).toBe('under-way');
    expect(at.look).toBe('running');
    expect(at.path).not.toBe(at.ghost);
  });

  it('is the same object as long as it does not move', () => {
    const lane = laneOf('Charge card');
    const at = (cursor: number) => laneAt(lane, cursor, cursorX(drawing, cursor));
    expect(at(1)).toBe(at(0));
    expect(at(first.firstSeq)).not.toBe(at(0));
    expect(at(last)[0]).toBe(at(last - 1)[0]);
    expect(at(last)).toEqual(lane.bars.map((bar) => barAt(bar, last, cursorX(drawing, last))));
  });

  it('the cursor never goes back as events go on', () => {
    let before = 0;
    for (let cursor = 0; cursor <= last; cursor += 1) {
      const x = cursorX(drawing, cursor);
      expect(x).toBeGreaterThanOrEqual(before);
      before = x;
    }
    expect(before).toBeGreaterThan(900);
  });

  it('the badge stays inside the axis and hides the labels below it', () => {
    const badge = badgeAt(drawing, 0, '0 s');
    expect(badge.x - badge.width / 2).toBeGreaterThanOrEqual(0);
    expect(badge.hides({ x: badge.x + 5, text: '0 s' })).toBe(true);
    expect(badge.hides({ x: badge.x + 200, text: '0 s' })).toBe(false);
  });

  it('leads to what came of it, and from there to how it began', () => {
    expect(targetOf(first, 0)).toBe(first.lastSeq);
    expect(targetOf(first, first.lastSeq)).toBe(first.firstSeq);
  });
});

describe('the focus among the bars', () => {
  it('starts at the bar of the cursor', () => {
    expect(startingBar(drawing, 0)?.name).toContain('Reserve stock, attempt 1');
    const silent = seqOf(
      saga,
      (event) => event.type === 'attempt.started' && event.node === 'ship',
    );
    expect(startingBar(drawing, silent)?.name).toContain('Ship parcel, attempt 1');
  });

  it('moves within a lane and between lanes, and stays at the edges', () => {
    const bars = laneOf('Charge card').bars;
    const id = bars[0]?.id ?? '';
    expect(nextBar(drawing, id, 'ArrowRight')).toBe(bars[1]);
    expect(nextBar(drawing, id, 'ArrowLeft')).toBe(bars[0]);
    expect(nextBar(drawing, id, 'ArrowUp')?.name).toContain('Reserve stock');
    expect(nextBar(drawing, bars[3]?.id ?? '', 'ArrowDown')?.name).toContain('Ship parcel');
    const ship = laneOf('Ship parcel').bars[0];
    expect(nextBar(drawing, ship?.id ?? '', 'ArrowDown')).toBe(ship);
    expect(nextBar(drawing, id, 'Enter')).toBeNull();
    expect(nextBar(drawing, 'nothing', 'ArrowUp')).toBeNull();
  });
});
