/** One document, searched in parts. */

import { neverNotes } from '../reach/never.ts';
import { MOST_MISSING } from '../reach/summary.ts';
import type { CoverageGroup, DocumentReport, Failure } from '../report.ts';

/** @param parts At least one, each of the same document. */
export const mergeDocuments = (parts: readonly DocumentReport[]): DocumentReport => {
  const [first] = parts;
  if (first === undefined) throw new Error('nothing to merge');
  const sum = (of: (part: DocumentReport) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  const outcomes = new Map<DocumentReport['outcomes'][number]['outcome'], number>();
  for (const { outcome, runs } of parts.flatMap((part) => part.outcomes)) {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + runs);
  }
  const runs = sum((part) => part.runs);
  const groups = mergeCoverage(parts);
  return {
    ...first,
    runs,
    judged: sum(({ judged }) => judged),
    expectations: first.expectations.map((expectation, index) => ({
      ...expectation,
      tried: sum(({ expectations }) => expectations[index]?.tried ?? 0),
      broken: sum(({ expectations }) => expectations[index]?.broken ?? 0),
    })),
    outcomes: [...outcomes]
      .map(([outcome, runs]) => ({ outcome, runs }))
      .sort((left, right) => right.runs - left.runs || (left.outcome < right.outcome ? -1 : 1)),
    coverage: { groups },
    failures: mergeFailures(parts.flatMap(({ failures }) => failures)),
    notes: [...new Set(parts.flatMap(({ notes }) => notes)), ...neverNotes(groups, runs)],
    places: Object.assign(Object.create(null), ...parts.map(({ places }) => places ?? {})),
  };
};

/** What is missing in the whole is missing in each part. */
const mergeCoverage = (parts: readonly DocumentReport[]): readonly CoverageGroup[] => {
  const ids = [...new Set(parts.flatMap(({ coverage }) => coverage.groups.map(({ id }) => id)))];
  return ids.flatMap((id): readonly CoverageGroup[] => {
    const groups = parts.flatMap(({ coverage }) =>
      coverage.groups.filter((each) => each.id === id),
    );
    const [first] = groups;
    if (first === undefined) return [];
    if (first.reachable === null) {
      const names = [...new Set(groups.flatMap((group) => group.names ?? []))].sort();
      return [{ ...first, reached: names.length, names }];
    }
    const missing = first.missing.filter((name) =>
      groups.every((group) => group.missing.includes(name)),
    );
    return [
      {
        ...first,
        reached: first.reachable - missing.length,
        missing: missing.slice(0, MOST_MISSING),
        unreached: missing.length,
      },
    ];
  });
};

/** The same fault, found by several parts, is told once with the plainest story. */
const mergeFailures = (failures: readonly Failure[]): readonly Failure[] => {
  const groups: { prints: Set<string>; own: Failure[] }[] = [];
  for (const failure of failures) {
    const prints = [failure.fingerprint, ...failure.also.map(({ fingerprint }) => fingerprint)];
    const near = groups.filter((group) => prints.some((print) => group.prints.has(print)));
    const [group = { prints: new Set<string>(), own: [] }, ...joined] = near;
    if (near.length === 0) groups.push(group);
    for (const other of joined) {
      for (const print of other.prints) group.prints.add(print);
      group.own.push(...other.own);
      groups.splice(groups.indexOf(other), 1);
    }
    for (const print of prints) group.prints.add(print);
    group.own.push(failure);
  }
  return groups.map(({ own }) => asOne(own)).sort(byWeight);
};

const asOne = (own: readonly Failure[]): Failure => {
  const sorted = [...own].sort(
    (left, right) =>
      left.faults - right.faults ||
      left.causes.length - right.causes.length ||
      (left.fingerprint < right.fingerprint ? -1 : left.fingerprint > right.fingerprint ? 1 : 0),
  );
  const plainest = sorted[0] as Failure;
  const told = new Set([plainest.fingerprint]);
  const also = sorted.flatMap(({ node, fingerprint, message, scenario, also: others }) =>
    [{ node, fingerprint, message, scenario }, ...others].filter((each) => {
      if (told.has(each.fingerprint)) return false;
      told.add(each.fingerprint);
      return true;
    }),
  );
  return {
    ...plainest,
    times: own.reduce((sum, { times }) => sum + times, 0),
    firstRun: Math.min(...own.map(({ firstRun }) => firstRun)),
    also,
  };
};

const byWeight = (left: Failure, right: Failure): number =>
  rank(left) - rank(right) || left.firstRun - right.firstRun || left.faults - right.faults;

const rank = ({ kind, severity }: Failure): number =>
  kind === 'rule' ? 0 : severity === 'error' ? 1 : 2;
