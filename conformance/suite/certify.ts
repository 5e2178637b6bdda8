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
  RuleReport,
} from './certification.ts';
import { checkDocuments, countDocuments } from './check-documents.ts';
import type { About, CertifyOptions, Course } from './course.ts';
import { describeRule } from './describe-rule.ts';
import { explain, holdAgainst } from './explain-tally.ts';
import { runInOrder } from './in-order.ts';
import { makeCounterexample } from './make-counterexample.ts';
import { blockedCase, noteIncident, noteRan, ranCase } from './note-ran.ts';
import {
  type Fixed,
  fixedCases,
  type PlannedCase,
  plannedCases,
  takesPlans,
} from './planned-cases.ts';
import { answerQuestions } from './questions.ts';
import { createRefusals, noteRefusal, refusalNotes, withRefusals } from './refusals.ts';
import { ruleSetDigest } from './rule-set-digest.ts';
import type { Runtime, Seen } from './runtime.ts';
import { type Selected, selectRules } from './selection.ts';
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
  const { sent, unsent, outOfReach } = fixedCases(course);
  const needsRuns = judged.some(({ kind }) => kind !== 'document');
  const generated = needsRuns && takesPlans(runtime.hello, profile) ? options.runs : 0;
  const total = sent.length + generated;
  const planned = total + countDocuments(course);
  options.onEvent?.({ kind: 'profile', profile, planned });
  await runInOrder(plannedCases(course, sent, generated), {
    width: runtime.hello.concurrentRuns,
    run: ({ testCase }) => observeSteadily(course, testCase),
    take: (planned, observed) => takeRun(course, planned, observed, total),
    // On a real clock the answer to a call must not wait until all others have begun.
    pause: runtime.hello.clock.kind === 'real' ? options.pause : undefined,
    isOver: () => course.isGone || (options.isInterrupted?.() ?? false),
  });
  if (!course.isGone) await checkDocuments(course);
  const questions = needsRuns && !course.isGone ? await answerQuestions(course) : [];
  for (const tally of tallies) holdAgainst(tally, questions);
  return {
    ...{ profile, ran: course.ran, planned },
    cases: Math.min(course.done, sent.length),
    generated: Math.max(0, course.done - sent.length),
    unsent,
    blocked: course.blocked,
    notes: notesOn(course),
    rules: await reportRules(course, selected, outOfReach),
    questions,
  };
};

/** Driver protocol: what is not the runtime's own work, or was not seen, is told. */
const notesOn = ({ runtime, selfReported, refusals, done }: Course): readonly string[] => {
  const { capabilities } = runtime.hello;
  const isSupplied =
    capabilities.includes('compensation') && !capabilities.includes('compensation.native');
  return [
    ...refusalNotes(refusals, done),
    ...(selfReported === 0
      ? []
      : [`the calls of ${selfReported} of ${done} runs are the driver's own account, by a script`]),
    ...(isSupplied
      ? ['order and outcome of compensations are adapter-supplied: the driver decides them']
      : []),
  ];
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
    noteRefusal(course.refusals, refusal, rule ?? null);
    noteRan(course, ranCase(id, testCase.name, observation, []));
    return;
  }
  if (isSelfReported) course.selfReported += 1;
  const view = createView(observation);
  const brokenRules: string[] = [];
  for (const tally of tallies) {
    const breaches = countRun(tally, view, observation);
    const [breach] = breaches;
    if (breach === undefined || tally.rule.kind !== 'run') continue;
    if (!isSteady(tally, again)) {
      tally.unsteady += 1;
      continue;
    }
    explain(tally, observation);
    countBroken(tally, { testCase, breach, breaches: breaches.length });
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
    const report = boundedRule(
      left === null && tally !== undefined
        ? withRefusals(withinReach(await reportRule(course, tally), outOfReach), course.refusals)
        : describeRule(rule, course.profile, left ?? { verdict: 'skipped', reason: null }),
    );
    reports.push(report);
    course.options.onEvent?.({ kind: 'rule', profile: course.profile, report });
  }
  return reports;
};

/** What could not happen for want of a capability is not held against a runtime as vacuous. */
const withinReach = (report: RuleReport, outOfReach: Fixed['outOfReach']): RuleReport => {
  const want = outOfReach.get(report.id);
  return report.verdict === 'vacuous' && want !== undefined
    ? { ...report, verdict: 'unsupported', ...want }
    : report;
};

const reportRule = async (course: Course, tally: Tally): Promise<RuleReport> => {
  const conclusion = conclude(tally, course.profile, course.blocked);
  const { occurrences, runs, broken, worst, document } = tally;
  const isBroken = conclusion.verdict === 'fail' || conclusion.verdict === 'degraded';
  return {
    ...describeRule(tally.rule, course.profile, conclusion),
    ...{ occurrences, runs, broken },
    breach: conclusion.breach ?? worst?.breach ?? document?.breach ?? null,
    document:
      document === null ? null : { name: document.document.name, source: document.document.source },
    counterexample:
      isBroken && worst !== null ? await makeCounterexample(course, tally.rule, worst) : null,
    ...(tally.rule.kind === 'sample' && (course.options.shard ?? null) !== null
      ? { samples: tally.samples }
      : {}),
  };
};
