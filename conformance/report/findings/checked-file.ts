/** What `check` found out about one file, before it takes the form of a report. */

import type { Diagnostic } from '../../../core/model/diagnostic.ts';
import type { Dialect } from '../../../core/reading.ts';

export interface CheckedFile {
  readonly path: string;
  readonly dialect: Dialect | null;
  readonly findings: readonly Diagnostic[];
  /** Analysis could not go on to the end. */
  readonly stopped: boolean;
  readonly bytes: Uint8Array;
}

/** A file that could not be read. */
export interface UnreadFile {
  readonly path: string;
  readonly error: string;
}

export function isRead(file: CheckedFile | UnreadFile): file is CheckedFile {
  return 'findings' in file;
}

/** Warnings alone never make a document invalid. */
export function isValid({ findings }: CheckedFile): boolean {
  return findings.every(({ severity }) => severity !== 'error');
}
