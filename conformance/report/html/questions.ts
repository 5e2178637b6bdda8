/** Which way the runtime takes where engines differ, the open questions first: its fingerprint. */

import {
  fingerprintOf,
  type MeasuredChoice,
  measuredChoices,
  seenText,
} from '../../claims/measured-choices.ts';
import { CHOICES } from '../../protocol/schema/names.ts';
import type { Certification, ProfileReport, QuestionReport } from '../../suite/certification.ts';
import type { Verdict } from '../../suite/verdict.ts';
import { icon, VERDICT_LOOKS } from './looks.ts';
import { html, type Markup, nothing } from './markup.ts';

export const renderQuestions = ({ profiles }: Certification): Markup => {
  const asked = profiles.filter((report) => measuredChoices(report).length > 0);
  if (asked.length === 0) return nothing;
  return html`<section id="questions" aria-labelledby="questions-title">
<h2 id="questions-title">Which way it goes where engines differ</h2>
<p>What HarnessXML leaves open has a number (Q1). A reading other than this suite's is a choice, and wrong only where the driver declares one and the runtime takes another.</p>
${asked.map(renderProfile)}</section>
`;
};

const renderProfile = (report: ProfileReport): Markup =>
  html`<div class="scroll" role="group" aria-label="Choices in ${report.profile}" tabindex="0"><table class="questions">
<caption>${report.profile}</caption>
<thead><tr><th scope="col">About</th><th scope="col">The runtime …</th><th scope="col">How that is known</th></tr></thead>
<tbody>${measuredChoices(report).map((choice) => renderChoice(choice, report))}</tbody></table></div>
<h3 class="small">Fingerprint in ${report.profile}</h3>
<pre class="command"><code>${fingerprintOf(report)}</code></pre>
`;

const renderChoice = (choice: MeasuredChoice, { questions }: ProfileReport): Markup => {
  const { id, about, reading, text } = choice;
  const because = seenText(choice) ?? choice.because;
  const asked = questions.find(({ question }) => question === id);
  const { look, word } = knownHow(choice, asked);
  return html`<tr><th scope="row"><span class="tag">${id}</span> ${about}</th><td>${text ?? '–'}${
    reading === null ? null : html` <code>${reading}</code>`
  }</td><td><span class="mark" data-verdict="${look}">${icon(VERDICT_LOOKS[look].icon)}<span class="word">${word}</span></span>${because === null ? null : html` <span class="what">${because}</span>`}</td></tr>
`;
};

interface Known {
  readonly look: Verdict;
  readonly word: string;
}

const knownHow = (
  { from, because, reading }: MeasuredChoice,
  asked: QuestionReport | undefined,
): Known => {
  if (asked?.verdict === 'fail') {
    return { look: 'fail', word: `seen, though ${asked.declared} is declared` };
  }
  if (from !== 'seen') return KNOWN[from];
  if (because !== null) return { look: 'fail', word: 'seen, and not right' };
  if (asked === undefined) return { look: 'pass', word: 'seen' };
  const ours = (CHOICES as Readonly<Record<string, readonly string[]>>)[asked.question]?.[0];
  return reading === ours
    ? { look: 'pass', word: "seen: this suite's reading" }
    : { look: 'choice', word: 'seen: another reading' };
};

const KNOWN: Readonly<Record<Exclude<MeasuredChoice['from'], 'seen'>, Known>> = {
  declared: { look: 'inconclusive', word: 'declared, not seen' },
  lacking: { look: 'unsupported', word: 'it can not do that' },
  unknown: { look: 'vacuous', word: 'nothing tells' },
};
