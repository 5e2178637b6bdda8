/** Which reading of each open question a runtime takes (harness.md §6). */

import type { Profile } from '../../core/model/workflow.ts';
import { CHOICES } from '../protocol/schema/names.ts';
import type { Observation } from '../rules/observation.ts';
import { createView } from '../rules/view.ts';
import type { QuestionReport } from './certification.ts';
import type { Course } from './course.ts';
import { needsOf } from './needs.ts';
import { renamed } from './rename.ts';
import { isOwn } from './shard.ts';

/** The questions of a profile: only HarnessXML leaves any open. */
export const questionsOf = (profile: Profile): readonly string[] =>
  profile === 'harness' ? Object.keys(CHOICES) : [];

/** By this id a question belongs to a shard: each is answered once. */
export const questionId = (profile: Profile, question: string): string =>
  `${profile}/question/${question}`;

/** Runs the cases that tell readings apart, of the shard's questions. */
export const answerQuestions = async (course: Course): Promise<readonly QuestionReport[]> => {
  const { profile, options } = course;
  const reports: QuestionReport[] = [];
  for (const question of questionsOf(profile)) {
    if (!isOwn(options.shard, questionId(profile, question))) continue;
    const declared = (course.runtime.hello.choices as Observation['choices'])[question] ?? null;
    const seen = await seenReading(course, question);
    const verdict =
      seen === null ? 'vacuous' : declared !== null && declared !== seen ? 'fail' : 'choice';
    reports.push({ question, declared, seen, verdict });
  }
  return reports;
};

/** The one reading under which no rule is broken; null where none is, or several are. */
const seenReading = async (course: Course, question: string): Promise<string | null> => {
  const { runtime, options, profile } = course;
  const declared: ReadonlySet<string> = new Set(runtime.hello.capabilities);
  let left: readonly string[] = CHOICES[question as keyof typeof CHOICES];
  const all = left.length;
  for (const fixed of options.cases) {
    if (fixed.question !== question || !fixed.profiles.includes(profile)) continue;
    const testCase = fixed.testCase(profile, 0);
    if (![...needsOf(testCase)].every((capability) => declared.has(capability))) continue;
    const seen = await runtime.observe(renamed(testCase, `${testCase.scenario.run}-asked`));
    if (seen.kind === 'blocked') continue;
    const { observation } = seen;
    const shown = fixed.reads === null ? null : fixed.reads(observation);
    left =
      fixed.reads === null
        ? left.filter((reading) => breaksNothing(course, observation, question, reading))
        : left.filter((reading) => shown === null || reading === shown);
  }
  return left.length === 1 && all > 1 ? (left[0] ?? null) : null;
};

const breaksNothing = (
  { options, profile }: Course,
  observation: Observation,
  question: string,
  reading: string,
): boolean => {
  const choices = { ...observation.choices, [question]: reading };
  const view = createView({ ...observation, choices });
  return options.rules.every(
    (rule) =>
      rule.kind !== 'run' ||
      !rule.profiles.includes(profile) ||
      rule.judge(view).breaches.length === 0,
  );
};
