/** What each rule says, from the catalogue: behind the failures, and at the end for all of the report. */

import { rules } from '../../rules/index.ts';
import type { Certification } from '../../suite/certification.ts';
import { factsOf } from '../rules/runtime-rules.ts';
import { anchorOf, html, type Markup, nothing, ruleName } from './markup.ts';
import { matrixOf } from './matrix.ts';

const catalogue = new Map(rules.map((rule) => [rule.id, rule]));

/** Why, and what is wrong and right; of a rule that this version does not know, that. */
export const renderRulePage = (id: string): Markup => {
  const rule = catalogue.get(id);
  if (rule === undefined) {
    return html`<p>This version of unwind has no page on it.</p>`;
  }
  const { why, wrong, right } = rule.page;
  return html`<p>${why}</p>
<dl class="page">${[['Wrong', wrong] as const, ['Right', right] as const, ...factsOf(rule)].map(
    ([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`,
  )}</dl>`;
};

/** Every rule of the report. */
export const renderRuleTexts = (certification: Certification): Markup => {
  const families = matrixOf(certification);
  if (families.length === 0) return nothing;
  return html`<section id="texts" class="texts" aria-labelledby="texts-title">
<h2 id="texts-title">What the rules say</h2>
<p>MUST: a breach fails the certification. SHOULD: it is reported as degraded.</p>
${families.map(
  ({ name, rows }) => html`<h3>${name}</h3>
${rows.map(({ id, title, cells }) => {
  const [report] = cells.flatMap((cell) => (cell === null ? [] : [cell]));
  return html`<article class="text" id="${anchorOf('rule', id)}"><h4>${ruleName(id)}</h4>
<p>${report?.strength ?? null}: a runtime ${title} <span class="clause">(${report?.clause ?? ''})</span>.</p>
<details><summary>Why, wrong and right</summary>${renderRulePage(id)}</details></article>
`;
})}`,
)}</section>
`;
};
