/** HarnessXML documents without end: valid ones, and each broken in one known way. */

import { streamOf } from '../chance.ts';
import type { DocumentCase } from './document-case.ts';
import { choicesOf } from './harness/choices.ts';
import { type Sample, samples, write } from './harness/document.ts';
import { type Broken, type Mutation, marked } from './harness/mutation.ts';
import { mutations } from './harness/mutations/index.ts';

/** How many ways there are; so many documents in a row show each once, where it can be. */
export const HARNESS_WAYS = mutations.length;

/** How often another document is made where one has nothing that could be broken so. */
const TRIES = 12;

/** Document `number` of a seed, valid or broken in the way of that number. */
export const harnessDocument = (
  seed: number,
  number: number,
  isValid: boolean,
): DocumentCase | null => {
  const random = streamOf(seed, `harness document ${isValid}`, number);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const sample = samples.generate(random, undefined).value;
    if (isValid) return valid(sample, number);
    const mutation = mutations[number % mutations.length] as Mutation;
    const bytes = Array.from({ length: 16 }, () => random.nextInt(0, 255));
    const broken = mutation.apply(sample, choicesOf(bytes));
    const found = broken === null ? null : brokenCase(mutation, broken, number);
    if (found !== null) return found;
  }
  return null;
};

const valid = (sample: Sample, number: number): DocumentCase => ({
  name: `generated #${number}`,
  dialect: 'harness',
  source: marked(sample, write(sample).text),
  expected: [],
});

/** A message carries text alone, and no other documents beside it. */
const brokenCase = (
  { code, severity, title }: Mutation,
  { source, place, options }: Broken,
  number: number,
): DocumentCase | null => {
  if (typeof source !== 'string' || Object.keys(options).length > 0) return null;
  return {
    name: `generated #${number}: ${title}`,
    dialect: 'harness',
    source,
    expected: [{ code, severity, line: place.line, column: place.column }],
  };
};
