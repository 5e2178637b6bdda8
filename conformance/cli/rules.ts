/** `unwind rules [ID]` */

import { type CodePage, codePage, codePages, markdownOf } from '../../core/harness/pages/index.ts';
import { didYouMean } from '../../core/model/suggest.ts';
import { renderRulesJson } from '../report/rules/json.ts';
import { renderRulesMarkdown } from '../report/rules/markdown.ts';
import { renderRule, renderRules } from '../report/rules/pretty.ts';
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

/** Lists all codes, or shows the page of one. */
export function rules(id: string | undefined, { format, ascii }: RulesOptions, host: Host): number {
  const chosen = parseFormat(format, RULES_FORMATS);
  const page = id === undefined ? null : findPage(id);
  host.out.write(render(chosen, page, ascii, host));
  return EXIT_OK;
}

function findPage(id: string): CodePage {
  const code = id.toUpperCase().replace(/^HX(?=\d)/, 'HX-');
  const page = codePage(code);
  if (page !== null) return page;
  const codes = codePages.map((known) => known.code);
  const sameNumber = codes.filter((known) => /^\d{4}$/.test(code) && known.endsWith(code));
  const hint =
    sameNumber.length > 0
      ? `; did you mean ${sameNumber.map((known) => `'${known}'`).join(' or ')}?`
      : didYouMean(code, byPrefix(code, codes)) || '; unwind rules lists all codes.';
  throw new Problem(`There is no code '${id}'${hint}`);
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
  page: CodePage | null,
  ascii: boolean | undefined,
  host: Host,
): string {
  switch (format) {
    case 'pretty': {
      const terminal = terminalFor(host.out, host, ascii);
      return page === null ? renderRules(terminal) : renderRule(page, terminal);
    }
    case 'json':
      return renderRulesJson(page === null ? codePages : [page]);
    case 'markdown':
      return page === null ? renderRulesMarkdown() : markdownOf(page);
  }
}
