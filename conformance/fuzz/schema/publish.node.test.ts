import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderSchemaFiles } from './publish.ts';

test('docs/fuzz holds the schema as it is (npm run schemas writes it)', () => {
  const folder = join(import.meta.dirname, '../../../docs/fuzz');
  for (const [name, text] of renderSchemaFiles()) {
    expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text);
  }
});
