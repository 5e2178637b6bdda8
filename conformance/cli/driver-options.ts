/** Which runtime a command is about: a driver that the user names, or the built-in one. */

import { builtinConnector } from '../drivers/builtin.ts';
import type { Connector } from '../protocol/connection.ts';
import { Problem } from './problem.ts';

export interface DriverOptions {
  /** A command line that starts a driver. */
  readonly driver?: string;
  /** A module whose default export makes a driver. */
  readonly driverModule?: string;
  /** The address of a driver: ws://… */
  readonly driverUrl?: string;
}

/** @throws Problem where more than one is named. */
export function connectorFor(options: DriverOptions, version: string): Promise<Connector> {
  const named = [options.driver, options.driverModule, options.driverUrl].filter(
    (option) => option !== undefined,
  );
  if (named.length > 1) {
    throw new Problem('Name one driver: --driver, --driver-module or --driver-url.');
  }
  if (named.length === 1) throw new Problem('Drivers are not there yet; leave the option out.');
  return Promise.resolve(builtinConnector({ version }));
}
