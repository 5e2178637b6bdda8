/** Points of virtual time, as an axis and a list of events print them. */

import { formatNumber } from '../../../simulator/trace/explain/words.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Clock {
  /** Without a unit where `unit` tells it: `1.74`. */
  format(at: number): string;
  /** `s`, `ms`, or empty where a time tells its units itself: `0:02:05`. */
  readonly unit: string;
}

/** One way of writing for all times of a run that lasts `longest` ms. */
export function createClock(longest: number): Clock {
  if (longest < SECOND) return { unit: 'ms', format: (at) => formatNumber(at, 3) };
  if (longest < 2 * MINUTE) return { unit: 's', format: (at) => formatNumber(at / SECOND, 3) };
  return { unit: '', format: formatLong };
}

/** `2:05`, `1:02:05.3`, `14 d 0:00:02.3`. */
function formatLong(at: number): string {
  const days = Math.floor(at / DAY);
  const hours = Math.floor((at % DAY) / HOUR);
  const minutes = Math.floor((at % HOUR) / MINUTE);
  const seconds = formatNumber((at % MINUTE) / SECOND, 3);
  const padded = seconds.indexOf('.') === 1 || seconds.length === 1 ? `0${seconds}` : seconds;
  const long = days > 0 || hours > 0;
  const time = long
    ? `${hours}:${String(minutes).padStart(2, '0')}:${padded}`
    : `${minutes}:${padded}`;
  return days > 0 ? `${days} d ${time}` : time;
}
