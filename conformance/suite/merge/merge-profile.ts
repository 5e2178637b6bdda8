/** What the parts say of a profile together. */

import { boundedRule } from '../bounded.ts';
import type {
  DriverDescription,
  Expectations,
  ProfilePart,
  ProfileReport,
  QuestionReport,
  Refusal,
} from '../certification.ts';
import { plannedDocuments } from '../check-documents.ts';
import { judgeExpected } from '../expected/judge-expected.ts';
import { notesOf } from '../notes.ts';
import { fixedCases, generatedRuns, runId } from '../planned-cases.ts';
import { questionId, questionsOf } from '../questions.ts';
import { shardOf } from '../shard.ts';
import { walkIds } from './ids.ts';
import { listed } from './listed.ts';
import { mergeRule, type Share } from './merge-rule.ts';
import type { MergeOptions, ProfileOfPart } from './named-report.ts';

interface Asked extends MergeOptions {
  readonly driver: DriverDescription;
  readonly seed: number;
  readonly runs: number;
  readonly expected: Expectations | undefined;
  /** How many shards there are. */
  readonly count: number;
}

/**
 * @param parts In the order of their shards, and as `differenceOf` lets them through.
 * @returns A sentence without its full stop where they are not the whole.
 */
export const mergeProfile = (
  parts: readonly ProfileOfPart[],
  asked: Asked,
): ProfileReport | string => {
  const [first] = parts;
  if (first === undefined) return 'there are no parts';
  const { report } = first;
  const { profile } = report;
  const judged = asked.rules.filter((rule) =>
    report.rules.some(({ id, part }) => id === rule.id && part !== undefined),
  );
  const { driver, runs, seed, cases, count } = asked;
  const hello = driver as Parameters<typeof fixedCases>[0]['hello'];
  const plan = { hello, profile, cases, rules: judged };
  const sent = fixedCases(plan).sent.map(({ id }) => id);
  const generated = generatedRuns(plan, runs);
  const withoutDocuments = sent.length + generated;
  function* ids(): Generator<string> {
    yield* sent;
    for (let number = 0; number < generated; number += 1) yield runId(profile, number);
    if (profile === 'baseline' || report.planned === withoutDocuments) return;
    for (const { id } of plannedDocuments(profile, { runs, seed })) yield id;
  }
  const walk = walkIds(parts, count, ids(), idsTold(parts));
  if (typeof walk === 'string') return walk;
  const other = parts.find((part) => part.report.planned !== walk.count);
  if (other !== undefined) {
    return `${other.name} plans ${other.report.planned} ids of ${profile}, and there are ${walk.count}`;
  }
  const questions = judged.some(({ kind }) => kind !== 'document')
    ? mergeQuestions(parts, count)
    : [];
  if (typeof questions === 'string') return questions;
  const { positions } = walk;
  const blocked = sumOf(parts, ({ blocked: lost }) => lost);
  const done = sumOf(parts, ({ cases: fixed, generated: made }) => fixed + made);
  const whole = { profile, questions, blocked, positions };
  return {
    ...{ profile, ran: walk.ran, planned: walk.count },
    cases: sumOf(parts, ({ cases: fixed }) => fixed),
    generated: sumOf(parts, ({ generated: made }) => made),
    ...{ unsent: report.unsent, blocked },
    notes: notesOf(driver.capabilities, { ...mergeTold(parts, positions), done }),
    rules: report.rules.map((told) => {
      const rule = judged.find(({ id }) => id === told.id);
      if (rule === undefined) return told;
      const merged = mergeRule(rule, sharesOf(parts, told.id), whole);
      const { expected } = asked;
      const judging = expected === undefined ? {} : { expected };
      return boundedRule(judgeExpected(merged, profile, judging));
    }),
    questions,
  };
};

const sumOf = (parts: readonly ProfileOfPart[], of: (report: ProfileReport) => number): number =>
  parts.reduce((sum, { report }) => sum + of(report), 0);

const sharesOf = (parts: readonly ProfileOfPart[], id: string): readonly Share[] =>
  parts.flatMap(({ report: { rules } }): Share[] => {
    const report = rules.find((each) => each.id === id);
    return report?.part === undefined ? [] : [{ report, part: report.part }];
  });

/** Ids that the parts tell something of, besides what was run. */
const idsTold = (parts: readonly ProfileOfPart[]): ReadonlySet<string> => {
  const ids = new Set<string>();
  const add = (told: { readonly from: string } | null): void => {
    if (told !== null) ids.add(told.from);
  };
  for (const { report } of parts) {
    for (const refusal of report.part?.refusals ?? []) add(refusal);
    for (const { part } of report.rules) {
      if (part === undefined) continue;
      for (const told of [part.worst, part.document, part.refused]) add(told);
      for (const run of part.sampled) add(run);
    }
  }
  return ids;
};

/** Each is answered in one part. */
const mergeQuestions = (
  parts: readonly ProfileOfPart[],
  count: number,
): readonly QuestionReport[] | string => {
  const profile = parts[0]?.report.profile ?? 'baseline';
  const lost: string[] = [];
  const questions = questionsOf(profile).flatMap((question): QuestionReport[] => {
    const owner = shardOf(questionId(profile, question), count);
    const part = parts.find(({ index }) => index === owner);
    const answers = part?.report.questions.filter((each) => each.question === question) ?? [];
    const [answer] = answers;
    if (answer !== undefined && answers.length === 1) return [answer];
    lost.push(`${question} (shard ${owner} of ${count})`);
    return [];
  });
  const found = parts.reduce((sum, { report }) => sum + report.questions.length, 0);
  if (lost.length > 0) return `the answer to ${listed(lost)} is missing`;
  return found === questions.length ? questions : 'a question is answered in two shards';
};

/** Refusals in the order in which a whole certification would have heard them. */
const mergeTold = (
  parts: readonly ProfileOfPart[],
  positions: ReadonlyMap<string, number>,
): ProfilePart => {
  const at = ({ from }: Refusal): number => positions.get(from) ?? Number.POSITIVE_INFINITY;
  const all = parts.flatMap(({ report }) => report.part?.refusals ?? []);
  const reasons = new Map<string, Refusal>();
  for (const refusal of all.toSorted((one, other) => at(one) - at(other))) {
    const { reason, count, from } = refusal;
    const known = reasons.get(reason);
    reasons.set(reason, { reason, count: count + (known?.count ?? 0), from: known?.from ?? from });
  }
  return {
    refusals: [...reasons.values()],
    selfReported: sumOf(parts, ({ part }) => part?.selfReported ?? 0),
  };
};
