/**
 * XML taken apart into its largest pieces, complete or not: what a parser stumbled over is
 * looked for in these, from the last place where all was well.
 */

export interface Token {
  readonly kind: 'text' | 'tag' | 'comment' | 'section' | 'instruction';
  readonly start: number;
  readonly end: number;
  /** Whether its end was found. */
  readonly complete: boolean;
}

const BRACKETS = [
  ['comment', '<!--', '-->'],
  ['section', '<![CDATA[', ']]>'],
  ['instruction', '<?', '?>'],
] as const;

/** From the `<` of a tag to its `>`, which no attribute's value holds. */
const TAG = /<(?:"[^"]*"|'[^']*'|[^"'>])*>/y;

/** The pieces of a source from an offset on, which lies before or behind one of them. */
export function* tokensFrom(source: string, from: number): Generator<Token> {
  let start = from;
  while (start < source.length) {
    const token = tokenAt(source, start);
    yield token;
    start = token.end;
  }
}

function tokenAt(source: string, start: number): Token {
  if (source.charAt(start) !== '<') {
    const next = source.indexOf('<', start);
    return { kind: 'text', start, end: next < 0 ? source.length : next, complete: true };
  }
  for (const [kind, opening, closing] of BRACKETS) {
    if (!source.startsWith(opening, start)) continue;
    const close = source.indexOf(closing, start + opening.length);
    const complete = close >= 0;
    const end = complete ? close + closing.length : source.length;
    return { kind, start, end, complete };
  }
  TAG.lastIndex = start;
  const [tag] = TAG.exec(source) ?? [];
  const end = tag === undefined ? source.length : start + tag.length;
  return { kind: 'tag', start, end, complete: tag !== undefined };
}
