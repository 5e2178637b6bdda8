/** `unwind fuzz FILE…` */

import { availableParallelism } from 'node:os';
import type { JsonObject } from '../../core/model/json.ts';
import type { Profile } from '../../core/model/workflow.ts';
import { designOf } from '../design/of-target.ts';
import { applyBaseline, isBroken } from '../fuzz/baseline/apply.ts';
import type { FuzzReport } from '../fuzz/report.ts';
import type { FuzzTarget } from '../fuzz/search/prepare.ts';
import { parseFormat, parseInteger, parseJsonObject, parseTime } from './arguments.ts';
import { parseProfile } from './certify-options.ts';
import { readSource, type Source } from './documents.ts';
import { EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK } from './exit-codes.ts';
import { FUZZ_FORMATS } from './formats.ts';
import { againOf } from './fuzz-again.ts';
import { baselineFrom, refuseToWrite, writeBaseline } from './fuzz-baseline.ts';
import { openFindingsFolder } from './fuzz-folder.ts';
import { search, type Wanted } from './fuzz-search.ts';
import { readTarget } from './fuzz-target.ts';
import type { Host } from './host.ts';
import { printFuzz } from './render-fuzz.ts';
import { parseShard } from './shard.ts';

/** As commander hands them over: texts, read here. */
export interface FuzzCommandOptions {
  readonly runs?: string;
  readonly time?: string;
  readonly seed: string;
  readonly shard?: string;
  readonly threads?: string;
  readonly profile?: string;
  readonly faults?: string;
  readonly input?: string;
  readonly with?: readonly string[];
  readonly expect?: readonly string[];
  readonly save?: string;
  readonly regressions?: string;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  /** The day by which the baseline is judged. */
  readonly today?: string;
  readonly format: string;
  readonly ascii?: boolean;
}

/** Enough for each single fault of a usual document, and for most pairs. */
const USUAL_RUNS = 2000;
/** In ms, for each document: where nobody says how long, nobody wants to wait for long. */
const USUAL_TIME = 60_000;
const MOST_RUNS = 1_000_000_000;
const MOST_THREADS = 256;

type Asked = Wanted & { readonly profile: Profile | null; readonly input: JsonObject | null };

/** @returns 0 if nothing was found, warnings aside; 1 if something was, or a document is invalid. */
export async function fuzz(
  paths: readonly string[],
  options: FuzzCommandOptions,
  host: Host,
): Promise<number> {
  const format = parseFormat(options.format, FUZZ_FORMATS);
  const wanted = parseWanted(options);
  refuseToWrite(options);
  const baseline = await baselineFrom(options, host);
  const others: Source[] = [];
  for (const path of options.with ?? []) others.push(await readSource(path, host));
  const targets: FuzzTarget[] = [];
  let isInvalid = false;
  for (const path of paths) {
    const target = await readTarget(path, others, options, wanted, host);
    if (target === null) isInvalid = true;
    else targets.push(target);
  }
  if (isInvalid) return EXIT_FAILED;
  const folder = options.save === undefined ? null : await openFindingsFolder(options.save);
  const found = withDesign(await search(targets, wanted, options, folder, host), targets);
  const report = baseline === null ? found : applyBaseline(found, baseline);
  const again: Parameters<typeof printFuzz>[2]['again'] = (document, failure) =>
    againOf(document, failure, options, folder);
  await printFuzz(report, format, { again, ascii: options.ascii }, host);
  if (report.timing.stoppedBy === 'interrupt') return EXIT_INTERRUPTED;
  if (options.writeBaseline !== undefined) {
    await writeBaseline(options.writeBaseline, report, options, host);
    return EXIT_OK;
  }
  return isBroken(report) ? EXIT_FAILED : EXIT_OK;
}

/** A look at the design takes no part of the time of the search. */
function withDesign(report: FuzzReport, targets: readonly FuzzTarget[]): FuzzReport {
  const documents = report.documents.map((document, index) => {
    const target = targets[index];
    return target === undefined ? document : { ...document, design: designOf(target) };
  });
  return { ...report, documents };
}

function parseWanted(options: FuzzCommandOptions): Asked {
  const { runs, time, faults, input, profile, shard, threads } = options;
  const isOpen = runs === undefined && time === undefined;
  return {
    runs:
      runs === undefined
        ? isOpen
          ? USUAL_RUNS
          : null
        : parseInteger(runs, '--runs', 1, MOST_RUNS),
    time: time === undefined ? (isOpen ? USUAL_TIME : null) : parseTime(secondsOf(time), '--time'),
    seed: parseInteger(options.seed, '--seed', 0, Number.MAX_SAFE_INTEGER),
    shard: shard === undefined ? null : parseShard(shard),
    threads:
      threads === undefined
        ? availableParallelism()
        : parseInteger(threads, '--threads', 1, MOST_THREADS),
    profile: profile === undefined ? null : parseProfile(profile),
    faults: faults === undefined ? null : parseInteger(faults, '--faults', 0, 1000),
    input: input === undefined ? null : parseJsonObject(input, '--input'),
  };
}

/** A bare number is one of seconds. */
function secondsOf(text: string): string {
  return /^\d+(?:\.\d+)?$/.test(text) ? `${text}s` : text;
}
