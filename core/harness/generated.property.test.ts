/** A second reading of the language: what it makes as valid, the reader must take as such. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Sample, samples, workflows, write } from '../../testing/harness/document.ts';
import { type LineAndColumn, placeOf } from '../../testing/harness/place.ts';
import { warningsOf } from '../../testing/harness/warnings.ts';
import { runs } from '../../testing/runs.ts';
import { readHarness } from './read.ts';
import { brief } from './testing/cases.ts';
import { writeHarness } from './write.ts';

const marked = ({ style }: Sample, text: string): string =>
  style.byteOrderMark ? `\uFEFF${text}` : text;

const at = (code: string, { line, column }: LineAndColumn): string => `${line}:${column} ${code}`;

test('every valid document is read as what it means, and warned of as it deserves', () => {
  fc.assert(
    fc.property(samples, (sample) => {
      const written = write(sample);
      const { findings, workflow } = readHarness(marked(sample, written.text));
      const errors = findings.filter(({ severity }) => severity === 'error');
      expect(errors.map(brief), written.text).toEqual([]);
      expect(workflow).toEqual(sample.workflow);
      const expected = warningsOf(sample.workflow, written.root).map(
        ({ code, element, attribute }) => at(code, placeOf(written, element, attribute)),
      );
      expect(findings.map((found) => at(found.code, found)).sort()).toEqual(expected.sort());
    }),
    runs(20_000),
  );
});

test('what the writer makes of any workflow is that workflow', () => {
  fc.assert(
    fc.property(workflows, (workflow) => {
      const written = writeHarness(workflow);
      const { text } = written.ok ? written : { text: written.message };
      const { findings, workflow: read } = readHarness(text);
      const errors = findings.filter(({ severity }) => severity === 'error');
      expect(errors.map(brief), text).toEqual([]);
      expect(read).toEqual(workflow);
      expect(read === null ? null : writeHarness(read)).toEqual(written);
    }),
    runs(20_000),
  );
});
