import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderExploreSchemaFiles } from './schema.ts';

test('docs/explore holds the schema as it is (npm run schemas writes it)', () => {
  const folder = join(import.meta.dirname, '../../docs/explore');
  for (const [name, text] of renderExploreSchemaFiles()) {
    expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text);
  }
});
