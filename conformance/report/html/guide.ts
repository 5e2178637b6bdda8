/** How to read a report: for somebody who never saw one. */

import { VERDICT_LOOKS, VERDICT_ORDER, verdictMark } from './looks.ts';
import { html, type Markup } from './markup.ts';
import { renderLegend } from './timeline/legend.ts';

export const renderGuide = (): Markup =>
  html`<section id="guide" aria-labelledby="guide-title">
<h2 id="guide-title">How to read this report</h2>
<p>A runtime is given workflows, and a world in which calls fail, hang and answer late at times that are known. Rules then judge what it did; each comes from a clause that it names. Nothing here is an opinion of one run: the same command makes the same report again.</p>
<dl class="verdicts">${VERDICT_ORDER.map(
    (verdict) =>
      html`<div><dt>${verdictMark(verdict)}</dt><dd>${VERDICT_LOOKS[verdict].meaning}</dd></div>`,
  )}</dl>
<h3>The pictures</h3>
<p>Both runs stand on one axis, each unit in a lane of its own, each attempt and each wait a mark of its own. The axis is no scale: long stretches are drawn shorter, and the real times stand at it.</p>
${renderLegend()}
</section>
`;
