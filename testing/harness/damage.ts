/** Documents damaged at random, and things that never were any: nothing is known of them. */

import fc from 'fast-check';
import { type Choices, choicesOf } from './choices.ts';
import { type Sample, samples, write } from './document.ts';
import { marked } from './mutation.ts';

const TOKENS = [
  ...['<', '>', '/>', '</', '=', '"', "'", '&', ';', ':', '/', ' ', '\n', '\r', '\r\n', '\t', '\0'],
  ...['&amp;', '&lt;', '&#65;', '&#x1F600;', '&#0;', '&#xD800;', '&nbsp;', '&a;', '&#99999999999;'],
  ...['<!--', '-->', '--', '<![CDATA[', ']]>', '<?x', '?>', '<?xml version="1.0"?>', '<!', '<!x>'],
  ...['<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>', '<!ENTITY a SYSTEM "file:///etc/x">'],
  ...[
    '${',
    '}',
    '$${',
    '${a.b}',
    '${1 + ',
    '((((',
    '[[[[',
    "'",
    '??',
    'not not ',
    'P1Y',
    '-1',
    '1e9',
  ],
  ...[
    '😀',
    '\u0301',
    '\uFEFF',
    '\uFFFE',
    '\uFFFF',
    '\u0001',
    '\u0085',
    '\u2028',
    '\u202e',
    '\u2067',
    '\uD83D',
    '\uDE00',
  ],
  ...[
    'xmlns=""',
    'xmlns:xml="u"',
    'xmlns:x="u"',
    'x:y="z"',
    'id="a"',
    'xsi:nil="true"',
    '__proto__',
  ],
  ...['<node id="a" type="task"/>', '<edge from="a" to="a"/>', '</harness>', '<harness', '<x:y>'],
  ...[
    '<extension namespace="u" required="1">',
    '<nodes/>',
    '<retry maxAttempts="1"/>',
    'constructor',
  ],
];

type Damage = (text: string, choices: Choices) => string;

/** An offset into a text; characters outside of the first plane may be split. */
function anyOffset(text: string, choices: Choices): number {
  return choices.below(text.length + 1);
}

function anySpan(text: string, choices: Choices): readonly [start: number, end: number] {
  const start = anyOffset(text, choices);
  const length = choices.oneOf([1, 1, 5, 30, 200, text.length]);
  return [start, Math.min(text.length, start + 1 + choices.below(length))];
}

const cut: Damage = (text, choices) => {
  const [start, end] = anySpan(text, choices);
  return text.slice(0, start) + text.slice(end);
};

const double: Damage = (text, choices) => {
  const [start, end] = anySpan(text, choices);
  return text.slice(0, end) + text.slice(start);
};

const swap: Damage = (text, choices) => {
  const [start, end] = anySpan(text, choices);
  const rest = text.slice(0, start) + text.slice(end);
  const at = anyOffset(rest, choices);
  return rest.slice(0, at) + text.slice(start, end) + rest.slice(at);
};

const put: Damage = (text, choices) => {
  const at = anyOffset(text, choices);
  return text.slice(0, at) + choices.oneOf(TOKENS) + text.slice(at);
};

const overwrite: Damage = (text, choices) => {
  const [start, end] = anySpan(text, choices);
  return text.slice(0, start) + choices.oneOf(TOKENS) + text.slice(end);
};

const end: Damage = (text, choices) => text.slice(0, anyOffset(text, choices));

/** A tag or a text between two of them is left out, doubled, or put elsewhere. */
const tokens: Damage = (text, choices) => {
  const parts = text.match(/<[^>]*>|[^<]+/g) ?? [];
  const [part = ''] = parts.splice(choices.below(parts.length), 1);
  const copies = choices.below(3);
  for (let left = copies; left > 0; left -= 1) {
    parts.splice(choices.below(parts.length + 1), 0, part);
  }
  return parts.join('');
};

/** A value is replaced by the value of another attribute. */
const values: Damage = (text, choices) => {
  const found = [...text.matchAll(/"[^"<]*"|'[^'<]*'/g)];
  if (found.length === 0) return text;
  const from = choices.oneOf(found);
  const to = choices.oneOf(found);
  return text.slice(0, to.index) + from[0] + text.slice(to.index + to[0].length);
};

/** Something that is far larger than anyone would write it. */
const swell: Damage = (text, choices) => {
  const at = anyOffset(text, choices);
  const count = choices.oneOf([300, 2_000, 20_000]);
  const piece = choices.oneOf([
    'x'.repeat(50 * count),
    ' '.repeat(50 * count),
    `${'<a>'.repeat(count)}${'</a>'.repeat(count)}`,
    `<${'n'.repeat(count)}\uFEFF/>`,
    `<extension namespace="u"><x:${'n'.repeat(count)} xmlns:x="u"><node2/></x:${'n'.repeat(count)}></extension>`,
    `<x ${Array.from({ length: Math.min(count, 3000) }, (_, index) => `a${index}="1"`).join(' ')}/>`,
    '<node id="a" type="task"/>'.repeat(Math.min(count, 3000)),
    '<edge from="a" to="b"/>'.repeat(Math.min(count, 3000)),
    `\${${'('.repeat(count)}1${')'.repeat(count)}}`,
    `\${${'1 + '.repeat(count)}1}`,
    '&amp;'.repeat(count),
    '&'.repeat(count),
    '<'.repeat(count),
    '<!--x-->'.repeat(count),
    `${'<![CDATA[x]]>'.repeat(count)}`,
    'a.'.repeat(count),
    '\r'.repeat(count),
    '😀'.repeat(count),
  ]);
  return text.slice(0, at) + piece + text.slice(at);
};

const DAMAGES: readonly Damage[] = [cut, double, swap, put, overwrite, end, tokens, values];

function damage(sample: Sample, choices: Choices): string {
  let text = marked(sample, write(sample).text);
  for (let left = 1 + choices.below(4); left > 0; left -= 1) {
    text = (choices.happens(0.01) ? swell : choices.oneOf(DAMAGES))(text, choices);
  }
  return text;
}

/** Texts that were valid documents once. */
export const damagedTexts: fc.Arbitrary<string> = fc
  .tuple(samples, fc.uint8Array({ minLength: 40, maxLength: 40 }))
  .map(([sample, bytes]) => damage(sample, choicesOf(bytes)));

/** Bytes of damaged texts, damaged once more. */
export const damagedBytes: fc.Arbitrary<Uint8Array> = fc
  .tuple(damagedTexts, fc.uint8Array({ minLength: 24, maxLength: 24 }))
  .map(([text, row]) => {
    const choices = choicesOf(row);
    let bytes = [...new TextEncoder().encode(text.slice(0, 50_000))];
    for (let left = 1 + choices.below(3); left > 0; left -= 1) {
      const at = choices.below(bytes.length + 1);
      const some = [choices.below(256), choices.below(256)];
      if (choices.happens(0.3)) bytes = bytes.slice(0, at);
      else bytes.splice(at, choices.below(4), ...some.slice(0, choices.below(3)));
    }
    return Uint8Array.from(bytes);
  });

/** What is no document at all. */
export const anything: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 }).map((parts) => parts.join('')),
  fc.json({ maxDepth: 3 }).map((text) => `{"plan": ${text}}`),
  fc.string({ maxLength: 50 }).map((text) => `workflow x { ${text} }`),
);
