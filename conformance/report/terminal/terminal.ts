/** What a report needs to know of the place that it is printed to. */

import { asciiGlyphs, type Glyphs, unicodeGlyphs } from './glyphs.ts';
import { createPaint, type Paint } from './style.ts';

export interface Terminal {
  /** Columns, at least 40. */
  readonly columns: number;
  readonly glyphs: Glyphs;
  readonly paint: Paint;
}

const NARROWEST = 40;
const WIDEST = 200;

export interface TerminalOptions {
  readonly columns?: number;
  readonly colours?: boolean;
  readonly ascii?: boolean;
}

/** By default 80 columns, without colours, with Unicode's signs. */
export function createTerminal(options: TerminalOptions = {}): Terminal {
  const { columns = 80, colours = false, ascii = false } = options;
  return {
    columns: Math.min(WIDEST, Math.max(NARROWEST, Math.trunc(columns))),
    glyphs: ascii ? asciiGlyphs : unicodeGlyphs,
    paint: createPaint(colours),
  };
}
