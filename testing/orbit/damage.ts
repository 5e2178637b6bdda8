/** Valid documents, cut, doubled, mixed up and blown up: whatever a slip or a bad disk makes. */

import fc from 'fast-check';
import { type Choices, choicesFrom } from '../harness/choices.ts';
import { type OrbitSample, samplesOf } from './document.ts';
import { noisy } from './words.ts';

/** Pieces that mean something to the reader, or just miss it. */
const PIECES = [
  ...['{', '}', '(', ')', '[', ']', '<', '>', ',', ':', '.', '?', '"', "'", '//', '/*', '*/', '\\'],
  ...['step', 'task', 'workflow', 'record', 'step a {', 'task "a" {', 'workflow W {', 'record R {'],
  ...[
    'compensate {',
    'with {',
    'retry {',
    'worker "x"',
    'sleep 5m',
    'await go',
    'for x in',
    'when',
  ],
  ...[
    'after a',
    'return',
    'version',
    'input {',
    'timeout: 0s',
    'if',
    'then',
    'else',
    'not',
    'null',
  ],
  ...['-', '--', '==', '= =', '&', '|', '#', ';', '1.5h', '99999999999999999999', '1e999', '5 m'],
  ...['\u0000', '\u202e', '😀', '\r', '\u00a0', 'é', '"\\u12"', '"\\ud800"', '0s', '__proto__'],
];

type Damage = (text: string, choices: Choices) => string;

const at = (text: string, choices: Choices): number => choices.below(text.length + 1);

const span = (text: string, choices: Choices): readonly [number, number] => {
  const start = at(text, choices);
  return [start, Math.min(text.length, start + 1 + choices.below(choices.oneOf([3, 20, 200])))];
};

const DAMAGES: readonly Damage[] = [
  (text, choices) => {
    const [start, end] = span(text, choices);
    return text.slice(0, start) + text.slice(end);
  },
  (text, choices) => {
    const [start, end] = span(text, choices);
    return text.slice(0, end) + text.slice(start);
  },
  (text, choices) => {
    const [start, end] = span(text, choices);
    const rest = text.slice(0, start) + text.slice(end);
    const place = at(rest, choices);
    return rest.slice(0, place) + text.slice(start, end) + rest.slice(place);
  },
  (text, choices) => {
    const place = at(text, choices);
    return `${text.slice(0, place)} ${choices.oneOf(PIECES)} ${text.slice(place)}`;
  },
  (text, choices) => {
    const [start, end] = span(text, choices);
    return text.slice(0, start) + choices.oneOf(PIECES) + text.slice(end);
  },
  (text, choices) => text.slice(0, at(text, choices)),
];

/** Something that is far larger than anyone would write it. */
const swell: Damage = (text, choices) => {
  const place = at(text, choices);
  const count = choices.oneOf([100, 1000, 10_000]);
  const piece = choices.oneOf([
    ...['(', '[', '{', 'x.', 'not ', '- ', '/* */', '"', '\n', 'if true then ', 'a + ', '!'],
    ...['List<', 'step a { ', 'compensate { ', ' 😀', 'a, ', 'after b ', 'with { a: ', '}', '1'],
    ...[
      'record R { r: R } ',
      'step a { sleep 1s after a } ',
      'return x ',
      'timeout: 0s ',
      'w ',
      'w',
    ],
  ]);
  return text.slice(0, place) + piece.repeat(count) + text.slice(place);
};

/** Texts that were valid documents once. */
export const damagedOrbit: fc.Arbitrary<string> = fc
  .tuple(samplesOf(3), fc.integer({ min: 0, max: 2 ** 31 - 1 }))
  .map(([sample, seed]) => damage(sample, choicesFrom(seed)));

function damage({ tokens }: OrbitSample, choices: Choices): string {
  let text = noisy(tokens, choices, choices.oneOf([0, 0.05]));
  for (let left = 1 + choices.below(5); left > 0; left -= 1) {
    text = (choices.happens(0.02) ? swell : choices.oneOf(DAMAGES))(text, choices);
  }
  // What reads documents gets neither halves of a pair nor zeros.
  return text.replace(/[\ud800-\udfff]/gu, '').replaceAll('\u0000', '');
}
