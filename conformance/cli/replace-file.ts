/** Puts new content into a file so that, whatever happens, the old or the new is there. */

import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem } from './problem.ts';

/**
 * Writes to a file beside the one that is replaced, then renames it: never a half of it. A
 * link keeps leading to its file, and the file keeps its mode.
 * @throws Problem where it cannot be written; then the file is as it was.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  let beside: string | null = null;
  try {
    const target = await realpath(path);
    const { mode } = await stat(target);
    const name = join(dirname(target), `.${basename(target)}.${process.pid}.new`);
    const file = await open(name, 'wx', mode & 0o777);
    // From here on it is ours to remove.
    beside = name;
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(name, target);
  } catch (error) {
    if (beside !== null) await rm(beside, { force: true }).catch(() => undefined);
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Problem(`${path} cannot be replaced (${code}); it is as it was.`);
  }
}
