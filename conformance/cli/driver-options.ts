/** Which runtime a command is about: a driver that the user names, or the built-in one. */

import { builtinConnector } from '../drivers/builtin.ts';
import type { Connector } from '../protocol/connection.ts';
import { type DriverOptions, driverNamed } from './driver-target.ts';

export type { DriverOptions } from './driver-target.ts';

/** @throws Problem where more than one is named, or a module is none. */
export async function connectorFor(options: DriverOptions, version: string): Promise<Connector> {
  return (await driverNamed(options)) ?? builtinConnector({ version });
}

export const namesDriver = ({ driver, driverModule, driverUrl }: DriverOptions): boolean =>
  [driver, driverModule, driverUrl].some((option) => option !== undefined);
