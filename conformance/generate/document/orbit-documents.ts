/** ORBIT documents without end: valid ones, and each broken in one known way. */

import { codeOf } from '../../../core/orbit/codes.ts';
import { streamOf } from '../chance.ts';
import type { DocumentCase } from './document-case.ts';
import { type Choices, choicesFrom } from './harness/choices.ts';
import { lineAndColumn } from './harness/place.ts';
import { type Break, breaks } from './orbit/breaks.ts';
import { type OrbitSample, orbitSamples } from './orbit/document.ts';
import { noisy, words } from './orbit/words.ts';

export const ORBIT_WAYS = breaks.length;

/** How often a comment stands between two tokens. */
const NOISE = 0.02;

/** Document `number` of a seed, valid or broken in the way of that number. */
export const orbitDocument = (seed: number, number: number, isValid: boolean): DocumentCase => {
  const random = streamOf(seed, `orbit document ${isValid}`, number);
  const sample = orbitSamples.generate(random, undefined).value;
  const choices = choicesFrom(random.nextInt(1, 0x7fff_ffff));
  if (isValid) {
    const source = noisy(sample.tokens, choices, NOISE);
    return { name: `generated #${number}`, dialect: 'orbit', source, expected: [] };
  }
  return brokenCase(sample, breaks[number % breaks.length] as Break, choices, number);
};

const MARK = '§';

const brokenCase = (
  { tokens }: OrbitSample,
  { code, beside = '', inside = '' }: Break,
  choices: Choices,
  number: number,
): DocumentCase => {
  const all = [...piece(beside), ...tokens.slice(0, -1), ...piece(inside), '}'];
  const text = noisy(all, choices, NOISE);
  const at = text.indexOf(MARK);
  const source = text.replace(MARK, '');
  const { severity } = codeOf(code);
  return {
    name: `generated #${number}: ${code}`,
    dialect: 'orbit',
    source,
    expected: [{ code, severity, ...lineAndColumn(source, at) }],
  };
};

/** Tokens of a piece; a mark is one with the token behind it. */
const piece = (text: string): readonly string[] => {
  const tokens = words(text);
  return tokens.flatMap((token, index) => {
    if (token === MARK) return [];
    return [tokens[index - 1] === MARK ? MARK + token : token];
  });
};
