import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { renderExpectedSchemaFiles } from './publish.ts';
import { readExpected } from './read-expected.ts';

const folder = join(import.meta.dirname, '../../../docs/expected');

test('docs/expected holds the schema as it is (npm run schemas writes it)', () => {
  for (const [name, text] of renderExpectedSchemaFiles()) {
    expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text);
  }
});

test('the example on its page is read', () => {
  const page = readFileSync(join(folder, 'README.md'), 'utf8');
  const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(readExpected(example, rules)).toEqual({ ok: true, failures: JSON.parse(example) });
});
