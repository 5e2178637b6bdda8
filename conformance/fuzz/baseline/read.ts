/** Reads a baseline: a slip in it would excuse what nobody meant, so nothing is overlooked. */

import { describeProblems, fits, problemsOf } from '../../protocol/schema/problems.ts';
import { isDay } from '../../suite/expected/day.ts';
import type { BaselineEntry } from '../report.ts';
import { type BaselineFile, baselineFile } from './schema.ts';

export type BaselineReading =
  | { readonly ok: true; readonly entries: readonly BaselineEntry[] }
  /** A sentence without its full stop. */
  | { readonly ok: false; readonly message: string };

/** In UTF-16 units. */
const LONGEST = 16 * 1024 * 1024;

export const readBaseline = (text: string): BaselineReading => {
  if (text.length > LONGEST) return refused('it is longer than 16 MiB');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('it is not JSON; --write-baseline writes one');
  }
  if (!fits(baselineFile, value)) {
    return refused(describeProblems(problemsOf(baselineFile, value, 'baseline')));
  }
  const entries = value as BaselineFile;
  const seen = new Map<string, number>();
  for (const [index, { fingerprint, reason, expires }] of entries.entries()) {
    const where = `baseline[${index}]`;
    if (reason.trim() === '') return refused(`${where}.reason must say why`);
    if (!isDay(expires)) {
      return refused(`${where}.expires must be a day that there is, not ${expires}`);
    }
    const other = seen.get(fingerprint);
    if (other !== undefined) {
      return refused(`${where} has the fingerprint ${fingerprint}, and so has baseline[${other}]`);
    }
    seen.set(fingerprint, index);
  }
  return { ok: true, entries };
};

const refused = (message: string): BaselineReading => ({ ok: false, message });
