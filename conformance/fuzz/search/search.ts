/**
 * Leads a search: hands out generations, puts slices together, and makes what is broken smaller.
 * It does no runs of a generation itself, so that whoever drives it may do them anywhere.
 */

import type { Scenario } from '../../../core/model/scenario.ts';
import type { Outcome } from '../../../core/model/trace.ts';
import { isCausedBy, shapeOf } from '../facts.ts';
import type { DocumentReport, Failure } from '../report.ts';
import { reportOf } from '../report-of.ts';
import { CALL_FAULTS } from '../space/faults.ts';
import { frontierRuns, scenarioOf } from './draw.ts';
import { describeFinding, type Finding } from './finding.ts';
import { brokenRules, judgeRun } from './judge.ts';
import { keyOfExpectation, keyOfRule } from './keys.ts';
import { type FuzzTarget, type Prepared, prepare } from './prepare.ts';
import { shrinkBreak } from './shrink-break.ts';
import type { Break, Counts, FrontierTask, Generation, SearchOptions, Slice } from './types.ts';
import { writeAlone } from './write-alone.ts';

export interface RegressionCase {
  /** Where it stands, for people. */
  readonly name: string;
  readonly scenario: Scenario;
}

export interface Search {
  readonly prepared: Prepared;
  /** What is to be done next; the same until all of its slices are absorbed. */
  generation(): Generation;
  /**
   * Takes what a slice came to, in any order.
   * @returns Failures that are new.
   */
  absorb(slice: Slice): readonly Failure[];
  /** Failures of regression files, which are tried before anything else. */
  readonly regressions: readonly Failure[];
  /** Of all slices so far without a gap. A generation that is not complete may be ended so. */
  report(): DocumentReport;
}

/** Small at first, so that what the first runs tell is soon made use of. */
const FIRST_SIZE = 32;
const LARGEST_SIZE = 2048;
/** Runs that a generation may add to the corpus, and scenarios in it. */
const MOST_NEW = 64;
const MOST_KEPT = 600;
/** Causes looked for by one generation for one thing that is broken, and for it in all. */
const CAUSES_AT_ONCE = 4;
const MOST_CAUSES = 6;
const MOST_FINDINGS = 200;
/** Tasks that a generation is told of: no fewer than it can do. */
const FRONTIER_AT_ONCE = LARGEST_SIZE;

export const createSearch = (
  target: FuzzTarget,
  options: SearchOptions,
  regressionCases: readonly RegressionCase[] = [],
): Search => {
  const prepared = prepare(target, options);
  const points = new Map<string, number>();
  const findings: Finding[] = [];
  const notes: string[] = [];
  const told = new Set<string>();
  let corpus: Generation['corpus'] = [];
  let frontier: readonly FrontierTask[] = [];
  let counts: Counts = emptyCounts(prepared);
  let done = 0;

  const find = (key: string, run: number, scenario: Scenario): Failure | null => {
    const { smallest, shape } = shrinkBreak(prepared, key, scenario);
    const before = findings.find((finding) => finding.key === key && same(finding.shape, shape));
    const judged = judgeRun(prepared, scenario);
    const original = shapeOf(judged.facts, prepared.space);
    if (before !== undefined) {
      before.shapes.push(original);
      return null;
    }
    const finding = describeFinding(prepared, key, run, smallest, shape);
    finding.shapes.push(original);
    findings.push(finding);
    // By another way to the same fault: counted, and told no more.
    if (told.has(finding.failure.fingerprint)) return null;
    told.add(finding.failure.fingerprint);
    return finding.failure;
  };

  const regressions = regressionCases.flatMap(({ name, scenario }, index): readonly Failure[] => {
    const judged = judgeRun(prepared, scenario);
    corpus = [...corpus, { run: -1 - index, scenario: writeAlone(scenario) }];
    const keys = judged.verdicts.flatMap(({ breaks }, place) =>
      breaks.map((each) => keyOfExpectation(place, each)),
    );
    if (keys.length === 0) notes.push(`${name} breaks nothing any more`);
    return [...new Set(keys)].flatMap((key) => find(key, -1, scenario) ?? []);
  });

  let generation: Generation = nextGeneration(0);
  /** Slices that wait for one before them, by their beginning. */
  let waiting = new Map<number, Slice>();
  let merged = new Map<string, Break & { times: number }>();
  let fresh = new Map<string, number>();
  let causes = new Map<string, number>();

  function nextGeneration(number: number): Generation {
    const known: Record<string, string[][]> = {};
    for (const { key, shapes } of findings) {
      const list = known[key] ?? [];
      known[key] = [...list, ...shapes.map((shape) => [...shape])];
    }
    return {
      number,
      from: done,
      to: done + Math.min(LARGEST_SIZE, FIRST_SIZE * 2 ** Math.min(number, 10)),
      corpus,
      frontier: frontier.slice(0, FRONTIER_AT_ONCE),
      points: [...points.keys()],
      known,
    };
  }

  /** In the order of their runs. */
  const take = (slice: Slice): readonly Failure[] => {
    const found: Failure[] = [];
    counts = addCounts(counts, slice.counts);
    for (const [point, run] of Object.entries(slice.points)) {
      if (!fresh.has(point)) fresh.set(point, run);
    }
    for (const each of slice.breaks) {
      const name = `${each.key}\n${each.shape.join(' ')}`;
      const before = merged.get(name);
      if (before !== undefined) {
        before.times += each.times;
        continue;
      }
      merged.set(name, { ...each });
      if (findings.some((finding) => explains(finding, each))) continue;
      const tried = causes.get(each.key) ?? 0;
      const known = findings.filter(({ key }) => key === each.key).length;
      if (tried >= CAUSES_AT_ONCE || known >= MOST_CAUSES || findings.length >= MOST_FINDINGS) {
        continue;
      }
      causes.set(each.key, tried + 1);
      const failure = find(each.key, each.run, scenarioOf(prepared, generation, each.run));
      if (failure !== null) found.push(failure);
    }
    done = slice.to;
    return found;
  };

  /** What the generation reached first becomes what the next one begins from. */
  const close = (): readonly Failure[] => {
    const found: Failure[] = [];
    const runs = [...new Set(fresh.values())].sort((left, right) => left - right);
    const added = runs.slice(0, Math.min(MOST_NEW, MOST_KEPT - corpus.length));
    let judged = 0;
    for (const run of added) {
      const scenario = scenarioOf(prepared, generation, run);
      corpus = [...corpus, { run, scenario: writeAlone(scenario) }];
      const result = judgeRun(prepared, scenario);
      if (result.undecided !== null) continue;
      judged += 1;
      for (const { rule } of brokenRules(prepared, result)) {
        const key = keyOfRule(rule);
        if (findings.some((finding) => finding.key === key)) continue;
        const failure = find(key, run, scenario);
        if (failure !== null) found.push(failure);
      }
    }
    counts = { ...counts, judged: counts.judged + judged };
    const tried = frontierRuns(generation.to - generation.from);
    frontier = [...frontier.slice(tried), ...newFrontier(fresh, new Set(added))];
    for (const [point, run] of fresh) points.set(point, run);
    countTimes(findings, merged.values());
    merged = new Map();
    fresh = new Map();
    causes = new Map();
    waiting = new Map();
    return found;
  };

  return {
    prepared,
    regressions,
    generation: () => generation,
    absorb: (slice) => {
      if (slice.generation !== generation.number || slice.from < done) return [];
      waiting.set(slice.from, slice);
      const found: Failure[] = [];
      for (let next = waiting.get(done); next !== undefined; next = waiting.get(done)) {
        waiting.delete(next.from);
        found.push(...take(next));
      }
      if (done >= generation.to) {
        found.push(...close());
        generation = nextGeneration(generation.number + 1);
      }
      return found;
    },
    report: () =>
      reportOf(prepared, {
        runs: done,
        counts,
        // What a generation that is not complete reached counts, too.
        points: [...points.keys(), ...fresh.keys()],
        findings: withTimes(findings, merged.values()),
        notes,
      }),
  };
};

/** What calls steps for the first time is where each of their faults is tried next. */
const newFrontier = (
  fresh: ReadonlyMap<string, number>,
  kept: ReadonlySet<number>,
): readonly FrontierTask[] => {
  const called = [...fresh].filter(([point, run]) => point.startsWith('~called|') && kept.has(run));
  return CALL_FAULTS.flatMap((fault) =>
    called.map(([point, run]) => ({ run, step: point.slice('~called|'.length), fault })),
  );
};

const explains = ({ key, shapes }: Finding, { key: other, shape }: Break): boolean =>
  key === other && shapes.some((known) => isCausedBy(known, shape));

const countTimes = (findings: readonly Finding[], breaks: Iterable<Break>): void => {
  for (const each of breaks) {
    const finding = findings.find((one) => explains(one, each));
    if (finding !== undefined) finding.times += each.times;
  }
};

/** Without touching those that are counted on. */
const withTimes = (findings: readonly Finding[], breaks: Iterable<Break>): readonly Finding[] => {
  const copies = findings.map((finding) => ({ ...finding }));
  countTimes(copies, breaks);
  return copies;
};

const same = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((each, index) => each === right[index]);

const emptyCounts = ({ judges }: Prepared): Counts => ({
  judged: 0,
  undecided: 0,
  outcomes: {},
  tried: judges.map(() => 0),
  broken: judges.map(() => 0),
});

const addCounts = (left: Counts, right: Counts): Counts => {
  const outcomes: { [outcome in Outcome]?: number } = { ...left.outcomes };
  for (const [name, runs] of Object.entries(right.outcomes)) {
    const outcome = name as Outcome;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + runs;
  }
  return {
    judged: left.judged + right.judged,
    undecided: left.undecided + right.undecided,
    outcomes,
    tried: left.tried.map((count, index) => count + (right.tried[index] ?? 0)),
    broken: left.broken.map((count, index) => count + (right.broken[index] ?? 0)),
  };
};
