/**
 * A certification as one HTML file: it opens from a disk, prints, and asks the network for nothing.
 * It has no script: what can be filtered or unfolded is so by HTML and style alone.
 */

import type { Certification } from '../../suite/certification.ts';
import { titleOf } from '../certification/words.ts';
import { renderFailures } from './failure.ts';
import { failureFinder, failuresOf } from './failures.ts';
import { renderGaps } from './gaps.ts';
import { renderGuide } from './guide.ts';
import { renderHeader } from './header.ts';
import { renderIncidents } from './incidents.ts';
import { html, type Markup } from './markup.ts';
import { renderMatrix } from './matrix.ts';
import { policyFor } from './policy.ts';
import { renderQuestions } from './questions.ts';
import { renderRuleTexts } from './rule-texts.ts';
import { STYLE } from './styles.ts';
import { HATCH } from './timeline/draw.ts';

/** The whole file. The same certification gives the same bytes. */
export const renderHtml = (certification: Certification): string => {
  const failures = failuresOf(certification);
  const parts: readonly (readonly [string, string, Markup])[] = [
    ['matrix', 'Rules', renderMatrix(certification, failureFinder(failures))],
    ['failures', 'Failures', renderFailures(certification, failures)],
    ['questions', 'Open questions', renderQuestions(certification)],
    ['gaps', 'Gaps', renderGaps(certification)],
    ['incidents', 'Incidents', renderIncidents(certification)],
    ['guide', 'How to read it', renderGuide()],
    ['texts', 'What the rules say', renderRuleTexts(certification)],
  ];
  const shown = parts.filter(([, , { markup }]) => markup !== '');
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="${{ markup: policyFor(STYLE) }}"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="color-scheme" content="light dark"/>
<meta name="referrer" content="no-referrer"/>
<title>${titleOf(certification)}: conformance</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<a class="skip" href="#content">To the rules</a>
${HATCH}
${renderHeader(certification, failures)}
<nav aria-label="Parts of this report"><ul>${shown.map(
    ([id, name]) => html`<li><a href="#${id}">${name}</a></li>`,
  )}</ul></nav>
<main id="content">
${shown.map(([, , part]) => part)}</main>
<footer><p>Made by unwind ${certification.unwind}; the rules are <code>${certification.suite.rules}</code>.</p></footer>
</body>
</html>
`;
  return page.markup;
};
