import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { expect, test } from 'vitest';
import {
  certificationOf,
  counterexampleOf,
  profileReport,
  ruleReport,
} from '../testing/certification.ts';
import { renderRecordSchemaFiles } from './publish.ts';
import { writeRecord } from './write.ts';

const folder = join(import.meta.dirname, '../../../docs/report');

test('docs/report holds the schemas as they are (npm run schemas writes them)', () => {
  const written = readdirSync(folder).filter((name) => name.endsWith('.schema.json'));
  const files = renderRecordSchemaFiles();
  expect(written.sort()).toEqual([...files.keys()].sort());
  for (const [name, text] of files) {
    expect(readFileSync(join(folder, name), 'utf8'), name).toBe(text);
  }
});

test('another validator takes what is written, and not what is wrong', () => {
  const validator = new Ajv({
    schemaId: 'auto',
    meta: false,
    validateSchema: false,
    logger: false,
  });
  const { $schema: _, ...schema } = JSON.parse(
    renderRecordSchemaFiles().get('line.schema.json') ?? '',
  );
  const validate = validator.compile(schema);
  const broken = ruleReport('retry/a', { counterexample: counterexampleOf('retry/a') });
  const text = [...writeRecord(certificationOf([profileReport([broken])]), 1)].join('');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const line of lines) expect(validate(line), line.kind).toBe(true);
  expect(validate({ ...lines[0], weather: 'fine' })).toBe(true);
  expect(validate({ ...lines[0], seed: 'one' })).toBe(false);
  expect(validate({ ...lines[0], kind: 'headers' })).toBe(false);
});
