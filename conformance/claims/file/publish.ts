/** The schema of a claim as a file of JSON Schema. `npm run schemas` writes it. */

import { renderSchema } from '../../protocol/schema/publish.ts';
import { claimFile } from './schema.ts';

/** File name → content. */
export const renderClaimSchemaFiles = (): ReadonlyMap<string, string> =>
  new Map([['claim.schema.json', renderSchema('A claim of a runtime', claimFile)]]);
