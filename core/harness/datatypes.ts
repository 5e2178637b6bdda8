/**
 * The datatypes of attributes: how a value is read, and what is wrong with one that can't be.
 * They are those of the public schema: numbers, booleans, durations and URIs lose the blanks
 * around them, identifiers and words of an enumeration are compared as they stand.
 */

import { MAXIMUM_TIME, parseDuration } from '../model/duration.ts';

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      /** Words among which a near one is looked for. */
      readonly words?: readonly string[];
    };

export interface Datatype<T> {
  read(text: string): Read<T>;
  /**
   * The value as it stands is good enough for a model, right or wrong: a wrong one has a
   * finding, and what refers to it by that name still finds it.
   */
  readonly lenient?: true;
}

const STRUCTURE = 'HX-1001';
const UNKNOWN = 'HX-1003';
const VERSION = 'HX-1002';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
const MAXIMUM_IDENTIFIER = 255;

export const text: Datatype<string> = { read: (value) => accepted(value), lenient: true };

export const notEmpty: Datatype<string> = {
  read: (value) =>
    value === '' ? rejected('is empty: write a name, or leave it out') : accepted(value),
};

export const uri: Datatype<string> = { read: (value) => accepted(collapse(value)) };

export const identifier: Datatype<string> = {
  lenient: true,
  read: (value) => {
    if (value === '') return rejected('is empty: an identifier has at least one letter');
    if (value.length > MAXIMUM_IDENTIFIER) {
      return rejected(
        `has ${value.length} characters: an identifier has at most ${MAXIMUM_IDENTIFIER}`,
      );
    }
    if (IDENTIFIER.test(value)) return accepted(value);
    return rejected(
      'is no identifier: it begins with a letter or `_`, and goes on with letters, digits, `_`, `-` and `.`',
    );
  },
};

export const boolean: Datatype<boolean> = {
  read: (value) => {
    const word = collapse(value);
    if (word === 'true' || word === '1') return accepted(true);
    if (word === 'false' || word === '0') return accepted(false);
    return rejected('is no boolean: write true or false', ['true', 'false']);
  },
};

/** A whole number from 1 to `maximum`; larger ones than 2^53 − 1 saturate where none is given. */
export function positiveInteger(maximum: number | null = null): Datatype<number> {
  return {
    read: (value) => {
      const digits = collapse(value);
      const range = maximum === null ? 'from 1' : `from 1 to ${maximum}`;
      if (!/^\+?[0-9]+$/.test(digits)) return rejected(`is no whole number ${range}`);
      const number = Number(digits);
      if (number < 1 || (maximum !== null && number > maximum)) {
        return rejected(`is out of range: a whole number ${range} is wanted`);
      }
      return accepted(Math.min(number, MAXIMUM_TIME));
    },
  };
}

/** An xs:decimal that is finite as a double and not negative. */
export const factor: Datatype<number> = {
  read: (value) => {
    const digits = collapse(value);
    if (!/^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.test(digits)) {
      return rejected('is no decimal number such as 2 or 1.5');
    }
    const number = Number(digits);
    if (!Number.isFinite(number)) return rejected('is too large a number');
    if (number < 0) return rejected('is negative: a delay can only be multiplied by 0 or more');
    return accepted(number === 0 ? 0 : number);
  },
};

export const duration: Datatype<number> = {
  read: (value) => {
    const result = parseDuration(value);
    if (result.ok) return accepted(result.milliseconds);
    return { ok: false, code: result.code, message: `is no valid duration: ${result.message}` };
  },
};

/** A closed list of words; any other is a construct that is not known (HX-1003). */
export function oneOf<Word extends string>(words: readonly Word[]): Datatype<Word> {
  return {
    read: (value) => {
      const word = words.find((candidate) => candidate === value);
      if (word !== undefined) return accepted(word);
      const blanks = collapse(value) !== value && words.some((each) => each === collapse(value));
      const message = blanks
        ? 'has blanks around it: delete them'
        : `is not one of ${words.join(', ')}`;
      return { ok: false, code: UNKNOWN, message, words };
    },
  };
}

/** `1.N`: another major version may give known words another meaning (§15.5). */
export const specVersion: Datatype<string> = {
  read: (value) => {
    if (/^1\.[0-9]+$/.test(value)) return accepted(value);
    const message = /^[0-9]+\.[0-9]+$/.test(value)
      ? 'is of another major version, which this tool does not know: 1.0 is read here'
      : 'is no version: write 1.0';
    return { ok: false, code: VERSION, message };
  },
};

export const minorVersion: Datatype<string> = {
  read: (value) =>
    /^1\.[0-9]+$/.test(value) ? accepted(value) : rejected('is no version 1.N: write 1.0'),
};

const DATE_TIME =
  /^-?([1-9][0-9]{3,}|0[0-9]{3})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?(Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?$/;

/** An xs:dateTime, kept as it is written. */
export const dateTime: Datatype<string> = {
  read: (value) => {
    const written = collapse(value);
    const match = DATE_TIME.exec(written);
    if (match !== null && isOnCalendar(match)) return accepted(written);
    return rejected('is no date and time such as 2026-01-31T09:30:00Z');
  },
};

function isOnCalendar(match: RegExpExecArray): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number);
  if (year === 0 || month < 1 || month > 12 || day < 1 || day > daysOf(month, year)) return false;
  if (hour === 24) return minute === 0 && second === 0 && !/[1-9]/.test(match[7] ?? '');
  return hour < 24 && minute < 60 && second < 60;
}

function daysOf(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Blanks at the ends dropped, each run of others made one. */
export function collapse(value: string): string {
  return /^[ \t\r\n]|[ \t\r\n]$|[ \t\r\n]{2}|[\t\r\n]/.test(value)
    ? value.replace(/[ \t\r\n]+/g, ' ').replace(/^ | $/g, '')
    : value;
}

function accepted<T>(value: T): Read<T> {
  return { ok: true, value };
}

function rejected<T>(message: string, words?: readonly string[]): Read<T> {
  return words === undefined
    ? { ok: false, code: STRUCTURE, message }
    : { ok: false, code: STRUCTURE, message, words };
}
