/** The top of a report: what was judged, what came of it, and how to do it again. */

import { countOf, formatTime } from '../../../simulator/trace/explain/words.ts';
import { claimSentences } from '../../claims/claim-sentences.ts';
import type { Certification, ProfileReport } from '../../suite/certification.ts';
import { countVerdicts } from '../../suite/summary.ts';
import { isExpected, titleOf } from '../certification/words.ts';
import { concludeProfile } from './conclusion.ts';
import type { Failure } from './failures.ts';
import { icon, VERDICT_LOOKS, VERDICT_ORDER, verdictMark } from './looks.ts';
import { html, linesOf, type Markup, nothing, ruleName, webLink } from './markup.ts';

const LONGEST_COMMAND = 4000;

export const renderHeader = (certification: Certification, failures: readonly Failure[]): Markup =>
  html`<header class="top">
<p class="kind">${certification.kind === 'traces' ? 'Traces judged by' : 'Conformance report by'} unwind ${certification.suite.version}</p>
<h1>${titleOf(certification)}</h1>
${renderBanners(certification)}
<ul class="cards">${certification.profiles.map((report) => renderCard(report, certification))}</ul>
${renderBeginning(failures)}
${renderFacts(certification)}
${renderCommand(certification)}
</header>
`;

/** What is only a part must not be read as the whole. */
const renderBanners = ({ truncated, interrupted, shard }: Certification): Markup => {
  const banners = [
    truncated === true
      ? 'Cut off: the record that this report was made from ends before its end. What stands here is only the beginning.'
      : null,
    interrupted === true
      ? 'Interrupted: somebody stopped it. What stands here is said of what was done until then.'
      : null,
    shard == null
      ? null
      : `Part ${shard.index} of ${shard.count}: the other parts are in reports of their own. Merge them with unwind merge before you claim anything.`,
  ];
  const shown = banners.flatMap((text) => (text === null ? [] : [text]));
  if (shown.length === 0) return nothing;
  return html`<div class="banners" role="note">${shown.map(
    (text) => html`<p data-verdict="degraded">${icon(VERDICT_LOOKS.degraded.icon)} ${text}</p>`,
  )}</div>`;
};

const renderCard = (report: ProfileReport, certification: Certification): Markup => {
  const { claim, word, look } = concludeProfile(report, certification);
  const counts = countVerdicts(report.rules);
  const shown = VERDICT_ORDER.filter((verdict) => counts[verdict] > 0);
  return html`<li class="card" data-verdict="${look}">
<h2><span class="claim">${claim}</span> <span class="conclusion">${icon(VERDICT_LOOKS[look].icon)}${word}</span></h2>
<p>${runsOf(report, certification)}</p>
<ul class="counts">${shown.map(
    (verdict) => html`<li>${verdictMark(verdict, html` <b>${counts[verdict]}</b>`)}</li>`,
  )}</ul>
${renderClaims(claimSentences(certification, report))}
${report.notes.map((note) => html`<p class="note">${note}</p>`)}</li>
`;
};

const renderClaims = (sentences: readonly string[]): Markup =>
  sentences.length === 0
    ? nothing
    : html`<ul class="claims">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;

const runsOf = (
  { cases, generated, unsent, blocked, rules }: ProfileReport,
  { kind }: Certification,
): string => {
  const ran =
    kind === 'traces'
      ? countOf(cases, 'trace')
      : `${countOf(cases, 'case')} and ${countOf(generated, 'generated run')}`;
  return [
    `${countOf(rules.length, 'rule')}, ${ran}`,
    ...(unsent > 0 ? [`${countOf(unsent, 'case')} not sent`] : []),
    ...(blocked > 0 ? [`${countOf(blocked, 'run')} could not be judged`] : []),
  ].join('; ');
};

const FEW = 3;

/** One fault breaks many rules: where to look first. */
const renderBeginning = (failures: readonly Failure[]): Markup => {
  const broken = failures.filter(({ rule }) => rule.verdict === 'fail' && !isExpected(rule));
  const [first] = broken;
  if (first === undefined || broken.length < FEW || first.rule.runs === 0) return nothing;
  const { rule, anchor } = first;
  return html`<p class="beginning">Begin with <a href="#${anchor}">${ruleName(rule.id)}</a>: broken in ${rule.broken} of the ${countOf(rule.runs, 'run')} that show it. One fault breaks many rules.</p>`;
};

const renderFacts = (certification: Certification): Markup => {
  const { kind, runtime, suite, driver, seed, runs, expected } = certification;
  const isTraces = kind === 'traces';
  const facts: readonly (readonly [string, Markup | string | null])[] = [
    ['Runtime', isTraces ? null : html`${runtime.name} ${runtime.version}${languageOf(runtime)}`],
    ['Home', runtime.homepage === undefined ? null : webLink(runtime.homepage)],
    [
      'Driver',
      driver === null
        ? null
        : driver.words.trim() === ''
          ? 'the built-in runtime'
          : html`<code>${driver.words.trim()}</code>`,
    ],
    ['Clock', driver === null ? null : clockOf(driver.clock)],
    ['Suite', `unwind ${suite.version}`],
    ['Rules', html`<code>${suite.rules}</code>`],
    ['Expected failures', expected === undefined ? null : `as of ${expected.on}`],
    ['Seed', isTraces ? null : html`<code>${String(seed)}</code>`],
    ['Generated runs', isTraces ? null : `${runs} a profile`],
  ];
  return html`<dl class="facts">${facts.map(([name, value]) =>
    value === null ? null : html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
};

const languageOf = ({ language }: Certification['runtime']): string =>
  language === undefined ? '' : ` (${language})`;

const clockOf = (clock: NonNullable<Certification['driver']>['clock']): string => {
  if (clock.kind === 'virtual') return 'virtual: times are exact';
  const late = `real: ${clock.toleranceMs} ms late is not wrong`;
  return clock.scale === 1
    ? late
    : `${late}; 1 s of a plan takes ${formatTime(1000 * clock.scale)}`;
};

const renderCommand = ({ command }: Certification): Markup =>
  command === null
    ? nothing
    : html`<h2 class="small">To make it again</h2><pre class="command"><code>${linesOf(command, LONGEST_COMMAND)}</code></pre>`;
