/** `unwind certify` */

import type { Profile } from '../../core/model/workflow.ts';
import { cases } from '../cases/index.ts';
import type { DriverSession } from '../protocol/session.ts';
import { rules } from '../rules/index.ts';
import type { Certification } from '../suite/certification.ts';
import { certify } from '../suite/certify.ts';
import type { CertifyOptions } from '../suite/course.ts';
import { sessionRuntime } from '../suite/session-runtime.ts';
import { exitCodeOf } from '../suite/summary.ts';
import { parseFormat, parseInteger } from './arguments.ts';
import { parseGlobs, parseLevel, parseProfile } from './certify-options.ts';
import { commandLine } from './command-line.ts';
import { connectorFor, type DriverOptions, driverWords, namesDriver } from './driver-options.ts';
import { EXIT_INTERRUPTED } from './exit-codes.ts';
import { expectationsFrom } from './expected.ts';
import { CERTIFY_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { openDriver } from './open-driver.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';
import { createProgress } from './progress.ts';
import { STANDARD_INPUT } from './read-input.ts';
import { printCertification } from './render-certification.ts';
import { openReportFolder } from './report-folder.ts';
import { parseShard } from './shard.ts';

/** As commander hands them over: texts, read here. */
export interface CertifyCommandOptions extends DriverOptions {
  readonly profile?: readonly string[];
  readonly level?: string;
  readonly rules?: readonly string[];
  readonly runs: string;
  /** `1/3` */
  readonly shard?: string;
  /** A file. */
  readonly expected?: string;
  /** The day by which that is judged. */
  readonly today?: string;
  readonly seed: string;
  readonly strict?: boolean;
  readonly verbose?: boolean;
  readonly validateTraffic?: boolean;
  readonly wall?: string;
  /** A folder. */
  readonly report?: string;
  readonly format: string;
  readonly ascii?: boolean;
}

/** Few enough to be done while somebody looks on. */
const MOST_RUNS = 10_000_000;

export async function certifyCommand(options: CertifyCommandOptions, host: Host): Promise<number> {
  const format = parseFormat(options.format, CERTIFY_FORMATS);
  const wanted = parseWanted(options);
  const expectations = await expectationsFrom(options.expected, options.today, host);
  const folder = options.report === undefined ? null : await openReportFolder(options.report);
  const connector = await connectorFor(options, packageVersion());
  const session = await openDriver(connector, options);
  const sendsScript = namesDriver(options);
  let isInterrupted = false;
  void host.interrupted().then(() => {
    isInterrupted = true;
  });
  const progress = createProgress(host.err, () => performance.now());
  try {
    refuseProfiles(wanted.profiles, session);
    const certified = await certify(sessionRuntime(session, { sendsScript }), {
      ...wanted,
      ...expectations,
      version: packageVersion(),
      driverWords: driverWords(options).trim(),
      command: commandOf(options),
      ...(folder === null ? {} : { onEvent: folder.hear }),
      rules,
      cases,
      now: () => performance.now(),
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      isInterrupted: () => isInterrupted,
      onProgress: ({ profile, done, total, phase, broken }) => {
        const rest = broken > 0 ? `, ${broken} rules broken` : '';
        if (phase === 'running') progress.show(profile, done, total, rest);
        else progress.show(`${profile}, making counterexamples smaller`, done, total, '');
      },
    });
    progress.clear();
    const certification = { ...certified, ...stderrOf(session) };
    const exitCode = isInterrupted
      ? EXIT_INTERRUPTED
      : exitCodeOf(certification, options.strict === true);
    await folder?.finish(certification, exitCode);
    const { verbose, ascii } = options;
    await printCertification(certification, format, { exitCode, verbose, ascii }, host);
    return exitCode;
  } finally {
    progress.clear();
    folder?.close();
    await session.shutdown();
  }
}

/** What the driver wrote, if it did. */
function stderrOf(session: DriverSession): Pick<Certification, 'stderr'> {
  const stderr = session.stderr();
  return stderr.trim() === '' ? {} : { stderr };
}

/** What makes the report again: all that has a part in what it says; of the standard input nobody knows. */
function commandOf(options: CertifyCommandOptions): string | null {
  const { profile, level, rules: globs, runs, seed, strict, validateTraffic, wall } = options;
  const { shard, expected } = options;
  if (expected === STANDARD_INPUT) return null;
  const words = [
    ...(profile === undefined ? [] : ['--profile', ...profile]),
    ...(level === undefined ? [] : ['--level', level]),
    ...(globs === undefined ? [] : ['--rules', ...globs]),
    ...['--runs', runs, '--seed', seed],
    ...(shard === undefined ? [] : ['--shard', shard]),
    ...(expected === undefined ? [] : ['--expected', expected]),
    ...(strict === true ? ['--strict'] : []),
    ...(validateTraffic === true ? ['--validate-traffic'] : []),
    ...(wall === undefined ? [] : ['--wall', wall]),
  ];
  return `unwind certify${driverWords(options)} ${commandLine(words)}`;
}

type Wanted = Pick<CertifyOptions, 'profiles' | 'level' | 'globs' | 'runs' | 'seed' | 'shard'>;

function parseWanted(options: CertifyCommandOptions): Wanted {
  return {
    profiles: options.profile?.map(parseProfile) ?? null,
    level: options.level === undefined ? null : parseLevel(options.level),
    globs: parseGlobs(options.rules, rules),
    runs: parseInteger(options.runs, '--runs', 0, MOST_RUNS),
    seed: parseInteger(options.seed, '--seed', 0, Number.MAX_SAFE_INTEGER),
    shard: options.shard === undefined ? null : parseShard(options.shard),
  };
}

function refuseProfiles(wanted: readonly Profile[] | null, { hello }: DriverSession): void {
  const missing = wanted?.find((profile) => !hello.profiles.includes(profile));
  if (missing === undefined) return;
  const declared = hello.profiles.length === 0 ? 'none' : hello.profiles.join(', ');
  throw new Problem(
    `${hello.runtime.name} does not declare profile ${missing}; it declares ${declared}.`,
  );
}
