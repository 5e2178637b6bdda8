/** Texts of drivers within Markdown: nothing of them is markup, a link or a line end. */

import { code, escaped } from '../formats/markdown/text.ts';
import { told } from './told.ts';

/** Text among text. What GitHub would make a link or a mention of without being asked is none. */
export const plain = (text: string, longest?: number): string =>
  escaped(told(text, longest))
    .replace(/(?<!\\)[[\]]/g, '\\$&')
    .replace(/:(?=\/\/)/g, '&#58;')
    .replace(/(?<=\bwww)\./gi, '&#46;')
    .replaceAll('@', '@<!-- -->');

/** A name or a value, as it is. */
export const verbatim = (text: string, longest?: number): string =>
  text === '' ? '(empty)' : code(told(text, longest));
