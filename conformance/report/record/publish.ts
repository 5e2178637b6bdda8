/** The schemas of a record as files of JSON Schema, for who reads one. `npm run schemas` writes them. */

import { type TSchema, Type } from '@sinclair/typebox';
import { renderSchema } from '../../protocol/schema/publish.ts';
import { LINES, type LineKind } from './schema.ts';

const TITLES: Readonly<Record<LineKind, string>> = {
  header: 'header, the first line: by what and of what the report was made',
  profile: 'profile: a profile begins',
  case: 'case: a case, a generated run or a document, and what came of it',
  log: 'log: what went wrong between suite and driver, or what the driver wrote to its stderr',
  event: 'event: a call or a trace event of a counterexample',
  sample: 'sample: what a run showed of a rule that many runs show together; only in shards',
  verdict: 'verdict: what is said of a rule',
  question: 'question: which reading of an open question was declared, and which seen',
  'profile-end': 'profile-end: a profile ends',
  footer: 'footer, the last line: without it the report is truncated',
};

/** File name → content. */
export function renderRecordSchemaFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const [kind, schema] of Object.entries(LINES) as [LineKind, TSchema][]) {
    files.set(`${kind}.schema.json`, renderSchema(TITLES[kind], schema));
  }
  files.set(
    'line.schema.json',
    renderSchema('A line of a report, of any kind that is known', Type.Union(Object.values(LINES))),
  );
  return files;
}
