/** What a runtime says that it lacks, for a terminal: a line a reason, for one holds for many rules. */

import { countOf } from '../../../simulator/trace/explain/words.ts';
import type { ProfileReport } from '../../suite/certification.ts';

const SHOWN = 12;

/** `operators: nobody can step in (4 rules)` */
export const gapLines = ({ rules }: Pick<ProfileReport, 'rules'>): readonly string[] => {
  const counts = new Map<string, number>();
  for (const { verdict, reason } of rules) {
    if (verdict !== 'unsupported') continue;
    const why = reason ?? 'no reason is given';
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  const lines = [...counts].map(([why, count]) => `${why} (${countOf(count, 'rule')})`);
  const rest = lines.length - SHOWN;
  return rest <= 0 ? lines : [...lines.slice(0, SHOWN), `and ${countOf(rest, 'reason')} more`];
};
