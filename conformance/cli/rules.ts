/** `unwind rules [ID]` */

import { type CodePage, codePage, codePages, markdownOf } from '../../core/harness/pages/index.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import { renderRulesJson } from '../report/rules/json.ts';
import { renderRulesMarkdown } from '../report/rules/markdown.ts';
import { renderRule, renderRules } from '../report/rules/pretty.ts';
import { markdownOfRule } from '../report/rules/runtime-rules-markdown.ts';
import { renderRuntimeRule, renderRuntimeRules } from '../report/rules/runtime-rules-pretty.ts';
import { rules as allRules, ruleOf } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import { parseFormat } from './arguments.ts';
import { terminalFor } from './environment.ts';
import { EXIT_OK } from './exit-codes.ts';
import { RULES_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';

export interface RulesOptions {
  readonly format: string;
  readonly ascii?: boolean;
}

/** What an id stands for: a code of findings and failures, or a rule for runtimes. */
type Explained =
  | { readonly kind: 'code'; readonly page: CodePage }
  | { readonly kind: 'rule'; readonly rule: Rule };

/** Lists all codes and rules, or shows the page of one. */
export function rules(id: string | undefined, { format, ascii }: RulesOptions, host: Host): number {
  const chosen = parseFormat(format, RULES_FORMATS);
  const explained = id === undefined ? null : find(id);
  host.out.write(render(chosen, explained, ascii, host));
  return EXIT_OK;
}

function find(id: string): Explained {
  const code = id.toUpperCase().replace(/^HX(?=\d)/, 'HX-');
  const page = codePage(code);
  if (page !== null) return { kind: 'code', page };
  const rule = ruleOf(id.toLowerCase());
  if (rule !== null) return { kind: 'rule', rule };
  throw new Problem(`There is no code or rule '${id}'${hintFor(id, code)}`);
}

function hintFor(id: string, code: string): string {
  const codes = codePages.map((known) => known.code);
  const sameNumber = codes.filter((known) => /^\d{4}$/.test(code) && known.endsWith(code));
  const ids = allRules.map((rule) => rule.id);
  const sameName = ids.filter((known) => known.split('/')[1] === id.toLowerCase());
  const meant = [...sameNumber, ...sameName];
  if (meant.length > 0) {
    return `; did you mean ${meant.map((known) => `'${known}'`).join(' or ')}?`;
  }
  const near = id.includes('/')
    ? didYouMean(id.toLowerCase(), ids)
    : didYouMean(code, byPrefix(code, codes));
  return near || '; unwind rules lists all codes and rules.';
}

/** Of equally near codes the first one is meant: one of the same family, if there is one. */
function byPrefix(code: string, codes: readonly string[]): readonly string[] {
  const shared = (known: string) => {
    let length = 0;
    while (length < code.length && known[length] === code[length]) length += 1;
    return length;
  };
  return [...codes].sort((left, right) => shared(right) - shared(left));
}

function render(
  format: (typeof RULES_FORMATS)[number],
  explained: Explained | null,
  ascii: boolean | undefined,
  host: Host,
): string {
  switch (format) {
    case 'pretty': {
      const terminal = terminalFor(host.out, host, ascii);
      if (explained === null) return `${renderRules(terminal)}\n${renderRuntimeRules(terminal)}`;
      return explained.kind === 'code'
        ? renderRule(explained.page, terminal)
        : renderRuntimeRule(explained.rule, terminal);
    }
    case 'json':
      if (explained === null) return renderRulesJson(codePages, allRules);
      return explained.kind === 'code'
        ? renderRulesJson([explained.page], [])
        : renderRulesJson([], [explained.rule]);
    case 'markdown':
      if (explained === null) return renderRulesMarkdown();
      return explained.kind === 'code'
        ? markdownOf(explained.page)
        : markdownOfRule(explained.rule);
  }
}
