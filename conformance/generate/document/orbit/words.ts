/** Text as a row of tokens, and rows as text: neat, or with blanks and comments in odd places. */

import type { Choices } from '../harness/choices.ts';

export type Words = readonly string[];

/** Splits a piece that is written plainly into its tokens. */
export function words(text: string): Words {
  return (
    text.match(
      /"(?:[^"\\]|\\.)*"|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?[A-Za-z]*|[A-Za-z_]\w*|==|!=|<=|>=|&&|\|\||\S/g,
    ) ?? []
  );
}

/** Tokens with a blank between each two. */
export function plain(tokens: Words): string {
  return `${tokens.join(' ')}\n`;
}

const BLANKS = [' ', '\n', '\n\n', '  ', '\t', '\r\n', '\n\n\n', ' \n '];
const COMMENTS = [
  ...['// a', '/* b */', '/* c\n   d */', '//', '/**/', '/* // */', '// /* e', '/* "f */'],
  ...['// tail   ', '/*\n g\n*/', '// 😀'],
];

/** The same tokens with blanks and comments between them; how many comments, `rate` says. */
export function noisy(tokens: Words, choices: Choices, rate: number): string {
  let text = gap(choices, rate, true);
  for (const token of tokens) text += token + gap(choices, rate, false);
  return text;
}

function gap(choices: Choices, rate: number, isFirst: boolean): string {
  let text = isFirst ? '' : choices.oneOf(BLANKS);
  for (let left = 3; left > 0 && choices.happens(rate); left -= 1) {
    const comment = choices.oneOf(COMMENTS);
    text += comment + (comment.startsWith('//') ? '\n' : '') + choices.oneOf(BLANKS);
  }
  return text;
}
