/**
 * A badge as a picture: drawn here, without script, font or anything else from elsewhere, and without
 * ids, so that several may stand in one page.
 */

import type { Certification } from '../../suite/certification.ts';
import { type BadgeTone, badgeOf } from './badge.ts';

/** Each has a contrast to white of 4.5 or more. */
const FILLS: Readonly<Record<BadgeTone, string>> = {
  good: '#1f7a33',
  part: '#1f63b5',
  bad: '#b3262e',
  unknown: '#5f6670',
};
const LABEL_FILL = '#3b4148';
const HEIGHT = 20;
const PADDING = 6;

export const renderBadgeSvg = (certification: Certification): string => {
  const { label, message, tone } = badgeOf(certification);
  const labelWidth = widthOf(label) + 2 * PADDING;
  const messageWidth = widthOf(message) + 2 * PADDING;
  const width = labelWidth + messageWidth;
  const title = escaped(`${label}: ${message}`);
  const words = (text: string, left: number) =>
    `<text x="${left + PADDING}" y="14" textLength="${widthOf(text)}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<path fill="${LABEL_FILL}" d="M3 0H${labelWidth}V${HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z"/>`,
    `<path fill="${FILLS[tone]}" d="M${labelWidth} 0H${width - 3}a3 3 0 0 1 3 3V${HEIGHT - 3}a3 3 0 0 1-3 3H${labelWidth}z"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">',
    words(label, 0),
    words(message, labelWidth),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
};

/** Of Verdana at 11 px, about, in px; the words are stretched to it, so that no reader's font overflows. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;|!']/, 3.6],
  [/[ frt()/-]/, 4.4],
  [/[mw%✓✗…]/, 10],
  [/[A-Z]/, 8],
];
const OTHER = 6.8;

const widthOf = (text: string): number =>
  Math.ceil(
    [...text].reduce(
      (sum, character) =>
        sum + (WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? OTHER),
      0,
    ),
  );

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
