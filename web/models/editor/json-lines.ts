/** A scenario as lines of coloured pieces; only colours, its reader alone judges. */

import type { Line, Piece, PieceKind } from '../source.ts';

const TOKEN = /"(?:[^"\\\n]|\\.)*"?|[A-Za-z_][\w.-]*|-?\d[\w.+-]*|[^"\w-]+|-/g;
/** Longer ones are shown without colours. */
const MAXIMUM_COLOURED = 200_000;

/** For JSON; the corpus' line format comes out as words and numbers. */
export function linesOfScenario(source: string): readonly Line[] {
  const text = source.replace(/\r\n?/g, '\n');
  return text.split('\n').map((line) => {
    if (text.length > MAXIMUM_COLOURED) return [{ kind: 'text', text: line }];
    return Array.from(
      line.matchAll(TOKEN),
      ({ 0: token, index }): Piece => ({
        kind: kindOf(token, line.slice(index + token.length)),
        text: token,
      }),
    );
  });
}

function kindOf(token: string, rest: string): PieceKind {
  if (token.startsWith('"')) return /^\s*:/.test(rest) ? 'attribute' : 'value';
  if (/^-?\d/.test(token)) return 'tag';
  return /^(?:true|false|null)$/.test(token) ? 'tag' : 'text';
}
