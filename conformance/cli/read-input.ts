/** Reads what the user named: a file, or the standard input for `-`. */

import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import type { Readable } from 'node:stream';
import { nearest } from '../../core/model/suggest.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';

/** A document of 100,000 nodes takes a third of it. */
const LARGEST = 64 * 1024 * 1024;
const CHUNK = 1024 * 1024;

export const STANDARD_INPUT = '-';

/** @throws Problem where there is nothing to read, or too much. */
export async function readInput(path: string, host: Pick<Host, 'input'>): Promise<Uint8Array> {
  if (path === STANDARD_INPUT) return readStream(host.input);
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(await explain(path, error));
  }
}

/** Not all that has a path has a size or an end, so it is read piece by piece. */
async function readFile(path: string): Promise<Uint8Array> {
  if ((await stat(path)).isDirectory()) {
    throw new Problem(`${path} is a directory. Name a file in it.`);
  }
  const file = await open(path, 'r');
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const { bytesRead } = await file.read(chunk, 0, CHUNK, null);
      if (bytesRead === 0) return Buffer.concat(chunks, size);
      chunks.push(chunk.subarray(0, bytesRead));
      size += bytesRead;
      refuseTooLarge(path, size);
    }
  } finally {
    await file.close();
  }
}

async function readStream(input: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    chunks.push(bytes);
    size += bytes.length;
    refuseTooLarge('the standard input', size);
  }
  return Buffer.concat(chunks, size);
}

function refuseTooLarge(name: string, size: number): void {
  if (size > LARGEST) throw new Problem(`${name} is larger than ${LARGEST >> 20} MiB, the limit.`);
}

async function explain(path: string, error: unknown): Promise<string> {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return `${path} does not exist${await similarName(path)}`;
    case 'ENOTDIR':
      return `${path} does not exist: a part of its path is a file.`;
    case 'EACCES':
    case 'EPERM':
      return `${path} may not be read by you.`;
    case 'ENAMETOOLONG':
      return 'The name of the file is too long for this system.';
    default:
      return `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`;
  }
}

/** `; did you mean 'order.hxml'?` Endings are alike by nature, so they do not count. */
async function similarName(path: string): Promise<string> {
  const ending = extname(path);
  const stems = (await neighbours(path))
    .filter((name) => extname(name) === ending)
    .map((name) => basename(name, ending));
  const near = nearest(basename(path, ending), stems);
  return near === null ? '.' : `; did you mean '${near}${ending}'?`;
}

const NEIGHBOURS = 1000;

async function neighbours(path: string): Promise<readonly string[]> {
  try {
    return (await readdir(dirname(path))).slice(0, NEIGHBOURS);
  } catch {
    return [];
  }
}
