/**
 * A line that holds a credential is shown without it (HX-3501): reports end up in the logs of
 * builds, which many people read.
 */

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
      const from = at === line ? valueStart(characters, column - 1) : 0;
      const to = at === endLine ? endColumn - 2 : characters.length;
      for (let index = from; index < Math.min(to, characters.length); index += 1) {
        characters[index] = MASK;
      }
    }
  }
  return lines.map((line, index) => touched.get(index + 1)?.join('') ?? line);
}

/** Behind the quote that opens an attribute's value, and the characters that may be seen. */
function valueStart(characters: readonly string[], from: number): number {
  for (let index = from; index < characters.length; index += 1) {
    if (characters[index] === '"' || characters[index] === "'") return index + 1 + SHOWN;
  }
  return from;
}
