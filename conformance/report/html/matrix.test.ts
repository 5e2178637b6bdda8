/** Rules against profiles. */

import { expect, it } from 'vitest';
import { certificationOf, profileReport, ruleReport } from '../testing/certification.ts';
import { FILTER_STYLE, matrixOf, renderMatrix } from './matrix.ts';

const certification = certificationOf([
  profileReport([ruleReport('timeout/skip'), ruleReport('new/rule', { verdict: 'fail' })]),
  profileReport(
    [ruleReport('retry/max-attempts', { verdict: 'vacuous' }), ruleReport('new/rule')],
    {
      profile: 'orbit',
    },
  ),
]);

it('has families in the order of the catalogue, and a cell for each profile', () => {
  const families = matrixOf(certification).map(({ name, rows }) => [
    name,
    ...rows.map(({ id, cells }) => [id, ...cells.map((cell) => cell?.verdict ?? null)]),
  ]);
  expect(families).toEqual([
    ['Retry', ['retry/max-attempts', null, 'vacuous']],
    ['Timeout', ['timeout/skip', 'pass', null]],
    ['Others', ['new/rule', 'fail', 'pass']],
  ]);
});

it('offers a filter for what there is, each with a style that hides the rest', () => {
  const { markup } = renderMatrix(certification, () => null);
  const offered = [...markup.matchAll(/id="show-([\w-]+)"[^>]*> <span>([^<]+) <b>(\d+)</g)];
  expect(offered.map(([, id, word, count]) => [id, word, count])).toEqual([
    ['all', 'all', '3'],
    ['notable', 'not right', '1'],
    ['fail', 'fail', '1'],
    ['vacuous', 'vacuous', '1'],
    ['pass', 'pass', '2'],
  ]);
  for (const [, id] of offered.slice(1)) {
    expect(FILTER_STYLE).toContain(`#matrix:has(#show-${id}:checked) .rule:not(.is-${id})`);
  }
  expect(markup).toContain('<tr class="rule is-fail is-pass is-notable">');
});
