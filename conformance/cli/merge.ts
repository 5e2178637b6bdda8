/** `unwind merge REPORT…` */

import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { cases } from '../cases/index.ts';
import { rules } from '../rules/index.ts';
import { mergeReports } from '../suite/merge/merge.ts';
import type { NamedReport } from '../suite/merge/named-report.ts';
import { exitCodeOf } from '../suite/summary.ts';
import { parseFormat } from './arguments.ts';
import { dayOf } from './expected.ts';
import { CERTIFY_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { areFuzzReports, mergeFuzz } from './merge-fuzz.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';
import { STANDARD_INPUT } from './read-input.ts';
import { readReport } from './read-report.ts';
import { printCertification } from './render-certification.ts';
import { RECORD_FILE, writeReportFolder } from './report-folder.ts';

export interface MergeCommandOptions {
  readonly strict?: boolean;
  readonly verbose?: boolean;
  /** A folder. */
  readonly report?: string;
  readonly format: string;
  readonly ascii?: boolean;
  /** The day by which expected failures are judged. */
  readonly today?: string;
  /** Of searches alone. */
  readonly baseline?: string;
  readonly writeBaseline?: string;
}

/** @returns As `certify` of everything does. */
export async function merge(
  paths: readonly string[],
  options: MergeCommandOptions,
  host: Host,
): Promise<number> {
  await refuseTwice(paths);
  if (await areFuzzReports(paths)) return mergeFuzz(paths, options, host);
  refuseBaseline(options);
  const format = parseFormat(options.format, CERTIFY_FORMATS);
  const on = dayOf(options.today);
  if (options.report !== undefined) await refuseOwnPart(options.report, paths);
  const reports: NamedReport[] = [];
  for (const path of paths) {
    const { certification } = await readReport(path, host);
    reports.push({ name: path, certification });
  }
  const merging = mergeReports(reports, { version: packageVersion(), rules, cases, on });
  if (!merging.ok) throw new Problem(`${merging.message}.`);
  const { certification } = merging;
  const exitCode = exitCodeOf(certification, options.strict === true);
  if (options.report !== undefined) {
    await writeReportFolder(options.report, certification, exitCode);
  }
  const { verbose, ascii } = options;
  await printCertification(certification, format, { exitCode, verbose, ascii }, host);
  return exitCode;
}

function refuseBaseline({ baseline, writeBaseline }: MergeCommandOptions): void {
  if (baseline === undefined && writeBaseline === undefined) return;
  throw new Problem('A baseline is of unwind fuzz; what a certification excuses is --expected.');
}

/** The files of a report's folder that can be read as a part. */
const FORMS = [RECORD_FILE, 'report.json'];

/** What is merged would be written over one of the parts that it was merged of. */
async function refuseOwnPart(folder: string, paths: readonly string[]): Promise<void> {
  const real = (path: string) => realpath(path).catch(() => null);
  const there = await real(folder);
  if (there === null) return;
  for (const path of paths) {
    const part = path === STANDARD_INPUT ? null : await real(path);
    const isIn = part !== null && FORMS.some((name) => part === join(there, name));
    if (part !== there && !isIn) continue;
    throw new Problem(`--report ${folder} would write over the part ${path}. Name another folder.`);
  }
}

/** Under one name or two. */
async function refuseTwice(paths: readonly string[]): Promise<void> {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const real = path === STANDARD_INPUT ? path : await realpath(path).catch(() => path);
    const other = seen.get(real);
    if (other !== undefined) {
      const also = other === path ? '' : `, once as ${other}`;
      throw new Problem(`${path} is named twice${also}. Name each part once.`);
    }
    seen.set(real, path);
  }
}
