/** What judges and reports. So far it is the reports: a run, or findings, as text or data. */

export type { Driver, SuiteCalls } from './protocol/driver.ts';
export { ProtocolError } from './protocol/failure.ts';
export { type CheckedFile, isValid, type UnreadFile } from './report/findings/checked-file.ts';
export { renderFindingsGithub } from './report/findings/github.ts';
export { renderFindingsJson } from './report/findings/json.ts';
export type { FileLocation, Locate } from './report/findings/located.ts';
export { renderFindings } from './report/findings/pretty.ts';
export { renderFindingsSarif, type SarifOptions } from './report/findings/sarif.ts';
export { renderEvents } from './report/formats/events.ts';
export { renderNdjson, renderRunJson } from './report/formats/json.ts';
export { renderPostMortem } from './report/formats/markdown/render.ts';
export { renderPerfetto } from './report/formats/perfetto/render.ts';
export { renderRuleFiles, renderRulesMarkdown } from './report/rules/markdown.ts';
export { type RunReport, renderRun } from './report/run-report.ts';
export { type Notable, type NotableKind, notableEvents } from './report/story/notable.ts';
export { tellRun } from './report/story/sentence.ts';
export { type Standing, worldOf } from './report/story/world.ts';
export { createTerminal, type Terminal, type TerminalOptions } from './report/terminal/terminal.ts';
