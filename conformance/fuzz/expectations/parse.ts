/** Reads an expectation as people write it: one line of words. */

import { quote } from '../../../core/model/show.ts';
import { didYouMean } from '../../../core/model/suggest.ts';
import type { Outcome } from '../../../core/model/trace.ts';
import type { Expectation } from '../expectation.ts';
import { ENDS } from './outcomes.ts';
import { parseSpan } from './span.ts';

export type ExpectationReading =
  | { readonly ok: true; readonly expectation: Expectation }
  /** What is wrong, and how it could be right, in a sentence without its full stop. */
  | { readonly ok: false; readonly message: string };

/** How each kind of expectation is written. */
export const FORMS: readonly string[] = [
  'no effect left behind [of a, b] [unless cancelled]',
  'no effect twice [of a, b]',
  'no failure swallowed',
  'ends',
  'ends within 5m',
  'never failed, stalled',
  'outcomes succeeded, compensated',
  'if a and b then c or d [unless cancelled]',
  'not both a and b',
  'b only after a',
  'at most 3 calls of a',
];

const LONGEST = 10_000;

/** Words, and how far they are read. */
interface Words {
  readonly all: readonly string[];
  at: number;
}

class Malformed extends Error {}

/** Never throws. Names of steps are taken as they are; whether they exist is asked elsewhere. */
export const parseExpectation = (text: string): ExpectationReading => {
  if (text.length > LONGEST) return wrong(`it is longer than ${LONGEST} characters`);
  const words: Words = { all: wordsOf(text), at: 0 };
  try {
    const expectation = readExpectation(words);
    if (words.at < words.all.length) {
      throw new Malformed(`${quote(words.all[words.at] ?? '')} is one word too many`);
    }
    return { ok: true, expectation };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return wrong(error.message);
  }
};

const wrong = (message: string): ExpectationReading => ({ ok: false, message });

/** Commas are as good as blanks, and hyphens as good as both in the words that name the kind. */
const wordsOf = (text: string): readonly string[] =>
  text
    .trim()
    .replace(
      /^(?:no-effect-left-behind|no-effect-twice|no-failure-swallowed|ends-within|not-both|at-most)(?![\w.-])/i,
      (kind) => kind.replaceAll('-', ' '),
    )
    .split(/[\s,]+/)
    .filter((word) => word !== '');

const readExpectation = (words: Words): Expectation => {
  if (words.all.length === 0) throw new Malformed(`it is empty; write one of: ${FORMS.join('; ')}`);
  if (take(words, 'no', 'effect', 'left', 'behind')) {
    const of = take(words, 'of') ? names(words, ['unless', 'under'], 'a step') : [];
    const unless = take(words, 'unless') ? outcomes(words) : [];
    return { property: 'no-effect-left-behind', of, unless, under: under(words) };
  }
  if (take(words, 'no', 'effect', 'twice')) {
    const of = take(words, 'of') ? names(words, ['under'], 'a step') : [];
    return { property: 'no-effect-twice', of, under: under(words) };
  }
  if (take(words, 'no', 'failure', 'swallowed')) {
    return { property: 'no-failure-swallowed', under: under(words) };
  }
  if (take(words, 'ends', 'within')) {
    return { property: 'ends-within', time: time(words), under: under(words) };
  }
  if (take(words, 'ends')) return { property: 'ends', under: under(words) };
  if (take(words, 'never')) {
    return { property: 'never', outcomes: outcomes(words), under: under(words) };
  }
  if (take(words, 'outcomes')) {
    return { property: 'outcomes', outcomes: outcomes(words), under: under(words) };
  }
  if (take(words, 'if')) return readImplication(words);
  if (take(words, 'not', 'both')) {
    const of = names(words, ['under'], 'a step', 'and');
    if (new Set(of).size < 2)
      throw new Malformed('two steps at least are needed: not both a and b');
    return { property: 'not-both', of, under: under(words) };
  }
  if (take(words, 'at', 'most')) return readMostCalls(words);
  return readOrder(words);
};

const readImplication = (words: Words): Expectation => {
  const first = names(words, ['then'], 'a step', 'and');
  if (!take(words, 'then')) throw new Malformed("a word 'then' is missing: if a then b or c");
  const then = names(words, ['unless', 'under'], 'a step', 'or');
  const unless = take(words, 'unless') ? outcomes(words) : [];
  return { property: 'if-then', if: first, then, unless, under: under(words) };
};

const readMostCalls = (words: Words): Expectation => {
  const calls = whole(words, 'how many calls there may be: at most 3 calls of a');
  if (!take(words, 'calls') && !take(words, 'call')) {
    throw new Malformed("the word 'calls' is missing: at most 3 calls of a");
  }
  if (!take(words, 'of')) throw new Malformed("the word 'of' is missing: at most 3 calls of a");
  return { property: 'at-most-calls', of: name(words, 'a step'), calls, under: under(words) };
};

const KINDS = ['no', 'ends', 'never', 'outcomes', 'if', 'not', 'at'];

const readOrder = (words: Words): Expectation => {
  const [first = ''] = words.all;
  if (words.all[1]?.toLowerCase() !== 'only' || words.all[2]?.toLowerCase() !== 'after') {
    const near = didYouMean(first, KINDS);
    throw new Malformed(
      `it begins with ${quote(first)}, as no expectation does${near || `; write one of: ${FORMS.join('; ')}`}`,
    );
  }
  words.at = 3;
  return {
    property: 'only-after',
    then: first,
    first: name(words, 'a step'),
    under: under(words),
  };
};

/** Takes these words if they are next. */
const take = (words: Words, ...expected: readonly string[]): boolean => {
  if (!expected.every((word, index) => words.all[words.at + index]?.toLowerCase() === word)) {
    return false;
  }
  words.at += expected.length;
  return true;
};

const name = (words: Words, what: string): string => {
  const word = words.all[words.at];
  if (word === undefined) throw new Malformed(`it ends where ${what} should be named`);
  words.at += 1;
  return word;
};

/** Names up to one of the words that end them; `and` and `or` may stand between two, unless one is wrong. */
const names = (
  words: Words,
  ends: readonly string[],
  what: string,
  between: 'and' | 'or' | null = null,
): readonly string[] => {
  const found: string[] = [];
  let joint: string | null = null;
  for (;;) {
    const next = words.all[words.at]?.toLowerCase();
    if (next === undefined || ends.includes(next)) break;
    if (next === 'and' || next === 'or') {
      if (between !== null && next !== between) {
        throw new Malformed(`there is '${next}' where only '${between}' can be`);
      }
      if (joint !== null || found.length === 0) {
        throw new Malformed(`there is '${next}' where ${what} should be named`);
      }
      joint = next;
      words.at += 1;
      continue;
    }
    found.push(name(words, what));
    joint = null;
  }
  if (joint !== null) throw new Malformed(`${what} is missing after '${joint}'`);
  if (found.length === 0) throw new Malformed(`${what} is missing before its end`);
  return found;
};

const outcomes = (words: Words): readonly Outcome[] =>
  names(words, ['under'], 'an outcome').map((word) => {
    const outcome = ENDS.find((known) => known === word.toLowerCase().replaceAll('-', '_'));
    if (outcome !== undefined) return outcome;
    throw new Malformed(
      `${quote(word)} is no outcome${didYouMean(word, ENDS) || `; known are ${ENDS.join(', ')}`}`,
    );
  });

const time = (words: Words): number => {
  const word = name(words, 'a time');
  const span = parseSpan(word);
  if (span !== null) return span;
  throw new Malformed(`${quote(word)} is no time; write one like 30s, 5m or PT5M`);
};

const whole = (words: Words, what: string): number => {
  const word = words.all[words.at] ?? '';
  if (!/^\d{1,9}$/.test(word)) throw new Malformed(`${quote(word)} does not say ${what}`);
  words.at += 1;
  return Number(word);
};

const under = (words: Words): number | null => {
  if (!take(words, 'under')) return null;
  const most = whole(words, 'how many faults there may be: under 2 faults');
  if (!take(words, 'faults') && !take(words, 'fault')) {
    throw new Malformed("the word 'faults' is missing: under 2 faults");
  }
  return most;
};
