/** One way to break a valid document, and where the breach then lies. */

import type { ReadOptions } from '../../../../core/reading.ts';
import type { Choices } from './choices.ts';
import { type Sample, type Written, write } from './document.ts';
import type { Element } from './element.ts';
import { type LineAndColumn, lineAndColumn, placeOf } from './place.ts';
import { print } from './print.ts';

export interface Broken {
  readonly source: string | Uint8Array;
  readonly place: LineAndColumn;
  readonly options: ReadOptions;
}

/** Codes of errors that can't be kept from coming along, each with the reason. */
export type Consequences = { readonly [code: string]: string };

export interface Mutation {
  readonly code: string;
  readonly title: string;
  readonly severity: 'error' | 'warning';
  readonly also: Consequences;
  /** Null where the document has nothing that could be broken in this way. */
  apply(sample: Sample, choices: Choices): Broken | null;
}

export interface Target {
  readonly element: Element;
  readonly attribute?: string;
  /** Its text rather than its start tag. */
  readonly text?: true;
  readonly options?: ReadOptions;
}

export type Change = (written: Written, choices: Choices, sample: Sample) => Target | null;

interface Particulars {
  readonly also?: Consequences;
  readonly severity?: 'error' | 'warning';
}

/** A mutation of elements; the document is printed again afterwards. */
export function changing(
  code: string,
  title: string,
  change: Change,
  { also = {}, severity = isWarning(code) ? 'warning' : 'error' }: Particulars = {},
): Mutation {
  return {
    code,
    title,
    severity,
    also,
    apply(sample, choices) {
      const written = write(sample);
      const target = change(written, choices, sample);
      if (target === null) return null;
      const printed = print(written.root, sample.style);
      const { element, attribute = null, options = {} } = target;
      const text = printed.spots.get(element)?.text ?? -1;
      const place =
        target.text === true && text >= 0
          ? lineAndColumn(printed.text, text)
          : placeOf(printed, element, attribute);
      return { source: marked(sample, printed.text), place, options };
    },
  };
}

function isWarning(code: string): boolean {
  return code.startsWith('U') || code === 'HX-3005';
}

export interface Spliced {
  readonly text: string;
  /** The offset of the breach in the new text. */
  readonly at: number;
}

/** A mutation of the text itself. */
export function splicing(
  code: string,
  title: string,
  splice: (written: Written, choices: Choices) => Spliced | null,
): Mutation {
  return {
    code,
    title,
    severity: 'error',
    also: {},
    apply(sample, choices) {
      const spliced = splice(write(sample), choices);
      if (spliced === null) return null;
      const { text, at } = spliced;
      return { source: marked(sample, text), place: lineAndColumn(text, at), options: {} };
    },
  };
}

export function marked({ style }: Sample, text: string): string {
  return style.byteOrderMark ? `\uFEFF${text}` : text;
}

/** What stands between two offsets, replaced. */
export function replaced(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}
