import { expect, test } from 'vitest';
import { linesOfScenario } from './json-lines.ts';

test('names, strings, numbers and words of JSON have kinds of their own', () => {
  const [line = []] = linesOfScenario('{"seed": 17, "a": ["x", true]}');
  const kinds = line.filter(({ kind }) => kind !== 'text').map(({ kind, text }) => [kind, text]);
  expect(kinds).toEqual([
    ['attribute', '"seed"'],
    ['tag', '17'],
    ['attribute', '"a"'],
    ['value', '"x"'],
    ['tag', 'true'],
  ]);
});

test('no letter is lost, whatever the text', () => {
  for (const text of ['{"open: 1', '-', '- -1e5 é "\\" x', '\r\n\r\n{}', '"a" : "b"']) {
    const lines = linesOfScenario(text).map((line) => line.map((piece) => piece.text).join(''));
    expect(lines.join('\n')).toBe(text.replaceAll('\r\n', '\n'));
  }
});
