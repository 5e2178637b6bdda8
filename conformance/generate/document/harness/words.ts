/** Names and texts that documents of the generator are made of: plain ones first. */

import type { Choices } from './choices.ts';

/** Any text that XML 1.0 can hold, blanks and line ends of every kind included. */
const TEXTS = [
  'order',
  '',
  'pays a bill',
  '  leading and trailing  ',
  'a\tb',
  'first\nsecond',
  'first\r\nsecond\rthird',
  '\n',
  `<&>"'`,
  ']]>',
  '&amp; &#65; &nope;',
  '-->',
  '<?pi ?>',
  '<![CDATA[x',
  '😀 𝒳',
  'é e\u0301 ß İ ı',
  '\u0085\u2028\u2029\u00a0\ufeff',
  '\ud7ff\ue000\ufffd\u{10000}\u{10ffff}',
  '\u0009\u0020\u007f\u0080',
  '{}[]()|\\',
  'null',
  'عربى עברית',
  'many words '.repeat(30),
];

/** Where an expression may stand, these stay text. */
const VALUES = [...TEXTS, '$', '100 $', '$ {x}', '}', '{a}', '$$', '$${item}', '$${', '$$${x'];

/** Where none may, a `${` is text as well. */
const LITERALS = [...TEXTS, '${', '${nowhere.out}', '${broken', '$${a}', '${1 +'];

export function anyText(choices: Choices): string {
  return choices.oneOf(TEXTS);
}

/** A text that holds no expression; `$${` is an escape in it. */
export function anyValue(choices: Choices): string {
  return choices.oneOf(VALUES);
}

export function anyLiteral(choices: Choices): string {
  return choices.oneOf(LITERALS);
}

export function maybe<T>(choices: Choices, probability: number, make: () => T): T | null {
  return choices.happens(probability) ? make() : null;
}

const SHAPES: readonly ((base: string, index: number) => string)[] = [
  (base, index) => `${base}${index}`,
  (base, index) => `${base}_${index}`,
  (_, index) => `_${index}`,
  (base, index) => `${base.toUpperCase()}-${index}`,
  (base, index) => `${base}.x${index}`,
  (base, index) => `${base}-.${index}_.-`,
  (base, index) => `${base}${'o'.repeat(255 - base.length - String(index).length)}${index}`,
];

/** An identifier that no other index gives; the longest have 255 characters. */
export function identifier(choices: Choices, base: string, index: number): string {
  return choices.oneOf(SHAPES)(base, index);
}

/** Ids that mean something to expressions or to JavaScript; no expression reads these nodes. */
export const AWKWARD_IDS = [
  '__proto__',
  'constructor',
  'toString',
  'and',
  'or',
  'not',
  'in',
  'true',
  'null',
  'len',
];

export const URIS = [
  'https://example.com/a',
  'urn:x:1',
  'a/b.hxml',
  '../c?d=e&f=g#h',
  'https://例え.example/ü',
];
