import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { expect, test } from 'vitest';
import { renderSchemaFiles } from './publish.ts';

const folder = join(import.meta.dirname, '../../../docs/protocol');

test('docs/protocol holds the schemas as they are (npm run schemas writes them)', () => {
  const written = readdirSync(folder).filter((name) => name.endsWith('.schema.json'));
  const files = renderSchemaFiles();
  expect(written.sort()).toEqual([...files.keys()].sort());
  for (const [name, text] of files) {
    expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text);
  }
});

test('they are JSON Schema that another validator reads alike', () => {
  const validator = new Ajv({
    schemaId: 'auto',
    meta: false,
    validateSchema: false,
    logger: false,
  });
  const schema = JSON.parse(renderSchemaFiles().get('perform.result.schema.json') ?? '');
  const { $schema: _, ...plain } = schema;
  const validate = validator.compile(plain);
  expect(validate({ after: 1, then: { hang: true } })).toBe(true);
  expect(validate({ then: { ok: {} } })).toBe(true);
  expect(validate({ then: { hang: false } })).toBe(false);
  expect(validate({ then: { error: { class: 'x', clas: 'y' } } })).toBe(false);
});
