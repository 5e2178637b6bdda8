/**
 * Valid documents, each broken in one known way: the reader must find that breach, where it
 * is, and nothing else.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choicesFrom } from '../../testing/harness/choices.ts';
import { type Break, breaks } from '../../testing/orbit/breaks.ts';
import { type OrbitSample, orbitSamples } from '../../testing/orbit/document.ts';
import { noisy, words } from '../../testing/orbit/words.ts';
import { runs } from '../../testing/runs.ts';
import { placesOf } from '../harness/places.ts';
import { codeOf, orbitCodes } from './codes.ts';
import { readOrbitText } from './read.ts';

test('every code is broken in at least one way, save the one for no workflow at all', () => {
  const broken = new Set(breaks.map(({ code }) => code));
  expect(orbitCodes.filter((code) => !broken.has(code))).toEqual(['U2501']);
});

const MARK = '§';

/** The text without the mark, and the place where it stood. */
function brokenText({ tokens }: OrbitSample, { beside = '', inside = '' }: Break, seed: number) {
  const all = [...piece(beside), ...tokens.slice(0, -1), ...piece(inside), '}'];
  const text = noisy(all, choicesFrom(seed), 0.02);
  const at = text.indexOf(MARK);
  const source = text.replace(MARK, '');
  const { line, column } = placesOf(source)(at, at + 1);
  return { source, place: `${line}:${column}` };
}

/** Tokens of a piece; a mark is one with the token behind it. */
function piece(text: string): readonly string[] {
  const tokens = words(text);
  return tokens.flatMap((token, index) => {
    if (token === MARK) return [];
    return [tokens[index - 1] === MARK ? MARK + token : token];
  });
}

const titled = breaks.map((each) => {
  const text = (each.inside ?? each.beside ?? '').replace(/\s+/g, ' ').slice(0, 80);
  return [each.code, text, each] as const;
});

test.each(titled)('%s: %s', (code, _title, broken) => {
  fc.assert(
    fc.property(orbitSamples, fc.integer({ min: 0, max: 2 ** 31 - 1 }), (sample, seed) => {
      const { source, place } = brokenText(sample, broken, seed);
      const { findings, workflow } = readOrbitText(source);
      expect(findings.map((found) => `${found.line}:${found.column} ${found.code}`)).toEqual([
        `${place} ${code}`,
      ]);
      expect(workflow === null).toBe(codeOf(code).severity === 'error');
    }),
    runs(200),
  );
});
