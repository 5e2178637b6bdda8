/** Times as people write them: `30s`, `5m`, `1.5h`, or an ISO duration. */

import { formatDuration, MAXIMUM_TIME, parseDuration } from '../../../core/model/duration.ts';

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
] as const;

/** In ms, from 0; null for what is no time. */
export const parseSpan = (text: string): number | null => {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|min|h|d)$/.exec(text);
  if (match === null) {
    const duration = parseDuration(text);
    return duration.ok ? duration.milliseconds : null;
  }
  const unit = match[2] === 'min' ? 'm' : match[2];
  const milliseconds = Number(match[1]) * (UNITS.find(([name]) => name === unit)?.[1] ?? 1);
  return milliseconds <= MAXIMUM_TIME ? Math.ceil(milliseconds) : null;
};

/** With one unit where one is enough: `90s`, `5m`; else as an ISO duration. */
export const writeSpan = (milliseconds: number): string => {
  const whole = UNITS.find(([, size]) => milliseconds % size === 0 && milliseconds >= size);
  if (milliseconds === 0) return '0s';
  return whole === undefined
    ? formatDuration(milliseconds)
    : `${milliseconds / whole[1]}${whole[0]}`;
};
