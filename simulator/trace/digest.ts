/** One number for a whole trace, so that runs can be compared across engines. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../core/model/canonical-json.ts';
import type { TraceEvent } from '../../core/model/trace.ts';

/** Hashing each line by itself would cost as much again as writing it. */
const PIECE = 1 << 16;

/** The hex sha256 of a trace as NDJSON: one event a line, each in RFC 8785 form. */
export const digestTrace = (trace: readonly TraceEvent[]): string => {
  const hash = sha256.create();
  let text = '';
  for (const event of trace) {
    text += `${canonicalJson(event)}\n`;
    if (text.length < PIECE) continue;
    hash.update(utf8ToBytes(text));
    text = '';
  }
  hash.update(utf8ToBytes(text));
  return bytesToHex(hash.digest());
};
