/** The schema of `--expected FILE` as JSON Schema. `npm run schemas` writes it. */

import { renderSchema } from '../../protocol/schema/publish.ts';
import { expectedFile } from './schema.ts';

/** File name → content. */
export const renderExpectedSchemaFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['expected.schema.json', renderSchema('Rules that are expected to be broken', expectedFile)],
  ]);
