/** HX-1005: bytes that are no UTF-8, and texts that have no UTF-8 form. */

import type { Choices } from '../choices.ts';
import { write } from '../document.ts';
import { type Broken, type Mutation, marked, splicing } from '../mutation.ts';
import { lineAndColumn } from '../place.ts';

const ENCODING = 'HX-1005';

/** Sequences that RFC 3629 forbids, each wrong at its first byte. */
const BAD_BYTES = [
  [0xff],
  [0xfe],
  [0x80],
  [0xbf, 0xbf],
  [0xc0, 0xaf],
  [0xc1, 0x81],
  [0xe0, 0x80, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xe2, 0x82],
  [0xf0, 0x80, 0x80, 0x80],
  [0xf0, 0x9f, 0x98],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
];

function mutation(title: string, apply: Mutation['apply']): Mutation {
  return { code: ENCODING, title, severity: 'error', also: {}, apply };
}

/** An offset that splits no character. */
function anyOffset(text: string, choices: Choices): number {
  const at = choices.below(text.length + 1);
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at;
}

function wide(text: string, mark: boolean, littleEndian: boolean): Broken {
  const source = mark ? `\uFEFF${text}` : text;
  const bytes = new DataView(new ArrayBuffer(2 * source.length));
  for (let at = 0; at < source.length; at += 1) {
    bytes.setUint16(2 * at, source.charCodeAt(at), littleEndian);
  }
  return { source: new Uint8Array(bytes.buffer), place: { line: 1, column: 1 }, options: {} };
}

export const encodingMutations: readonly Mutation[] = [
  mutation('a byte is not UTF-8', (sample, choices) => {
    const { text } = write(sample);
    const at = anyOffset(text, choices);
    const encoder = new TextEncoder();
    const parts = [
      encoder.encode(marked(sample, text.slice(0, at))),
      Uint8Array.from(choices.oneOf(BAD_BYTES)),
      encoder.encode(text.slice(at)),
    ];
    const source = Uint8Array.from(parts.flatMap((part) => [...part]));
    return { source, place: lineAndColumn(text, at), options: {} };
  }),
  mutation('the bytes are UTF-16', (sample, choices) =>
    wide(write(sample).text, choices.happens(0.5), choices.happens(0.5)),
  ),
  splicing(ENCODING, 'half of a surrogate pair stands alone', ({ text }, choices) => {
    const at = anyOffset(text, choices);
    const half = choices.oneOf(['\uD83D', '\uDE00', '\uDFFF', '\uD800']);
    return { text: text.slice(0, at) + half + text.slice(at), at };
  }),
  splicing(ENCODING, 'another encoding is declared', ({ text }, choices) => {
    const name = choices.oneOf(['ISO-8859-1', 'utf-16', 'UTF8', 'us-ascii', 'windows-1252']);
    const quote = choices.oneOf(['"', "'"]);
    const before = `<?xml version="1.0"${choices.oneOf([' ', '\n', '  '])}`;
    const declaration = `${before}encoding=${quote}${name}${quote}?>`;
    return { text: declaration + text.replace(/^<\?xml .*?\?>/s, ''), at: before.length };
  }),
];
