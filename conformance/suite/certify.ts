/** A certification: cases and generated runs before all rules, and what they come to together. */

import type { Profile } from '../../core/model/workflow.ts';
import { generatedCase } from '../generate/case.ts';
import type { Hello } from '../protocol/hello.ts';
import { type Rule, strengthOf } from '../rules/rule.ts';
import { createView } from '../rules/view.ts';
import type { TestCase } from './case.ts';
import type { Certification, Incident, ProfileReport, RuleReport } from './certification.ts';
import { checkDocuments } from './check-documents.ts';
import type { CertifyOptions, Course } from './course.ts';
import { explain, holdAgainst } from './explain-tally.ts';
import { runInOrder } from './in-order.ts';
import { makeCounterexample } from './make-counterexample.ts';
import { needsOf } from './needs.ts';
import { answerQuestions } from './questions.ts';
import { renamed } from './rename.ts';
import { roomFor, roomy } from './roomy.ts';
import type { Runtime, Seen } from './runtime.ts';
import { type Selected, selectRules } from './selection.ts';
import { conclude, countBroken, countRun, createTally, type Tally } from './tally.ts';

export const certify = async (
  runtime: Runtime,
  options: CertifyOptions,
): Promise<Certification> => {
  const { hello } = runtime;
  const wanted = options.profiles ?? hello.profiles;
  const incidents: Incident[] = hello.notes.map((message) => ({
    ...{ kind: 'note', message, hint: null },
  }));
  const profiles: ProfileReport[] = [];
  for (const profile of hello.profiles.filter((name) => wanted.includes(name))) {
    if (options.isInterrupted?.() === true) break;
    profiles.push(await certifyProfile(runtime, profile, options, incidents));
  }
  return {
    kind: 'runtime',
    unwind: options.version,
    runtime: { name: hello.runtime.name, version: hello.runtime.version },
    seed: options.seed,
    runs: options.runs,
    level: options.level,
    ...(options.isInterrupted?.() === true ? { interrupted: true } : {}),
    profiles,
    incidents,
  };
};

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
    ...{ runtime, profile, options, tallies, incidents },
    ...{ blocked: 0, done: 0, selfReported: 0, isGone: false },
  };
  const { sent, unsent, outOfReach } = fixedCases(course);
  const needsRuns = judged.some(({ kind }) => kind !== 'document');
  const generated = needsRuns && takesPlans(runtime.hello, profile) ? options.runs : 0;
  const total = sent.length + generated;
  await runInOrder(casesOf(course, sent, generated), {
    width: runtime.hello.concurrentRuns,
    run: (testCase) => runtime.observe(testCase),
    take: (testCase, seen) => takeRun(course, testCase, seen, total),
    isOver: () => course.isGone || (options.isInterrupted?.() ?? false),
  });
  if (!course.isGone) await checkDocuments(course);
  const questions = needsRuns && !course.isGone ? await answerQuestions(course) : [];
  for (const tally of tallies) holdAgainst(tally, questions);
  return {
    profile,
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
const notesOn = ({ runtime, selfReported, done }: Course): readonly string[] => {
  const { capabilities } = runtime.hello;
  const isSupplied =
    capabilities.includes('compensation') && !capabilities.includes('compensation.native');
  return [
    ...(selfReported === 0
      ? []
      : [`the calls of ${selfReported} of ${done} runs are the driver's own account, by a script`]),
    ...(isSupplied
      ? ['order and outcome of compensations are adapter-supplied: the driver decides them']
      : []),
  ];
};

interface Fixed {
  readonly sent: readonly TestCase[];
  readonly unsent: number;
  /** Rules none of whose cases could be sent, and what is missing for it. */
  readonly outOfReach: ReadonlyMap<string, string>;
}

const fixedCases = ({ runtime, profile, options, tallies }: Course): Fixed => {
  const { hello } = runtime;
  const ids = new Set(tallies.map(({ rule }) => rule.id));
  const sent: TestCase[] = [];
  const reached = new Set<string>();
  const outOfReach = new Map<string, string>();
  let unsent = 0;
  for (const fixed of options.cases) {
    if (!fixed.profiles.includes(profile) || !ids.has(fixed.rule)) continue;
    const missing = missingFor(fixed.testCase(profile, 0), profile, hello);
    if (missing !== null) {
      unsent += fixed.repeat;
      outOfReach.set(fixed.rule, missing);
      continue;
    }
    reached.add(fixed.rule);
    for (let turn = 0; turn < fixed.repeat; turn += 1) sent.push(fixed.testCase(profile, turn));
  }
  for (const rule of reached) outOfReach.delete(rule);
  return { sent, unsent, outOfReach };
};

/** HarnessXML can say all that a plan of its profile can. */
const takesPlans = ({ dialects }: Hello, profile: Profile): boolean =>
  dialects.includes('plan') || (profile === 'harness' && dialects.includes('harness'));

/** Why a case can't be sent to a driver; null where it can. */
const missingFor = (testCase: TestCase, profile: Profile, hello: Hello): string | null => {
  const { capabilities, dialects } = hello;
  const { document } = testCase;
  if (document === undefined && !takesPlans(hello, profile)) return 'it takes no plans';
  if (document !== undefined && !dialects.includes(document.dialect)) {
    return `it takes no documents of dialect ${document.dialect}`;
  }
  const missing = [...needsOf(testCase)].find((name) => !capabilities.includes(name));
  return missing === undefined ? null : `'${missing}' is not declared`;
};

function* casesOf(
  { runtime, profile, options }: Course,
  fixed: readonly TestCase[],
  generated: number,
): Generator<TestCase> {
  const room = roomFor(runtime.hello.clock);
  for (const testCase of fixed) yield roomy(testCase, room);
  const declared: ReadonlySet<string> = new Set(runtime.hello.capabilities);
  const space = {
    profile,
    allows: (capability: string) => declared.has(capability),
    isExact: runtime.hello.clock.kind === 'virtual',
  };
  for (let number = 0; number < generated; number += 1) {
    yield roomy(generatedCase(space, options.seed, number), room);
  }
}

/** Between two breaths, in runs: a breath costs about as much as one. */
const BREATH = 32;

const takeRun = async (
  course: Course,
  testCase: TestCase,
  seen: Seen,
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
    else noteBlocked(course, testCase, seen);
    return;
  }
  const { observation, isSelfReported = false } = seen;
  if (isSelfReported) course.selfReported += 1;
  const view = createView(observation);
  for (const tally of tallies) {
    const breaches = countRun(tally, view, observation);
    const [breach] = breaches;
    if (breach === undefined || tally.rule.kind !== 'run') continue;
    if (!(await isSteady(course, testCase, tally))) {
      tally.unsteady += 1;
      continue;
    }
    explain(tally, observation);
    countBroken(tally, { testCase, breach, breaches: breaches.length });
  }
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
  course.incidents.push({ kind, message: `${testCase.name}: ${message}`, hint });
};

/** A real clock may have been late for once: what is broken must be broken again. */
const isSteady = async (
  { runtime }: Course,
  testCase: TestCase,
  { rule }: Tally,
): Promise<boolean> => {
  if (runtime.hello.clock.kind === 'virtual' || rule.kind !== 'run') return true;
  for (const again of [1, 2]) {
    const seen = await runtime.observe(
      renamed(testCase, `${testCase.scenario.run}-again-${again}`),
    );
    if (seen.kind === 'blocked') return false;
    if (rule.judge(createView(seen.observation)).breaches.length === 0) return false;
  }
  return true;
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
    reports.push(
      left === null && tally !== undefined
        ? withinReach(await reportRule(course, tally), outOfReach)
        : describe(rule, course.profile, {
            verdict: left?.verdict ?? 'skipped',
            reason: left?.reason ?? null,
          }),
    );
  }
  return reports;
};

/** What could not happen for want of a capability is not held against a runtime as vacuous. */
const withinReach = (report: RuleReport, outOfReach: Fixed['outOfReach']): RuleReport => {
  const reason = outOfReach.get(report.id);
  return report.verdict === 'vacuous' && reason !== undefined
    ? { ...report, verdict: 'unsupported', reason }
    : report;
};

const describe = (
  rule: Rule,
  profile: Profile,
  { verdict, reason }: Pick<RuleReport, 'verdict' | 'reason'>,
): RuleReport => ({
  ...{ id: rule.id, title: rule.title, clause: rule.clause },
  ...{ strength: strengthOf(rule, profile), verdict, reason },
  ...{ occurrences: 0, runs: 0, broken: 0, breach: null, counterexample: null, document: null },
});

const reportRule = async (course: Course, tally: Tally): Promise<RuleReport> => {
  const conclusion = conclude(tally, course.profile, course.blocked);
  const { occurrences, runs, broken, worst, document } = tally;
  const isBroken = conclusion.verdict === 'fail' || conclusion.verdict === 'degraded';
  return {
    ...describe(tally.rule, course.profile, conclusion),
    ...{ occurrences, runs, broken },
    breach: conclusion.breach ?? worst?.breach ?? document?.breach ?? null,
    document:
      document === null ? null : { name: document.document.name, source: document.document.source },
    counterexample:
      isBroken && worst !== null ? await makeCounterexample(course, tally.rule, worst) : null,
  };
};
