import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the system clock', () => {
  it('never hands a timer more than it can hold (B07)', () => {
    const asked: number[] = [];
    let fire = (): void => {};
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, ms: number) => {
      asked.push(ms);
      fire = callback;
      return 0;
    }) as unknown as typeof setTimeout);
    let isWoken = false;
    systemClock.wake(2 ** 32, () => {
      isWoken = true;
    });
    fire();
    fire();
    expect(isWoken).toBe(false);
    fire();
    expect(isWoken).toBe(true);
    expect(asked).toEqual([2 ** 31 - 1, 2 ** 31 - 1, 2]);
  });

  it('goes forward', () => {
    const first = systemClock.now();
    expect(systemClock.now()).toBeGreaterThanOrEqual(first);
  });
});
