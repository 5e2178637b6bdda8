/** The driver that a command line names: a program, a module, an address. */

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Connector } from '../protocol/connection.ts';
import type { Driver } from '../protocol/driver.ts';
import { inProcess } from '../protocol/in-process.ts';
import { importModule } from './import-module.ts';
import { Problem } from './problem.ts';

export interface DriverOptions {
  readonly driver?: string;
  readonly driverModule?: string;
  readonly driverUrl?: string;
}

/** Null where none is named. Throws a Problem where more than one is, or a module is none. */
export async function driverNamed(options: DriverOptions): Promise<Connector | null> {
  const { driver, driverModule, driverUrl } = options;
  const named = [driver, driverModule, driverUrl].filter((each) => each !== undefined);
  if (named.length > 1) {
    throw new Problem('Name one driver: --driver, --driver-module or --driver-url.');
  }
  if (named.some((each) => each?.trim() === '')) {
    throw new Problem(
      'The driver has no name: say what starts it, like --driver "python3 driver.py".',
    );
  }
  if (driver !== undefined) {
    const { stdio } = await import('../protocol/carriers/stdio.ts');
    return stdio(driver);
  }
  if (driverUrl !== undefined) {
    const { webSocket } = await import('../protocol/carriers/web-socket.ts');
    return webSocket(driverUrl);
  }
  return driverModule === undefined ? null : loadModule(driverModule);
}

/** A module's default export is a driver, or a function that makes one. */
async function loadModule(path: string): Promise<Connector> {
  const module = await moduleAt(path);
  const exported = module['default'] ?? module['driver'];
  if (typeof exported === 'function') {
    return inProcess(async () => driverIn(await exported(), path), { name: path });
  }
  const driver = driverIn(exported, path);
  return inProcess(() => driver, { name: path });
}

async function moduleAt(path: string): Promise<{ readonly [name: string]: unknown }> {
  try {
    const module = await importModule(pathToFileURL(resolve(path)).href);
    return module as { readonly [name: string]: unknown };
  } catch (error) {
    const { message } = error as Error;
    throw new Problem(
      `${path} can't be loaded as a module: ${message}\nIt must be JavaScript that this Node can import, like driver.mjs.`,
    );
  }
}

function driverIn(value: unknown, path: string): Driver {
  const { initialize, run } = (value ?? {}) as Partial<Driver>;
  if (typeof initialize === 'function' && typeof run === 'function') return value as Driver;
  throw new Problem(
    `${path} holds no driver: its default export must be an object with initialize and run, or a function that makes one.`,
  );
}
