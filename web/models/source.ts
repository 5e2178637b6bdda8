/** The document as lines of coloured pieces; only colours, the reader alone judges. */

export type PieceKind = 'text' | 'tag' | 'attribute' | 'value' | 'comment';

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
}

export type Line = readonly Piece[];

const TOKENS = /<!--[\s\S]*?(?:-->|$)|<\/?[^\s<>/]+|\/?>|[^<>]+|</g;
const IN_TAG = /[^\s=/>]+(?=\s*=)|"[^"]*"?|'[^']*'?|[^"'\s=]+|[\s=]+/g;
/** Longer documents are shown without colours. */
const MAXIMUM_COLOURED = 200_000;

export function linesOfSource(source: string): readonly Line[] {
  const text = source.replace(/\r\n?/g, '\n');
  if (text.length > MAXIMUM_COLOURED) {
    return text.split('\n').map((line) => [{ kind: 'text', text: line }]);
  }
  return splitLines(pieces(text));
}

function pieces(text: string): readonly Piece[] {
  const found: Piece[] = [];
  let inTag = false;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token.startsWith('<!--')) found.push({ kind: 'comment', text: token });
    else if (token.startsWith('<')) {
      inTag = true;
      found.push({ kind: 'tag', text: token });
    } else if (token === '>' || token === '/>') {
      inTag = false;
      found.push({ kind: 'tag', text: token });
    } else if (inTag) found.push(...tagPieces(token));
    else found.push({ kind: 'text', text: token });
  }
  return found;
}

function tagPieces(text: string): readonly Piece[] {
  return [...text.matchAll(IN_TAG)].map(([piece], index, all) => {
    const quoted = piece.startsWith('"') || piece.startsWith("'");
    const named = all[index + 1]?.[0].trimStart().startsWith('=') ?? false;
    return { kind: quoted ? 'value' : named ? 'attribute' : 'text', text: piece };
  });
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
