/** Writes long results in pieces of a handy size. */

import type { Output } from './host.ts';

const PIECE = 1 << 16;

export function writeAll(output: Output, pieces: Iterable<string>): void {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < PIECE) continue;
    output.write(text);
    text = '';
  }
  if (text !== '') output.write(text);
}
