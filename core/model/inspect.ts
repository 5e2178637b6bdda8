/**
 * Reads values out of parsed JSON of unknown shape and collects what is wrong with it, each
 * problem with its JSON pointer. A reading function returns undefined where the value is
 * absent or wrong; what is wrong has then been reported.
 */

import { pointerStep } from './read-json.ts';
import { quote, show } from './show.ts';
import { didYouMean } from './suggest.ts';

export interface Problem {
  /** A JSON pointer, or `line 3` in a text of lines. */
  readonly path: string;
  readonly message: string;
}

/** A value, where it stands, and where to report. */
export interface Located {
  readonly value: unknown;
  readonly path: string;
  readonly problems: Problem[];
}

export interface NumberRule {
  readonly minimum: number;
  readonly maximum: number;
  /** The maximum itself is out of range. */
  readonly exclusive?: boolean;
  readonly integer?: boolean;
}

export interface TextRule {
  readonly pattern?: RegExp;
  /** What the text is, for messages: `an error class`. */
  readonly what?: string;
  readonly maximumLength?: number;
}

export function report(located: Located, message: string): undefined {
  located.problems.push({ path: located.path, message });
  return undefined;
}

export function member(object: Located, name: string): Located {
  const value = Object.hasOwn(object.value as object, name)
    ? (object.value as { readonly [key: string]: unknown })[name]
    : undefined;
  return { value, path: object.path + pointerStep(name), problems: object.problems };
}

export function isPresent(located: Located): boolean {
  return located.value !== undefined;
}

/** The object as it stands, once fields outside of `known` are reported. */
export function objectAt(located: Located, known: readonly string[]): Located | undefined {
  const keys = keysAt(located);
  if (keys === undefined) return undefined;
  for (const key of keys) {
    if (known.includes(key)) continue;
    const hint = didYouMean(key, known) || `; known are ${known.join(', ')}`;
    report(member(located, key), `the field ${quote(key)} is not known${hint}`);
  }
  return located;
}

/** The members of an object whose keys are free, in document order. */
export function entriesAt(located: Located): readonly (readonly [string, Located])[] | undefined {
  return keysAt(located)?.map((key) => [key, member(located, key)]);
}

export function itemsAt(located: Located, maximum: number): readonly Located[] | undefined {
  const { value, path, problems } = located;
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return report(located, `must be an array, not ${show(value)}`);
  if (value.length > maximum) {
    return report(located, `has ${value.length} entries; at most ${maximum} are read`);
  }
  return Array.from(value, (item: unknown, index) => ({
    value: item,
    path: path + pointerStep(index),
    problems,
  }));
}

export function numberAt(located: Located, rule: NumberRule): number | undefined {
  const { value } = located;
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !isInRange(value, rule)) {
    const kind = rule.integer === true ? 'a whole number' : 'a number';
    const upTo = rule.exclusive === true ? 'below' : 'to';
    const range = `from ${rule.minimum} ${upTo} ${rule.maximum}`;
    return report(located, `must be ${kind} ${range}, not ${show(value)}`);
  }
  return value;
}

export function booleanAt(located: Located): boolean | undefined {
  const { value } = located;
  if (value === undefined || typeof value === 'boolean') return value;
  return report(located, `must be true or false, not ${show(value)}`);
}

export function textAt(located: Located, rule: TextRule = {}): string | undefined {
  const { value } = located;
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return report(located, `must be a text, not ${show(value)}`);
  const maximumLength = rule.maximumLength ?? Number.POSITIVE_INFINITY;
  if (value.length > maximumLength) {
    return report(located, `is longer than ${maximumLength} characters`);
  }
  if (rule.pattern !== undefined && !rule.pattern.test(value)) {
    return report(located, `${show(value)} is not ${rule.what ?? 'well formed'}`);
  }
  return value;
}

export function choiceAt<Choice extends string>(
  located: Located,
  choices: readonly Choice[],
): Choice | undefined {
  const { value } = located;
  if (value === undefined) return undefined;
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  const near = typeof value === 'string' ? didYouMean(value, choices) : '';
  return report(located, `must be one of ${choices.join(', ')}, not ${show(value)}${near}`);
}

/** Reports where the value is absent; for fields that must be stated. */
export function required<Value>(
  located: Located,
  read: (located: Located) => Value | undefined,
  hint = '',
): Value | undefined {
  if (located.value === undefined) {
    return report(located, `is missing${hint === '' ? '' : `; ${hint}`}`);
  }
  return read(located);
}

/** Null where null stands; whatever `read` makes of anything else. */
export function nullable<Value>(
  located: Located,
  read: (located: Located) => Value | undefined,
): Value | null | undefined {
  return located.value === null ? null : read(located);
}

function keysAt(located: Located): readonly string[] | undefined {
  const { value } = located;
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return report(located, `must be an object, not ${show(value)}`);
  }
  return Object.keys(value);
}

function isInRange(value: number, rule: NumberRule): boolean {
  if (!(value >= rule.minimum && value <= rule.maximum)) return false;
  if (rule.exclusive === true && value === rule.maximum) return false;
  return rule.integer !== true || Number.isInteger(value);
}
