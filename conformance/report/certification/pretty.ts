/** A certification as a person reads it in a terminal. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type {
  Certification,
  Incident,
  ProfileReport,
  QuestionReport,
  RuleReport,
} from '../../suite/certification.ts';
import { LEFT_OUT } from '../../suite/selection.ts';
import { countVerdicts, isCertified } from '../../suite/summary.ts';
import type { Verdict } from '../../suite/verdict.ts';
import type { Tone } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';
import { padEnd, widest, wrap } from '../terminal/width.ts';
import { renderCounterexample } from './counterexample.ts';

export interface PrettyOptions {
  /** Each rule on a line of its own, not only those that did not pass. */
  readonly verbose: boolean;
  /** The words that name the driver to `replay`, with a blank before; none for the built-in one. */
  readonly driver?: string;
}

/** The whole report, with a line end at its end. */
export const renderCertification = (
  certification: Certification,
  terminal: Terminal,
  options: PrettyOptions,
): string => {
  const { profiles, incidents } = certification;
  const blocks = [
    [renderTitle(certification, terminal)],
    ...profiles.map((profile) => renderProfile(profile, certification, terminal, options)),
    renderIncidents(incidents, terminal),
  ];
  const filled = blocks.filter((lines) => lines.length > 0);
  return `${filled.map((lines) => lines.join('\n')).join('\n\n')}\n`;
};

const renderTitle = (
  { kind, runtime, seed, runs, profiles }: Certification,
  { paint, glyphs }: Terminal,
): string => {
  if (kind === 'traces') return ` ${paint('strong', countOf(profiles[0]?.cases ?? 0, 'trace'))}`;
  const name = visible(`${runtime.name} ${runtime.version}`);
  const facts = [`seed ${seed}`, `${countOf(runs, 'generated run')} a profile`];
  const told = ` ${glyphs.dot} ${facts.join(` ${glyphs.dot} `)}`;
  return ` ${paint('strong', name)}${paint('faint', told)}`;
};

const renderProfile = (
  report: ProfileReport,
  { kind, level, interrupted }: Certification,
  terminal: Terminal,
  options: PrettyOptions,
): readonly string[] => {
  const { paint, glyphs } = terminal;
  if (report.rules.every(({ verdict }) => verdict === 'skipped')) {
    return [` ${paint('faint', `${glyphs.dot} ${report.profile}: nothing of it was asked for`)}`];
  }
  const isTraces = kind === 'traces';
  const claim =
    report.profile === 'harness' && !isTraces
      ? `harness, level ${level ?? 'full'}`
      : report.profile;
  const { word, tone } = concludeProfile(report, isTraces, interrupted === true);
  const sign = tone === 'bad' ? glyphs.outcome.failed : glyphs.outcome.succeeded;
  const runs = isTraces
    ? ''
    : ` (${countOf(report.cases, 'case')} and ${countOf(report.generated, 'generated run')}${unsupportedOf(report)})`;
  return [
    ` ${paint(tone, sign)} ${paint('strong', claim)}: ${paint(tone, word)}${paint('faint', runs)}`,
    ...renderFamilies(report, terminal),
    ...report.notes.flatMap((note) =>
      wrap(visible(note), terminal.columns - 5).map((line) => `   ${paint('unknown', line)}`),
    ),
    ...renderBeginning(report, terminal),
    // Of one trace most rules have nothing to say.
    ...renderRules(report.rules, terminal, options, isTraces ? ['vacuous'] : []),
    ...renderQuestions(report.questions, terminal, options.verbose),
    ...(report.blocked > 0
      ? ['', `   ${paint('bad', `${countOf(report.blocked, 'run')} could not be judged`)}`]
      : []),
  ];
};

/** What was not judged as a whole is not called certified. */
const concludeProfile = (
  report: ProfileReport,
  isTraces: boolean,
  isInterrupted: boolean,
): { readonly word: string; readonly tone: Tone } => {
  const counts = countVerdicts(report.rules);
  if (isCertified(report)) {
    if (isInterrupted) return { word: 'interrupted; no rule is broken so far', tone: 'warning' };
    const isPart = isTraces || report.rules.some(({ reason }) => reason === LEFT_OUT);
    return { word: isPart ? 'no rule is broken' : 'certified', tone: 'good' };
  }
  if (
    counts.fail + report.blocked > 0 ||
    report.questions.some(({ verdict }) => verdict === 'fail')
  ) {
    return { word: isTraces ? 'not right' : 'not certified', tone: 'bad' };
  }
  return { word: 'nothing could be judged', tone: 'bad' };
};

/** How much of the profile is left open, for a claim is worth no more than what it rests on. */
const unsupportedOf = ({ rules }: ProfileReport): string => {
  const { unsupported } = countVerdicts(rules);
  return unsupported === 0 ? '' : `; ${unsupported} of ${rules.length} rules unsupported`;
};

const WORDS: Readonly<Record<Verdict, string>> = {
  pass: 'passed',
  fail: 'broken',
  degraded: 'degraded',
  choice: 'another reading',
  unsupported: 'unsupported',
  vacuous: 'vacuous',
  inconclusive: 'inconclusive',
  blocked: 'blocked',
  skipped: 'skipped',
  stale: 'stale',
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

const ORDER: readonly Verdict[] = [
  ...(['pass', 'fail', 'stale', 'degraded', 'choice', 'vacuous', 'inconclusive'] as const),
  ...(['blocked', 'unsupported', 'skipped'] as const),
];

/** One fault breaks many rules: what is broken nearly always says best what it is. */
const renderBeginning = ({ rules }: ProfileReport, { paint }: Terminal): readonly string[] => {
  const broken = rules.filter(({ verdict }) => verdict === 'fail');
  const [first] = broken.toSorted((one, other) => shareOf(other) - shareOf(one));
  if (first === undefined || broken.length < FEW || first.runs === 0) return [];
  const how = `broken in ${first.broken} of the ${countOf(first.runs, 'run')} that show it`;
  return ['', `   ${paint('strong', `Begin with ${first.id}`)}: ${how}.`];
};

const FEW = 3;
/** Some more runs than there were, so that much in few runs is less than most in many. */
const shareOf = ({ broken, runs }: RuleReport): number => broken / (runs + 5);

const familyOf = ({ id }: RuleReport): string => id.slice(0, id.indexOf('/'));

const renderFamilies = ({ rules }: ProfileReport, { paint }: Terminal): readonly string[] => {
  const families = [...new Set(rules.map(familyOf))];
  const width = widest(families);
  return families.map((family) => {
    const counts = countVerdicts(rules.filter((rule) => familyOf(rule) === family));
    const words = ORDER.filter((verdict) => counts[verdict] > 0).map((verdict) =>
      paint(TONES[verdict], `${counts[verdict]} ${WORDS[verdict]}`),
    );
    return `   ${padEnd(family, width)}  ${words.join(', ')}`;
  });
};

const renderRules = (
  rules: readonly RuleReport[],
  terminal: Terminal,
  options: PrettyOptions,
  hidden: readonly Verdict[],
): readonly string[] => {
  const quiet: readonly Verdict[] = ['pass', 'unsupported', 'skipped', 'blocked', ...hidden];
  const shown = rules.filter(({ verdict }) => options.verbose || !quiet.includes(verdict));
  return shown.length === 0
    ? []
    : ['', ...shown.flatMap((rule) => renderRule(rule, terminal, options))];
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
  terminal: Terminal,
  { driver }: PrettyOptions,
): readonly string[] => {
  const { paint, glyphs, columns } = terminal;
  const { id, verdict, title, clause, reason, occurrences, runs, broken, breach } = rule;
  const sign = paint(TONES[verdict], glyphs.outcome[SIGN_OF[verdict]]);
  const seen =
    broken > 0
      ? `broken in ${countOf(broken, 'run')} of ${runs}`
      : `seen ${countOf(occurrences, 'time')} in ${countOf(runs, 'run')}`;
  const head = `   ${sign} ${id} ${paint(TONES[verdict], WORDS[verdict])}${
    runs > 0 ? paint('faint', ` ${glyphs.dot} ${seen}`) : ''
  }`;
  const indent = (text: string, tone: Tone = 'plain') =>
    wrap(visible(text), columns - 7).map((line) => `     ${paint(tone, line)}`);
  if (verdict === 'pass') return [head];
  const source = clause.replaceAll('§', glyphs.section);
  return [
    head,
    ...(verdict === 'unsupported' || verdict === 'skipped'
      ? []
      : indent(`A runtime ${title} (${source}).`, 'faint')),
    ...(reason === null ? [] : indent(reason)),
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
          `     ${paint('strong', `Document (${visible(rule.document.name)})`)}`,
          ...rule.document.source.split(/\r\n|\r|\n/).map((line) => `       ${visible(line)}`),
        ]),
    ...(rule.counterexample === null
      ? []
      : renderCounterexample(rule.counterexample, terminal, driver)),
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
      const said = declared === null ? 'nothing declared' : `declared ${declared}`;
      const found = seen === null ? 'not told apart' : `seen ${seen}`;
      return paint(
        verdict === 'fail' ? 'bad' : 'plain',
        `     ${padEnd(question, 3)}  ${said}, ${found}`,
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
        ...wrap(visible(message), columns - 5).map((line) => `   ${line}`),
        ...(hint === null
          ? []
          : wrap(visible(hint), columns - 7).map((line) => `     ${paint('faint', line)}`)),
      ]),
    ...(rest > 0 ? [`   and ${rest} more`] : []),
  ];
};
