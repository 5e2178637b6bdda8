/** The schema as a file of JSON Schema. `npm run schemas` writes it. */

import { Kind } from '@sinclair/typebox';
import { expectationsFile } from './expectations-file.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** File name → content. */
export function renderSchemaFiles(): ReadonlyMap<string, string> {
  const { [Kind]: _, ...schema } = expectationsFile;
  const title = 'What is expected of a workflow document';
  const content = { $schema: DIALECT, title, ...schema };
  return new Map([['expectations.schema.json', `${JSON.stringify(content, null, 2)}\n`]]);
}
