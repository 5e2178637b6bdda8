/** Texts as the page sets them. */

const TIME = /(\d) (ms|s|min|h|d)\b/g;
const NO_BREAK = '\u00a0';

/** A number and its unit stay on one line. */
export function unbroken(text: string): string {
  return text.replace(TIME, `$1${NO_BREAK}$2`);
}
