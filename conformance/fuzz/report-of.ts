/** The report of a search of one document. */

import type { Outcome } from '../../core/model/trace.ts';
import { writeExpectation } from './expectations/write.ts';
import { placeOfStep } from './place.ts';
import { neverNotes } from './reach/never.ts';
import { summarise } from './reach/summary.ts';
import type { DocumentPlace, DocumentReport, ExpectationReport, Failure } from './report.ts';
import type { Finding } from './search/finding.ts';
import type { Prepared } from './search/prepare.ts';
import type { Counts } from './search/types.ts';

export interface Searched {
  readonly runs: number;
  readonly counts: Counts;
  readonly points: readonly string[];
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
}

export const reportOf = (
  prepared: Prepared,
  { runs, counts, points, findings, notes }: Searched,
): DocumentReport => {
  const { target, space, coverage, options } = prepared;
  const outcomes = Object.entries(counts.outcomes)
    .map(([outcome, count]) => ({ outcome: outcome as Outcome, runs: count }))
    .sort((left, right) => right.runs - left.runs || (left.outcome < right.outcome ? -1 : 1));
  const isPart = options.shard.count > 1;
  const covered = summarise(coverage, points, isPart);
  const failures = grouped(prepared, findings);
  return {
    path: target.path,
    dialect: target.dialect,
    digest: target.digest,
    workflow: target.workflow.id,
    profile: space.profile,
    runs,
    judged: counts.judged,
    faults: options.faults,
    expectations: target.expected.map(
      ({ expectation, source, severity }, index): ExpectationReport => ({
        property: expectation.property,
        text: writeExpectation(expectation),
        source,
        severity,
        tried: counts.tried[index] ?? 0,
        broken: counts.broken[index] ?? 0,
      }),
    ),
    outcomes,
    coverage: covered,
    failures,
    notes: [
      ...notesOf(prepared, counts),
      ...(isPart ? [] : neverNotes(covered.groups, runs)),
      ...notes,
    ],
    places: placesOf(prepared, failures),
  };
};

/** Of the nodes that stories name. */
const placesOf = (
  { target: { text, dialect } }: Prepared,
  failures: readonly Failure[],
): Readonly<Record<string, DocumentPlace>> => {
  const places = Object.create(null) as Record<string, DocumentPlace>;
  const nodes = new Set(
    failures.flatMap(({ story, also }) => [
      ...story.flatMap(({ node }) => node ?? []),
      ...also.flatMap(({ node }) => node ?? []),
    ]),
  );
  for (const node of nodes) {
    const place = placeOfStep(text, dialect, node);
    if (place !== null) places[node] = place;
  }
  return places;
};

/** What breaks the same by the same cause elsewhere is told once, with the places. */
const grouped = ({ space }: Prepared, findings: readonly Finding[]): readonly Failure[] => {
  const places = new Map([...space.steps.keys()].map((name, index) => [name, index]));
  const placeOf = ({ failure: { node } }: Finding): number =>
    node === null ? -1 : (places.get(node.replace(/^compensate:/, '')) ?? places.size);
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const name = nameOfGroup(finding);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [finding]);
    else group.push(finding);
  }
  return [...groups.values()].map((group) => asOne(group, placeOf)).sort(byWeight);
};

/** The plainest story stands for all of them; of equal ones the first in the document. */
const asOne = (group: readonly Finding[], placeOf: (finding: Finding) => number): Failure => {
  const plain = [...group].sort(
    (left, right) =>
      left.failure.faults - right.failure.faults ||
      left.failure.causes.length - right.failure.causes.length ||
      placeOf(left) - placeOf(right) ||
      left.failure.firstRun - right.failure.firstRun,
  );
  const { failure } = plain[0] as Finding;
  const told = new Set([failure.node]);
  const also = plain.flatMap(({ failure: { node, fingerprint, message, scenario } }) => {
    // By another step's failure it is the same story.
    if (told.has(node)) return [];
    told.add(node);
    return [{ node, fingerprint, message, scenario }];
  });
  const times = group.reduce((sum, finding) => sum + finding.times, 0);
  const firstRun = Math.min(...group.map((finding) => finding.failure.firstRun));
  return { ...failure, times, firstRun, also };
};

const byWeight = (left: Failure, right: Failure): number =>
  rank(left) - rank(right) || left.firstRun - right.firstRun || left.faults - right.faults;

const rank = ({ kind, severity }: Failure): number => {
  if (kind === 'rule') return 0;
  return severity === 'error' ? 1 : 2;
};

const nameOfGroup = ({ key, failure: { identity, outcome } }: Finding): string =>
  JSON.stringify([
    outcome === 'stalled',
    key.slice(0, key.indexOf('|')),
    identity.node?.startsWith('compensate:') === true,
    identity.node === null,
    identity.shape,
  ]);

const notesOf = ({ space, bases, simulate }: Prepared, counts: Counts): readonly string[] => {
  const notes: string[] = [];
  const [base] = bases;
  if (base !== undefined) {
    const { outcome, errors, stalledBecause } = simulate(base.scenario);
    if (outcome !== 'succeeded') {
      const why = stalledBecause ?? errors[0]?.message ?? 'see unwind run';
      const hint = space.workflow.orbit === undefined ? '' : '; perhaps it needs another --input';
      notes.push(`the usual run, in which nothing goes wrong, ends ${outcome}: ${why}${hint}`);
    }
  }
  if (counts.undecided > 0) {
    notes.push(
      `${counts.undecided} runs could not be judged: they took more than ${space.limits.events} events`,
    );
  }
  return notes;
};
