/** Characters of texts and attributes as XML has them: as themselves, as entities, as CDATA. */

import type { Choices } from './choices.ts';
import type { Style } from './style.ts';

const NAMED: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

export function escapeAttribute(
  value: string,
  quote: string,
  choices: Choices,
  style: Style,
): string {
  // A line end or a tab that stands there as itself would be read as a blank (XML §3.3.3).
  return escaped(value, `&<\t\n\r${quote}`, choices, style);
}

/** The text as it is written, and where its first character stands in that. */
export function writeText(
  value: string,
  choices: Choices,
  style: Style,
): { readonly text: string; readonly offset: number } {
  const blanks = /^[ \t\r\n]*/.exec(value)?.[0].length ?? 0;
  if (style.variety > 0 && !/\]\]>|\r/.test(value) && choices.happens(style.variety / 2)) {
    const text = `<![CDATA[${value.replaceAll('\n', style.newline)}]]>`;
    return { text, offset: 0 };
  }
  // A blank that is written as a reference could be taken for the first character.
  const before = value.slice(0, blanks).replaceAll('\r', '&#13;');
  // A `>` behind `]]` must not be one, and anywhere else it may be (XML §2.4).
  const rest = escaped(value.slice(blanks), '&<\r', choices, style).replaceAll(']]>', ']]&gt;');
  const offset = blanks === value.length ? 0 : withLines(before, style).length;
  return { text: withLines(before + rest, style), offset };
}

function withLines(text: string, { newline }: Style): string {
  return text.replaceAll('\n', newline);
}

function escaped(value: string, always: string, choices: Choices, { variety }: Style): string {
  let written = '';
  for (const character of value) {
    const needed = always.includes(character);
    if (!needed && (variety === 0 || !choices.happens(variety / 8))) {
      written += character;
      continue;
    }
    const code = character.codePointAt(0) ?? 0;
    const numeric = choices.oneOf([
      `&#${code};`,
      `&#x${code.toString(16)};`,
      `&#x00${code.toString(16).toUpperCase()};`,
    ]);
    written += choices.happens(variety) ? numeric : (NAMED[character] ?? numeric);
  }
  return written;
}
