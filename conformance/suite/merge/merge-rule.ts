/** What the parts say of a rule together, as one certification would have. */

import type { Profile } from '../../../core/model/workflow.ts';
import type { Rule } from '../../rules/rule.ts';
import type { QuestionReport, RulePart, RuleReport, SampledRun } from '../certification.ts';
import { describeRule } from '../describe-rule.ts';
import { holdAgainst } from '../explain-tally.ts';
import { withinReach, withRefusal } from '../refusals.ts';
import { type Counted, conclude, MAXIMUM_SAMPLES } from '../tally.ts';

/** A rule as a part reports it, and what the part tells for its merge. */
export interface Share {
  readonly report: RuleReport;
  readonly part: RulePart;
}

interface Whole {
  readonly profile: Profile;
  readonly questions: readonly QuestionReport[];
  readonly blocked: number;
  /** Id → which one it is of all. */
  readonly positions: ReadonlyMap<string, number>;
}

export const mergeRule = (
  rule: Rule,
  shares: readonly Share[],
  { profile, questions, blocked, positions }: Whole,
): RuleReport => {
  const at = ({ from }: { readonly from: string }): number =>
    positions.get(from) ?? Number.POSITIVE_INFINITY;
  const reports = shares.map(({ report }) => report);
  const counted: Counted = {
    rule,
    occurrences: sumOf(reports, ({ occurrences }) => occurrences),
    broken: sumOf(reports, ({ broken }) => broken),
    readings: sharedReadings(shares),
    unsteady: sumOf(shares, ({ part }) => part.unsteady),
    sampled: firstSamples(shares, at),
  };
  holdAgainst(counted, questions);
  const conclusion = conclude(counted, profile, blocked);
  const worst = least(shares, ({ part: { worst: found } }) =>
    found === null ? null : [found.size, at(found)],
  );
  const shortest = least(shares, ({ report, part }) =>
    part.document === null || report.document === null
      ? null
      : [report.document.source.length, at(part.document)],
  );
  const isBroken = conclusion.verdict === 'fail' || conclusion.verdict === 'degraded';
  const refused = least(shares, ({ part }) => (part.refused === null ? null : [-at(part.refused)]));
  const report: RuleReport = {
    ...describeRule(rule, profile, conclusion),
    occurrences: counted.occurrences,
    runs: sumOf(reports, ({ runs }) => runs),
    broken: counted.broken,
    breach: conclusion.breach ?? (worst ?? shortest)?.report.breach ?? null,
    document: shortest?.report.document ?? null,
    counterexample: isBroken ? (worst?.report.counterexample ?? null) : null,
  };
  const outOfReach = shares[0]?.part.outOfReach ?? null;
  return withRefusal(withinReach(report, outOfReach), refused?.part.refused ?? null);
};

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);

/** What explains all that is broken explains what is broken in each part. */
const sharedReadings = (shares: readonly Share[]): Counted['readings'] => {
  const lists = shares.flatMap(({ part: { readings } }) => (readings === null ? [] : [readings]));
  const [first, ...others] = lists;
  if (first === undefined) return null;
  return first.filter(({ question, reading }) =>
    others.every((list) =>
      list.some((each) => each.question === question && each.reading === reading),
    ),
  );
};

/** In the order of the runs, and no more than one certification keeps. */
const firstSamples = (shares: readonly Share[], at: (run: SampledRun) => number): SampledRun[] => {
  const all = shares.flatMap(({ part }) => part.sampled).sort((one, other) => at(one) - at(other));
  let room = MAXIMUM_SAMPLES;
  return all.flatMap((run) => {
    const samples = run.samples.length > room ? run.samples.slice(0, room) : run.samples;
    room -= samples.length;
    return samples.length === 0 ? [] : [{ ...run, samples }];
  });
};

/** The share of the least numbers, compared one after the other; those of null do not count. */
const least = (
  shares: readonly Share[],
  keyOf: (share: Share) => readonly number[] | null,
): Share | null => {
  let found: Share | null = null;
  let least: readonly number[] | null = null;
  for (const share of shares) {
    const key = keyOf(share);
    if (key === null || (least !== null && !isLess(key, least))) continue;
    found = share;
    least = key;
  }
  return found;
};

const isLess = (one: readonly number[], other: readonly number[]): boolean => {
  const index = one.findIndex((value, place) => value !== other[place]);
  return index !== -1 && (one[index] as number) < (other[index] as number);
};
