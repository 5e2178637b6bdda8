/** Opens a session with a driver, or ends the command with what went wrong. */

import type { Connector } from '../protocol/connection.ts';
import { type DriverSession, openSession } from '../protocol/session.ts';
import { parseTime } from './arguments.ts';
import { EXIT_BLOCKED } from './exit-codes.ts';
import { packageVersion } from './package-root.ts';
import { Problem } from './problem.ts';

export interface SessionOptions {
  readonly validateTraffic?: boolean;
  /** How long any reply is waited for. */
  readonly wall?: string;
}

/** @throws Problem with exit code 3, with the end of the driver's stderr. */
export async function openDriver(
  connector: Connector,
  options: SessionOptions,
): Promise<DriverSession> {
  const opened = await openSession(connector, {
    suite: { name: 'unwind', version: packageVersion() },
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
