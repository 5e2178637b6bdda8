/** `unwind certify` */

import type { Profile } from '../../core/model/workflow.ts';
import { cases } from '../cases/index.ts';
import { type DriverSession, openSession } from '../protocol/session.ts';
import { renderCertificationJson } from '../report/certification/json.ts';
import { renderCertification } from '../report/certification/pretty.ts';
import { rules } from '../rules/index.ts';
import { certify } from '../suite/certify.ts';
import type { CertifyOptions } from '../suite/course.ts';
import { sessionRuntime } from '../suite/session-runtime.ts';
import { exitCodeOf } from '../suite/summary.ts';
import { parseFormat, parseInteger, parseTime } from './arguments.ts';
import { parseGlobs, parseLevel, parseProfile } from './certify-options.ts';
import { connectorFor, type DriverOptions, driverWords, namesDriver } from './driver-options.ts';
import { terminalFor } from './environment.ts';
import { EXIT_BLOCKED, EXIT_INTERRUPTED } from './exit-codes.ts';
import { CERTIFY_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';
import { createProgress } from './progress.ts';

/** As commander hands them over: texts, read here. */
export interface CertifyCommandOptions extends DriverOptions {
  readonly profile?: readonly string[];
  readonly level?: string;
  readonly rules?: readonly string[];
  readonly runs: string;
  readonly seed: string;
  readonly strict?: boolean;
  readonly verbose?: boolean;
  readonly validateTraffic?: boolean;
  readonly wall?: string;
  readonly format: string;
  readonly ascii?: boolean;
}

/** Few enough to be done while somebody looks on. */
const MOST_RUNS = 10_000_000;

export async function certifyCommand(options: CertifyCommandOptions, host: Host): Promise<number> {
  const format = parseFormat(options.format, CERTIFY_FORMATS);
  const wanted = parseWanted(options);
  const session = await open(options);
  const sendsScript = namesDriver(options);
  let isInterrupted = false;
  void host.interrupted().then(() => {
    isInterrupted = true;
  });
  const progress = createProgress(host.err, () => performance.now());
  try {
    refuseProfiles(wanted.profiles, session);
    const certification = await certify(sessionRuntime(session, { sendsScript }), {
      ...wanted,
      version: packageVersion(),
      driverWords: driverWords(options).trim(),
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
    const exitCode = exitCodeOf(certification, options.strict === true);
    host.out.write(
      format === 'json'
        ? renderCertificationJson(certification, exitCode)
        : renderCertification(certification, terminalFor(host.out, host, options.ascii), {
            verbose: options.verbose === true,
          }),
    );
    return isInterrupted ? EXIT_INTERRUPTED : exitCode;
  } finally {
    progress.clear();
    await session.shutdown();
  }
}

async function open(options: CertifyCommandOptions): Promise<DriverSession> {
  const version = packageVersion();
  const connector = await connectorFor(options, version);
  const opened = await openSession(connector, {
    suite: { name: 'unwind', version },
    validate: options.validateTraffic === true,
    ...(options.wall === undefined ? {} : { wallMs: parseTime(options.wall, '--wall') }),
  });
  if (opened.ok) return opened.session;
  const { message, hint } = opened.failure;
  const stderr = opened.stderr.trim();
  throw new Problem(
    [
      `${message}.`,
      ...(hint === null ? [] : [hint]),
      ...(stderr === '' ? [] : ['Its stderr ends:', ...stderr.split('\n').slice(-5)]),
    ].join('\n'),
    EXIT_BLOCKED,
  );
}

type Wanted = Pick<CertifyOptions, 'profiles' | 'level' | 'globs' | 'runs' | 'seed'>;

function parseWanted(options: CertifyCommandOptions): Wanted {
  return {
    profiles: options.profile?.map(parseProfile) ?? null,
    level: options.level === undefined ? null : parseLevel(options.level),
    globs: parseGlobs(options.rules, rules),
    runs: parseInteger(options.runs, '--runs', 0, MOST_RUNS),
    seed: parseInteger(options.seed, '--seed', 0, Number.MAX_SAFE_INTEGER),
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
