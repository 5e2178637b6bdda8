/** HX-3301: what must not happen twice has no retry policy (§8.3). */

import { quote } from '../../model/show.ts';
import { spotOf } from '../findings.ts';
import { type DocumentView, partOf } from '../view.ts';
import type { Report, Rule } from './rule.ts';

function noRetryWithoutIdempotence(view: DocumentView, report: Report): void {
  for (const each of view.nodes) {
    if (each.node.idempotent || each.node.retry === null) continue;
    report(
      spotOf(partOf(each, 'retry')),
      `node ${quote(each.node.id)} is not idempotent and has a <retry>: a second attempt could happen twice; remove one of the two`,
    );
  }
}

export const idempotenceRules: readonly Rule[] = [
  {
    code: 'HX-3301',
    severity: 'error',
    title: 'a node that is not idempotent has no retry',
    check: noRetryWithoutIdempotence,
  },
];
