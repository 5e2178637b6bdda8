/** `rules --format json`: codes, rules for runtimes, and their pages as data. */

import type { CodePage } from '../../../core/harness/pages/index.ts';
import type { Rule } from '../../rules/rule.ts';
import { pageOf } from '../findings/page-of.ts';
import { runtimeRuleJson } from './runtime-rules-json.ts';

export function renderRulesJson(pages: readonly CodePage[], runtimeRules: readonly Rule[]): string {
  const rules = pages.map((page) => {
    const { code, severity, title, family, source, why } = page;
    const rest = 'wrong' in page ? { wrong: page.wrong, right: page.right } : { mend: page.mend };
    return { code, severity, title, family, source, why, ...rest, page: pageOf(code) };
  });
  return `${JSON.stringify({ rules, runtimeRules: runtimeRules.map(runtimeRuleJson) }, null, 2)}\n`;
}
