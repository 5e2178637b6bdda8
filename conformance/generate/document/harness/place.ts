/** Lines and columns as an editor shows them, counted apart from the reader. */

import type { Element } from './element.ts';
import type { Printed } from './print.ts';

export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Of an offset into a text: CRLF, CR and LF end lines, a column is a code point. */
export function lineAndColumn(text: string, offset: number): LineAndColumn {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}

/** Of an element's start tag, or of one of its attributes where it is written. */
export function placeOf(
  { text, spots }: Printed,
  element: Element,
  attribute: string | null = null,
): LineAndColumn {
  const spot = spots.get(element);
  if (spot === undefined) throw new Error(`<${element.name}> was not printed`);
  const written = attribute === null ? undefined : spot.attributes.get(attribute);
  return lineAndColumn(text, written ?? spot.start);
}
