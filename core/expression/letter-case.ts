/**
 * Upper and lower case that is the same in every engine. Engines follow different versions of
 * Unicode, and new versions give old letters a counterpart; so only scripts whose mapping has
 * been settled for long are mapped: Latin up to U+017F, Greek and Coptic without its last
 * additions, and Cyrillic up to U+045F. All other letters stay. No rule looks at neighbours:
 * a capital sigma always becomes σ.
 */

const SETTLED: readonly (readonly [number, number])[] = [
  [0x0000, 0x017f],
  [0x0386, 0x03ce],
  [0x0400, 0x045f],
];

export function lowerCase(text: string): string {
  return mapLetters(text, (letter) => letter.toLowerCase());
}

export function upperCase(text: string): string {
  return mapLetters(text, (letter) => letter.toUpperCase());
}

function mapLetters(text: string, map: (letter: string) => string): string {
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const letter = text[index] as string;
    result += isSettled(unit) ? map(letter) : letter;
  }
  return result;
}

function isSettled(unit: number): boolean {
  return SETTLED.some(([first, last]) => unit >= first && unit <= last);
}
