/** Which files are reports or traces, by their first letters: so that no large one is read in vain. */

import { dialectOf } from '../../core/dialect.ts';

/** Bytes that are looked at. */
export const FIRST_BYTES = 4096;

export type FileKind = 'report' | 'trace' | 'document' | 'other';

/** @param start The first letters of the file. */
export function kindOfFile(start: string, name: string): FileKind {
  const text = start.replace(/^\ufeff/, '').trimStart();
  if (/^\{\s*"kind"\s*:\s*"header"/.test(text)) return 'report';
  if (/^\{\s*"kind"\s*:\s*"(?:runtime|traces)"/.test(text)) return 'report';
  if (/^\+\s*\d[\d.]*ms\s+#\d/.test(text)) return 'trace';
  if (/^(?:\[\s*)?\{/.test(text) && isEvent(text)) return 'trace';
  const dialect = dialectOf(text);
  if (dialect === 'harness' || dialect === 'orbit') return 'document';
  // What is meant to be one, and is none, is worth a better word than another kind of file.
  if (/\.(?:ndjson|jsonl)$/i.test(name)) return 'report';
  return 'other';
}

/** An event of ours, or a transition of the public corpus: told by the members of the first. */
function isEvent(text: string): boolean {
  const first = text.slice(0, text.indexOf('}') + 1 || text.length);
  const has = (name: string): boolean => first.includes(`"${name}"`);
  return (has('seq') && has('at') && has('type')) || (has('node') && has('from') && has('to'));
}
