/** `unwind merge` of the parts of a search. */

import { open } from 'node:fs/promises';
import { applyBaseline, isBroken } from '../fuzz/baseline/apply.ts';
import { mergeFuzzReports, type NamedFuzzReport } from '../fuzz/merge/merge.ts';
import type { FuzzReport } from '../fuzz/report.ts';
import { fuzzReport } from '../fuzz/schema/report.ts';
import { describeProblems, fits, problemsOf } from '../protocol/schema/problems.ts';
import { parseFormat } from './arguments.ts';
import { EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK } from './exit-codes.ts';
import { FUZZ_FORMATS } from './formats.ts';
import { againOf } from './fuzz-again.ts';
import {
  type BaselineOptions,
  baselineFrom,
  refuseToWrite,
  writeBaseline,
} from './fuzz-baseline.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';
import { readInput, STANDARD_INPUT } from './read-input.ts';
import { printFuzz } from './render-fuzz.ts';

export interface MergeFuzzOptions extends BaselineOptions {
  readonly report?: string;
  readonly format: string;
  readonly ascii?: boolean;
}

/**
 * Whether the reports are those of `unwind fuzz`, by their beginning.
 * @throws Problem where some are and others are not.
 */
export async function areFuzzReports(paths: readonly string[]): Promise<boolean> {
  const kinds = await Promise.all(paths.map(isFuzzReport));
  const [yes, no] = [paths[kinds.indexOf(true)], paths[kinds.indexOf(false)]];
  if (yes === undefined) return false;
  if (no === undefined) return true;
  throw new Problem(
    `${yes} is of unwind fuzz, and ${no} is not: merge the parts of one search, or of one certification.`,
  );
}

const ENOUGH = 64;

async function isFuzzReport(path: string): Promise<boolean> {
  if (path === STANDARD_INPUT) return false;
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(ENOUGH), 0, ENOUGH, 0);
      return /^\uFEFF?\s*\{\s*"fuzz"\s*:/.test(buffer.toString('utf8', 0, bytesRead));
    } finally {
      await file.close();
    }
  } catch {
    // A folder, or nothing that can be read: whoever reads it says so.
    return false;
  }
}

export async function mergeFuzz(
  paths: readonly string[],
  options: MergeFuzzOptions,
  host: Host,
): Promise<number> {
  const format = parseFormat(options.format, FUZZ_FORMATS);
  if (options.report !== undefined) {
    throw new Problem(
      '--report is of certifications; of a search, print what you need by --format.',
    );
  }
  refuseToWrite(options);
  const baseline = await baselineFrom(options, host);
  const reports: NamedFuzzReport[] = [];
  for (const name of paths) reports.push({ name, report: await readFuzzReport(name, host) });
  const merging = mergeFuzzReports(reports);
  if (!merging.ok) throw new Problem(`${merging.message}.`);
  const report = baseline === null ? merging.report : applyBaseline(merging.report, baseline);
  await printFuzz(
    report,
    format,
    { again: (document, failure) => againOf(document, failure, {}, null), ascii: options.ascii },
    host,
  );
  if (report.timing.stoppedBy === 'interrupt') return EXIT_INTERRUPTED;
  if (options.writeBaseline !== undefined) {
    await writeBaseline(options.writeBaseline, report, options, host);
    return EXIT_OK;
  }
  return isBroken(report) ? EXIT_FAILED : EXIT_OK;
}

async function readFuzzReport(path: string, host: Host): Promise<FuzzReport> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(await readInput(path, host)));
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(
      `${path} is cut off, or no JSON: write it anew by unwind fuzz --format json.`,
    );
  }
  if (fits(fuzzReport, value)) return value as FuzzReport;
  throw new Problem(
    `${path} is no report of unwind fuzz: ${describeProblems(problemsOf(fuzzReport, value, 'report'))}.`,
  );
}
