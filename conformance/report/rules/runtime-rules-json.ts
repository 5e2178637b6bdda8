/** The rules that runtimes are judged by, as data. */

import { killMatrix } from '../../mutants/matrix.ts';
import type { Rule } from '../../rules/rule.ts';
import { PAGES } from '../findings/page-of.ts';
import { fileOfRule } from './runtime-rules.ts';

export const runtimeRuleJson = (rule: Rule): object => {
  const { id, title, clause, strength, profiles, level, addOn, sees, needs, trigger, page } = rule;
  const chance =
    rule.kind === 'sample' ? { falseAlarm: rule.falseAlarm, sampleSize: rule.sampleSize } : {};
  return {
    id,
    title,
    clause,
    strength,
    strengthIn: rule.strengthIn ?? {},
    profiles,
    level,
    addOn: addOn ?? null,
    sees,
    needs,
    trigger,
    ...chance,
    ...page,
    mutants: (killMatrix([rule]).byRule.get(id) ?? []).map(({ id: name, title: what }) => ({
      id: name,
      title: what,
    })),
    page: `${PAGES}/${fileOfRule(rule)}`,
  };
};
