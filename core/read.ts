/** One entry for documents of every dialect: the content tells which one it is. */

import { dialectOf } from './dialect.ts';
import { decode } from './harness/decode.ts';
import { readHarnessText, stoppedAt } from './harness/read.ts';
import { readOrbitText } from './orbit/read.ts';
import { readPlan } from './read-plan.ts';
import type { Reading, ReadOptions } from './reading.ts';

export { dialectOf } from './dialect.ts';
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
