/** ORBIT's expressions, as a document holds them: without `${}`, and the whole of a value. */

import { compileOrbitExpression, parseOrbitExpression } from '../../core/orbit/expression/index.ts';
import type { Evaluate, Language } from './program.ts';

/** A text that the compiler of the document would have refused fails who evaluates it. */
const read = (text: string): Evaluate => {
  const parsed = parseOrbitExpression(text);
  if (parsed.ok) return { language: 'orbit', in: compileOrbitExpression(parsed.expression) };
  const message = `the expression ${text.slice(0, 40)} can't be read: ${parsed.error.message}`;
  return { language: 'orbit', in: () => ({ ok: false, code: 'EXPRESSION_ERROR', message }) };
};

export const orbitLanguage: Language = {
  expression: (text) => (text === null ? null : read(text)),
  value: ({ value }) => (value === null ? null : read(value)),
};
