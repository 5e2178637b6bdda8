import { describe, expect, test } from 'vitest';
import { herdAnswerOf } from './herd.ts';
import { USUAL_HERD } from './parameters.ts';
import { herdSentence, pictureOf, tableOf, verdictOf } from './plot.ts';

const answer = herdAnswerOf({ herd: { ...USUAL_HERD, clients: 60, capacity: 6 } });
const picture = pictureOf(answer, 800);

describe('the picture of a herd', () => {
  test('gives all plots the same axes', () => {
    for (const { bars } of picture.plots) {
      for (const { x, y, width, height } of bars) {
        expect(x).toBeGreaterThanOrEqual(picture.left);
        expect(x + width).toBeLessThanOrEqual(picture.width);
        expect(y).toBeGreaterThanOrEqual(picture.top.y);
        expect(y + height).toBeCloseTo(picture.bottom);
      }
    }
    const highest = Math.min(...picture.plots.flatMap(({ bars }) => bars.map(({ y }) => y)));
    expect(highest).toBeCloseTo(picture.top.y);
  });

  test('marks what the service turns away: all of the outage, and bars above the line', () => {
    const end = picture.outage.x + picture.outage.width;
    for (const { bars } of picture.plots) {
      for (const { x, y, isOver } of bars) {
        expect(isOver).toBe(x < end - 0.01 || y < picture.capacity.y - 0.01);
      }
    }
  });

  test('tells its numbers in words as well', () => {
    const [none] = picture.plots;
    expect(none?.numbers.map(({ label }) => label)).toEqual([
      'peak after recovery',
      'calls in all',
      'last client served',
    ]);
    expect(none?.described).toMatch(
      /^No jitter: peak after recovery 60, calls in all \d+, last client served \d+ still waiting\.$/,
    );
    expect(none?.says).toBe(
      'Every client waits 0.5, 1, 2, 4, 8 s, and so on: they return together.',
    );
  });

  test('prints its parameters', () => {
    expect(herdSentence(USUAL_HERD)).toBe(
      '200 clients call at 0 s. The service is down until 2 s, then takes 20 calls per quarter of a second. A client that is turned away waits 0.5 s, then twice as long each time, 8 s at most. Seed 7; 24 s are shown.',
    );
  });

  test('does not say that one kind of waiting is best in everything', () => {
    expect(verdictOf(herdAnswerOf({ herd: USUAL_HERD }).results)).toBe(
      'Lowest peak: full jitter. Fewest calls: equal jitter. And equal jitter serves everybody first. None is first in all three.',
    );
  });

  test('says so where one is', () => {
    const alone = herdAnswerOf({ herd: { ...USUAL_HERD, clients: 10, outage: 0, capacity: 10 } });
    expect(verdictOf(alone.results)).toMatch(/serves everybody first\.$/);
  });

  test('is a table as well, with all calls in it', () => {
    for (const [index, { calls }] of answer.results.entries()) {
      const sum = tableOf(answer.results).reduce((all, row) => all + (row.calls[index] ?? 0), 0);
      expect(sum).toBe(calls);
    }
  });
});
