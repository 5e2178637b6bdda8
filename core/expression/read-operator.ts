/** Operators between operands, in signs and in words. */

import { Misread } from './failure.ts';
import { peekWord, startsName } from './read-name.ts';
import { type ChainOperator, LEVELS } from './syntax.ts';
import { skipBlanks, stands, type Text } from './text.ts';

export interface Operator {
  readonly name: ChainOperator;
  readonly written: string;
  /** Place in LEVELS: the higher, the tighter. */
  readonly level: number;
}

const SPELLINGS: readonly (readonly [string, ChainOperator])[] = [
  ['??', '??'],
  ['||', 'or'],
  ['&&', 'and'],
  ['==', '=='],
  ['!=', '!='],
  ['<=', '<='],
  ['>=', '>='],
  ['<', '<'],
  ['>', '>'],
  ['+', '+'],
  ['-', '-'],
  ['*', '*'],
  ['/', '/'],
  ['%', '%'],
  ['or', 'or'],
  ['and', 'and'],
  ['in', 'in'],
];

const OPERATORS: readonly Operator[] = SPELLINGS.map(([written, name]) => ({
  name,
  written,
  level: LEVELS.findIndex((level) => level.includes(name)),
}));

const WORDS: ReadonlyMap<string, Operator> = new Map(
  OPERATORS.filter(({ written }) => startsName(written[0])).map((word) => [word.written, word]),
);
const SIGNS: readonly Operator[] = OPERATORS.filter(({ written }) => !WORDS.has(written));

/** What other languages would write here, longest first, and what this one writes. */
const FOREIGN: readonly (readonly [string, string])[] = [
  ['===', "write '=='"],
  ['!==', "write '!='"],
  ['<>', "write '!='"],
  ['**', 'there are no powers'],
  ['~=', "write '=='"],
];
const FOREIGN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['=', "write '=='"],
  ['&', "write 'and'"],
  ['|', "write 'or'"],
  ['?', "there is no '? :'; '??' stands in for null"],
]);

/** The operator that stands behind blanks, which are skipped; null where none does. */
export function peekOperator(text: Text): Operator | null {
  skipBlanks(text);
  if (text.at >= text.end) return null;
  if (startsName(text.source[text.at])) return peekWordOperator(text);
  for (const [written, remedy] of FOREIGN) {
    if (stands(text, written)) throw new Misread(`'${written}' is no operator; ${remedy}`, text.at);
  }
  for (const operator of SIGNS) if (stands(text, operator.written)) return operator;
  const letter = text.source[text.at] as string;
  const remedy = FOREIGN_LETTERS.get(letter);
  if (remedy !== undefined) throw new Misread(`'${letter}' is no operator; ${remedy}`, text.at);
  return null;
}

function peekWordOperator(text: Text): Operator | null {
  const word = peekWord(text);
  if (word === 'not') {
    throw new Misread("'not' stands before a value; for 'not in' write not (x in y)", text.at);
  }
  return WORDS.get(word) ?? null;
}
