/**
 * Text of a document or a scenario goes to a terminal only through here: control characters,
 * and those that are invisible or turn the direction of writing, would drive it.
 */

const UNSAFE = new RegExp(
  [
    '[',
    '\\u0000-\\u001f\\u007f-\\u009f', // C0, DEL and C1: escape sequences begin with one of them
    '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f', // invisible
    '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f', // invisible, line ends, direction
    '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb', // invisible, selectors, annotation
    '\\ud800-\\udfff', // halves of a pair that stand alone
    '\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}', // invisible, tags
    ']',
  ].join(''),
  'gu',
);

/** A character by its number, as `<U+001B>`. */
function numbered(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** Line ends and tabs become blanks; all else that is unsafe is shown by its number. */
export function visible(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ').replace(UNSAFE, numbered);
}

/** One character, so that a caller can count the columns of each. */
export function visibleCharacter(character: string): string {
  return character === '\t' ? '  ' : character.replace(UNSAFE, numbered);
}

/** Within JSON text the same characters as escapes: the value stays, the terminal is safe. */
export function safeJson(json: string): string {
  return json.replace(UNSAFE, (character) =>
    character < ' '
      ? character // JSON's own line ends and indentation; within strings they are escaped already
      : Array.from({ length: character.length }, (_, index) => {
          const unit = character.charCodeAt(index);
          return `\\u${unit.toString(16).padStart(4, '0')}`;
        }).join(''),
  );
}
