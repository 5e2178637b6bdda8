import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { readHarness } from './read.ts';
import { brief } from './testing/cases.ts';
import { validWorkflows } from './testing/workflows.ts';
import { writeHarness } from './write.ts';

test('a written workflow is valid and is read back as the same workflow', () => {
  fc.assert(
    fc.property(validWorkflows, ({ workflow }) => {
      const written = writeHarness(workflow);
      expect(written.ok).toBe(true);
      if (!written.ok) return;
      const { findings, workflow: read } = readHarness(written.text);
      const errors = findings.filter(({ severity }) => severity === 'error').map(brief);
      expect(errors, written.text).toEqual([]);
      expect(read).toEqual(workflow);
      const again = read === null ? null : writeHarness(read);
      expect(again).toEqual(written);
    }),
    runs(20_000, 150),
  );
});
