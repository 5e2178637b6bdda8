import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { linesOfSource } from './source.ts';

const kinds = (source: string) =>
  linesOfSource(source).map((line) => line.map((piece) => `${piece.kind}:${piece.text}`));

describe('the lines of a document', () => {
  it('are coloured by what they are', () => {
    expect(kinds('<a b="c>d">x</a>')).toEqual([
      [
        'tag:<a',
        'text: ',
        'attribute:b',
        'text:=',
        'value:"c>d"',
        'tag:>',
        'text:x',
        'tag:</a',
        'tag:>',
      ],
    ]);
  });

  it('of ORBIT are coloured by what they are', () => {
    expect(kinds('task "a" { }\n/* b\n"c" */ step s { timeout: 1s after input.t } // d')).toEqual([
      ['tag:task', 'text: ', 'value:"a"', 'text: { }'],
      ['comment:/* b'],
      [
        'comment:"c" */',
        'text: ',
        'tag:step',
        'text: ',
        'text:s',
        'text: { ',
        'attribute:timeout',
        'text:: 1',
        'text:s',
        'text: ',
        'tag:after',
        'text: ',
        'text:input',
        'text:.',
        'text:t',
        'text: } ',
        'comment:// d',
      ],
    ]);
  });

  it('keep a comment over several lines a comment', () => {
    expect(kinds('<!-- one\n<two> -->\n<c/>')).toEqual([
      ['comment:<!-- one'],
      ['comment:<two> -->'],
      ['tag:<c', 'tag:/>'],
    ]);
  });

  it('end as the system that wrote them ends lines', () => {
    expect(linesOfSource('a\r\nb\rc\nd')).toHaveLength(4);
  });

  test.prop(
    [fc.oneof(fc.string({ maxLength: 300 }), fc.stringMatching(/^[<>!\-a"'= /\n]{0,200}$/))],
    runs(10_000),
  )('lose no letter, whatever the document', (source) => {
    const text = linesOfSource(source)
      .map((line) => line.map((piece) => piece.text).join(''))
      .join('\n');
    expect(text).toBe(source.replace(/\r\n?/g, '\n'));
  });

  it('take a hostile document in little time', () => {
    for (const hostile of ['<', '<a ', '<!--', '"', "<a b='", '<a =', '<a a ']) {
      const started = performance.now();
      linesOfSource(hostile.repeat(200_000 / hostile.length));
      expect(performance.now() - started).toBeLessThan(3000);
    }
  });
});
