import { describe, expect, test } from 'vitest';
import { createTerminal } from '../terminal/terminal.ts';
import { widthOf } from '../terminal/width.ts';
import { excerptOf } from './excerpt.ts';

const terminal = createTerminal();

/** The excerpt of the first place that `marked` has in the line. */
function excerpt(line: string, marked: string, width = 40) {
  const column = [...line.slice(0, line.indexOf(marked))].length + 1;
  const place = { line: 1, column, endLine: 1, endColumn: column + [...marked].length };
  return excerptOf(line, place, width, terminal);
}

/** What the carets stand under. */
function underlined({ line, carets }: ReturnType<typeof excerpt>): string {
  const start = carets.indexOf('^');
  let column = 0;
  let text = '';
  for (const character of line) {
    if (column >= start && column < carets.length) text += character;
    column += widthOf(character);
  }
  return text;
}

describe('an excerpt', () => {
  test.each([
    ['plain', '<edge from="a" to="shp"/>', 'to="shp"'],
    ['behind a tab', '\t<edge to="shp"/>', 'to="shp"'],
    ['behind wide characters', '<node name="注文を受け付ける" id="a"/>', 'id="a"'],
    ['behind combining marks', '<n name="e\u0301e\u0301" id="a"/>', 'id="a"'],
    ['behind a pair of surrogates', '<n name="🚚" id="a"/>', 'id="a"'],
    ['deeply indented', `${' '.repeat(60)}<n id="a"/>`, 'id="a"'],
    ['in the middle of a very long line', `${'x'.repeat(9000)}id="a"${'y'.repeat(9000)}`, 'id="a"'],
    ['at the end of a long line', `${'x'.repeat(9000)}id="a"`, 'id="a"'],
  ])('has its carets under the place: %s', (_, line, marked) => {
    const shown = excerpt(line, marked);
    expect(underlined(shown)).toBe(marked);
    expect(widthOf(shown.line)).toBeLessThanOrEqual(40);
  });

  test('covers a control character with as many carets as it takes to show it', () => {
    const shown = excerpt('<n id="a\u001bb"/>', 'id="a\u001bb"');
    expect(underlined(shown)).toBe('id="a<U+001B>b"');
  });

  test('cuts a place that is longer than the line, and its carets with it', () => {
    const shown = excerpt(`<n a="${'x'.repeat(200)}"/>`, `a="${'x'.repeat(200)}"`);
    expect(widthOf(shown.line)).toBe(40);
    expect(shown.line.endsWith('…')).toBe(true);
    expect(shown.carets.length).toBeLessThanOrEqual(40);
  });

  test('has one caret at least, also behind the end of the line', () => {
    const behind = { line: 1, column: 99, endLine: 1, endColumn: 99 };
    expect(excerptOf('<n/>', behind, 40, terminal).carets).toBe('    ^');
  });

  test('underlines the rest of the line where the place ends in another', () => {
    const place = { line: 1, column: 3, endLine: 4, endColumn: 2 };
    expect(excerptOf('  <node id="a"', place, 40, terminal).carets).toBe(`  ${'^'.repeat(12)}`);
  });

  test('looks at a line of a million characters in no time', () => {
    const start = performance.now();
    excerpt(`${'x'.repeat(1_000_000)}id="a"`, 'id="a"');
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
