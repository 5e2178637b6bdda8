/** Which runtime a command is about: a driver that the user names, or the built-in one. */

import { builtinConnector } from '../drivers/builtin.ts';
import type { Connector } from '../protocol/connection.ts';
import { type DriverOptions, driverNamed } from './driver-target.ts';

export type { DriverOptions } from './driver-target.ts';

/** @throws Problem where more than one is named, or a module is none. */
export async function connectorFor(options: DriverOptions, version: string): Promise<Connector> {
  return (await driverNamed(options)) ?? builtinConnector({ version });
}

/** The options again, as they are typed into a shell, with a blank before each; '' for none. */
export const driverWords = ({ driver, driverModule, driverUrl }: DriverOptions): string =>
  [
    ['--driver', driver],
    ['--driver-module', driverModule],
    ['--driver-url', driverUrl],
  ]
    .map(([option, value]) => (value === undefined ? '' : ` ${option} ${quoted(value)}`))
    .join('');

/** In double quotes, which every shell knows; in single ones where a shell would look into it. */
const quoted = (text: string): string => {
  if (/^[\w./:@=-]+$/.test(text)) return text;
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
};

export const namesDriver = ({ driver, driverModule, driverUrl }: DriverOptions): boolean =>
  [driver, driverModule, driverUrl].some((option) => option !== undefined);
