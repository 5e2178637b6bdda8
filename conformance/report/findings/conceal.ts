/**
 * A line that holds a credential is shown without it (HX-3501): reports end up in the logs of
 * builds, which many people read.
 */

import { withoutCredentials } from '../../../core/model/credential-forms.ts';
import type { Diagnostic } from '../../../core/model/diagnostic.ts';

const CREDENTIAL = 'HX-3501';
/** As many characters of a credential as its finding shows. */
const SHOWN = 4;
const MASK = '*';

/** The same lines; each credential keeps its length, so that columns stay what they were. */
export function concealCredentials(
  lines: readonly string[],
  findings: readonly Diagnostic[],
): readonly string[] {
  const places = findings.filter(({ code }) => code === CREDENTIAL);
  if (places.length === 0) return lines;
  const touched = new Map<number, string[]>();
  for (const { line, column, endLine, endColumn } of places) {
    for (let at = line; at <= Math.min(endLine, lines.length); at += 1) {
      const characters = touched.get(at) ?? [...(lines[at - 1] ?? '')];
      touched.set(at, characters);
      const end = Math.min(at === endLine ? endColumn - 1 : Infinity, characters.length);
      const start = column - 1;
      const from = at > line ? 0 : start + shownFrom(characters.slice(start, end), at < endLine);
      const to = at === endLine && /["']/.test(characters[end - 1] ?? '') ? end - 1 : end;
      for (let index = from; index < to; index += 1) characters[index] = MASK;
    }
  }
  return lines.map((line, index) => touched.get(index + 1)?.join('') ?? line);
}

/** An attribute's name, and all that may stand between it and its value. */
const ATTRIBUTE = /^[^\s=<>"']+\s*=\s*["']/;
/** Of an attribute without its value, which then stands on a later line. */
const NAME = /^[^\s=<>"']+\s*=?\s*$/;
const LONGEST_NAME = 300;

/** How many characters of a place may be seen: the attribute's name, and the first of a value. */
function shownFrom(characters: readonly string[], goesOn: boolean): number {
  const beginning = characters.slice(0, LONGEST_NAME).join('');
  if (goesOn && NAME.test(beginning)) return 0;
  return [...(ATTRIBUTE.exec(beginning)?.[0] ?? '')].length + SHOWN;
}

/** Each character of a line that is part of a key of a known form, as a mask. */
export function maskKnownKeys(line: string): string {
  return withoutCredentials(line, (key) => {
    const characters = [...key];
    return [...characters.slice(0, SHOWN), ...characters.slice(SHOWN).map(() => MASK)].join('');
  });
}
