/** `unwind fuzz FILE…` */

import { stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { JsonObject } from '../../core/model/json.ts';
import type { Profile } from '../../core/model/workflow.ts';
import { gatherExpectations } from '../fuzz/expectations/gather.ts';
import { fuzzDocument } from '../fuzz/fuzz.ts';
import type { DocumentReport, Failure, FuzzReport, StoppedBy } from '../fuzz/report.ts';
import type { FuzzTarget } from '../fuzz/search/prepare.ts';
import { renderFindings } from '../report/findings/pretty.ts';
import { renderFuzzJson } from '../report/fuzz/json.ts';
import { renderFuzz } from '../report/fuzz/pretty.ts';
import { visible } from '../report/terminal/visible.ts';
import { MOST_SHARDS } from '../suite/shard.ts';
import { parseFormat, parseInteger, parseJsonObject, parseTime } from './arguments.ts';
import { parseProfile } from './certify-options.ts';
import { commandLine } from './command-line.ts';
import { decode, documentsOf, readSource, readWith, type Source } from './documents.ts';
import { terminalFor } from './environment.ts';
import { EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK } from './exit-codes.ts';
import { FUZZ_FORMATS } from './formats.ts';
import { type FindingsFolder, openFindingsFolder } from './fuzz-folder.ts';
import { readRegressions } from './fuzz-regressions.ts';
import type { Host } from './host.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';
import { createProgress } from './progress.ts';
import { STANDARD_INPUT } from './read-input.ts';

/** As commander hands them over: texts, read here. */
export interface FuzzCommandOptions {
  readonly runs?: string;
  readonly time?: string;
  readonly seed: string;
  readonly shard?: string;
  readonly profile?: string;
  readonly faults?: string;
  readonly input?: string;
  readonly with?: readonly string[];
  readonly expect?: readonly string[];
  readonly save?: string;
  readonly regressions?: string;
  readonly format: string;
  readonly ascii?: boolean;
}

/** Enough for each single fault of a usual document, and for most pairs. */
const USUAL_RUNS = 2000;
/** In ms, for each document: where nobody says how long, nobody wants to wait for long. */
const USUAL_TIME = 60_000;
const MOST_RUNS = 1_000_000_000;
/** In ms: how long the machine is kept before a Ctrl-C is heard. */
const BREATH = 50;

interface Wanted {
  readonly runs: number | null;
  readonly time: number | null;
  readonly seed: number;
  /** From 1. */
  readonly shard: FuzzReport['shard'];
  readonly profile: Profile | null;
  readonly faults: number | null;
  readonly input: JsonObject | null;
}

/** @returns 0 if nothing was found, warnings aside; 1 if something was, or a document is invalid. */
export async function fuzz(
  paths: readonly string[],
  options: FuzzCommandOptions,
  host: Host,
): Promise<number> {
  const format = parseFormat(options.format, FUZZ_FORMATS);
  const wanted = parseWanted(options);
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
  const report = await search(targets, wanted, options, folder, host);
  host.out.write(
    format === 'json'
      ? renderFuzzJson(report)
      : renderFuzz(report, terminalFor(host.out, host, options.ascii), {
          again: (document, failure) => againOf(document, failure, options, folder),
        }),
  );
  if (report.timing.stoppedBy === 'interrupt') return EXIT_INTERRUPTED;
  const isBroken = report.documents.some(({ failures }) =>
    failures.some(({ severity }) => severity === 'error'),
  );
  return isBroken ? EXIT_FAILED : EXIT_OK;
}

function parseWanted(options: FuzzCommandOptions): Wanted {
  const { runs, time, faults, input, profile } = options;
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
    shard: options.shard === undefined ? null : parseShard(options.shard),
    profile: profile === undefined ? null : parseProfile(profile),
    faults: faults === undefined ? null : parseInteger(faults, '--faults', 0, 1000),
    input: input === undefined ? null : parseJsonObject(input, '--input'),
  };
}

/** `2/8`: the second of eight parts, each of which does runs of its own. */
function parseShard(text: string): { readonly index: number; readonly count: number } {
  const [, index = 0, count = 0] = (/^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= count && count <= MOST_SHARDS) return { index, count };
  throw new Problem(
    `--shard takes a part and how many there are, like 2/8, at most ${MOST_SHARDS}, not '${text}'.`,
  );
}

/** A bare number is one of seconds. */
function secondsOf(text: string): string {
  return /^\d+(?:\.\d+)?$/.test(text) ? `${text}s` : text;
}

/** Null where the document is invalid, which is then told. */
async function readTarget(
  path: string,
  others: readonly Source[],
  options: FuzzCommandOptions,
  { profile, input }: Wanted,
  host: Host,
): Promise<FuzzTarget | null> {
  const source = await readSource(path, host);
  const { bytes } = source;
  const { workflow, dialect, findings, stopped } = readWith(source, others);
  if (workflow === null || dialect === null) {
    const file = { path, bytes, dialect, findings, stopped };
    host.err.write(renderFindings([file], terminalFor(host.err, host, options.ascii)));
    return null;
  }
  if (workflow.orbit !== undefined && profile !== null && profile !== 'orbit') {
    throw new Problem(`${path} is an ORBIT document, which runs under the orbit profile alone.`);
  }
  const text = decode(path, bytes);
  const gathered = gatherExpectations({
    ...{ path, text, workflow },
    file: await fileBeside(path, host),
    options: options.expect ?? [],
  });
  if (gathered.problems.length > 0) {
    const lines = gathered.problems.map(({ source: { kind, path: file, line }, message }) => {
      const place = kind === 'option' ? '--expect' : `${file}${line === null ? '' : `:${line}`}`;
      return `  ${place}: ${message}`;
    });
    throw new Problem(`What is expected of ${path} can not be read:\n${lines.join('\n')}`);
  }
  return {
    ...{ path, dialect, text, workflow, profile },
    digest: bytesToHex(sha256(bytes)),
    expected: gathered.expected,
    inputs: input === null ? gathered.inputs : [input],
    documents: documentsOf(source, others),
  };
}

/** `order.unwind.json` beside `order.hxml`. */
async function fileBeside(
  path: string,
  host: Host,
): Promise<{ readonly path: string; readonly text: string } | null> {
  if (path === STANDARD_INPUT) return null;
  const name = join(dirname(path), `${basename(path, extname(path))}.unwind.json`);
  try {
    if (!(await stat(name)).isFile()) return null;
  } catch {
    return null;
  }
  const { bytes } = await readSource(name, host);
  return { path: name, text: decode(name, bytes) };
}

async function search(
  targets: readonly FuzzTarget[],
  wanted: Wanted,
  options: FuzzCommandOptions,
  folder: FindingsFolder | null,
  host: Host,
): Promise<FuzzReport> {
  let isInterrupted = false;
  void host.interrupted().then(() => {
    isInterrupted = true;
  });
  const progress = createProgress(host.err, () => performance.now());
  const began = performance.now();
  const documents: DocumentReport[] = [];
  let stoppedBy: StoppedBy = 'runs';
  try {
    for (const target of targets) {
      if (isInterrupted) break;
      const start = performance.now();
      let breathed = start;
      const regressions =
        options.regressions === undefined ? [] : await readRegressions(options.regressions, target);
      const turns = fuzzDocument(target, {
        ...{ seed: wanted.seed, faults: wanted.faults, runs: wanted.runs, regressions },
        shard: { index: (wanted.shard?.index ?? 1) - 1, count: wanted.shard?.count ?? 1 },
      });
      let found = 0;
      for (let turn = turns.next(); ; turn = turns.next()) {
        if (turn.done === true) {
          documents.push(turn.value);
          break;
        }
        for (const failure of turn.value.found) {
          found += 1;
          await folder?.add(target, failure);
        }
        const now = performance.now();
        const isLate = wanted.time !== null && now - start > wanted.time;
        if (isLate || isInterrupted) {
          stoppedBy = isInterrupted ? 'interrupt' : 'time';
          documents.push(turn.value.search.report());
          break;
        }
        showProgress(progress, target, turn.value.done, found, now - start, wanted);
        if (now - breathed > BREATH) {
          breathed = now;
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    }
  } finally {
    progress.clear();
    await folder?.close();
  }
  const seconds = (performance.now() - began) / 1000;
  const runs = documents.reduce((sum, document) => sum + document.runs, 0);
  return {
    fuzz: 1,
    version: packageVersion(),
    seed: wanted.seed,
    runs: wanted.runs,
    shard: wanted.shard,
    documents,
    timing: { seconds, runsPerSecond: runs / Math.max(seconds, 0.001), stoppedBy },
  };
}

function showProgress(
  progress: ReturnType<typeof createProgress>,
  { path }: FuzzTarget,
  done: number,
  found: number,
  elapsed: number,
  { runs, time }: Wanted,
): void {
  const rate = done / Math.max(elapsed, 1);
  const byRuns = runs === null || rate === 0 ? Number.POSITIVE_INFINITY : (runs - done) / rate;
  const left = Math.min(byRuns, time === null ? Number.POSITIVE_INFINITY : time - elapsed);
  const ends = Number.isFinite(left) ? `, ${Math.ceil(left / 1000)} s left` : '';
  const rest = `${found > 0 ? `, ${found} found` : ''}${ends}`;
  progress.show(visible(path), done, runs ?? Math.round(rate * (time ?? 0)), rest);
}

function againOf(
  document: DocumentReport,
  failure: Failure,
  options: FuzzCommandOptions,
  folder: FindingsFolder | null,
): string {
  const others = options.with === undefined ? [] : ['--with', ...options.with];
  const saved = folder?.fileOf(document.path, failure) ?? null;
  const words = ['unwind', 'run', document.path, '--scenario', saved ?? '-', ...others];
  if (saved !== null) return commandLine(words);
  return `${commandLine(['echo', JSON.stringify(failure.scenario)])} | ${commandLine(words)}`;
}
