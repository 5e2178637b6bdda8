/** What a report says of a rule before anything is said of a runtime. */

import type { Profile } from '../../core/model/workflow.ts';
import { type Rule, strengthOf } from '../rules/rule.ts';
import type { RuleReport } from './certification.ts';

export const describeRule = (
  rule: Rule,
  profile: Profile,
  { verdict, reason, missing }: Pick<RuleReport, 'verdict' | 'reason' | 'missing'>,
): RuleReport => ({
  ...{ id: rule.id, title: rule.title, clause: rule.clause },
  ...{ strength: strengthOf(rule, profile), level: rule.level, addOn: rule.addOn ?? null },
  ...{ verdict, expectedFailure: null, reason },
  ...(missing === undefined ? {} : { missing }),
  ...{ occurrences: 0, runs: 0, broken: 0, breach: null, counterexample: null, document: null },
});
