/** What this report says nothing of, and why: by reason, for one reason often holds for many rules. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { Certification, ProfileReport } from '../../suite/certification.ts';
import type { Verdict } from '../../suite/verdict.ts';
import { expectationText, isExpected } from '../certification/words.ts';
import { verdictMark } from './looks.ts';
import { anchorOf, html, type Markup, nothing, ruleName } from './markup.ts';

export interface Gap {
  readonly verdict: Verdict;
  readonly reason: string;
  /** Ids of rules. */
  readonly rules: readonly string[];
}

/** In the order of what asks for a look; the first two are there for what was expected. */
const ORDER: readonly Verdict[] = [
  ...([
    'fail',
    'degraded',
    'blocked',
    'inconclusive',
    'vacuous',
    'unsupported',
    'skipped',
  ] as const),
];

const PLAIN: Partial<Readonly<Record<Verdict, string>>> = {
  vacuous: 'no run shows what it speaks of',
  blocked: 'the runs in which it could show were lost',
};

/** In the order of what asks for a look, and of the rules. */
export const gapsOf = (
  { rules }: ProfileReport,
  kind: Certification['kind'] = 'runtime',
): readonly Gap[] => {
  const gaps = new Map<string, { verdict: Verdict; reason: string; rules: string[] }>();
  for (const rule of rules) {
    const { id, verdict, reason, expectedFailure } = rule;
    // Of one trace most rules have nothing to say.
    if (kind === 'traces' && verdict === 'vacuous') continue;
    const isBroken = verdict === 'fail' || verdict === 'degraded';
    if (isBroken ? !isExpected(rule) : !ORDER.includes(verdict)) continue;
    const why =
      expectedFailure !== null && isExpected(rule)
        ? expectationText(expectedFailure)
        : (reason ?? PLAIN[verdict] ?? 'no reason is given');
    const key = `${verdict} ${why}`;
    const gap = gaps.get(key) ?? { verdict, reason: why, rules: [] };
    gap.rules.push(id);
    gaps.set(key, gap);
  }
  return [...gaps.values()].sort(
    (one, other) => ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict),
  );
};

export const renderGaps = ({ profiles, kind }: Certification): Markup => {
  const found = profiles
    .map((report) => ({ profile: report.profile, gaps: gapsOf(report, kind) }))
    .filter(({ gaps }) => gaps.length > 0);
  if (found.length === 0) return nothing;
  return html`<section id="gaps" aria-labelledby="gaps-title">
<h2 id="gaps-title">Gaps: what nothing is said of</h2>
${found.map(
  ({ profile, gaps }) => html`<h3>${profile}</h3>
<div class="scroll" role="group" aria-label="Gaps in ${profile}" tabindex="0"><table class="gaps">
<thead><tr><th scope="col">Verdict</th><th scope="col">Why</th><th scope="col">Rules</th></tr></thead>
<tbody>${gaps.map(
    ({ verdict, reason, rules }) =>
      html`<tr><td>${verdictMark(verdict)}</td><th scope="row">${reason}</th><td>${renderNames(rules)}</td></tr>
`,
  )}</tbody></table></div>`,
)}</section>
`;
};

const FEW = 4;

const renderNames = (rules: readonly string[]): Markup => {
  const names = html`<ul class="names">${rules.map(
    (id) => html`<li><a href="#${anchorOf('rule', id)}">${ruleName(id)}</a></li>`,
  )}</ul>`;
  return rules.length <= FEW
    ? names
    : html`<details><summary>${countOf(rules.length, 'rule')}</summary>${names}</details>`;
};
