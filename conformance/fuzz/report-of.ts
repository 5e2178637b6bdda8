/** The report of a search of one document. */

import type { Outcome } from '../../core/model/trace.ts';
import { summarise } from './coverage/summary.ts';
import { writeExpectation } from './expectations/write.ts';
import type { DocumentReport, ExpectationReport, Failure } from './report.ts';
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
    coverage: summarise(coverage, points),
    failures: grouped(findings),
    notes: [...notesOf(prepared, counts), ...notes],
  };
};

/** What breaks the same by the same cause elsewhere is told once, with the places. */
const grouped = (findings: readonly Finding[]): readonly Failure[] => {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const name = nameOfGroup(finding);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [finding]);
    else group.push(finding);
  }
  return [...groups.values()]
    .flatMap(([first, ...others]): Failure[] => {
      if (first === undefined) return [];
      const times = [first, ...others].reduce((sum, finding) => sum + finding.times, 0);
      const told = new Set([first.failure.node]);
      const also = others.flatMap(({ failure: { node, fingerprint, message, scenario } }) => {
        // By another step's failure it is the same story.
        if (told.has(node)) return [];
        told.add(node);
        return [{ node, fingerprint, message, scenario }];
      });
      return [{ ...first.failure, times, also }];
    })
    .sort(
      (left, right) =>
        rank(left) - rank(right) || left.firstRun - right.firstRun || left.faults - right.faults,
    );
};

const rank = ({ kind, severity }: Failure): number => {
  if (kind === 'rule') return 0;
  return severity === 'error' ? 1 : 2;
};

/** The names of steps do not count, but which of them is the one that it is about. */
const nameOfGroup = ({ key, identity: { property, node, shape } }: Finding): string => {
  const others = new Map<string, number>();
  const parts = shape.map((part) => {
    const at = part.indexOf('@');
    if (at < 0) return part;
    const name = part.slice(at + 1);
    const isUndo = name.startsWith('compensate:');
    const step = isUndo ? name.slice('compensate:'.length) : name;
    if (step === node) return `${part.slice(0, at)}@${isUndo ? 'undo' : 'self'}`;
    if (!others.has(step)) others.set(step, others.size);
    return `${part.slice(0, at)}@${isUndo ? 'undo-' : ''}${others.get(step)}`;
  });
  return JSON.stringify([key.slice(0, key.indexOf('|')), property, node === null, parts]);
};

const notesOf = ({ space, bases, simulate }: Prepared, counts: Counts): readonly string[] => {
  const notes: string[] = [];
  const [base] = bases;
  if (base !== undefined) {
    const { outcome, errors, stalledBecause } = simulate(base.scenario);
    if (outcome !== 'succeeded') {
      const why = stalledBecause ?? errors[0]?.message ?? 'see unwind run';
      notes.push(
        `the usual run, in which nothing goes wrong, ends ${outcome}: ${why}. Give it an input that suits it (--input)`,
      );
    }
  }
  if (counts.undecided > 0) {
    notes.push(
      `${counts.undecided} runs could not be judged: they took more than ${space.limits.events} events`,
    );
  }
  return notes;
};
