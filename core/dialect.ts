/** Which dialect a text is written in. Apart from the readers, so that asking loads none of them. */

import { rootOffset } from './harness/prolog.ts';
import type { Dialect } from './reading.ts';

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
