/** Rules about decisions: which way, and what if there is none. */

import { together } from '../judge.ts';
import type { RunRule } from '../rule.ts';
import { judgeStarts, ruleOfSchedule } from './common.ts';
import { judgeFailures } from './failures.ts';

const firstTrue = ruleOfSchedule({
  id: 'schedule/decision-first-true',
  title: 'takes the first true case of a decision in document order, and exactly one',
  clause: 'HarnessXML §7.1.2',
  sees: ['world'],
  needs: ['decisions'],
  trigger: 'a decision whose cases can be evaluated has decided about a node',
  page: {
    why: 'Cases overlap: "over 0.9", then "over 0.6". Who takes every true one, or the last, files a document and has it reviewed too.',
    wrong: 'classify returns confidence 0.95; file and review are both called, or review alone.',
    right: 'file is called; review stays PENDING.',
  },
  judge: (view) => judgeStarts('schedule/decision-first-true', view),
});

const noCase = ruleOfSchedule({
  id: 'schedule/decision-no-case',
  title: 'fails with HX-4103 where no case of a decision is true and there is no otherwise',
  clause: 'HarnessXML §7.1.2; HX-4103',
  sees: ['outcome'],
  needs: ['decisions'],
  trigger: 'no case of a decision without otherwise is true',
  page: {
    why: 'Nowhere to go is no success. A run that ends quietly there looks done, and is not.',
    wrong: 'No case of route is true; the run ends as succeeded, with nothing behind route called.',
    right: 'route turns FAILED with HX-4103, and the run unwinds, unless an error edge takes over.',
  },
  judge: (view) =>
    together(judgeStarts('schedule/decision-no-case', view), judgeFailures(view, 'case')),
});

export const decisionRules: readonly RunRule[] = [firstTrue, noCase];
