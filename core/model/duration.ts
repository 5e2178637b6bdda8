/**
 * Durations of HarnessXML §2.5: ISO 8601 without years, months and weeks, held as whole ms.
 * A year or a month has no fixed length, and that has a code of its own.
 */

import { quote } from './show.ts';

/** The longest time that is told apart from its neighbours, in ms; longer delays saturate here. */
export const MAXIMUM_TIME = 2 ** 53 - 1;

const MILLISECONDS_PER_DAY = 86_400_000;
const MILLISECONDS_PER_HOUR = 3_600_000;
const MILLISECONDS_PER_MINUTE = 60_000;
const MILLISECONDS_PER_SECOND = 1000;

/** Above this many significant digits a number of any unit is too long a time. */
const MAXIMUM_DIGITS = 16;

/** Characters of a duration, blanks and leading zeros included. */
const MAXIMUM_LENGTH = 1000;

const OUTER_BLANKS = /^[ \t\r\n]+|[ \t\r\n]+$/g;
const SHAPE = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?)?$/;
const CALENDAR_UNIT = /^[-+]?P[^T]*\d[YM]/;
const WEEKS = /^[-+]?P(?:[^T]*|T.*)\d+W/;

export type DurationResult =
  | { readonly ok: true; readonly milliseconds: number }
  | { readonly ok: false; readonly code: 'HX-3401' | 'HX-1001'; readonly message: string };

/**
 * Reads a duration such as `P1DT2H3M4.5S` into whole ms, 0 to 2^53 − 1. Blanks around it are
 * dropped; a fraction of a millisecond rounds up, so that no time that was asked for becomes 0.
 *
 * @returns HX-3401 for years and months, HX-1001 for everything else that is no duration or
 * is longer than 2^53 − 1 ms.
 */
export function parseDuration(text: string): DurationResult {
  if (text.length > MAXIMUM_LENGTH) {
    return rejected(`${quote(text)} has more characters than any duration needs`);
  }
  const trimmed = text.replace(OUTER_BLANKS, '');
  const match = SHAPE.exec(trimmed);
  if (match === null || trimmed.endsWith('P') || trimmed.endsWith('T')) return malformed(trimmed);
  const [, days = '', hours = '', minutes = '', seconds = '', fraction = ''] = match;
  const whole = (digits: string, unit: number): number => toNumber(digits) * unit;
  const milliseconds =
    whole(days, MILLISECONDS_PER_DAY) +
    whole(hours, MILLISECONDS_PER_HOUR) +
    whole(minutes, MILLISECONDS_PER_MINUTE) +
    whole(seconds, MILLISECONDS_PER_SECOND) +
    fractionOfSecond(fraction);
  if (milliseconds > MAXIMUM_TIME) {
    return rejected(`${quote(trimmed)} is longer than ${MAXIMUM_TIME} ms, the longest duration`);
  }
  return { ok: true, milliseconds };
}

/**
 * Writes ms as the shortest ISO 8601 duration: `P1DT2H`, `PT1.5S`, `PT0S`. Fractions of a
 * millisecond round up, as they do when read.
 *
 * @throws RangeError unless milliseconds is from 0 to 2^53 − 1.
 */
export function formatDuration(milliseconds: number): string {
  if (!(milliseconds >= 0 && milliseconds <= MAXIMUM_TIME)) {
    throw new RangeError(`no duration has ${milliseconds} ms: it is from 0 to ${MAXIMUM_TIME}`);
  }
  let rest = Math.ceil(milliseconds);
  const take = (unit: number): number => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return count;
  };
  const days = take(MILLISECONDS_PER_DAY);
  const hours = take(MILLISECONDS_PER_HOUR);
  const minutes = take(MILLISECONDS_PER_MINUTE);
  const seconds = take(MILLISECONDS_PER_SECOND);
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
  const time =
    (hours > 0 ? `${hours}H` : '') +
    (minutes > 0 ? `${minutes}M` : '') +
    (seconds > 0 || rest > 0 ? `${seconds}${fraction}S` : '');
  if (days === 0 && time === '') return 'PT0S';
  return `P${days > 0 ? `${days}D` : ''}${time === '' ? '' : `T${time}`}`;
}

/** Exact for all that is in range; whatever is not, comes out above 2^53 − 1 times any unit. */
function toNumber(digits: string): number {
  const significant = digits.replace(/^0+/, '');
  return significant.length > MAXIMUM_DIGITS ? MAXIMUM_TIME + 1 : Number(significant);
}

function fractionOfSecond(fraction: string): number {
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return /[1-9]/.test(fraction.slice(3)) ? milliseconds + 1 : milliseconds;
}

function malformed(text: string): DurationResult {
  if (CALENDAR_UNIT.test(text)) {
    return {
      ok: false,
      code: 'HX-3401',
      message: `${quote(text)} counts in years or months, whose length varies; write days (P30D)`,
    };
  }
  if (text === '') return rejected('a duration is missing; write one such as PT30S');
  if (WEEKS.test(text)) {
    return rejected(`${quote(text)} counts in weeks, which are not known here; write days (P14D)`);
  }
  if (/^[-+]|P.*[-+]/.test(text)) {
    return rejected(`${quote(text)} has a sign; a duration has none`);
  }
  if (/\d,\d/.test(text)) {
    return rejected(`${quote(text)} has a comma; write a point before the fraction (PT1.5S)`);
  }
  if (/[a-z]/.test(text) && SHAPE.test(text.toUpperCase())) {
    return rejected(
      `${quote(text)} has small letters; write ${quote(text.toUpperCase()).slice(1, -1)}`,
    );
  }
  if (/^P\d+[HS]/.test(text)) {
    return rejected(`${quote(text)} has no T before its hours, minutes or seconds`);
  }
  return rejected(
    `${quote(text)} is no duration; write days, hours, minutes and seconds as in P1DT2H3M4.5S`,
  );
}

function rejected(message: string): DurationResult {
  return { ok: false, code: 'HX-1001', message };
}
