/** Reads `--expected FILE`: a slip in it would excuse what nobody meant, so nothing is overlooked. */

import { quote } from '../../../core/model/show.ts';
import { didYouMean } from '../../../core/model/suggest.ts';
import { describeProblems, fits, problemsOf } from '../../protocol/schema/problems.ts';
import type { Rule } from '../../rules/rule.ts';
import type { ExpectedRule } from '../certification.ts';
import { isDay } from './day.ts';
import { type ExpectedFile, expectedFile } from './schema.ts';

export type ExpectedReading =
  | { readonly ok: true; readonly failures: readonly ExpectedRule[] }
  /** A sentence without its full stop. */
  | { readonly ok: false; readonly message: string };

type Known = Pick<Rule, 'id' | 'profiles'>;

/** In UTF-16 units. */
const LONGEST = 1024 * 1024;

export const readExpected = (text: string, rules: readonly Known[]): ExpectedReading => {
  if (text.length > LONGEST) return refused('it is longer than 1 MiB');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('it is not JSON; it should be a list of {"rule", "reason", "expires"}');
  }
  if (!fits(expectedFile, value)) {
    return refused(describeProblems(problemsOf(expectedFile, value, 'expected')));
  }
  const failures = value as ExpectedFile;
  const message = faultIn(failures, rules);
  return message === null ? { ok: true, failures } : refused(message);
};

const refused = (message: string): ExpectedReading => ({ ok: false, message });

/** What no schema can say. */
const faultIn = (failures: ExpectedFile, rules: readonly Known[]): string | null => {
  const ids = rules.map(({ id }) => id);
  const seen = new Map<string, number>();
  for (const [index, { rule: id, profile, reason, expires }] of failures.entries()) {
    const where = `expected[${index}]`;
    const rule = rules.find((each) => each.id === id);
    if (rule === undefined) {
      return `${where}.rule ${quote(id)} is no rule${didYouMean(id, ids) || '; unwind rules lists them'}`;
    }
    if (profile !== undefined && !rule.profiles.includes(profile)) {
      return `${where}.profile must be one of ${rule.profiles.join(', ')}: ${id} is no rule of ${profile}`;
    }
    if (reason.trim() === '') return `${where}.reason must say why`;
    if (!isDay(expires)) return `${where}.expires must be a day that there is, not ${expires}`;
    for (const under of profile === undefined ? rule.profiles : [profile]) {
      const other = seen.get(`${under} ${id}`);
      if (other !== undefined) {
        return `${where} speaks of ${id} in ${under}, and so does expected[${other}]`;
      }
      seen.set(`${under} ${id}`, index);
    }
  }
  return null;
};
