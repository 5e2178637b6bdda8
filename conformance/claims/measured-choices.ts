/** Which way a runtime takes where engines differ, as a report shows it. */

import type { Profile } from '../../core/model/workflow.ts';
import { countOf } from '../../simulator/trace/explain/words.ts';
import type { ProfileReport, QuestionReport, RuleReport } from '../suite/certification.ts';
import { cut } from '../suite/cut.ts';
import { type ChoiceText, QUESTION_TEXTS } from './questions.ts';
import { TRAITS, type Trait } from './traits.ts';

export interface MeasuredChoice {
  /** `Q4`, or a word: `calls`. */
  readonly id: string;
  readonly about: string;
  /** Null where nothing tells. */
  readonly reading: string | null;
  /** Completes the sentence "The runtime …"; null where nothing tells. */
  readonly text: string | null;
  /**
   * `seen`: runs showed it; `declared`: no run told it apart, and the driver says so; `lacking`:
   * the runtime can't do what it is about; `unknown`: nothing tells.
   */
  readonly from: 'seen' | 'declared' | 'lacking' | 'unknown';
  /** What was seen where it is not what the rules ask for; null elsewhere. */
  readonly because: string | null;
  /** In how many runs of how many it was so; null where it was in all of them. */
  readonly often: { readonly broken: number; readonly runs: number } | null;
}

/** What was seen where it is not what the rules ask for, and how often; null elsewhere. */
export const seenText = ({ from, because, often }: MeasuredChoice): string | null => {
  if (from !== 'seen' || because === null) return null;
  return often === null
    ? because
    : `in ${often.broken} of ${countOf(often.runs, 'run')}: ${because}`;
};

/** All choices of a profile, in an order that stays: open questions first. */
export const measuredChoices = (report: ProfileReport): readonly MeasuredChoice[] => {
  const byId = new Map(report.rules.map((rule) => [rule.id, rule]));
  return [
    ...questionsOf(report).map(choiceOfQuestion),
    ...TRAITS.flatMap((trait) => choiceOfTrait(trait, report.profile, byId)),
  ];
};

/** Each once: a report of somebody else's may say a thing twice. */
const questionsOf = ({ questions }: ProfileReport): readonly QuestionReport[] => {
  const seen = new Set<string>();
  return questions.filter(({ question }) => {
    const isNew = !seen.has(question);
    seen.add(question);
    return isNew;
  });
};

/** `Q1=failed calls=n order=?`: one text for one behaviour; `?` unknown, `-` lacking, `~` only declared. */
export const fingerprintOf = (report: ProfileReport): string =>
  measuredChoices(report).map(signOf).join(' ');

const signOf = ({ id, reading, from }: MeasuredChoice): string => {
  switch (from) {
    case 'seen':
      return `${id}=${reading}`;
    case 'declared':
      return `${id}=~${reading}`;
    case 'lacking':
      return `${id}=-`;
    case 'unknown':
      return `${id}=?`;
  }
};

const choiceOfQuestion = ({ question, declared, seen }: QuestionReport): MeasuredChoice => {
  const texts: { readonly [question: string]: ChoiceText } = QUESTION_TEXTS;
  const known = Object.hasOwn(texts, question) ? texts[question] : undefined;
  const reading = seen ?? declared;
  return {
    id: question,
    about: known?.about ?? question,
    reading,
    text: reading === null ? null : textOf(known, reading),
    from: seen !== null ? 'seen' : declared !== null ? 'declared' : 'unknown',
    because: null,
    often: null,
  };
};

const textOf = (known: ChoiceText | undefined, reading: string): string =>
  known !== undefined && Object.hasOwn(known.readings, reading)
    ? (known.readings[reading] ?? reading)
    : `takes reading ${reading}`;

/** A report may be of anybody's making. */
const cutOrNull = (text: string | null): string | null => (text === null ? null : cut(text));

/** Nothing where the profile asks for none of its rules, or asks an open question instead. */
const choiceOfTrait = (
  trait: Trait,
  profile: Profile,
  byId: ReadonlyMap<string, RuleReport>,
): readonly MeasuredChoice[] => {
  if (profile === 'harness' && trait.asked !== undefined) return [];
  const rules = trait.rules.flatMap((id) => byId.get(id) ?? []);
  if (rules.length === 0) return [];
  const { id, about } = trait;
  const broken = rules.find(({ verdict }) => verdict === 'fail' || verdict === 'degraded');
  if (broken !== undefined) {
    const { breach } = broken;
    const reading = (breach === null ? undefined : trait.tell?.(breach)) ?? trait.broken;
    const because = cutOrNull(breach?.message ?? broken.reason);
    const { broken: times, runs } = broken;
    const often = times > 0 && times < runs ? { broken: times, runs } : null;
    return [{ id, about, reading, text: textOf(trait, reading), from: 'seen', because, often }];
  }
  // Right under another reading is right: which one that is, its question tells.
  if (rules.some(({ verdict }) => verdict === 'pass' || verdict === 'choice')) {
    const reading = trait.kept;
    const text = textOf(trait, reading);
    return [{ id, about, reading, text, from: 'seen', because: null, often: null }];
  }
  const isLacking = rules.every(({ verdict }) => verdict === 'unsupported');
  const from = isLacking ? 'lacking' : 'unknown';
  const because = isLacking ? cutOrNull(rules[0]?.reason ?? null) : null;
  return [{ id, about, reading: null, text: null, from, because, often: null }];
};
