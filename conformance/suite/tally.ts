/** What all runs together say of one rule. */

import type { Profile } from '../../core/model/workflow.ts';
import type { DocumentCase } from '../generate/document/document-case.ts';
import type { Observation } from '../rules/observation.ts';
import { type Breach, type DocumentCheck, type Rule, strengthOf } from '../rules/rule.ts';
import type { View } from '../rules/view.ts';
import type { TestCase } from './case.ts';
import type { SampledRun } from './certification.ts';
import { type Reading, readingText } from './explain.ts';
import { canSee } from './judge-run.ts';
import type { Verdict } from './verdict.ts';

export interface Tally {
  readonly rule: Rule;
  occurrences: number;
  runs: number;
  broken: number;
  /** The smallest case that breaks it, and how. */
  worst: Broken | null;
  /** Readings under which all that was broken holds; null where nothing was looked at yet. */
  readings: readonly Reading[] | null;
  /** Breaches that another run of the same case did not show. */
  unsteady: number;
  /** What each run showed, of rules that many runs show together. */
  readonly sampled: SampledRun[];
  /** How many samples that is. */
  samples: number;
  /** The shortest document that breaks it, and how; only of rules about documents. */
  document: BrokenDocument | null;
}

export interface BrokenDocument {
  readonly id: string;
  readonly document: DocumentCase;
  readonly breach: Breach;
}

export interface Broken {
  /** Of the case, as a report names it. */
  readonly id: string;
  readonly testCase: TestCase;
  readonly breach: Breach;
  readonly breaches: number;
}

export const createTally = (rule: Rule): Tally => ({
  rule,
  occurrences: 0,
  runs: 0,
  broken: 0,
  worst: null,
  readings: null,
  unsteady: 0,
  sampled: [],
  samples: 0,
  document: null,
});

/** More samples say no more, and would fill the memory. */
export const MAXIMUM_SAMPLES = 200_000;

/**
 * Counts a run in.
 * @param id As a report names it; empty where nobody will ask.
 * @returns Breaches, if it has any.
 */
export const countRun = (
  tally: Tally,
  view: View,
  observation: Observation,
  id = '',
): readonly Breach[] => {
  const { rule } = tally;
  if (rule.kind === 'document' || !canSee(rule, observation)) return [];
  if (rule.kind === 'sample') {
    const samples = rule.sample(view);
    if (samples.length === 0) return [];
    tally.runs += 1;
    tally.occurrences += samples.length;
    const room = MAXIMUM_SAMPLES - tally.samples;
    if (room <= 0) return [];
    const kept = samples.length > room ? samples.slice(0, room) : samples;
    tally.sampled.push({ from: id, samples: kept });
    tally.samples += kept.length;
    return [];
  }
  const { occurrences, breaches } = rule.judge(view);
  tally.occurrences += occurrences;
  if (occurrences > 0) tally.runs += 1;
  return breaches;
};

/** Counts a document in. @returns Whether it breaks the rule. */
export const countDocument = (
  tally: Tally,
  id: string,
  document: DocumentCase,
  check: DocumentCheck,
): boolean => {
  if (tally.rule.kind !== 'document') return false;
  const { occurrences, breaches } = tally.rule.judgeDocument(check);
  tally.occurrences += occurrences;
  if (occurrences > 0) tally.runs += 1;
  const [breach] = breaches;
  if (breach === undefined) return false;
  tally.broken += 1;
  const known = tally.document?.document.source.length ?? Number.POSITIVE_INFINITY;
  if (document.source.length < known) tally.document = { id, document, breach };
  return true;
};

/** The smallest case is the one to begin with when a smaller one is looked for. */
export const countBroken = (tally: Tally, broken: Broken): void => {
  tally.broken += 1;
  if (tally.worst === null || sizeOf(broken.testCase) < sizeOf(tally.worst.testCase)) {
    tally.worst = broken;
  }
};

export const sizeOf = ({ workflow, scenario }: TestCase): number =>
  workflow.nodes.length * 3 +
  workflow.edges.length +
  scenario.controls.length * 2 +
  Object.values(scenario.tasks).reduce((sum, answers) => sum + answers.length, 0);

export interface Conclusion {
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** What many runs show together; null where single runs do. */
  readonly breach: Breach | null;
}

const said = (verdict: Verdict, reason: string | null = null): Conclusion => ({
  verdict,
  reason,
  breach: null,
});

/** What of a tally decides; a merge puts the same together of several. */
export type Counted = Pick<
  Tally,
  'rule' | 'occurrences' | 'broken' | 'readings' | 'unsteady' | 'sampled'
>;

/** @param blocked Runs that could not be judged, of any rule. */
export const conclude = (tally: Counted, profile: Profile, blocked: number): Conclusion => {
  const { rule, readings, unsteady } = tally;
  if (tally.broken > 0) {
    const [reading] = readings ?? [];
    if (reading !== undefined) return said('choice', readingText(reading));
    return said(wordForBroken(rule, profile));
  }
  if (rule.kind === 'sample' && tally.occurrences > 0) {
    const { breaches, inconclusive } = rule.conclude(
      tally.sampled.flatMap(({ samples }) => samples),
    );
    const [breach] = breaches;
    if (breach !== undefined)
      return { verdict: wordForBroken(rule, profile), reason: null, breach };
    return inconclusive === null ? said('pass') : said('inconclusive', inconclusive);
  }
  if (unsteady > 0) {
    const runs = unsteady === 1 ? 'one run' : `${unsteady} runs`;
    return said('inconclusive', `broken in ${runs}, and not when the same case was run again`);
  }
  if (tally.occurrences > 0) return said('pass');
  if (blocked > 0) return said('blocked', 'the runs in which it could show were lost');
  return said('vacuous', `it never happened that ${rule.trigger}`);
};

const wordForBroken = (rule: Rule, profile: Profile): Verdict =>
  strengthOf(rule, profile) === 'MUST' ? 'fail' : 'degraded';
