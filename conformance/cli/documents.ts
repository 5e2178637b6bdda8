/** Reads documents, with the others that were named as possible subworkflows (HX-3002). */

import { basename, dirname, relative, sep } from 'node:path';
import { readDocument } from '../../core/read.ts';
import type { Reading } from '../../core/reading.ts';
import type { Host } from './host.ts';
import { readInput, STANDARD_INPUT } from './read-input.ts';

export interface Source {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export async function readSource(path: string, host: Pick<Host, 'input'>): Promise<Source> {
  return { path, bytes: await readInput(path, host) };
}

/** Reads one document; the others are known to it by the paths that it may call them by. */
export function readWith(source: Source, others: readonly Source[]): Reading {
  return readDocument(source.bytes, { documents: documentsFor(source, others) });
}

function documentsFor(source: Source, others: readonly Source[]): ReadonlyMap<string, string> {
  const documents = new Map<string, string>();
  for (const { path, bytes } of others) {
    if (path === source.path || path === STANDARD_INPUT) continue;
    const text = new TextDecoder().decode(bytes);
    for (const reference of referencesTo(path, source.path)) {
      if (!documents.has(reference)) documents.set(reference, text);
    }
  }
  return documents;
}

/** From the document's own place, as it was named to the command, and by its name alone. */
export function referencesTo(path: string, from: string): readonly string[] {
  const near = from === STANDARD_INPUT ? path : relative(dirname(from), path);
  const reference = near.split(sep).join('/');
  return [...new Set([reference, `./${reference}`, path, basename(path)])];
}
