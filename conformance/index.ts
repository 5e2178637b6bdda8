/**
 * What judges and reports: reports of runs and findings as text or data; and the suite, which
 * certifies a runtime behind a driver.
 */

export { cases } from './cases/index.ts';
export { compareReports } from './claims/compare/compare-reports.ts';
export type { Comparison } from './claims/compare/comparison.ts';
export { checkClaim } from './claims/file/check-claim.ts';
export { makeClaim } from './claims/file/make-claim.ts';
export { readClaim } from './claims/file/read-claim.ts';
export type { Claim } from './claims/file/schema.ts';
export { levelsReached } from './claims/levels-reached.ts';
export { fingerprintOf, measuredChoices } from './claims/measured-choices.ts';
export type { DesignOptions } from './design/context.ts';
export { designFindings } from './design/design-findings.ts';
export type { DesignFinding, DesignWitness } from './design/finding.ts';
export { builtinConnector } from './drivers/builtin.ts';
export type { Expectation, Expected } from './fuzz/expectation.ts';
export { gatherExpectations } from './fuzz/expectations/gather.ts';
export { type FuzzOptions, type FuzzProgress, fuzzDocument } from './fuzz/fuzz.ts';
export type {
  Coverage,
  DocumentReport,
  ExpectationReport,
  Failure,
  FuzzReport,
} from './fuzz/report.ts';
export type { FuzzTarget } from './fuzz/search/prepare.ts';
export { arbitraryCase } from './generate/arbitrary.ts';
export type { CaseSpace } from './generate/case.ts';
export type { Driver, SuiteCalls } from './protocol/driver.ts';
export { ProtocolError } from './protocol/failure.ts';
export { inProcess } from './protocol/in-process.ts';
export { type DriverSession, openSession } from './protocol/session.ts';
export { renderBadgeJson } from './report/certification/badge.ts';
export { renderBadgeSvg } from './report/certification/badge-svg.ts';
export { renderCertificationGithub } from './report/certification/github.ts';
export { renderCertificationJson } from './report/certification/json.ts';
export { renderJunit } from './report/certification/junit.ts';
export { renderCertificationMarkdown } from './report/certification/markdown.ts';
export { renderCertification } from './report/certification/pretty.ts';
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
export { renderHtml } from './report/html/render.ts';
export { createRecordReader, type RecordReader, readRecord } from './report/record/read.ts';
export type { RecordProblem, RecordReading } from './report/record/reading.ts';
export { createRecordWriter, type RecordWriter, writeRecord } from './report/record/write.ts';
export { renderRuleFiles, renderRulesMarkdown } from './report/rules/markdown.ts';
export { type RunReport, renderRun } from './report/run-report.ts';
export { type Notable, type NotableKind, notableEvents } from './report/story/notable.ts';
export { tellRun } from './report/story/sentence.ts';
export { type Standing, worldOf } from './report/story/world.ts';
export { createTerminal, type Terminal, type TerminalOptions } from './report/terminal/terminal.ts';
export { rules } from './rules/index.ts';
export type { Observation } from './rules/observation.ts';
export type { Breach, Rule } from './rules/rule.ts';
export type { TestCase } from './suite/case.ts';
export type { Certification, Counterexample, RuleReport } from './suite/certification.ts';
export { certify } from './suite/certify.ts';
export type { CertifyEvent, CertifyOptions } from './suite/course.ts';
export { judgeRun } from './suite/judge-run.ts';
export { mergeReports } from './suite/merge/merge.ts';
export type { Runtime } from './suite/runtime.ts';
export { sessionRuntime } from './suite/session-runtime.ts';
export { exitCodeOf } from './suite/summary.ts';
export { readCase } from './token/read-case.ts';
export { findToken, readToken, type TokenContent, writeToken } from './token/token.ts';
