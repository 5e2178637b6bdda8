import { describe, expect, it } from 'vitest';
import { ok, workflowOf } from '../../testing/workflow.ts';
import { answerFor, saga } from '../testing/saga.ts';
import type { RunAnswer } from '../worker/messages.ts';
import { drawTimeline } from './drawing.ts';
import { isLong, sightOf } from './timeline-view.ts';

const room = { width: 700, height: 300 };
const draw = ({ timeline, workflow }: RunAnswer) =>
  drawTimeline(timeline, workflow, room, 'compressed');

describe('what is drawn of a timeline', () => {
  it('is all of a short one', () => {
    expect(isLong(draw(saga))).toBe(false);
    expect(sightOf(false, { left: 5000, top: 0 }, room).left).toBe(-Infinity);
  });

  it('is what is in sight of a long one, and some more around it', () => {
    const names = Array.from({ length: 400 }, (_, index) => `N${index}`);
    const scripts = Object.fromEntries(names.map((name) => [name, [ok(10)]]));
    expect(isLong(draw(answerFor(workflowOf(names.join('; ')), scripts)))).toBe(true);
    for (const left of [0, 799, 800, 12_345]) {
      const sight = sightOf(true, { left, top: left }, room);
      expect(sight.left).toBeLessThanOrEqual(left - 800);
      expect(sight.right).toBeGreaterThanOrEqual(left + room.width + 800);
      expect(sight.bottom).toBeGreaterThanOrEqual(left + room.height + 800);
      expect(sight.right - sight.left).toBeLessThan(5000);
    }
  });
});
