/** Interpolation (HarnessXML §10.2): `${ … }` in text, `$${` for a literal `${`. */

import { Misread } from './failure.ts';
import { type ExpressionReading, readExpression } from './parse.ts';
import { skipString } from './read-literal.ts';
import type { Declarations, Expression, SyntaxError_, Template } from './syntax.ts';

export type TemplateReading =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly error: SyntaxError_ };

/** Reads text and expressions mixed. Offsets are those of the whole text. */
export function parseTemplate(text: string, declarations: Declarations): TemplateReading {
  try {
    return { ok: true, template: { parts: readParts(text, declarations) } };
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    return { ok: false, error: error.error };
  }
}

/**
 * Reads a guard, case, condition, `over`, `while` or `until`: one `${ … }` with nothing but
 * blanks around it. Whether it yields a boolean is seen when it is evaluated (HX-4107).
 */
export function parseCondition(text: string, declarations: Declarations): ExpressionReading {
  const reading = parseTemplate(text, declarations);
  if (!reading.ok) return reading;
  const parts = reading.template.parts.filter((part) => !isBlank(part));
  const [expression, second] = parts;
  if (expression !== undefined && typeof expression !== 'string' && second === undefined) {
    return { ok: true, expression };
  }
  return { ok: false, error: notOneExpression(text, parts) };
}

/** Whether a text holds anything that parseTemplate would read as more than text. */
export function hasExpression(text: string): boolean {
  return text.includes('${');
}

function readParts(text: string, declarations: Declarations): (string | Expression)[] {
  const parts: (string | Expression)[] = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const dollar = text.indexOf('$', at);
    if (dollar < 0) break;
    plain += text.slice(at, dollar);
    if (text.startsWith('$${', dollar)) {
      plain += '${';
      at = dollar + 3;
    } else if (text.startsWith('${', dollar)) {
      if (plain !== '') parts.push(plain);
      plain = '';
      const end = endOfExpression(text, dollar);
      parts.push(readExpression(text, dollar + 2, end, declarations));
      at = end + 1;
    } else {
      plain += '$';
      at = dollar + 1;
    }
  }
  plain += text.slice(at);
  if (plain !== '') parts.push(plain);
  return parts;
}

/** Where the `}` is: the first one outside of a text in quotes. */
function endOfExpression(text: string, dollar: number): number {
  let at = dollar + 2;
  while (at < text.length) {
    const letter = text[at];
    if (letter === '}') return at;
    at = letter === "'" || letter === '"' ? behindString(text, at) : at + 1;
  }
  throw new Misread("'${' is not closed with '}'", dollar);
}

function behindString(text: string, start: number): number {
  const end = skipString(text, start);
  if (end === null) throw new Misread(`a text is not closed with ${text[start]}`, start);
  return end;
}

function isBlank(part: string | Expression): boolean {
  return typeof part === 'string' && /^[ \t\r\n]*$/.test(part);
}

function notOneExpression(text: string, parts: readonly (string | Expression)[]): SyntaxError_ {
  const expressions = parts.filter((part) => typeof part !== 'string').length;
  const hint =
    expressions > 1
      ? "it has several; join them with 'and' or 'or' in one"
      : expressions === 1
        ? 'it has text beside it'
        : `it has none; write \${${text.length > 0 && text.length < 30 && !/\p{C}/u.test(text) ? text.trim() : ' … '}}`;
  return { code: 'HX-3101', message: `a condition is one expression in \${ }; ${hint}`, offset: 0 };
}
