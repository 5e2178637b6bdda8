/** The schemas as files of JSON Schema. `npm run schemas` writes them. */

import { renderSchema } from '../../protocol/schema/publish.ts';
import { baselineFile } from '../baseline/schema.ts';
import { expectationsFile } from './expectations-file.ts';
import { fuzzReport } from './report.ts';

/** File name → content. */
export const renderSchemaFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ['baseline.schema.json', renderSchema('Findings of a search that are excused', baselineFile)],
    [
      'expectations.schema.json',
      renderSchema('What is expected of a workflow document', expectationsFile),
    ],
    ['report.schema.json', renderSchema('What a search came to', fuzzReport)],
  ]);
