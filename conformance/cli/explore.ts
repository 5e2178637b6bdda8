/** `unwind explore FILE` */

import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { JsonObject } from '../../core/model/json.ts';
import type { Profile } from '../../core/model/workflow.ts';
import { explore as exploreTarget } from '../../simulator/explore/explore.ts';
import type { Exploration } from '../../simulator/explore/types.ts';
import { designOf } from '../design/of-target.ts';
import { type CertificateReading, differencesOf, readCertificate } from '../explore/compare.ts';
import { type AnswerKind, FAULT_KINDS } from '../explore/menu.ts';
import type { Certificate, ExploreReport } from '../explore/report.ts';
import { exploreReportOf } from '../explore/report-of.ts';
import {
  askedOf,
  type Bounds,
  MOST_BOUNDS,
  OUTSIDE,
  type Outside,
  USUAL_BOUNDS,
} from '../explore/target.ts';
import type { FuzzTarget } from '../fuzz/search/prepare.ts';
import { renderExploreJson } from '../report/explore/json.ts';
import { renderComparison, renderExplore } from '../report/explore/pretty.ts';
import { visible } from '../report/terminal/visible.ts';
import { parseFormat, parseInteger, parseJsonObject } from './arguments.ts';
import { parseProfile } from './certify-options.ts';
import { commandLine } from './command-line.ts';
import { readSource, type Source } from './documents.ts';
import { terminalFor } from './environment.ts';
import { EXIT_FAILED, EXIT_INCOMPLETE, EXIT_INTERRUPTED, EXIT_OK } from './exit-codes.ts';
import { EXPLORE_FORMATS } from './formats.ts';
import { readTarget } from './fuzz-target.ts';
import type { Host } from './host.ts';
import { makeFolder } from './make-folder.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';
import { createProgress } from './progress.ts';

/** As commander hands them over: texts, read here. */
export interface ExploreCommandOptions {
  readonly maxFaults: string;
  readonly maxStates: string;
  readonly maxEvents: string;
  readonly kinds?: string;
  readonly outside?: string;
  readonly profile?: string;
  readonly input?: string;
  readonly with?: readonly string[];
  readonly expect?: readonly string[];
  readonly certificate?: string;
  readonly verify?: string;
  readonly save?: string;
  readonly strict?: boolean;
  readonly format: string;
  readonly ascii?: boolean;
}

/** A scenario of more letters is no line to be copied. */
const MOST_COMMAND = 4000;
/** In ms: how long the machine is kept before a Ctrl-C is heard. */
const BREATH = 50;

interface Wanted {
  readonly profile: Profile | null;
  readonly input: JsonObject | null;
}

/**
 * @returns 0 if nothing broke, warnings aside, and if a certificate says the same; 1 if something
 *   did, the document is invalid, or a certificate says something else; 4 where `--strict` is given
 *   and a bound was reached.
 */
export async function explore(
  path: string,
  options: ExploreCommandOptions,
  host: Host,
): Promise<number> {
  const format = parseFormat(options.format, EXPLORE_FORMATS);
  const kept = options.verify === undefined ? null : await certificateFrom(options.verify);
  const wanted: Wanted = {
    profile: options.profile === undefined ? null : parseProfile(options.profile),
    input: options.input === undefined ? null : parseJsonObject(options.input, '--input'),
  };
  const bounds = kept?.bounds ?? parseBounds(options);
  const others: Source[] = [];
  for (const name of options.with ?? []) others.push(await readSource(name, host));
  const found = await readTarget(path, others, withExpected(options, kept), wanted, host);
  if (found === null) return EXIT_FAILED;
  const target: FuzzTarget =
    kept === null ? found : { ...found, profile: profileOf(found, kept), inputs: kept.inputs };
  const asked = askedOf(target, bounds);
  const { exploration, seconds } = await drive(asked, path, host);
  if (exploration === null) return EXIT_INTERRUPTED;
  const report = exploreReportOf(asked.prepared, bounds, exploration, packageVersion());
  if (options.save !== undefined) await saveAll(options.save, report);
  if (options.certificate !== undefined) await writeCertificate(options.certificate, report);
  const terminal = terminalFor(host.out, host, options.ascii);
  if (kept !== null) {
    const differences = differencesOf(kept, report.certificate);
    host.out.write(
      format === 'json'
        ? `${JSON.stringify({ same: differences.length === 0, differences }, null, 2)}\n`
        : renderComparison(report.certificate, differences, terminal),
    );
    return differences.length === 0 ? EXIT_OK : EXIT_FAILED;
  }
  const again = (scenario: unknown): string => {
    const text = JSON.stringify(scenario);
    if (text.length > MOST_COMMAND) return `${text.length} letters of scenario; --save writes them`;
    const with_ = options.with === undefined ? [] : ['--with', ...options.with];
    const words = ['unwind', 'run', path, '--scenario', '-', ...with_];
    return `${commandLine(['echo', text])} | ${commandLine(words)}`;
  };
  const shown = { ...report, design: designOf(asked.prepared.target) };
  host.out.write(
    format === 'json'
      ? renderExploreJson(shown)
      : renderExplore(shown, terminal, { again, seconds }),
  );
  if (report.certificate.result.verdict === 'broken') return EXIT_FAILED;
  const { isComplete } = report.certificate.result;
  return !isComplete && options.strict === true ? EXIT_INCOMPLETE : EXIT_OK;
}

function parseBounds(options: ExploreCommandOptions): Bounds {
  return {
    faults: parseInteger(options.maxFaults, '--max-faults', 0, MOST_BOUNDS.faults),
    states: parseInteger(options.maxStates, '--max-states', 1, MOST_BOUNDS.states),
    work: parseInteger(options.maxEvents, '--max-events', 1, MOST_BOUNDS.work),
    kinds: parseList<AnswerKind>(options.kinds, '--kinds', FAULT_KINDS) ?? USUAL_BOUNDS.kinds,
    outside: parseList<Outside>(options.outside, '--outside', OUTSIDE) ?? USUAL_BOUNDS.outside,
  };
}

/** Each once, in the order in which they are known, whatever the order in which they are named. */
function parseList<Name extends string>(
  given: string | undefined,
  option: string,
  known: readonly Name[],
): readonly Name[] | null {
  if (given === undefined) return null;
  const names = given.split(',').map((name) => name.trim());
  const stranger = names.find((name) => !known.some((one) => one === name));
  if (stranger !== undefined) {
    throw new Problem(`${option}: '${stranger}' is none of ${known.join(', ')}.`);
  }
  return known.filter((name) => names.includes(name));
}

/** What was expected by options then is expected again. */
function withExpected(
  options: ExploreCommandOptions,
  kept: Certificate | null,
): ExploreCommandOptions {
  const then = (kept?.properties ?? [])
    .filter(({ source }) => source === 'option')
    .map(({ text }) => text);
  return { ...options, expect: [...(options.expect ?? []), ...then] };
}

function profileOf({ workflow, profile }: FuzzTarget, kept: Certificate): Profile | null {
  return kept.profile === workflow.profile ? profile : kept.profile;
}

async function certificateFrom(file: string): Promise<Certificate> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Problem(`${file} can not be read (${code}). Name a certificate with --verify.`);
  }
  const reading: CertificateReading = readCertificate(text);
  if (reading.ok) return reading.certificate;
  const lines = reading.problems.slice(0, 10).map((problem) => `  ${problem}`);
  throw new Problem(`${file} is no certificate of an exploration:\n${lines.join('\n')}`);
}

/** Null where somebody pressed Ctrl-C. */
async function drive(
  { target, options }: ReturnType<typeof askedOf>,
  path: string,
  host: Host,
): Promise<{ readonly exploration: Exploration | null; readonly seconds: number }> {
  let isInterrupted = false;
  void host.interrupted().then(() => {
    isInterrupted = true;
  });
  const progress = createProgress(host.err, () => performance.now());
  const began = performance.now();
  let breathed = began;
  try {
    const turns = exploreTarget(target, options);
    for (let turn = turns.next(); ; turn = turns.next()) {
      const now = performance.now();
      if (turn.done === true) return { exploration: turn.value, seconds: (now - began) / 1000 };
      const { faults, unique, runs } = turn.value;
      const rest = ` states, ${runs} runs, ${faults} of ${options.faults} faults`;
      progress.show(visible(path), unique, options.states, rest);
      if (now - breathed <= BREATH) continue;
      await new Promise((resolve) => setImmediate(resolve));
      breathed = performance.now();
      if (isInterrupted) return { exploration: null, seconds: (now - began) / 1000 };
    }
  } finally {
    progress.clear();
  }
}

async function writeCertificate(file: string, { certificate }: ExploreReport): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(certificate, null, 2)}\n`);
  } catch (error) {
    throw refuse(file, '--certificate', error);
  }
}

/** One scenario for each thing that breaks, and for each worst case. */
async function saveAll(folder: string, { path, failures, worst }: ExploreReport): Promise<void> {
  const document = basename(path, extname(path));
  const files = [
    ...failures.map(({ property, node, fingerprint, scenario }) => ({
      name: `${property}.${node ?? 'run'}.${fingerprint.slice(0, 8)}`,
      scenario,
    })),
    ...worst.map(({ kind, scenario }) => ({ name: `worst-${kind}`, scenario })),
  ];
  try {
    makeFolder(folder);
    for (const { name, scenario } of files) {
      const safe = `${document}.${name}`.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 150);
      const file = join(folder, `${safe}.scenario.json`);
      await writeFile(file, `${JSON.stringify(scenario, null, 2)}\n`);
    }
  } catch (error) {
    throw refuse(folder, '--save', error);
  }
}

function refuse(name: string, option: string, error: unknown): Problem {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  return new Problem(`${name} can not be written to (${code}). Name another with ${option}.`);
}
