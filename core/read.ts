/** One entry for documents of every dialect: the content tells which one it is. */

import { decode } from './harness/decode.ts';
import { rootOffset } from './harness/prolog.ts';
import { readHarnessText, stoppedAt } from './harness/read.ts';
import { readOrbitText } from './orbit/read.ts';
import { readPlan } from './read-plan.ts';
import type { Dialect, Reading, ReadOptions } from './reading.ts';

export { INVALID_PLAN, MALFORMED_PLAN } from './read-plan.ts';
export type { Dialect, Reading, ReadOptions } from './reading.ts';

/** Retired: said that a document was of a dialect that was not read. None is any more. */
export const UNSUPPORTED_DIALECT = 'U0002';

/**
 * Reads a document of any dialect, bytes or text. Content decides, never a name: XML is read
 * as HarnessXML, JSON with a member `plan` as a plan, and ORBIT is told by its first declaration.
 * Never throws.
 */
export function readDocument(source: string | Uint8Array, options: ReadOptions = {}): Reading {
  const decoded = decode(source);
  if (!decoded.ok) return { ...stoppedAt(decoded.text, decoded.fault), dialect: null };
  const { text } = decoded;
  switch (dialectOf(text)) {
    case 'harness':
      return readHarnessText(text, options);
    case 'plan':
      return readPlan(text);
    case 'orbit':
      return readOrbitText(text, options);
    case null:
      return { ...readHarnessText(text, options), dialect: null };
  }
}

/**
 * The dialect that a text is written in, as far as its beginning tells; null for none. Comments
 * alone are ORBIT's: the others have none of that kind.
 */
export function dialectOf(text: string): Dialect | null {
  const first = text.charAt(rootOffset(text));
  if (first === '<') return 'harness';
  if (first === '{' && PLAN.test(text)) return 'plan';
  const begin = behindComments(text);
  if (begin === text.length && text.charAt(rootOffset(text)) !== '') return 'orbit';
  ORBIT.lastIndex = begin;
  return ORBIT.test(text) ? 'orbit' : null;
}

/** The member that every plan has. */
const PLAN = /"plan"\s*:/;

/** The first declaration of an ORBIT document, or what may be one with a slip in its word. */
const ORBIT =
  /task\s+"|(?:workflow|record)\s+[A-Za-z_]|[A-Za-z_]\w*\s+(?:"[^"\n]*"|[A-Za-z_]\w*)\s*\{/y;

/** Offset of the first character that is no blank and in no comment of ORBIT. */
function behindComments(text: string): number {
  const blanks = /\s*/y;
  for (let at = 0; ; ) {
    blanks.lastIndex = at;
    blanks.test(text);
    at = blanks.lastIndex;
    const close = text.startsWith('//', at) ? '\n' : text.startsWith('/*', at) ? '*/' : null;
    if (close === null) return at;
    const end = text.indexOf(close, at + 2);
    if (end < 0) return text.length;
    at = end + close.length;
  }
}
