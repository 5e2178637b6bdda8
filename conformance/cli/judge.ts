/** `unwind judge TRACE… --plan FILE` */

import type { Profile } from '../../core/model/workflow.ts';
import { judgeTraces, type NamedTrace } from '../judge/judge-traces.ts';
import { readRecordedTrace } from '../judge/recorded-trace.ts';
import { strangersIn } from '../judge/strangers.ts';
import { renderFindings } from '../report/findings/pretty.ts';
import { rules } from '../rules/index.ts';
import { exitCodeOf } from '../suite/summary.ts';
import { parseFormat, parseTime } from './arguments.ts';
import { parseGlobs, parseProfile } from './certify-options.ts';
import { commandLine } from './command-line.ts';
import { readSource, readWith } from './documents.ts';
import { terminalFor } from './environment.ts';
import { CERTIFY_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';
import { STANDARD_INPUT } from './read-input.ts';
import { printCertification } from './render-certification.ts';
import { writeReportFolder } from './report-folder.ts';

export interface JudgeOptions {
  readonly plan: string;
  readonly profile?: string;
  readonly rules?: readonly string[];
  /** How late the recorded runtime may have been. */
  readonly tolerance?: string;
  readonly strict?: boolean;
  readonly verbose?: boolean;
  /** A folder. */
  readonly report?: string;
  readonly format: string;
  readonly ascii?: boolean;
}

/** @returns As `certify` does. */
export async function judge(
  paths: readonly string[],
  options: JudgeOptions,
  host: Host,
): Promise<number> {
  const format = parseFormat(options.format, CERTIFY_FORMATS);
  const globs = parseGlobs(options.rules, rules);
  const source = await readSource(options.plan, host);
  const { workflow, dialect, findings, stopped } = readWith(source, []);
  const terminal = terminalFor(host.out, host, options.ascii);
  if (workflow === null) {
    const { path, bytes } = source;
    const shown = renderFindings([{ path, bytes, dialect, findings, stopped }], terminal);
    throw new Problem(`${options.plan} is no valid plan:\n${shown.trimEnd()}`);
  }
  const profile: Profile =
    options.profile === undefined ? workflow.profile : parseProfile(options.profile);
  const { tolerance } = options;
  const toleranceMs = tolerance === undefined ? 0 : parseTime(tolerance, '--tolerance');
  const filters = { globs, toleranceMs };
  const traces: NamedTrace[] = [];
  for (const path of paths) {
    const named = await readTrace(path, host);
    if (strangersIn(workflow, named.trace.events).isOther) {
      throw new Problem(
        `${path}: no step of it is in ${options.plan}. Is it the trace of another workflow?`,
      );
    }
    traces.push(named);
  }
  const command = commandOf(paths, options);
  const report = judgeTraces(rules, workflow, profile, traces, filters, packageVersion(), command);
  const exitCode = exitCodeOf(report, options.strict === true);
  if (options.report !== undefined) await writeReportFolder(options.report, report, exitCode);
  const { verbose, ascii } = options;
  await printCertification(report, format, { exitCode, verbose, ascii }, host);
  return exitCode;
}

/** What makes the report again; of the standard input nobody knows. */
function commandOf(paths: readonly string[], options: JudgeOptions): string | null {
  const { plan, profile, tolerance, rules: globs, strict } = options;
  if ([...paths, plan].includes(STANDARD_INPUT)) return null;
  return `unwind judge ${commandLine([
    ...paths,
    ...['--plan', plan],
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(tolerance === undefined ? [] : ['--tolerance', tolerance]),
    ...(globs === undefined ? [] : ['--rules', ...globs]),
    ...(strict === true ? ['--strict'] : []),
  ])}`;
}

async function readTrace(path: string, host: Host): Promise<NamedTrace> {
  const { bytes } = await readSource(path, host);
  const reading = readRecordedTrace(new TextDecoder().decode(bytes));
  if (!reading.ok) throw new Problem(`${path}: ${reading.message}.`);
  return { name: path, trace: reading.trace };
}
