import { describe, expect, it } from 'vitest';
import { drawFor } from './random.ts';

/** The largest distance between the draws' distribution and the uniform one. */
const distanceFromUniform = (draws: readonly number[]): number => {
  const sorted = [...draws].sort((left, right) => left - right);
  return sorted.reduce((largest, draw, index) => {
    const below = Math.abs(draw - index / sorted.length);
    const above = Math.abs(draw - (index + 1) / sorted.length);
    return Math.max(largest, below, above);
  }, 0);
};

const COUNT = 4000;
/** Kolmogorov–Smirnov at a false-alarm rate of 1e-6; the draws are fixed, so it never flakes. */
const CRITICAL = 2.69 / Math.sqrt(COUNT);

describe('draws', () => {
  it('are the same for the same decision', () => {
    expect(drawFor(42, 'run-1', 'charge', 1)).toBe(drawFor(42, 'run-1', 'charge', 1));
  });

  it('keep their values: they are part of every digest', () => {
    expect(drawFor(0, 'run-1', 'charge', 1)).toBe(0.31210882077402535);
    expect(drawFor(2 ** 53 - 1, 'run-1', 'ship[3]', 2)).toBe(0.5469698817640535);
  });

  it.each([
    ['seeds', (index: number) => drawFor(index, 'run-1', 'charge', 1)],
    ['runs', (index: number) => drawFor(7, `run-${index}`, 'charge', 1)],
    ['units', (index: number) => drawFor(7, 'run-1', `charge[${index}]`, 1)],
    ['attempts', (index: number) => drawFor(7, 'run-1', 'charge', index + 1)],
  ])('are uniform over %s', (_, draw) => {
    const draws = Array.from({ length: COUNT }, (_unused, index) => draw(index));
    expect(distanceFromUniform(draws)).toBeLessThan(CRITICAL);
    expect(draws.every((value) => value >= 0 && value < 1)).toBe(true);
  });

  it('do not run in step between neighbouring seeds', () => {
    const pairs = Array.from(
      { length: COUNT },
      (_, index) => drawFor(index, 'r', 'u', 1) - drawFor(index + 1, 'r', 'u', 1),
    );
    const wrapped = pairs.map((difference) => (difference < 0 ? difference + 1 : difference));
    expect(distanceFromUniform(wrapped)).toBeLessThan(CRITICAL);
  });
});
