/** What a file or a pasted text holds that this page can show. */

import { findToken } from '../../conformance/token/token.ts';
import { dialectOf } from '../../core/dialect.ts';
import { NO_FAULTS } from './faults.ts';
import { linkTo } from './link.ts';
import { type Play, readPlay } from './play.ts';

export type Opened =
  | { readonly kind: 'play'; readonly play: Play }
  | { readonly kind: 'address'; readonly hash: string }
  | { readonly kind: 'unknown'; readonly message: string };

/** In letters; a longer file is refused unread. */
const LONGEST = 4 << 20;

export function openedOf(text: string, name: string): Opened {
  if (text.length > LONGEST) return unknown(`${name} is larger than this page reads.`);
  const dialect = dialectOf(text);
  if (dialect === 'harness' || dialect === 'orbit') {
    const title = name.replace(/\.[a-z]+$/i, '');
    return {
      kind: 'play',
      play: { document: text, scenario: '', seed: null, faults: NO_FAULTS, title, digest: null },
    };
  }
  const value = parsed(text);
  if (value !== null && typeof value === 'object' && 'src' in value) {
    const reading = readPlay(value);
    if (reading.ok) return { kind: 'play', play: reading.play };
    return unknown(`${name} can not be shown. ${reading.message}`);
  }
  const token = findToken(text.slice(0, 64 * 1024));
  if (token !== null && (value === null || 'token' in (value as object))) {
    return { kind: 'address', hash: linkTo({ kind: 'token', token }) };
  }
  return unknown(
    `${name} is no run that this page knows: a document, a saved run or a token of unwind.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function unknown(message: string): Opened {
  return { kind: 'unknown', message };
}
