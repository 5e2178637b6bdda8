/** The example that the README points to, run as a reader would run it. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('examples/live/run.mjs undoes what was done, and says so', () => {
  const root = join(import.meta.dirname, '../..');
  const lines = execFileSync(process.execPath, [join(root, 'examples/live/run.mjs')], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
  expect(lines.at(-1)).toBe('compensated');
  const refunded = lines.findIndex((line) => line.startsWith('refunding p-'));
  const released = lines.indexOf('releasing r-1');
  expect(refunded).toBeGreaterThan(0);
  expect(released).toBeGreaterThan(refunded);
});
