/** What a document means: model, dialects, expressions. Pure: no clock, no chance, no I/O. */

export {
  type CodePage,
  codePage,
  codePages,
  markdownOf,
  type NotePage,
  type RulePage,
  rulePage,
  rulePages,
} from './harness/pages/index.ts';
export { readHarness } from './harness/read.ts';
export { type Written, writeHarness } from './harness/write.ts';
export type { Diagnostic, Place, RelatedPlace, Severity } from './model/diagnostic.ts';
export type { Json, JsonObject } from './model/json.ts';
export type * from './model/run.ts';
export type * from './model/scenario.ts';
export type * from './model/trace.ts';
export type * from './model/workflow.ts';
export { type Formatted, formatOrbit } from './orbit/format/index.ts';
export { renderOrbitFindings } from './orbit/render.ts';
export {
  dialectOf,
  INVALID_PLAN,
  MALFORMED_PLAN,
  readDocument,
  UNSUPPORTED_DIALECT,
} from './read.ts';
export type { Dialect, Reading, ReadOptions } from './reading.ts';
export { emptyScenario, readScenario, type ScenarioReading } from './scenario/read.ts';
