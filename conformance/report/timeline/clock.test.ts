import { expect, test } from 'vitest';
import { createClock } from './clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [900, 45, '45', 'ms'],
  [900, 0.25, '0.25', 'ms'],
  [5 * SECOND, 1234, '1.234', 's'],
  [50 * SECOND, 1234, '1.23', 's'],
  [5 * MINUTE, 0, '0 s', ''],
  [5 * MINUTE, 65_500, '1:05.5', ''],
  [5 * HOUR, HOUR + 2 * MINUTE + 3 * SECOND, '1:02:03', ''],
  [5 * DAY, 2 * DAY, '2 d', ''],
  [5 * DAY, 2 * DAY + 2300, '2 d 2.3 s', ''],
  [5 * DAY, 2 * DAY + 3 * HOUR, '2 d 3:00:00', ''],
  [2 ** 53 - 1, 2 ** 53 - 1, '104249991 d 8:59:00.991', ''],
])('in a run of %i ms, %d ms is written %s %s', (longest, at, text, unit) => {
  const clock = createClock(longest);
  expect(clock.format(at)).toBe(text);
  expect(clock.unit).toBe(unit);
});
