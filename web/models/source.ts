/** The document as lines of coloured pieces; only colours, the reader alone judges. */

import { dialectOf } from '../../core/dialect.ts';

export type PieceKind = 'text' | 'tag' | 'attribute' | 'value' | 'comment';

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

export type Line = readonly Piece[];

const OUTSIDE = /<!--[\s\S]*?(?:-->|$)|<\/?[^\s<>/]*|[^<]+/y;
const INSIDE = /"[^"]*"?|'[^']*'?|\/?>|[^\s=>"'/]+|[\s=/]+/y;
/** Longer documents are shown without colours. */
const MAXIMUM_COLOURED = 200_000;

export function linesOfSource(source: string): readonly Line[] {
  const text = source.replace(/\r\n?/g, '\n');
  if (text.length > MAXIMUM_COLOURED) {
    return text.split('\n').map((line) => [{ kind: 'text', text: line }]);
  }
  return splitLines(dialectOf(text) === 'orbit' ? orbitPieces(text) : pieces(text));
}

const ORBIT = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|[A-Za-z_]\w*|[^A-Za-z_"/]+|\//g;

/** Words that a block or a member of ORBIT begins with. */
const WORDS = new Set(
  'task record workflow step input output compensated_by version return worker sleep await with after when for in using retry compensate timeout queue_timeout max_parallel idempotency_key'.split(
    ' ',
  ),
);

function orbitPieces(text: string): readonly Piece[] {
  return Array.from(text.matchAll(ORBIT), ({ 0: token, index }) => ({
    kind: orbitKind(token, text.charAt(index + token.length)),
    text: token,
  }));
}

function orbitKind(token: string, next: string): PieceKind {
  if (token.startsWith('//') || token.startsWith('/*')) return 'comment';
  if (token.startsWith('"')) return 'value';
  if (next === ':') return 'attribute';
  return WORDS.has(token) && next !== '.' ? 'tag' : 'text';
}

function pieces(text: string): readonly Piece[] {
  const found: Piece[] = [];
  let inTag = false;
  for (let at = 0; at < text.length; ) {
    const pattern = inTag ? INSIDE : OUTSIDE;
    pattern.lastIndex = at;
    const token = pattern.exec(text)?.[0] ?? text.charAt(at);
    at += token.length;
    const kind = inTag ? kindInside(token, text, at) : kindOutside(token);
    if (kind === 'tag') inTag = !inTag;
    found.push({ kind, text: token });
  }
  return found;
}

function kindOutside(token: string): PieceKind {
  if (token.startsWith('<!--')) return 'comment';
  return token.startsWith('<') ? 'tag' : 'text';
}

/** `at` is where the text goes on behind the token. */
function kindInside(token: string, text: string, at: number): PieceKind {
  if (token.endsWith('>') && token.length <= 2) return 'tag';
  if (token.startsWith('"') || token.startsWith("'")) return 'value';
  const isName = !/^[\s=/]/.test(token) && /^\s{0,20}=/.test(text.slice(at, at + 21));
  return isName ? 'attribute' : 'text';
}

function splitLines(all: readonly Piece[]): readonly Line[] {
  const lines: Piece[][] = [[]];
  for (const { kind, text } of all) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines[lines.length - 1]?.push({ kind, text: part });
    }
  }
  return lines;
}
