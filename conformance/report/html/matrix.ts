/**
 * All rules against the profiles. The filter works without a script: a choice above the table
 * hides, by style alone, the rows that it is not about.
 */

import type { Profile } from '../../../core/model/workflow.ts';
import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { Certification, RuleReport } from '../../suite/certification.ts';
import type { Verdict } from '../../suite/verdict.ts';
import { ruleFamilies } from '../rules/runtime-rules.ts';
import type { Failure } from './failures.ts';
import { VERDICT_LOOKS, VERDICT_ORDER, verdictMark } from './looks.ts';
import { anchorOf, html, type Markup, nothing, ruleName } from './markup.ts';

export interface MatrixRow {
  readonly id: string;
  readonly title: string;
  /** One for each profile of the report, in its order; null where the rule is not of the profile. */
  readonly cells: readonly (RuleReport | null)[];
}

export interface MatrixFamily {
  readonly name: string;
  readonly rows: readonly MatrixRow[];
}

/** Families and rules in the order of the catalogue; a rule that it does not know comes last. */
export const matrixOf = ({ profiles }: Certification): readonly MatrixFamily[] => {
  const rows = new Map<string, MatrixRow>();
  profiles.forEach(({ rules }, column) => {
    for (const rule of rules) {
      const before = rows.get(rule.id);
      const cells = before?.cells ?? profiles.map(() => null);
      rows.set(rule.id, { id: rule.id, title: rule.title, cells: cells.with(column, rule) });
    }
  });
  const known = ruleFamilies.map(({ title, rules }) => ({
    name: title,
    rows: rules.flatMap(({ id }) => {
      const row = rows.get(id);
      rows.delete(id);
      return row === undefined ? [] : [row];
    }),
  }));
  return [...known, { name: 'Others', rows: [...rows.values()] }].filter(
    ({ rows: own }) => own.length > 0,
  );
};

type FindFailure = (profile: Profile, rule: string) => Failure | null;

export const renderMatrix = (certification: Certification, failureOf: FindFailure): Markup => {
  const families = matrixOf(certification);
  const profiles = certification.profiles.map(({ profile }) => profile);
  if (families.length === 0) return nothing;
  return html`<section id="matrix" aria-labelledby="matrix-title">
<h2 id="matrix-title">Rules</h2>
${renderFilter(families)}
${families.length < 2 ? null : html`<p class="jump">${families.map(({ name }) => html`<a href="#${anchorOf('family', name)}">${name}</a> `)}</p>`}
<div class="scroll" role="group" aria-label="All rules" tabindex="0"><table class="matrix">
<caption class="unseen">Each rule, and what is said of it in each profile</caption>
<thead><tr><th scope="col">Rule</th>${profiles.map(
    (profile) => html`<th scope="col">${profile}</th>`,
  )}</tr></thead>
${families.map((family) => renderFamily(family, profiles, failureOf))}</table></div>
</section>
`;
};

const FILTERS: readonly ('all' | 'notable' | Verdict)[] = ['all', 'notable', ...VERDICT_ORDER];

/** The rows that ask for a look. */
const NOTABLE: readonly Verdict[] = ['fail', 'stale', 'blocked', 'degraded', 'inconclusive'];

const marksOf = ({ cells }: MatrixRow): ReadonlySet<string> => {
  const verdicts = new Set(cells.flatMap((cell) => (cell === null ? [] : [cell.verdict])));
  const isNotable = NOTABLE.some((verdict) => verdicts.has(verdict));
  return new Set([...verdicts, ...(isNotable ? ['notable'] : [])]);
};

const renderFilter = (families: readonly MatrixFamily[]): Markup => {
  const rows = families.flatMap(({ rows: own }) => own.map(marksOf));
  const countFor = (filter: (typeof FILTERS)[number]): number =>
    filter === 'all' ? rows.length : rows.filter((marks) => marks.has(filter)).length;
  const shown = FILTERS.filter((filter) => filter === 'all' || countFor(filter) > 0);
  return html`<fieldset class="filter"><legend>Show</legend>${shown.map(
    (filter) =>
      html`<label><input type="radio" name="show" id="show-${filter}"${filter === 'all' ? html` checked=""` : null}/> <span>${wordOf(filter)} <b>${countFor(filter)}</b></span></label>`,
  )}</fieldset>`;
};

const wordOf = (filter: (typeof FILTERS)[number]): string => {
  if (filter === 'all') return 'all';
  return filter === 'notable' ? 'not right' : VERDICT_LOOKS[filter].word;
};

/** Hides what a choice is not about, on a screen; without `:has` everything stays. */
export const FILTER_STYLE = `@media screen{${FILTERS.filter((filter) => filter !== 'all')
  .map(
    (filter) =>
      `#matrix:has(#show-${filter}:checked) .rule:not(.is-${filter}),#matrix:has(#show-${filter}:checked) tbody:not(:has(.is-${filter})){display:none}`,
  )
  .join('\n')}}`;

const renderFamily = (
  { name, rows }: MatrixFamily,
  profiles: readonly Profile[],
  failureOf: FindFailure,
): Markup =>
  html`<tbody id="${anchorOf('family', name)}"><tr class="family"><th scope="rowgroup" colspan="${profiles.length + 1}">${name}</th></tr>
${rows.map((row) => renderRow(row, profiles, failureOf))}</tbody>
`;

const renderRow = (
  row: MatrixRow,
  profiles: readonly Profile[],
  failureOf: FindFailure,
): Markup => {
  const marks = [...marksOf(row)].map((mark) => ` is-${mark}`).join('');
  return html`<tr class="rule${marks}"><th scope="row"><a href="#${anchorOf('rule', row.id)}">${ruleName(row.id)}</a> <span class="what">${row.title}</span></th>${row.cells.map(
    (cell, column) => renderCell(cell, failureOf(profiles[column] as Profile, row.id)),
  )}</tr>
`;
};

const renderCell = (cell: RuleReport | null, failure: Failure | null): Markup => {
  if (cell === null)
    return html`<td class="none"><span aria-hidden="true">–</span><span class="unseen">not of this profile</span></td>`;
  const { verdict, runs, broken, expectedFailure } = cell;
  const mark = verdictMark(verdict);
  const seen =
    broken > 0 ? `in ${broken} of ${countOf(runs, 'run')}` : runs > 0 ? countOf(runs, 'run') : '';
  return html`<td data-verdict="${verdict}">${
    failure === null ? mark : html`<a href="#${failure.anchor}">${mark}</a>`
  }${expectedFailure === null ? null : html` <span class="expected">expected</span>`}${
    seen === '' ? null : html` <span class="seen">${seen}</span>`
  }</td>`;
};
