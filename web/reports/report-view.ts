/** From a certification that was read to what the page shows of it. */

import { claimSentences } from '../../conformance/claims/claim-sentences.ts';
import { type ChoiceText, QUESTION_TEXTS } from '../../conformance/claims/questions.ts';
import { replayCommand, titleOf } from '../../conformance/report/certification/words.ts';
import { concludeProfile } from '../../conformance/report/html/conclusion.ts';
import { type Failure, failuresOf } from '../../conformance/report/html/failures.ts';
import { VERDICT_ORDER } from '../../conformance/report/html/looks.ts';
import { matrixOf } from '../../conformance/report/html/matrix.ts';
import { factsOf } from '../../conformance/report/rules/runtime-rules.ts';
import { rules } from '../../conformance/rules/index.ts';
import type { Breach } from '../../conformance/rules/rule.ts';
import type {
  Certification,
  Counterexample,
  ProfileReport,
  RuleReport,
} from '../../conformance/suite/certification.ts';
import { countVerdicts } from '../../conformance/suite/summary.ts';
import { countOf, formatTime } from '../../simulator/trace/explain/words.ts';
import { callRowsOf } from './call-rows.ts';
import { LONGEST_SOURCE, LONGEST_TEXT } from './limits.ts';
import type {
  ReportCard,
  ReportClash,
  ReportExample,
  ReportFailure,
  ReportView,
} from './messages.ts';

export function reportViewOf(certification: Certification): ReportView {
  const failures = failuresOf(certification);
  const places = new Map(
    failures.map(({ profile, rule }, index) => [`${profile} ${rule.id}`, index]),
  );
  const profiles = certification.profiles.map(({ profile }) => profile);
  const isTraces = certification.kind === 'traces';
  return {
    title: short(titleOf(certification)),
    over: `${isTraces ? 'Traces judged by' : 'Conformance report by'} unwind ${short(certification.suite.version)}`,
    banners: bannersOf(certification),
    profiles,
    cards: certification.profiles.map((report) => cardOf(report, certification)),
    facts: factsOfReport(certification),
    command: certification.command === null ? null : short(certification.command),
    families: matrixOf(certification).map(({ name, rows }) => ({
      name,
      rows: rows.map(({ id, title, cells }) => ({
        id: short(id),
        title: short(title),
        cells: cells.map((cell, column) =>
          cell === null
            ? null
            : {
                verdict: cell.verdict,
                isExpected: cell.expectedFailure !== null,
                seen: seenOf(cell),
                reason: cell.reason === null ? null : short(cell.reason),
                failure: places.get(`${profiles[column]} ${id}`) ?? null,
              },
        ),
      })),
    })),
    failures: failures.map((failure) => failureOf(failure, certification)),
    questions: certification.profiles.flatMap(({ profile, questions }) =>
      questions.map(({ question, declared, seen, verdict }) => ({
        profile,
        ...questionWords(question, seen),
        isWrong: verdict === 'fail',
        declared: declared === null ? null : short(declared),
      })),
    ),
    incidents: certification.incidents.map(({ message, hint }) =>
      short(hint === null ? message : `${message} (${hint})`),
    ),
  };
}

/** What is only a part must not be read as the whole. */
function bannersOf({ truncated, interrupted, shard }: Certification): readonly string[] {
  return [
    ...(truncated === true
      ? ['Cut off: the record ends before its end. What stands here is only the beginning.']
      : []),
    ...(interrupted === true
      ? ['Interrupted: somebody stopped it. What stands here is said of what was done until then.']
      : []),
    ...(shard == null
      ? []
      : [`Part ${shard.index} of ${shard.count}: merge it with the others (unwind merge).`]),
  ];
}

function cardOf(report: ProfileReport, certification: Certification): ReportCard {
  const { claim, word, look } = concludeProfile(report, certification);
  const counts = countVerdicts(report.rules);
  const { cases, generated, unsent, blocked } = report;
  const ran =
    certification.kind === 'traces'
      ? countOf(cases, 'trace')
      : `${countOf(cases, 'case')} and ${countOf(generated, 'generated run')}`;
  return {
    claim: short(claim),
    conclusion: short(word),
    look,
    runs: [
      `${countOf(report.rules.length, 'rule')}, ${ran}`,
      ...(unsent > 0 ? [`${countOf(unsent, 'case')} not sent`] : []),
      ...(blocked > 0 ? [`${countOf(blocked, 'run')} could not be judged`] : []),
    ].join('; '),
    counts: VERDICT_ORDER.filter((verdict) => counts[verdict] > 0).map((verdict) => [
      verdict,
      counts[verdict],
    ]),
    claims: claimSentences(certification, report).map(short),
    notes: report.notes.map(short),
  };
}

function factsOfReport({
  kind,
  runtime,
  driver,
  suite,
  seed,
  runs,
}: Certification): ReportView['facts'] {
  const language = runtime.language === undefined ? '' : ` (${runtime.language})`;
  const ofRuntime: ReportView['facts'] =
    kind === 'traces'
      ? []
      : [
          ['Runtime', short(`${runtime.name} ${runtime.version}${language}`)],
          ['Driver', short(driver?.words.trim() || 'the built-in runtime')],
          ['Seed', String(seed)],
          ['Generated runs', `${runs} a profile`],
        ];
  const readings = Object.entries(driver?.choices ?? {});
  return [
    ...ofRuntime,
    ...(readings.length === 0
      ? []
      : [
          ['Declared readings', short(readings.map((pair) => pair.join(': ')).join(', '))] as const,
        ]),
    ['Rules', suite.rules],
  ];
}

function seenOf({ runs, broken }: RuleReport): string {
  if (broken > 0) return `in ${broken} of ${countOf(runs, 'run')}`;
  return runs > 0 ? countOf(runs, 'run') : '';
}

const catalogue = new Map(rules.map((rule) => [rule.id, rule]));

function failureOf(
  { profile, rule, isWhole }: Failure,
  certification: Certification,
): ReportFailure {
  const { id, verdict, strength, title, clause, reason, counterexample, document } = rule;
  const known = catalogue.get(id);
  return {
    profile,
    rule: short(id),
    verdict,
    strength,
    title: short(title),
    clause: short(clause),
    often:
      rule.broken === 0
        ? ''
        : `broken in ${rule.broken} of the ${countOf(rule.runs, 'run')} that show it`,
    reason: reason === null ? null : short(reason),
    breach: clashOf(counterexample?.breach ?? rule.breach),
    page:
      known === undefined
        ? []
        : [
            ['Why', known.page.why],
            ['Wrong', known.page.wrong],
            ['Right', known.page.right],
            ...factsOf(known),
          ],
    example: counterexample === null ? null : exampleOf(counterexample, certification, isWhole),
    document:
      document === null
        ? null
        : { name: short(document.name), source: document.source.slice(0, LONGEST_SOURCE) },
  };
}

function clashOf(breach: Breach | null): ReportClash | null {
  if (breach === null) return null;
  const { message, expected, observed } = breach;
  return { message: short(message), expected: short(expected), observed: short(observed) };
}

const TOKEN = /^u\d{1,9}\.[A-Za-z0-9_-]+$/;

function exampleOf(
  counterexample: Counterexample,
  certification: Certification,
  isWhole: boolean,
): ReportExample {
  const { token, nodes, faults, from, tries, difference, document, scenario } = counterexample;
  const searched = tries > 0 ? ` ${countOf(tries, 'smaller case')} were tried.` : '';
  const isToken = TOKEN.test(token);
  return {
    token: isToken ? token : '',
    command: isToken && token.length <= LONGEST_TEXT ? replayCommand(token, certification) : '',
    size: `The smallest run found: ${countOf(nodes, 'node')} and ${countOf(faults, 'fault')}, from ${short(from)}.${searched}`,
    document: document.text.slice(0, LONGEST_SOURCE),
    scenario: JSON.stringify(scenario, null, 1).slice(0, LONGEST_SOURCE),
    difference:
      difference === null
        ? null
        : {
            message: `The first thing that differs from the built-in runtime${difference.at === null ? '' : `, at ${formatTime(Math.max(0, difference.at))}`}`,
            expected: short(difference.expected),
            observed: short(difference.observed),
          },
    calls: isWhole ? callRowsOf(counterexample.reference, counterexample.observed) : [],
    trace: isWhole ? (counterexample.trace ?? []) : [],
  };
}

function questionWords(
  id: string,
  seen: string | null,
): { readonly question: string; readonly text: string } {
  const texts: { readonly [question: string]: ChoiceText } = QUESTION_TEXTS;
  const known = Object.hasOwn(texts, id) ? texts[id] : undefined;
  const question = known === undefined ? short(id) : `${id}: ${known.about}`;
  if (seen === null) return { question, text: 'No run told the readings apart.' };
  const reading =
    known !== undefined && Object.hasOwn(known.readings, seen) ? known.readings[seen] : undefined;
  return { question, text: reading === undefined ? short(seen) : `The runtime ${reading}.` };
}

function short(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}…`;
}
