/**
 * Makes a folder, and those that it lies in. Node's own `mkdir` with `recursive` never returns where
 * a folder takes nothing new and says that it is not there, as `/proc` does.
 */

import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** @throws As Node does: `EEXIST` or `ENOTDIR` where a file is in the way, `ENOENT` of an empty name. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isFolder(path)) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || path === '' || isFolder(parent)) throw error;
    makeFolder(parent);
    mkdirSync(path);
  }
}

const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
