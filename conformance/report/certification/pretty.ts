/** A certification as a person reads it in a terminal. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import { claimSentences, fingerprintSentences } from '../../claims/claim-sentences.ts';
import type {
  Certification,
  Incident,
  ProfileReport,
  QuestionReport,
  RuleReport,
} from '../../suite/certification.ts';
import { type Standing, standingOf } from '../../suite/standing.ts';
import { countVerdicts } from '../../suite/summary.ts';
import type { Verdict } from '../../suite/verdict.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { padEnd, widest, wrap } from '../terminal/width.ts';
import { renderCounterexample } from './counterexample.ts';
import { gapLines } from './pretty-gaps.ts';
import { linesOf, told, toldLines } from './told.ts';
import {
  brokenRules,
  claimOf,
  conclusionOf,
  expectationText,
  familyOf,
  seenOf,
  titleOf,
  VERDICT_ORDER,
  VERDICT_WORDS,
} from './words.ts';

export interface PrettyOptions {
  /** Each rule on a line of its own, not only those that did not pass. */
  readonly verbose: boolean;
}

/** The whole report, with a line end at its end. */
export const renderCertification = (
  certification: Certification,
  terminal: Terminal,
  options: PrettyOptions,
): string => {
  const { profiles, incidents } = certification;
  const blocks = [
    renderTitle(certification, terminal),
    ...profiles.map((profile) => renderProfile(profile, certification, terminal, options)),
    renderIncidents(incidents, terminal),
  ];
  const filled = blocks.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
};

const renderTitle = (
  certification: Certification,
  { paint, glyphs }: Terminal,
): readonly string[] => {
  const { kind, seed, runs, shard, expected, interrupted, truncated } = certification;
  const part = [
    ...(shard === null ? [] : [`part ${shard.index} of ${shard.count}`]),
    ...(expected === undefined ? [] : [`expected failures as of ${told(expected.on)}`]),
  ];
  const facts =
    kind === 'traces'
      ? part
      : [`seed ${seed}`, `${countOf(runs, 'generated run')} a profile`, ...part];
  const rest = facts.map((fact) => ` ${glyphs.dot} ${fact}`).join('');
  const warnings = [
    ...(truncated === true ? [TRUNCATED] : []),
    ...(interrupted === true ? [INTERRUPTED] : []),
  ];
  return [
    ` ${paint('strong', told(titleOf(certification)))}${paint('faint', rest)}`,
    ...warnings.map((warning) => ` ${paint('warning', warning)}`),
  ];
};

const TRUNCATED = 'The record ends before its end: what is told here is only the beginning.';
const INTERRUPTED = 'Somebody stopped it: what is told here is of what was done until then.';

const renderProfile = (
  report: ProfileReport,
  certification: Certification,
  terminal: Terminal,
  options: PrettyOptions,
): readonly string[] => {
  const { paint, glyphs } = terminal;
  const standing = standingOf(certification, report);
  const conclusion = conclusionOf(report, certification);
  if (standing === 'left-out') {
    return [` ${paint('faint', `${glyphs.dot} ${report.profile}: ${conclusion}`)}`];
  }
  const isTraces = certification.kind === 'traces';
  const isPart = certification.interrupted === true || certification.truncated === true;
  const tone = standing === 'unbroken' && isPart ? 'warning' : TONE_OF[standing];
  const isRight = tone !== 'bad' && standing !== 'expected';
  const sign = !isRight ? glyphs.outcome.failed : glyphs.outcome.succeeded;
  const claim = paint('strong', claimOf(report, certification));
  const runs = isTraces
    ? ''
    : ` (${countOf(report.cases, 'case')} and ${countOf(report.generated, 'generated run')}${unsupportedOf(report)})`;
  return [
    ` ${paint(tone, sign)} ${claim}: ${paint(tone, told(conclusion))}${paint('faint', runs)}`,
    ...renderClaims(report, certification, terminal, options.verbose),
    ...renderFamilies(report, terminal),
    ...report.notes.flatMap((note) =>
      wrap(told(note), terminal.columns - 5).map((line) => `   ${paint('unknown', line)}`),
    ),
    // Of one trace most rules have nothing to say.
    ...(isTraces || options.verbose ? [] : renderGaps(report, terminal)),
    ...renderBeginning(report, terminal),
    ...renderRules(report.rules, certification, terminal, options, isTraces ? ['vacuous'] : []),
    ...renderQuestions(report.questions, terminal, options.verbose),
    ...(report.blocked > 0
      ? ['', `   ${paint('bad', `${countOf(report.blocked, 'run')} could not be judged`)}`]
      : []),
  ];
};

/** What may be claimed by it; in full also which way the runtime takes where engines differ. */
const renderClaims = (
  report: ProfileReport,
  certification: Certification,
  { paint, columns }: Terminal,
  verbose: boolean,
): readonly string[] => {
  const line = (tone: Tone) => (text: string) =>
    wrap(told(text), columns - 5).map((piece) => `   ${paint(tone, piece)}`);
  return [
    ...claimSentences(certification, report).flatMap(line('plain')),
    ...(verbose ? fingerprintSentences(report).flatMap(line('faint')) : []),
  ];
};

const TONE_OF: Readonly<Record<Standing, Tone>> = {
  certified: 'good',
  unbroken: 'good',
  broken: 'bad',
  expected: 'warning',
  unjudged: 'bad',
  'left-out': 'faint',
};

/** In full each rule says it. */
const renderGaps = (report: ProfileReport, { paint, columns }: Terminal): readonly string[] => {
  const lines = gapLines(report).flatMap((line) => wrap(told(line), columns - 7));
  if (lines.length === 0) return [];
  return ['   unsupported:', ...lines.map((line) => `     ${paint('faint', line)}`)];
};

/** How much of the profile is left open, for a claim is worth no more than what it rests on. */
const unsupportedOf = ({ rules }: ProfileReport): string => {
  const { unsupported } = countVerdicts(rules);
  return unsupported === 0 ? '' : `; ${unsupported} of ${rules.length} rules unsupported`;
};

const TONES: Readonly<Record<Verdict, Tone>> = {
  pass: 'good',
  fail: 'bad',
  degraded: 'warning',
  choice: 'unknown',
  unsupported: 'faint',
  vacuous: 'warning',
  inconclusive: 'warning',
  blocked: 'bad',
  skipped: 'faint',
  stale: 'bad',
};

/** One fault breaks many rules: what is broken nearly always says best what it is. */
const renderBeginning = (report: ProfileReport, { paint }: Terminal): readonly string[] => {
  const broken = brokenRules(report);
  const [first] = broken;
  if (first === undefined || broken.length < FEW || first.runs === 0) return [];
  const how = `broken in ${first.broken} of the ${countOf(first.runs, 'run')} that show it`;
  return ['', `   ${paint('strong', `Begin with ${told(first.id, 80)}`)}: ${how}.`];
};

const FEW = 3;

const renderFamilies = ({ rules }: ProfileReport, { paint }: Terminal): readonly string[] => {
  const families = [...new Set(rules.map(familyOf))];
  const width = widest(families);
  return families.map((family) => {
    const counts = countVerdicts(rules.filter((rule) => familyOf(rule) === family));
    const words = VERDICT_ORDER.filter((verdict) => counts[verdict] > 0).map((verdict) =>
      paint(TONES[verdict], `${counts[verdict]} ${VERDICT_WORDS[verdict]}`),
    );
    return `   ${padEnd(family, width)}  ${words.join(', ')}`;
  });
};

const renderRules = (
  rules: readonly RuleReport[],
  certification: Certification,
  terminal: Terminal,
  options: PrettyOptions,
  hidden: readonly Verdict[],
): readonly string[] => {
  const quiet: readonly Verdict[] = ['pass', 'unsupported', 'skipped', 'blocked', ...hidden];
  const shown = rules.filter(({ verdict }) => options.verbose || !quiet.includes(verdict));
  return shown.length === 0
    ? []
    : ['', ...shown.flatMap((rule) => renderRule(rule, certification, terminal))];
};

const SIGN_OF: Readonly<Record<Verdict, 'succeeded' | 'failed' | 'uncertain' | 'cancelled'>> = {
  pass: 'succeeded',
  fail: 'failed',
  degraded: 'failed',
  choice: 'uncertain',
  unsupported: 'cancelled',
  vacuous: 'cancelled',
  inconclusive: 'uncertain',
  blocked: 'failed',
  skipped: 'cancelled',
  stale: 'failed',
};

const renderRule = (
  rule: RuleReport,
  certification: Certification,
  terminal: Terminal,
): readonly string[] => {
  const { paint, glyphs, columns } = terminal;
  const { id, verdict, title, clause, reason, breach, expectedFailure } = rule;
  const sign = paint(TONES[verdict], glyphs.outcome[SIGN_OF[verdict]]);
  const seen = seenOf(rule);
  const head = `   ${sign} ${told(id)} ${paint(TONES[verdict], VERDICT_WORDS[verdict])}${
    seen === '' ? '' : paint('faint', ` ${glyphs.dot} ${seen}`)
  }`;
  const indent = (text: string, tone: Tone = 'plain') =>
    wrap(told(text), columns - 7).map((line) => `     ${paint(tone, line)}`);
  if (verdict === 'pass') return [head];
  const source = clause.replaceAll('§', glyphs.section);
  return [
    head,
    ...(verdict === 'unsupported' || verdict === 'skipped'
      ? []
      : indent(`A runtime ${title} (${source}).`, 'faint')),
    ...(reason === null ? [] : indent(reason)),
    ...(expectedFailure === null ? [] : indent(expectationText(expectedFailure))),
    ...(breach === null || rule.counterexample !== null
      ? []
      : [
          ...indent(breach.message),
          ...indent(`expected: ${breach.expected}`),
          ...indent(`observed: ${breach.observed}`),
        ]),
    ...(rule.document === null
      ? []
      : [
          `     ${paint('strong', `Document (${told(rule.document.name)})`)}`,
          ...toldLines(linesOf(rule.document.source)).map((line) => `       ${line}`),
        ]),
    ...(rule.counterexample === null
      ? []
      : renderCounterexample(rule.counterexample, certification, terminal)),
  ];
};

/** Only what is worth a word: readings that are not ours, or not as declared. */
const renderQuestions = (
  questions: readonly QuestionReport[],
  { paint }: Terminal,
  verbose: boolean,
): readonly string[] => {
  const shown = questions.filter(({ verdict }) => verbose || verdict === 'fail');
  if (shown.length === 0) return [];
  return [
    '',
    '   Open questions of HarnessXML',
    ...shown.map(({ question, declared, seen, verdict }) => {
      const said = declared === null ? 'nothing declared' : `declared ${told(declared, 60)}`;
      const found = seen === null ? 'not told apart' : `seen ${told(seen, 60)}`;
      return paint(
        verdict === 'fail' ? 'bad' : 'plain',
        `     ${padEnd(told(question, 60), 3)}  ${said}, ${found}`,
      );
    }),
  ];
};

const SHOWN_INCIDENTS = 10;

const renderIncidents = (
  incidents: readonly Incident[],
  { paint, columns }: Terminal,
): readonly string[] => {
  if (incidents.length === 0) return [];
  const rest = incidents.length - SHOWN_INCIDENTS;
  return [
    ` ${paint('strong', 'Between suite and driver')}`,
    ...incidents
      .slice(0, SHOWN_INCIDENTS)
      .flatMap(({ message, hint }) => [
        ...wrap(told(message), columns - 5).map((line) => `   ${line}`),
        ...(hint === null
          ? []
          : wrap(told(hint), columns - 7).map((line) => `     ${paint('faint', line)}`)),
      ]),
    ...(rest > 0 ? [`   and ${rest} more`] : []),
  ];
};
