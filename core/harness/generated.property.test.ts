/** A second reading of the language: what it makes as valid, the reader must take as such. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Sample, samples, write } from '../../testing/harness/document.ts';
import { runs } from '../../testing/runs.ts';
import { readHarness } from './read.ts';
import { brief } from './testing/cases.ts';

function sourceOf({ style }: Sample, text: string): string {
  return style.byteOrderMark ? `\uFEFF${text}` : text;
}

test('every valid document is read, without an error, as what it means', () => {
  fc.assert(
    fc.property(samples, (sample) => {
      const { text } = write(sample);
      const { findings, workflow } = readHarness(sourceOf(sample, text));
      const errors = findings.filter(({ severity }) => severity === 'error');
      expect(errors.map(brief), text).toEqual([]);
      expect(workflow).toEqual(sample.workflow);
    }),
    runs(20_000),
  );
});
