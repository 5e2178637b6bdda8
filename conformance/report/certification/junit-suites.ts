/**
 * A certification as JUnit sees it: a suite a profile, a case a rule. What could not be judged is
 * never green, since a reader of JUnit sees cases and nothing else.
 */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { Breach } from '../../rules/rule.ts';
import type {
  Certification,
  Counterexample,
  ProfileReport,
  QuestionReport,
  RuleReport,
} from '../../suite/certification.ts';
import { documentLines } from './document-lines.ts';
import { copied, jsonLines, linesOf, told, toldLines } from './told.ts';
import { expectationText, familyOf, isExpected, replayCommand, seenOf } from './words.ts';

export interface Suite {
  readonly name: string;
  readonly properties: readonly (readonly [string, string])[];
  readonly cases: readonly Case[];
  readonly stderr: readonly string[];
}

export interface Case {
  readonly classname: string;
  readonly name: string;
  readonly result: Result;
}

export type Result =
  | { readonly kind: 'passed'; readonly output: readonly string[] }
  | { readonly kind: 'skipped'; readonly message: string }
  | {
      readonly kind: 'failure' | 'error';
      readonly type: string;
      readonly message: string;
      readonly lines: readonly string[];
    };

/** A suite a profile, and one more for what is no rule's. */
export const suitesOf = (certification: Certification): readonly Suite[] => [
  ...certification.profiles.map((report) => suiteOf(report, certification)),
  ...wholenessOf(certification),
];

const suiteOf = (report: ProfileReport, certification: Certification): Suite => {
  const { profile, rules, questions, blocked } = report;
  const lost = countOf(blocked, 'run');
  return {
    name: profile,
    properties: propertiesOf(certification),
    cases: [
      ...rules.map((rule) => ({
        classname: `${profile}.${familyOf(rule)}`,
        name: rule.id,
        result: resultOf(rule, certification),
      })),
      ...questions.map((question) => ({
        classname: `${profile}.questions`,
        name: question.question,
        result: resultOfQuestion(question),
      })),
      ...(blocked === 0
        ? []
        : [
            suiteCase(
              `${lost} could not be judged`,
              'blocked',
              'The driver died or broke the protocol.',
            ),
          ]),
    ],
    stderr: [],
  };
};

/** What is only a part of a report, or nothing at all, is no success. */
const wholenessOf = (certification: Certification): readonly Suite[] => {
  const { profiles, incidents, stderr, truncated, interrupted } = certification;
  const cases = [
    ...(truncated === true
      ? [suiteCase('the report is whole', 'truncated', 'The record ends before its end.')]
      : []),
    ...(interrupted === true
      ? [suiteCase('the certification ran to its end', 'interrupted', 'Somebody stopped it.')]
      : []),
    ...(profiles.every(({ rules }) => rules.length === 0)
      ? [suiteCase('a rule was judged', 'unjudged', 'Nothing was judged.')]
      : []),
  ];
  const logs = [
    ...incidents.map(({ message, hint }) => told(hint === null ? message : `${message} ${hint}`)),
    ...(stderr === undefined ? [] : toldLines(linesOf(stderr))),
  ];
  if (cases.length === 0 && logs.length === 0) return [];
  return [{ name: 'suite and driver', properties: [], cases, stderr: logs }];
};

const suiteCase = (name: string, type: string, message: string): Case => ({
  classname: 'unwind',
  name,
  result: { kind: 'error', type, message, lines: [] },
});

const propertiesOf = (certification: Certification): Suite['properties'] => {
  const { suite, runtime, seed, runs, command, driver, level, shard, expected } = certification;
  return [
    ['runtime', `${runtime.name} ${runtime.version}`],
    ['suite', `${suite.name} ${suite.version}`],
    ['rules', suite.rules],
    ['seed', String(seed)],
    ['runs', String(runs)],
    ...(driver === null || driver.words === '' ? [] : [['driver', driver.words] as const]),
    ...(level === null ? [] : [['level', level] as const]),
    ...(expected === undefined ? [] : [['expected failures as of', expected.on] as const]),
    ...(shard === null ? [] : [['shard', `${shard.index}/${shard.count}`] as const]),
    ...(command === null ? [] : [['command', command] as const]),
  ];
};

const resultOf = (rule: RuleReport, certification: Certification): Result => {
  const { verdict, reason, expectedFailure } = rule;
  const why = reason === null ? verdict : `${verdict}: ${reason}`;
  switch (verdict) {
    case 'pass':
      return { kind: 'passed', output: [] };
    case 'degraded':
      return { kind: 'passed', output: breachLines(rule, certification) };
    case 'choice':
      return { kind: 'passed', output: [told(why)] };
    case 'fail':
      if (isExpected(rule) && expectedFailure !== null) {
        return { kind: 'skipped', message: expectationText(expectedFailure) };
      }
      return failure(rule, messageOf(rule), certification);
    case 'stale':
      return failure(rule, reason ?? 'it was expected to fail, and passes', certification);
    case 'blocked':
      return { kind: 'error', type: 'blocked', message: why, lines: [] };
    case 'unsupported':
    case 'vacuous':
    case 'inconclusive':
    case 'skipped':
      return { kind: 'skipped', message: why };
  }
};

/** What the smallest run shows, which is what is told below. */
const messageOf = ({ title, breach, counterexample }: RuleReport): string =>
  (counterexample?.breach ?? breach)?.message ?? `a runtime ${title}`;

const failure = (rule: RuleReport, message: string, certification: Certification): Result => ({
  ...{ kind: 'failure', type: rule.verdict === 'stale' ? 'stale' : rule.strength, message },
  lines: breachLines(rule, certification),
});

const resultOfQuestion = ({ declared, seen, verdict }: QuestionReport): Result => {
  const found = seen === null ? 'no run told the readings apart' : `seen: ${seen}`;
  const said = declared === null ? found : `declared: ${declared}; ${found}`;
  switch (verdict) {
    case 'choice':
      return { kind: 'passed', output: [told(said)] };
    case 'vacuous':
      return { kind: 'skipped', message: said };
    case 'fail':
      return { kind: 'failure', type: 'choice', message: said, lines: [] };
  }
};

/** All that one needs to see it again; the command to be copied is never cut. */
const breachLines = (rule: RuleReport, certification: Certification): readonly string[] => {
  const { title, clause, breach, counterexample, document, expectedFailure } = rule;
  const lines = [
    `A runtime ${title} (${clause}).`,
    ...[seenOf(rule)].filter((text) => text !== ''),
    ...(expectedFailure === null ? [] : [expectationText(expectedFailure)]),
    ...ofBreach(counterexample?.breach ?? breach),
    ...(counterexample === null ? [] : ofCounterexample(counterexample)),
    ...(document === null ? [] : ['', `Document (${document.name}):`, ...linesOf(document.source)]),
  ];
  const again =
    counterexample === null
      ? []
      : ['', 'Again:', copied(replayCommand(counterexample.token, certification))];
  return [...toldLines(lines, MOST_LINES), ...again];
};

const ofBreach = (breach: Breach | null): readonly string[] =>
  breach === null
    ? []
    : [breach.message, `expected: ${breach.expected}`, `observed: ${breach.observed}`];

const ofCounterexample = ({
  difference,
  document,
  scenario,
  calls,
}: Counterexample): readonly string[] => [
  ...(difference === null
    ? []
    : [
        '',
        'The first thing that differs from the built-in runtime:',
        `  expected  ${difference.expected}`,
        `  observed  ${difference.observed}`,
      ]),
  ...['', 'What it did:', ...calls.map((line) => `  ${line}`)],
  ...['', 'Document:', ...documentLines(document)],
  ...['', 'Scenario:', ...jsonLines(scenario)],
];

const MOST_LINES = 1000;
