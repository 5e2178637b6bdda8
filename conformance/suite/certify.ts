/** A certification: cases and generated runs before all rules, and what they come to together. */

import type { Profile } from '../../core/model/workflow.ts';
import { createView } from '../rules/view.ts';
import { boundedReasons, boundedRule, boundedRuntime } from './bounded.ts';
import type { TestCase } from './case.ts';
import type {
  Certification,
  DriverDescription,
  Incident,
  ProfileReport,
  RulePart,
  RuleReport,
} from './certification.ts';
import { checkDocuments, countDocuments } from './check-documents.ts';
import type { About, CertifyOptions, Course } from './course.ts';
import { describeRule } from './describe-rule.ts';
import { judgeExpected } from './expected/judge-expected.ts';
import { explain, holdAgainst } from './explain-tally.ts';
import { runInOrder } from './in-order.ts';
import { makeCounterexample } from './make-counterexample.ts';
import { blockedCase, noteIncident, noteRan, ranCase } from './note-ran.ts';
import { notesOf } from './notes.ts';
import { partOfProfile, partOfRule } from './part.ts';
import {
  type Fixed,
  fixedCases,
  generatedRuns,
  type PlannedCase,
  plannedCases,
  runId,
} from './planned-cases.ts';
import { answerQuestions } from './questions.ts';
import { createRefusals, noteRefusal, withinReach, withRefusal } from './refusals.ts';
import { ruleSetDigest } from './rule-set-digest.ts';
import type { Runtime, Seen } from './runtime.ts';
import { type Selected, selectRules } from './selection.ts';
import { isOwn } from './shard.ts';
import { isSteady, type Observed, observeSteadily } from './steady.ts';
import { conclude, countBroken, countRun, createTally, type Tally } from './tally.ts';

export const certify = async (
  runtime: Runtime,
  options: CertifyOptions,
): Promise<Certification> => {
  const { hello } = runtime;
  const wanted = options.profiles ?? hello.profiles;
  const about = describeAll(runtime, options);
  options.onEvent?.({ kind: 'began', about });
  const incidents: Incident[] = [];
  for (const message of hello.notes) {
    noteIncident({ incidents, options }, { kind: 'note', message, hint: null });
  }
  const profiles: ProfileReport[] = [];
  for (const profile of hello.profiles.filter((name) => wanted.includes(name))) {
    if (options.isInterrupted?.() === true) break;
    const report = await certifyProfile(runtime, profile, options, incidents);
    profiles.push(report);
    options.onEvent?.({ kind: 'profile-end', report });
  }
  return {
    ...about,
    ...(options.isInterrupted?.() === true ? { interrupted: true } : {}),
    profiles,
    incidents,
  };
};

const describeAll = ({ hello }: Runtime, options: CertifyOptions): About => ({
  kind: 'runtime',
  unwind: options.version,
  suite: { name: 'unwind', version: options.version, rules: ruleSetDigest(options.rules) },
  runtime: boundedRuntime(hello.runtime),
  driver: describeDriver(hello, options.driverWords ?? ''),
  command: options.command ?? null,
  shard: options.shard ?? null,
  seed: options.seed,
  runs: options.runs,
  level: options.level,
  ...(options.expected === undefined ? {} : { expected: options.expected }),
});

const describeDriver = (
  { profiles, dialects, clock, capabilities, unsupported, choices }: Runtime['hello'],
  words: string,
): DriverDescription => ({
  ...{ words, profiles, dialects, clock, capabilities },
  unsupported: boundedReasons(unsupported),
  choices: choices as DriverDescription['choices'],
});

const certifyProfile = async (
  runtime: Runtime,
  profile: Profile,
  options: CertifyOptions,
  incidents: Incident[],
): Promise<ProfileReport> => {
  const selected = selectRules(options.rules, profile, runtime.hello, options);
  const judged = selected.filter(({ left }) => left === null).map(({ rule }) => rule);
  const tallies = judged.map(createTally);
  const course: Course = {
    ...{ runtime, profile, options, tallies, incidents, ran: [] },
    ...{ blocked: 0, done: 0, selfReported: 0, isGone: false },
    refusals: createRefusals(),
  };
  const plan = { hello: runtime.hello, profile, cases: options.cases, rules: judged };
  const fixed = fixedCases(plan);
  const generated = generatedRuns(plan, options.runs);
  const planned = fixed.sent.length + generated + countDocuments(course);
  options.onEvent?.({ kind: 'profile', profile, planned });
  const sent = fixed.sent.filter(({ id }) => isOwn(options.shard, id));
  const total = sent.length + countOwnRuns(profile, generated, options.shard);
  await runInOrder(plannedCases(course, sent, generated), {
    width: runtime.hello.concurrentRuns,
    run: ({ testCase }) => observeSteadily(course, testCase),
    take: (planned, observed) => takeRun(course, planned, observed, total),
    // On a real clock the answer to a call must not wait until all others have begun.
    pause: runtime.hello.clock.kind === 'real' ? options.pause : undefined,
    isOver: () => course.isGone || (options.isInterrupted?.() ?? false),
  });
  if (!course.isGone) await checkDocuments(course);
  const needsRuns = judged.some(({ kind }) => kind !== 'document');
  const questions = needsRuns && !course.isGone ? await answerQuestions(course) : [];
  for (const tally of tallies) holdAgainst(tally, questions);
  return {
    ...{ profile, ran: course.ran, planned },
    cases: Math.min(course.done, sent.length),
    generated: Math.max(0, course.done - sent.length),
    unsent: fixed.unsent,
    blocked: course.blocked,
    notes: notesOf(runtime.hello.capabilities, { ...partOfProfile(course), done: course.done }),
    ...(isShard(options) ? { part: partOfProfile(course) } : {}),
    rules: await reportRules(course, selected, fixed.outOfReach),
    questions,
  };
};

const isShard = ({ shard }: CertifyOptions): boolean => shard !== null && shard !== undefined;

const countOwnRuns = (
  profile: Profile,
  generated: number,
  shard: CertifyOptions['shard'],
): number => {
  if (shard === null || shard === undefined) return generated;
  let count = 0;
  for (let number = 0; number < generated; number += 1) {
    if (isOwn(shard, runId(profile, number))) count += 1;
  }
  return count;
};

/** Between two breaths, in runs: a breath costs about as much as one. */
const BREATH = 32;

const takeRun = async (
  course: Course,
  { id, rule, testCase }: PlannedCase,
  { seen, again }: Observed,
  total: number,
): Promise<void> => {
  const { options, profile, tallies } = course;
  course.done += 1;
  if (course.done % BREATH === 0 || course.done === total) {
    const broken = tallies.filter((tally) => tally.broken > 0).length;
    options.onProgress?.({ profile, done: course.done, total, phase: 'running', broken });
    await options.pause?.();
  }
  if (seen.kind === 'blocked') {
    // A Ctrl-C ends the driver too, which is no fault of it.
    if (options.isInterrupted?.() === true) course.done -= 1;
    else {
      noteRan(course, blockedCase(id, testCase.name, seen.failure.message));
      noteBlocked(course, testCase, seen);
    }
    return;
  }
  const { observation, refusal, isSelfReported = false } = seen;
  if (refusal !== undefined) {
    noteRefusal(course.refusals, id, refusal, rule ?? null);
    noteRan(course, ranCase(id, testCase.name, observation, []));
    return;
  }
  if (isSelfReported) course.selfReported += 1;
  const view = createView(observation);
  const brokenRules: string[] = [];
  for (const tally of tallies) {
    const breaches = countRun(tally, view, observation, id);
    const [breach] = breaches;
    if (breach === undefined || tally.rule.kind !== 'run') continue;
    if (!isSteady(tally, again)) {
      tally.unsteady += 1;
      continue;
    }
    explain(tally, observation);
    countBroken(tally, { id, testCase, breach, breaches: breaches.length });
    brokenRules.push(tally.rule.id);
  }
  noteRan(course, ranCase(id, testCase.name, observation, brokenRules));
};

const noteBlocked = (
  course: Course,
  testCase: TestCase,
  { failure }: Extract<Seen, { readonly kind: 'blocked' }>,
): void => {
  const { kind, message, hint } = failure;
  course.blocked += 1;
  if (kind === 'gone' || kind === 'closed') {
    // It says the same of every further run.
    course.isGone = true;
    return;
  }
  noteIncident(course, { kind, message: `${testCase.name}: ${message}`, hint });
};

const reportRules = async (
  course: Course,
  selected: readonly Selected[],
  outOfReach: Fixed['outOfReach'],
): Promise<readonly RuleReport[]> => {
  const byId = new Map(course.tallies.map((tally) => [tally.rule.id, tally]));
  const reports: RuleReport[] = [];
  for (const { rule, left } of selected) {
    const tally = byId.get(rule.id);
    const report =
      left === null && tally !== undefined
        ? await reportRule(course, tally, outOfReach.get(rule.id) ?? null)
        : describeRule(rule, course.profile, left ?? { verdict: 'skipped', reason: null });
    const bounded = boundedRule(judgeExpected(report, course.profile, course.options));
    reports.push(bounded);
    course.options.onEvent?.({ kind: 'rule', profile: course.profile, report: bounded });
  }
  return reports;
};

const reportRule = async (
  course: Course,
  tally: Tally,
  outOfReach: RulePart['outOfReach'],
): Promise<RuleReport> => {
  const conclusion = conclude(tally, course.profile, course.blocked);
  const { occurrences, runs, broken, worst, document } = tally;
  // What a shard can explain, all shards together may not.
  const isShown =
    conclusion.verdict === 'fail' || conclusion.verdict === 'degraded' || isShard(course.options);
  const refused = course.refusals.rules.get(tally.rule.id) ?? null;
  const report: RuleReport = {
    ...describeRule(tally.rule, course.profile, conclusion),
    ...{ occurrences, runs, broken },
    breach: conclusion.breach ?? worst?.breach ?? document?.breach ?? null,
    document:
      document === null ? null : { name: document.document.name, source: document.document.source },
    counterexample:
      isShown && worst !== null ? await makeCounterexample(course, tally.rule, worst) : null,
    ...(isShard(course.options) ? { part: partOfRule(tally, outOfReach, refused) } : {}),
  };
  return withRefusal(withinReach(report, outOfReach), refused);
};
