/** `unwind run FILE` */

import type { Run } from '../../core/model/run.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { Outcome } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { emptyScenario, readScenario } from '../../core/scenario/read.ts';
import {
  digestTrace,
  type Limits,
  simulate,
  toHarnessTrace,
  toOrbitHistory,
} from '../../simulator/index.ts';
import { verdictsOfRun } from '../judge/verdicts-of-run.ts';
import type { CheckedFile } from '../report/findings/checked-file.ts';
import { renderFindingsJson } from '../report/findings/json.ts';
import { renderFindings } from '../report/findings/pretty.ts';
import { renderEvents } from '../report/formats/events.ts';
import { renderJsonArray, renderNdjson, renderRunJson } from '../report/formats/json.ts';
import { renderPostMortem } from '../report/formats/markdown/render.ts';
import { renderOrbitLog } from '../report/formats/orbit-log.ts';
import { renderPerfetto } from '../report/formats/perfetto/render.ts';
import { type RunReport, renderRun } from '../report/run-report.ts';
import type { Terminal } from '../report/terminal/terminal.ts';
import {
  parseFormat,
  parseInteger,
  parseJsonObject,
  parseOutcome,
  parseTime,
} from './arguments.ts';
import { commandLine } from './command-line.ts';
import { decode, documentsOf, readSource, readWith, type Source } from './documents.ts';
import { terminalFor } from './environment.ts';
import { EXIT_FAILED, EXIT_OK } from './exit-codes.ts';
import { RUN_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { faultsOfInput } from './input-of-orbit.ts';
import { writeAll } from './output.ts';
import { Problem } from './problem.ts';
import { STANDARD_INPUT } from './read-input.ts';

/** As commander hands them over: texts, read here. */
export interface RunOptions {
  readonly scenario?: string;
  readonly input?: string;
  readonly with?: readonly string[];
  readonly seed?: string;
  readonly expect?: string;
  readonly maxEvents?: string;
  readonly maxTime?: string;
  readonly format: string;
  readonly ascii?: boolean;
}

type Format = (typeof RUN_FORMATS)[number];

/**
 * @returns 0 if the run was simulated; 1 if the document is invalid, the run ended unexpectedly or
 * a rule was broken.
 */
export async function run(path: string, options: RunOptions, host: Host): Promise<number> {
  const format = parseFormat(options.format, RUN_FORMATS);
  const expected = options.expect === undefined ? null : parseOutcome(options.expect, '--expect');
  const limits = parseLimits(options);
  const override = parseOverrides(options);
  if (path === STANDARD_INPUT && options.scenario === STANDARD_INPUT) {
    throw new Problem('Only one of document and scenario can come from the standard input.');
  }
  const source = await readSource(path, host);
  const others = await readOthers(options.with ?? [], host);
  const file = checkFile(source, others);
  const { workflow } = file;
  if (workflow === null) {
    printFindings(file, format, options, host);
    return EXIT_FAILED;
  }
  const scenario = await readScenarioFor(workflow, options.scenario, host);
  const documents = { ...scenario.documents, ...documentsOf(source, others) };
  const complete: Scenario = { ...scenario, ...override, documents };
  if (format === 'orbit-log') refuseOtherProfiles(workflow, complete);
  warnOfInput(workflow, complete, host);
  const result = simulateOrRefuse(workflow, complete, limits);
  const verdicts = WITH_VERDICTS.has(format) ? verdictsOfRun(workflow, complete, result) : [];
  const report: RunReport = {
    workflow: underProfile(workflow, complete),
    run: result,
    verdicts: verdicts ?? [],
    seed: complete.seed,
    digest: WITHOUT_DIGEST.has(format) ? null : digestTrace(result.trace),
    documents,
    command: commandOf(path, options, complete.seed),
  };
  writeAll(host.out, render(format, report, terminalFor(host.out, host, options.ascii)));
  const isBroken = verdicts?.some(({ verdict }) => verdict === 'fail') === true;
  return Math.max(isBroken ? EXIT_FAILED : EXIT_OK, judge(result.outcome, expected, host));
}

/** It is simulated nevertheless: what a step makes of it is a result, too. */
function warnOfInput(workflow: Workflow, { input }: Scenario, host: Host): void {
  const faults = faultsOfInput(workflow, input);
  if (faults.length === 0) return;
  const shown = faults.slice(0, 10);
  if (faults.length > shown.length) shown.push(`and ${faults.length - shown.length} more`);
  host.err.write(
    `unwind: the input does not fit (write it with --input or in the scenario):\n  ${shown.join('\n  ')}\n`,
  );
}

function parseLimits({ maxEvents, maxTime }: RunOptions): Partial<Limits> {
  return {
    ...(maxEvents === undefined
      ? {}
      : { events: parseInteger(maxEvents, '--max-events', 1, Number.MAX_SAFE_INTEGER) }),
    ...(maxTime === undefined ? {} : { time: parseTime(maxTime, '--max-time') }),
  };
}

function parseOverrides({ input, seed }: RunOptions): Partial<Scenario> {
  return {
    ...(input === undefined ? {} : { input: parseJsonObject(input, '--input') }),
    ...(seed === undefined
      ? {}
      : { seed: parseInteger(seed, '--seed', 0, Number.MAX_SAFE_INTEGER) }),
  };
}

async function readOthers(paths: readonly string[], host: Host): Promise<readonly Source[]> {
  const sources: Source[] = [];
  for (const path of paths) sources.push(await readSource(path, host));
  return sources;
}

interface ReadFile extends CheckedFile {
  readonly workflow: Workflow | null;
}

function checkFile(source: Source, others: readonly Source[]): ReadFile {
  const { dialect, findings, stopped, workflow } = readWith(source, others);
  return { path: source.path, bytes: source.bytes, dialect, findings, stopped, workflow };
}

/** What `check` would print, on the standard error where the format is data of another kind. */
function printFindings(file: CheckedFile, format: Format, { ascii }: RunOptions, host: Host): void {
  if (format === 'json') {
    host.out.write(renderFindingsJson([file]));
    return;
  }
  const output = format === 'timeline' || format === 'events' ? host.out : host.err;
  output.write(renderFindings([file], terminalFor(output, host, ascii)));
}

async function readScenarioFor(
  workflow: Workflow,
  path: string | undefined,
  host: Host,
): Promise<Scenario> {
  if (path === undefined) return emptyScenario;
  const { bytes } = await readSource(path, host);
  const { scenario, problems } = readScenario(decode(path, bytes), workflow);
  if (scenario !== null) return scenario;
  const lines = problems.map(
    ({ path: place, message }) => `  ${place === '' ? '/' : place}: ${message}`,
  );
  throw new Problem(`${path} is no scenario for this document:\n${lines.join('\n')}`);
}

function simulateOrRefuse(workflow: Workflow, scenario: Scenario, limits: Partial<Limits>): Run {
  const result = simulate(workflow, scenario, limits);
  if (result.outcome !== 'refused') return result;
  const reasons = result.errors.map(({ message }) => message).join('; ');
  throw new Problem(`This run is refused: ${reasons}.`);
}

/** Reports explain a run by the profile that it was under, which may not be the document's own. */
function underProfile(workflow: Workflow, { profile }: Scenario): Workflow {
  return profile === null || profile === workflow.profile ? workflow : { ...workflow, profile };
}

function refuseOtherProfiles(workflow: Workflow, scenario: Scenario): void {
  const profile = scenario.profile ?? workflow.profile;
  if (profile === 'orbit') return;
  throw new Problem(
    `--format orbit-log lists the history of a run under the orbit profile, and this one is under ${profile}. Write "profile": "orbit" into the scenario, or take --format events.`,
  );
}

/** What other tools read is the run itself; whether it broke a rule is for those who look at it. */
const WITH_VERDICTS: ReadonlySet<Format> = new Set(['timeline', 'json', 'markdown']);

/** A digest of a long trace takes time, so it is not made for formats that do not print it. */
const WITHOUT_DIGEST: ReadonlySet<Format> = new Set([
  'events',
  'ndjson',
  'harness-trace',
  'orbit-log',
]);

/** The same run with nothing left to chance, as a timeline. */
function commandOf(path: string, options: RunOptions, seed: number): string {
  const { scenario, input, maxEvents, maxTime } = options;
  return commandLine([
    ...['unwind', 'run', path],
    ...(scenario === undefined ? [] : ['--scenario', scenario]),
    ...(input === undefined ? [] : ['--input', input]),
    ...(options.with === undefined ? [] : ['--with', ...options.with]),
    ...['--seed', String(seed)],
    ...(maxEvents === undefined ? [] : ['--max-events', maxEvents]),
    ...(maxTime === undefined ? [] : ['--max-time', maxTime]),
  ]);
}

function render(format: Format, report: RunReport, terminal: Terminal): Iterable<string> {
  const { run, workflow, digest, verdicts = [] } = report;
  switch (format) {
    case 'timeline':
      return [renderRun(report, terminal)];
    case 'events':
      return renderEvents(run.trace, workflow, terminal);
    case 'json':
      return renderRunJson(run, digest ?? '', verdicts);
    case 'ndjson':
      return renderNdjson(run.trace);
    case 'harness-trace':
      return renderJsonArray(toHarnessTrace(run.trace));
    case 'orbit-log':
      return renderOrbitLog(toOrbitHistory(run.trace, workflow));
    case 'perfetto':
      return renderPerfetto(report);
    case 'markdown':
      return [renderPostMortem(report)];
  }
}

function judge(outcome: Outcome, expected: Outcome | null, host: Host): number {
  if (expected === null || expected === outcome) return EXIT_OK;
  host.err.write(`unwind: expected that the run ends ${expected}, but it ended ${outcome}.\n`);
  return EXIT_FAILED;
}
