/** Reads documents, with the others that were named as possible subworkflows (HX-3002). */

import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Scenario } from '../../core/model/scenario.ts';
import { readDocument } from '../../core/read.ts';
import type { Reading } from '../../core/reading.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';
import { readInput, STANDARD_INPUT } from './read-input.ts';

export interface Source {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export async function readSource(path: string, host: Pick<Host, 'input'>): Promise<Source> {
  return { path, bytes: await readInput(path, host) };
}

/**
 * Reads one document. Others, and it may be one of them, are known to it by where they lie, so
 * that a reference is found from wherever it is written.
 */
export function readWith(source: Source, others: readonly Source[]): Reading {
  return readDocument(source.bytes, {
    documents: libraryOf(others),
    reference: absolute(source.path),
  });
}

const libraries = new WeakMap<readonly Source[], ReadonlyMap<string, string>>();

/** Many documents are read with the same others, so these are decoded once. */
function libraryOf(sources: readonly Source[]): ReadonlyMap<string, string> {
  const known = libraries.get(sources);
  if (known !== undefined) return known;
  const made = new Map(
    sources
      .filter(({ path }) => path !== STANDARD_INPUT)
      .map(({ path, bytes }) => [absolute(path), new TextDecoder().decode(bytes)]),
  );
  libraries.set(sources, made);
  return made;
}

/** What the standard input refers to is looked for from the working directory. */
function absolute(path: string): string {
  return resolve(path).split(sep).join('/');
}

/** From the document's own place, as it was named to the command, and by its name alone. */
export function referencesTo(path: string, from: string): readonly string[] {
  const near = from === STANDARD_INPUT ? path : relative(dirname(from), path);
  const reference = near.split(sep).join('/');
  return [...new Set([reference, `./${reference}`, path, basename(path)])];
}

/** @throws Problem where the bytes are no UTF-8. */
export function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(`${path} is not UTF-8. Save it in that encoding.`);
  }
}

/** Subworkflows by each reference that the main document may have for them. */
export function documentsOf(main: Source, others: readonly Source[]): Scenario['documents'] {
  return Object.fromEntries(
    others.flatMap(({ path, bytes }) => {
      const text = decode(path, bytes);
      return referencesTo(path, main.path).map((reference) => [reference, text]);
    }),
  );
}
