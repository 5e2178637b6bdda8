import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../testing/runs.ts';
import { readHarness } from './read.ts';
import { ruleFamilies } from './rules/index.ts';
import { breaks } from './testing/breaks.ts';
import { brief } from './testing/cases.ts';
import { validWorkflows } from './testing/workflows.ts';
import { writeHarness } from './write.ts';

const seen = new Set<string>();

describe('a valid workflow broken in one way is found broken in that way', () => {
  for (const [name, breakIt] of Object.entries(breaks)) {
    test(name, () => {
      let broken = 0;
      fc.assert(
        fc.property(validWorkflows, fc.infiniteStream(fc.nat()), (made, numbers) => {
          const pick = (below: number) => (numbers.next().value ?? 0) % below;
          const change = breakIt(made, pick);
          if (change === null) return;
          const written = writeHarness(change.workflow);
          expect(written.ok).toBe(true);
          if (!written.ok) return;
          const text = change.rewrite?.(written.text) ?? written.text;
          const { findings, workflow } = readHarness(text);
          const errors = findings.filter(({ severity }) => severity === 'error');
          const own = errors.filter(({ code }) => code === change.code);
          const others = errors.filter(
            ({ code }) => code !== change.code && !(change.also ?? []).includes(code),
          );
          expect(own.length, `${errors.map(brief).join('\n')}\n${text}`).toBeGreaterThan(0);
          expect(own.map(({ id }) => id)).toContain(change.id);
          expect(others.map(brief), text).toEqual([]);
          expect(workflow).toBeNull();
          broken += 1;
          seen.add(change.code);
        }),
        runs(2_000, 40),
      );
      expect(broken).toBeGreaterThan(0);
    });
  }

  test('every code can be broken, save those that no workflow holds', () => {
    const errors = ruleFamilies
      .flatMap(({ rules }) => rules)
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code);
    // Another encoding, an empty entry set and a recursion need more than a workflow.
    const elsewhere = ['HX-1005', 'HX-3001', 'HX-3002'];
    expect(errors.filter((code) => !seen.has(code) && !elsewhere.includes(code))).toEqual([]);
  });
});
