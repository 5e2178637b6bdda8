/** Whether reports are parts of one certification: of one runtime, by one suite, asked for the same. */

import { canonicalJson } from '../../../core/model/canonical-json.ts';
import type { Json } from '../../../core/model/json.ts';
import type { Certification } from '../certification.ts';
import { cut } from '../cut.ts';
import { listed } from './listed.ts';
import type { MergeOptions, NamedReport, Part } from './named-report.ts';

/** What must be the same in all parts, and how it is called. */
const SAME: readonly {
  readonly what: string;
  readonly of: (certification: Certification) => unknown;
}[] = [
  { what: 'the runtime', of: ({ runtime: { name, version } }) => `${name} ${version}` },
  { what: "the runtime's language or homepage", of: ({ runtime }) => runtime },
  { what: 'the version of the suite', of: ({ suite }) => suite.version },
  { what: 'the rule set', of: ({ suite }) => suite.rules },
  { what: 'the seed', of: ({ seed }) => seed },
  { what: 'the number of runs', of: ({ runs }) => runs },
  { what: 'the level', of: ({ level }) => level },
  { what: 'the profiles', of: ({ profiles }) => profiles.map(({ profile }) => profile).join(', ') },
  { what: 'the clock of the driver', of: ({ driver }) => driver?.clock },
  { what: 'the dialects that the driver takes', of: ({ driver }) => driver?.dialects },
  { what: 'the profiles that the driver declares', of: ({ driver }) => driver?.profiles },
  { what: 'the capabilities that the driver declares', of: ({ driver }) => driver?.capabilities },
  { what: 'what the driver says that it lacks', of: ({ driver }) => driver?.unsupported },
  { what: 'the choices that the driver declares', of: ({ driver }) => driver?.choices },
  { what: 'what was expected to be broken', of: ({ expected }) => expected?.failures },
  { what: 'the rules that were left out', of: leftOut },
];

/** @returns A sentence without its full stop; null where they are parts of one. */
export const differenceOf = ([first, ...others]: readonly Part[]): string | null => {
  if (first === undefined) return null;
  for (const { name, count, certification } of others) {
    const about = `${first.name} and ${name} are no parts of one certification`;
    if (count !== first.count) {
      return `${about}: one is of ${first.count} shards, the other of ${count}`;
    }
    for (const { what, of } of SAME) {
      const [one, other] = [of(first.certification), of(certification)];
      if (textOf(one) === textOf(other)) continue;
      const values = isShort(one) && isShort(other) ? ` (${one} and ${other})` : '';
      return `${about}: they differ in ${what}${values}`;
    }
  }
  return null;
};

const LONGEST_VALUE = 100;

const textOf = (value: unknown): string => canonicalJson((value ?? null) as Json);

const isShort = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'number') && String(value).length <= LONGEST_VALUE;

/** What was not judged for the asking, by profile. */
function leftOut({ profiles }: Certification): readonly string[] {
  return profiles.flatMap(({ profile, rules }) =>
    rules
      .filter(({ part }) => part === undefined)
      .map(({ id, verdict, reason }) => `${profile} ${id} ${verdict} ${reason}`),
  );
}

const VERDICTS_WITHOUT_PART: ReadonlySet<string> = new Set(['skipped', 'unsupported']);

/** @returns The report as a part; a sentence where it is none. */
export const partOf = (
  { name, certification }: NamedReport,
  { version, rules }: MergeOptions,
  ruleSet: string,
): Part | string => {
  const { kind, shard, truncated, interrupted, suite, profiles, driver } = certification;
  if (kind === 'traces') return `${name} is a report on recorded traces, which have no shards`;
  if (truncated === true) {
    return `${name} ends before its end: whatever wrote it was stopped. Make that part again`;
  }
  if (interrupted === true) {
    return `${name} was interrupted, and holds only the beginning. Make that part again`;
  }
  if (shard === null) {
    return `${name} is no shard: it is a whole certification, made without --shard`;
  }
  const { index, count } = shard;
  if (index > count)
    return `${name} says that it is shard ${index} of ${count}, which there is not`;
  if (suite.version !== version || suite.rules !== ruleSet) {
    const other =
      suite.version === version
        ? `by another rule set than this unwind's ${rules.length} rules`
        : `by unwind ${cut(suite.version, LONGEST_VALUE)}, and this is ${version}`;
    return `${name} was made ${other}: only the same one can conclude from it`;
  }
  if (driver === null) return `${name} does not say what its driver declared`;
  const untold = profiles.flatMap((report) =>
    report.rules.filter(
      ({ part, verdict }) => part === undefined && !VERDICTS_WITHOUT_PART.has(verdict),
    ),
  );
  const isTold = untold.length === 0 && profiles.every(({ part }) => part !== undefined);
  return isTold
    ? { name, index, count, certification }
    : `${name} does not tell what a merge needs${untold.length === 0 ? '' : `, of ${listed(untold.map(({ id }) => id))}`}`;
};
