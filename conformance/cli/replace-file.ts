/** Puts new content into a file so that, whatever happens, the old or the new is there, whole. */

import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem } from './problem.ts';

/**
 * Writes to a file beside the one that is replaced, then renames it: never a half of it. A
 * link keeps leading to its file, and the file keeps its mode; one that is not there is made.
 * @param text In pieces, where a whole would be longer than a text can be.
 * @throws Problem where it cannot be written; then the file is as it was.
 */
export async function replaceFile(path: string, text: string | Iterable<string>): Promise<void> {
  let beside: string | null = null;
  try {
    const { target, mode } = await targetOf(path);
    const name = join(dirname(target), `.${basename(target)}.${process.pid}.new`);
    const file = await open(name, 'wx', mode & 0o777);
    // From here on it is ours to remove.
    beside = name;
    try {
      // Each goes on where the one before it ended.
      for (const piece of typeof text === 'string' ? [text] : text) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(name, target);
  } catch (error) {
    if (beside !== null) await rm(beside, { force: true }).catch(() => undefined);
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new Problem(`The folder of ${path} does not exist: make it first.`);
    if (code === 'EISDIR') throw new Problem(`${path} is a folder. Name a file in it.`);
    throw new Problem(`${path} cannot be replaced (${code}); it is as it was.`);
  }
}

/** What everybody may read and its owner write, as far as the process lets it. */
const NEW_MODE = 0o666;

async function targetOf(path: string): Promise<{ readonly target: string; readonly mode: number }> {
  try {
    const target = await realpath(path);
    return { target, mode: (await stat(target)).mode };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { target: path, mode: NEW_MODE };
  }
}
