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
  if (longest < 2 * MINUTE) {
    const digits = longest < 10 * SECOND ? 3 : 2;
    return { unit: 's', format: (at) => formatNumber(at / SECOND, digits) };
  }
  return { unit: '', format: formatLong };
}

/** `3.5 s`, `2:05`, `1:02:05.3`, `14 d 2.3 s`, `14 d 1:02:05`. */
function formatLong(at: number): string {
  const days = Math.floor(at / DAY);
  const rest = at % DAY;
  const time = rest < MINUTE ? `${formatNumber(rest / SECOND, 3)} s` : formatClock(rest);
  if (days === 0) return time;
  return rest === 0 ? `${days} d` : `${days} d ${time}`;
}

function formatClock(time: number): string {
  const hours = Math.floor(time / HOUR);
  const minutes = Math.floor((time % HOUR) / MINUTE);
  const seconds = formatNumber((time % MINUTE) / SECOND, 3);
  const padded = /^\d(?:\.|$)/.test(seconds) ? `0${seconds}` : seconds;
  if (hours === 0) return `${minutes}:${padded}`;
  return `${hours}:${String(minutes).padStart(2, '0')}:${padded}`;
}
