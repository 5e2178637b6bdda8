/**
 * Text into HTML, in one place. What drivers, documents and runtimes say is not trusted: a template
 * takes texts and numbers as they are and escapes each of them; only what a template made itself
 * goes in unchanged.
 */

import { cut } from '../../suite/cut.ts';
import { visible } from '../terminal/visible.ts';

/** HTML that a template made. */
export interface Markup {
  readonly markup: string;
}

/** What may stand in a template; null is nothing. */
export type Part = string | number | null | Markup | readonly Part[];

/** Signs of one text that stands in a line; what is longer is cut, and says so. */
export const LONGEST_TEXT = 1200;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

const encoded = (text: string): string =>
  text.replace(/[&<>"'`]/g, (sign) => ENTITIES[sign] as string);

/**
 * A text for any place between tags or in a quoted attribute. What can't be seen, or would turn
 * the direction of writing, is shown by its number.
 */
export const escapeText = (text: string): string => encoded(visible(cutText(text, LONGEST_TEXT)));

/** The same for a `pre`: lines stay lines. */
export const escapeLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => encoded(visible(line.replaceAll('\t', '  '))))
    .join('\n');

/** The beginning, with what was left out said behind it. */
export const cutText = (text: string, longest: number): string => {
  if (text.length <= longest) return text;
  const shown = cut(text, longest);
  return `${shown} [cut: ${text.length - shown.length + 1} of ${text.length} signs are left out]`;
};

/** Joins texts, numbers and what other templates made. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => {
  let markup = strings[0] ?? '';
  parts.forEach((part, index) => {
    markup += render(part) + (strings[index + 1] ?? '');
  });
  return { markup };
};

const render = (part: Part): string => {
  if (part === null) return '';
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escapeText(part);
  if ('markup' in part) return part.markup;
  return part.map(render).join('');
};

/** Nothing, where a template has nothing to say. */
export const nothing: Markup = { markup: '' };

/** A `pre` with lines of a document, a scenario or a log. */
export const linesOf = (text: string, longest: number): Markup => ({
  markup: escapeLines(cutText(text, longest)),
});

/** An address as a link where it is one of the web, else as text. */
export const webLink = (address: string): Markup =>
  /^https?:\/\/[^\s"'<>`]{1,500}$/.test(address)
    ? html`<a href="${address}" rel="noreferrer noopener">${address}</a>`
    : html`${address}`;

/** A place in the page: letters, digits and `-` alone. */
export const anchorOf = (kind: string, name: string): string =>
  `${kind}-${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 120)}`;

/** May be broken behind its slash: `compensation/` `only-succeeded`. */
export const ruleName = (id: string): Markup => {
  const [family = '', ...rest] = cutText(id, 200).split('/');
  return rest.length === 0 ? html`${family}` : html`${family}/<wbr/>${rest.join('/')}`;
};
