/** Reads what the user named: a file, or the standard input for `-`. */

import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import { nearest } from '../../core/model/suggest.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';

/** A document of 100,000 nodes takes a third of it. */
const LARGEST = 64 * 1024 * 1024;
const CHUNK = 1024 * 1024;

export const STANDARD_INPUT = '-';

/** @throws Problem where there is nothing to read, or too much. */
export function readInput(path: string, host: Pick<Host, 'input'>): Promise<Uint8Array> {
  return joinPieces(inputPieces(path, host), path);
}

/** @throws Problem where there is too much. */
export async function joinPieces(
  pieces: AsyncIterable<Uint8Array>,
  path: string,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    chunks.push(piece);
    size += piece.length;
    refuseTooLarge(path === STANDARD_INPUT ? 'the standard input' : path, size);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Piece by piece, for not all that has a path has a size or an end; whoever reads bounds it.
 * @throws Problem where there is nothing to read.
 */
export async function* inputPieces(
  path: string,
  host: Pick<Host, 'input'>,
): AsyncGenerator<Uint8Array> {
  if (path === STANDARD_INPUT) {
    for await (const chunk of host.input) {
      yield typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer);
    }
    return;
  }
  try {
    yield* filePieces(path);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(await explain(path, error));
  }
}

async function* filePieces(path: string): AsyncGenerator<Uint8Array> {
  if ((await stat(path)).isDirectory()) {
    throw new Problem(`${path} is a directory. Name a file in it.`);
  }
  const file = await open(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const { bytesRead } = await file.read(chunk, 0, CHUNK, null);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
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
