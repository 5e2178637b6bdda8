/** What is published of claims is what the code goes by. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { expect, test } from 'vitest';
import { TIERS, tierName } from '../levels.ts';
import { wholeProfile, wholeReport } from '../testing.ts';
import { makeClaim } from './make-claim.ts';
import { renderClaimSchemaFiles } from './publish.ts';

const folder = join(import.meta.dirname, '../../../docs/claims');

test('docs/claims holds the schema as it is (npm run schemas writes it)', () => {
  const written = readdirSync(folder).filter((name) => name.endsWith('.schema.json'));
  const files = renderClaimSchemaFiles();
  expect(written).toEqual([...files.keys()]);
  for (const [name, text] of files) expect(readFileSync(join(folder, name), 'utf8')).toBe(text);
});

test('another validator takes a claim that is made, and not what is wrong', () => {
  const options = { meta: false, validateSchema: false, logger: false } as const;
  const [text = ''] = renderClaimSchemaFiles().values();
  const { $schema: _, ...schema } = JSON.parse(text);
  const validate = new Ajv({ schemaId: 'auto', ...options }).compile(schema);
  const made = makeClaim(wholeReport([wholeProfile('baseline'), wholeProfile('harness')]));
  if (!made.ok) throw new Error(made.refusals.join('\n'));
  expect(validate(made.claim)).toBe(true);
  expect(validate({ ...made.claim, driver: { kind: 'shell' } })).toBe(false);
  expect(validate({ ...made.claim, rules: 'md5:0' })).toBe(false);
});

test('its page names every claim that there is', () => {
  const page = readFileSync(join(folder, 'README.md'), 'utf8');
  for (const tier of TIERS) expect(page).toContain(`| \`${tierName(tier)}\``);
});
