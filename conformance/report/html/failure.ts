/** A page a failure: what was broken, where it first differs, its picture, and how to see it again. */

import type { Json } from '../../../core/model/json.ts';
import { countOf, formatTime } from '../../../simulator/trace/explain/words.ts';
import { type ChoiceText, QUESTION_TEXTS } from '../../claims/questions.ts';
import type { Breach } from '../../rules/rule.ts';
import type { Certification, Counterexample, RuleReport } from '../../suite/certification.ts';
import { documentLines } from '../certification/document-lines.ts';
import { expectationText, replayCommand } from '../certification/words.ts';
import { renderCalls } from './calls-table.ts';
import type { Failure } from './failures.ts';
import { verdictMark } from './looks.ts';
import { anchorOf, html, linesOf, type Markup, nothing, ruleName } from './markup.ts';
import { renderRulePage } from './rule-texts.ts';
import { onWholeTimes, timeOf } from './timeline/attempts.ts';
import { drawTimeline } from './timeline/draw.ts';
import { layOut } from './timeline/layout.ts';
import { renderTrace } from './trace-table.ts';

/** Signs of a document or a scenario; longer ones are cut. */
const LONGEST_SOURCE = 12_000;
/** Signs of a token that a person may copy; the page takes no longer one either. */
const LONGEST_TOKEN = 8192;

export const renderFailures = (
  certification: Certification,
  failures: readonly Failure[],
): Markup => {
  if (failures.length === 0) return nothing;
  return html`<section id="failures" aria-labelledby="failures-title">
<h2 id="failures-title">What is broken, or read in another way</h2>
<ol class="contents">${failures.map(
    ({ anchor, profile, rule }) =>
      html`<li>${verdictMark(rule.verdict)} <a href="#${anchor}">${ruleName(rule.id)}</a> <span class="seen">${profile}</span></li>`,
  )}</ol>
${failures.map((failure) => renderFailure(failure, certification))}</section>
`;
};

const renderFailure = (
  { number, anchor, profile, rule, isWhole }: Failure,
  certification: Certification,
): Markup => {
  const { id, verdict, title, clause, counterexample, document } = rule;
  return html`<article class="failure" id="${anchor}" aria-labelledby="${anchor}-title">
<p class="over">${verdictMark(verdict)} <span>${profile}</span> <span>${rule.strength}</span> <span class="seen">${howOften(rule)}</span></p>
<h3 id="${anchor}-title"><span class="number">${number}</span> <a href="#${anchorOf('rule', id)}">${ruleName(id)}</a></h3>
<p class="what">A runtime ${title} <span class="clause">(${clause})</span>.</p>
${renderExpectedFailure(rule)}
${rule.reason === null ? null : html`<p class="reason">${reasonOf(rule.reason)}</p>`}
${renderBreach(counterexample?.breach ?? rule.breach)}
${counterexample === null ? null : renderCounterexample(counterexample, certification, isWhole)}
${document === null ? null : html`<h4>Document: ${document.name}</h4>${renderSource(document.source, 'Document')}`}
<details class="why"><summary>Why this rule, and what is right</summary>${renderRulePage(id)}</details>
<p class="back"><a href="#matrix">Back to the rules</a></p>
</article>
`;
};

const howOften = ({ broken, runs }: RuleReport): string =>
  broken === 0 ? '' : `broken in ${broken} of the ${countOf(runs, 'run')} that show it`;

/** `Q4: left` in words. */
const reasonOf = (reason: string): string => {
  const [, question = '', reading = ''] = /^(Q\d+): ([\w-]+)$/.exec(reason) ?? [];
  const texts: { readonly [question: string]: ChoiceText } = QUESTION_TEXTS;
  const readings = Object.hasOwn(texts, question) ? (texts[question]?.readings ?? {}) : {};
  const text = Object.hasOwn(readings, reading) ? readings[reading] : undefined;
  return text === undefined
    ? reason
    : `Another reading of the open question ${question}: the runtime ${text}.`;
};

const renderExpectedFailure = ({ expectedFailure }: RuleReport): Markup => {
  if (expectedFailure === null) return nothing;
  return html`<p class="reason">${capital(expectationText(expectedFailure))}.</p>`;
};

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const renderBreach = (breach: Breach | null): Markup => {
  if (breach === null) return nothing;
  return html`<p class="breach">${breach.message}</p>
${renderPair('What the rule asks for', breach.expected, breach.observed)}`;
};

/** Side by side, or above each other where there is no room. */
const renderPair = (title: string, expected: string, observed: string): Markup =>
  html`<div class="pair"><p class="pair-title">${title}</p><dl><div class="expects"><dt>expected</dt><dd>${expected}</dd></div><div class="observes"><dt>observed</dt><dd>${observed}</dd></div></dl></div>`;

const renderCounterexample = (
  counterexample: Counterexample,
  certification: Certification,
  isWhole: boolean,
): Markup => {
  const { breaches, nodes, faults, from, tries, difference, document, scenario } = counterexample;
  const more = breaches > 1 ? ` It shows ${breaches} breaches of this rule.` : '';
  const searched = tries > 0 ? ` ${countOf(tries, 'smaller case')} were tried.` : '';
  const size = `The smallest run found: ${countOf(nodes, 'node')} and ${countOf(faults, 'fault')}, from ${from}.${searched}${more}`;
  const pair =
    difference === null
      ? html`<p>Its calls and its end are those of the built-in runtime: the difference is in what else it says.</p>`
      : renderPair(
          `The first thing that differs from the built-in runtime${difference.at === null ? '' : `, at ${formatTime(timeOf(difference.at))}`}`,
          difference.expected,
          difference.observed,
        );
  if (!isWhole) {
    return html`<p>${size}</p>${pair}<p class="cut">Picture, document and scenario are left out: the report has very many failures. Fewer rules at a time (--rules) show them.</p>${renderAgain(counterexample, certification)}`;
  }
  const { format } = document;
  const source = documentLines(document).join('\n');
  return html`${pair}
${renderPicture(counterexample, certification)}
${renderTrace(counterexample.trace, counterexample.breach.seq)}
<p class="size">${size}</p>
${renderAgain(counterexample, certification)}
<div class="sources"><div><h4>${format === 'plan' ? 'Plan' : `Document (${format === 'orbit' ? 'ORBIT' : 'HarnessXML'})`}</h4>${renderSource(source, 'Document')}</div>
<div><h4>Scenario</h4>${renderSource(JSON.stringify(scenario, null, 1), 'Scenario')}</div></div>
`;
};

/** It scrolls where it is wider than the page, so keys must reach it. */
const renderSource = (source: string, name: string): Markup =>
  html`<pre class="source" tabindex="0" role="group" aria-label="${name}"><code>${linesOf(source, LONGEST_SOURCE)}</code></pre>`;

const renderPicture = (
  { observed: made, reference: expected, calls, breach, scenario }: Counterexample,
  { driver }: Certification,
): Markup => {
  const { kind = 'virtual', scale = 1 } = driver?.clock ?? {};
  const [observed, reference] = [made, expected].map((side) =>
    kind === 'real' ? onWholeTimes(side) : side,
  ) as [typeof made, typeof expected];
  const drawing = layOut({
    reference,
    observed,
    breachAt: kind === 'real' && breach.at !== null ? Math.round(breach.at) : breach.at,
    controls: controlsOf(scenario).map(({ at, action }) => ({ at: at * scale, action })),
  });
  if (drawing === null) {
    return calls.length === 0
      ? html`<p>Neither runtime calls anything.</p>`
      : html`<h4>What it did</h4><ol class="lines">${calls.map((line) => html`<li>${line}</li>`)}</ol>`;
  }
  return html`<h4>What happened</h4>
<figure><div class="scroll picture" role="group" aria-label="Timeline" tabindex="0">${drawTimeline(
    drawing,
    'Timelines of both runs, one above the other; the table below says the same',
  )}</div>${
    drawing.left === 0
      ? null
      : html`<figcaption>${countOf(drawing.left, 'later call')} not drawn.</figcaption>`
  }</figure>
${renderCalls(reference, observed)}`;
};

/** What the scenario does to the run from outside at a time; a scenario is data that is read with care. */
const controlsOf = (
  scenario: Json,
): readonly { readonly at: number; readonly action: string }[] => {
  if (typeof scenario !== 'object' || scenario === null || !('controls' in scenario)) return [];
  const { controls } = scenario;
  if (!Array.isArray(controls)) return [];
  return (controls as readonly Json[]).flatMap((control) => {
    if (typeof control !== 'object' || control === null || Array.isArray(control)) return [];
    const { at, action } = control as { readonly at?: Json; readonly action?: Json };
    return typeof at === 'number' && typeof action === 'string' ? [{ at, action }] : [];
  });
};

const TOKEN = /^u\d{1,9}\.[A-Za-z0-9_-]+$/;

const renderAgain = ({ token }: Counterexample, certification: Certification): Markup => {
  if (token.length > LONGEST_TOKEN || !TOKEN.test(token)) {
    return html`<p class="cut">Its token has ${token.length} signs, too many for a page: the JSON report has it.</p>`;
  }
  return html`<h4>See it again</h4>
<pre class="command"><code>${linesOf(replayCommand(token, certification), LONGEST_SOURCE)}</code></pre>
<div class="link"><p>In the playground (<code>unwind demo</code> serves it), behind its address:</p>
<pre class="command"><code>#/x/${token}</code></pre></div>`;
};
