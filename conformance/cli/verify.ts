/**
 * `unwind verify CLAIM`. A claim names what starts its driver, so verifying it can run anything
 * that whoever wrote it wants run: that happens only where the caller says so.
 */

import { cases } from '../cases/index.ts';
import { type ClaimCheck, checkClaim } from '../claims/file/check-claim.ts';
import { readClaim } from '../claims/file/read-claim.ts';
import type { Claim, ClaimedDriver } from '../claims/file/schema.ts';
import { renderVerification, renderVerificationJson } from '../report/claim/verification.ts';
import { visible } from '../report/terminal/visible.ts';
import { rules } from '../rules/index.ts';
import type { Certification } from '../suite/certification.ts';
import { certify } from '../suite/certify.ts';
import { sessionRuntime } from '../suite/session-runtime.ts';
import { parseFormat } from './arguments.ts';
import { connectorFor, type DriverOptions, driverWords, namesDriver } from './driver-options.ts';
import { terminalFor } from './environment.ts';
import { EXIT_BLOCKED, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK } from './exit-codes.ts';
import { VERIFY_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { openDriver, type SessionOptions } from './open-driver.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';
import { createProgress } from './progress.ts';
import { readInput } from './read-input.ts';
import { readReport } from './read-report.ts';

export interface VerifyOptions extends DriverOptions, SessionOptions {
  /** Start what the claim names. */
  readonly trust?: boolean;
  /** Hold it against this report, and run nothing. */
  readonly report?: string;
  readonly format: string;
  readonly ascii?: boolean;
}

/** @returns 0 where it is verified, 1 where it is not, 3 where the driver was lost. */
export async function verify(path: string, options: VerifyOptions, host: Host): Promise<number> {
  const format = parseFormat(options.format, VERIFY_FORMATS);
  refuseTwoWays(options);
  const reading = readClaim(new TextDecoder().decode(await readInput(path, host)));
  if (!reading.ok) throw new Problem(`${path} is no claim: ${reading.message}.`);
  const { claim } = reading;
  const seen = await certificationFor(claim, path, options, host);
  if (seen.interrupted === true) return EXIT_INTERRUPTED;
  const check = checkClaim(claim, seen);
  const exitCode = exitCodeOf(check, seen);
  const verification = { claim, check, seen, ran: options.report === undefined, exitCode };
  host.out.write(
    format === 'json'
      ? renderVerificationJson(verification)
      : renderVerification(verification, terminalFor(host.out, host, options.ascii)),
  );
  return exitCode;
}

function exitCodeOf({ verified }: ClaimCheck, { profiles }: Certification): number {
  if (verified) return EXIT_OK;
  const isLost = profiles.some(({ blocked }) => blocked > 0);
  const isBroken = profiles.some((each) => each.rules.some(({ verdict }) => verdict === 'fail'));
  return isLost && !isBroken ? EXIT_BLOCKED : EXIT_FAILED;
}

function refuseTwoWays(options: VerifyOptions): void {
  const ways = [
    ...(namesDriver(options) ? ['--driver…'] : []),
    ...(options.trust === true ? ['--trust'] : []),
    ...(options.report === undefined ? [] : ['--report']),
  ];
  if (ways.length > 1) throw new Problem(`Say one of ${ways.join(' and ')}.`);
}

function certificationFor(
  claim: Claim,
  path: string,
  options: VerifyOptions,
  host: Host,
): Promise<Certification> {
  if (options.report === undefined) return certifyAgain(claim, path, options, host);
  return readReport(options.report, host).then(({ certification }) => certification);
}

async function certifyAgain(
  claim: Claim,
  path: string,
  options: VerifyOptions,
  host: Host,
): Promise<Certification> {
  const target = driverFor(claim, path, options);
  const session = await openDriver(await connectorFor(target, packageVersion()), options);
  const progress = createProgress(host.err, () => performance.now());
  let isInterrupted = false;
  void host.interrupted().then(() => {
    isInterrupted = true;
  });
  try {
    const claimed = claim.claims.map(({ profile }) => profile);
    return await certify(sessionRuntime(session, { sendsScript: namesDriver(target) }), {
      version: packageVersion(),
      driverWords: driverWords(target).trim(),
      ...{ rules, cases, globs: [], profiles: claimed },
      ...{ seed: claim.seed, runs: claim.runs, level: claim.asked },
      now: () => performance.now(),
      pause: () => new Promise((resolve) => setImmediate(resolve)),
      isInterrupted: () => isInterrupted,
      onProgress: ({ profile, done, total }) => progress.show(profile, done, total, ''),
    });
  } finally {
    progress.clear();
    await session.shutdown();
  }
}

/** The driver that the caller names, or the claim's where the caller trusts it. */
function driverFor({ driver }: Claim, path: string, options: VerifyOptions): DriverOptions {
  if (namesDriver(options)) return options;
  const named = optionsOf(driver);
  if (options.trust === true || !namesDriver(named)) return named;
  throw new Problem(
    [
      `${path} names a driver, and to verify it means to run that${driver.kind === 'url' ? ', or to talk to it' : ''}. Nothing was run. It is:`,
      `   ${visible(driverWords(named).trim())}`,
      'Read it. Then say --trust to run it as it stands, or name one yourself with --driver, --driver-module or --driver-url; --report REPORT runs nothing and holds the claim against a report.',
    ].join('\n'),
  );
}

function optionsOf(driver: ClaimedDriver): DriverOptions {
  switch (driver.kind) {
    case 'command':
      return { driver: driver.command };
    case 'module':
      return { driverModule: driver.module };
    case 'url':
      return { driverUrl: driver.url };
    case 'built-in':
      return {};
  }
}
