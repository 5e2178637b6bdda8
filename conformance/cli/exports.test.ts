/** Runs in the formats that other tools open, as a person saw them and found them right. */

import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { packageRoot } from './package-root.ts';
import { createFolder, documentOf, unwind } from './testing/unwind.ts';

const golden = (name: string) => join(packageRoot(), 'conformance/report/formats/golden', name);

/** Digests change with every field of a trace, and other tests watch over them. */
const withoutDigest = (text: string) => text.replaceAll(/\b[0-9a-f]{64}\b/g, '…');

function exportOf(example: string, format: string) {
  const document = `examples/${example}/workflow.hxml`;
  const scenario = `examples/${example}/scenario.json`;
  return unwind(['run', document, '--scenario', scenario, '--format', format]);
}

test.each([
  ['order-saga', 'perfetto', 'order-saga.perfetto.json'],
  ['crash-and-resume', 'perfetto', 'crash-and-resume.perfetto.json'],
  ['undo-fails', 'markdown', 'undo-fails.md'],
  ['payment-timeout', 'markdown', 'payment-timeout.md'],
  ['loop-unwinds', 'markdown', 'loop-unwinds.md'],
])('%s as %s', async (example, format, file) => {
  const { code, out, err } = await exportOf(example, format);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  await expect(withoutDigest(out)).toMatchFileSnapshot(golden(file));
});

describe('a post-mortem', () => {
  const folder = createFolder();
  afterAll(() => folder.remove());
  const document = folder.write(
    'pay it.hxml',
    documentOf('<node id="a" type="task" name="A | *B*"/><node id="b" type="human"/>'),
  );

  test('ends with the command that shows the run again, whatever the shell makes of it', async () => {
    const scenario = folder.write('s.txt', 'a fail rejected no, it is `not` | <b>');
    const words = ['run', document, '--scenario', scenario, '--input', '{"a": 1}'];
    const { out } = await unwind([...words, '--seed', '5', '--format', 'markdown']);
    expect(out).toContain(
      `\`\`\`sh\nunwind run '${document}' --scenario ${scenario} --input '{"a": 1}' --seed 5\n\`\`\`\n`,
    );
    expect(out).toContain('it is \\`not\\` \\| \\<b>');
    expect(out).not.toMatch(/[^\\]<b>/);
  });

  test('of a run that waits says for whom', async () => {
    const scenario = folder.write('hang.json', '{"tasks": {"b": [{"hang": true}]}}');
    const { out } = await unwind(['run', document, '--scenario', scenario, '--format', 'markdown']);
    expect(out).toContain('## What it waits for\n\n- `b` waits since 0 s for a person');
  });

  test('of a run without a fault says so', async () => {
    const { out } = await unwind(['run', document, '--format', 'markdown']);
    expect(out).toContain('## What failed, and why\n\nNothing failed for good.\n');
    expect(out).toContain('## What was undone\n\nNothing.\n');
    expect(out).toContain('## Errors\n\nNone was reported.\n');
  });

  test('of a very long run keeps to what can be read', async () => {
    const retry = '<retry maxAttempts="900" initialDelay="PT1S" jitter="false"/>';
    const long = folder.write('long.hxml', documentOf(`<node id="a" type="task">${retry}</node>`));
    const scenario = folder.write('fails.txt', 'a fail unavailable');
    const { out } = await unwind(['run', long, '--scenario', scenario, '--format', 'markdown']);
    expect(out).toContain('| … | … | … | 880 before |  |');
    expect(out.length).toBeLessThan(30_000);
  });
});

test('a hostile document drives no terminal through an export', async () => {
  const folder = createFolder();
  const document = folder.write(
    'hostile.hxml',
    documentOf('<node id="a" type="task" name="\u202e\u009b31m"/>'),
  );
  const scenario = folder.write(
    'scenario.json',
    JSON.stringify({
      tasks: { a: [{ error: { class: 'rejected', message: '\u001b[31m\u202e' } }] },
    }),
  );
  for (const format of ['perfetto', 'markdown']) {
    const { out } = await unwind(['run', document, '--scenario', scenario, '--format', format]);
    expect(out).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  }
  folder.remove();
});
