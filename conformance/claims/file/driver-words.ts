/** The words by which a command named a driver, taken apart again. */

import type { ClaimedDriver } from './schema.ts';

/**
 * @param words As a report has them: `--driver "python3 driver.py"`; empty for the built-in runtime.
 * @returns Null for what unwind does not write.
 */
export const driverInWords = (words: string): ClaimedDriver | null => {
  if (words.trim() === '') return { kind: 'built-in' };
  const match = /^\s*--driver(-module|-url)? (.+)$/s.exec(words);
  const value = match === null ? null : unquoted(match[2] ?? '');
  if (match === null || value === null) return null;
  switch (match[1]) {
    case '-module':
      return { kind: 'module', module: value };
    case '-url':
      return { kind: 'url', url: value };
    default:
      return { kind: 'command', command: value };
  }
};

/** One word of a shell: bare, in double quotes with nothing to look into, or in single ones. */
const unquoted = (text: string): string | null => {
  const [first] = text;
  if (first === '"') {
    return /^"[^"$`\\!]*"$/.test(text) ? text.slice(1, -1) : null;
  }
  if (first !== "'") return /^[\w./:@=-]+$/.test(text) ? text : null;
  const inner = text.slice(1, -1).replaceAll("'\\''", '\0');
  return text.endsWith("'") && text.length > 1 && !inner.includes("'")
    ? inner.replaceAll('\0', "'")
    : null;
};
