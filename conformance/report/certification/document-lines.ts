/** The document of a counterexample, as a person reads it. */

import type { Counterexample } from '../../suite/certification.ts';
import { linesOf } from './told.ts';

/** A plan is JSON on one line; of what is none, as it is. */
export const documentLines = ({ format, text }: Counterexample['document']): readonly string[] =>
  linesOf(format === 'plan' ? indented(text) : text);

const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
};
