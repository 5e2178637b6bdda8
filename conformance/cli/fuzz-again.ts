/** The command that repeats a failure. */

import type { DocumentReport } from '../fuzz/report.ts';
import type { Repeatable } from '../report/fuzz/words.ts';
import { commandLine } from './command-line.ts';
import type { FindingsFolder } from './fuzz-folder.ts';

/** @param folder Where failures are saved; null where they are not. */
export function againOf(
  document: DocumentReport,
  failure: Repeatable,
  options: { readonly with?: readonly string[] },
  folder: FindingsFolder | null,
): string {
  const others = options.with === undefined ? [] : ['--with', ...options.with];
  const saved = folder?.fileOf(document.path, failure) ?? null;
  const words = ['unwind', 'run', document.path, '--scenario', saved ?? '-', ...others];
  if (saved !== null) return commandLine(words);
  return `${commandLine(['echo', JSON.stringify(failure.scenario)])} | ${commandLine(words)}`;
}
