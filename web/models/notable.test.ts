import { describe, expect, it } from 'vitest';
import { titleOf } from '../../simulator/trace/explain.ts';
import { saga } from '../testing/saga.ts';
import { attemptFrom, isNotable, notableFrom } from './notable.ts';
import { pauseAfter } from './playback.ts';
import { stepsOf } from './steps.ts';

const steps = stepsOf(saga.run.trace, 'steps');
const titleAt = (index: number): string => {
  const step = steps[index];
  return step === undefined ? 'the beginning' : titleOf(step.lead, saga.workflow);
};

describe('what is notable', () => {
  it('is what fails, is unknown, or turns the run', () => {
    expect(steps.filter((step) => isNotable(step.lead)).map((step) => titleAt(step.index))).toEqual(
      [
        'Charge card: attempt 1 fails: unavailable',
        'Ship parcel: attempt 1 ends with its effect unknown',
        'Unwinding starts',
        'Refund card: attempt 1 fails: transient',
        'The run ends: failed',
        'Ship parcel: late answer of attempt 1 is ignored',
      ],
    );
  });

  it('is found in both directions, and the ends are', () => {
    expect(titleAt(notableFrom(steps, -1, 1))).toBe('Charge card: attempt 1 fails: unavailable');
    expect(titleAt(notableFrom(steps, 3, -1))).toBe('the beginning');
    expect(notableFrom(steps, steps.length - 1, 1)).toBe(steps.length - 1);
  });

  it('makes play stay longer', () => {
    const [failed] = steps.filter((step) => isNotable(step.lead));
    expect(pauseAfter(failed?.lead ?? null, 1)).toBeGreaterThan(pauseAfter(null, 1));
    expect(pauseAfter(null, 2)).toBe(pauseAfter(null, 1) / 2);
  });
});

describe('the attempts of a step', () => {
  it('are next to each other, whatever is between', () => {
    const first = steps.findIndex(
      (step) => titleAt(step.index) === 'Charge card: attempt 1 starts',
    );
    const second = attemptFrom(steps, first, 1);
    expect(titleAt(second)).toBe('Charge card: attempt 2 starts');
    expect(attemptFrom(steps, second, -1)).toBe(first);
    expect(attemptFrom(steps, second, 1)).toBe(second);
    expect(attemptFrom(steps, -1, 1)).toBe(-1);
  });
});
