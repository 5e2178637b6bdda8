/** Codes and their pages as Markdown: what `docs/rules` holds is made by this alone. */

import { codePages, markdownOf } from '../../../core/harness/pages/index.ts';
import { rules } from '../../rules/index.ts';
import { codeGroups } from './groups.ts';
import { MUTANTS_FILE, renderKillMatrix, renderMutants } from './mutants-markdown.ts';
import { fileOfRule } from './runtime-rules.ts';
import { markdownOfRule, renderRuntimeRulesMarkdown } from './runtime-rules-markdown.ts';

const NOTE =
  'A code never changes its meaning. Examples of HarnessXML leave out what is around them: `<harness>`, and `<nodes>` where there is nothing beside it.';

const RUNTIME_NOTE =
  'What a runtime is judged by. MUST: a breach fails the certification. SHOULD: it is reported as degraded. An id is never used for another rule.';

/** Tables of all codes and rules; links lead to the pages beside it. */
export function renderRulesMarkdown(): string {
  const tables = codeGroups.map(({ title, pages }) => {
    const rows = pages.map(
      ({ code, severity, title: text }) =>
        `| [${code}](${code}.md) | ${severity} | ${text.replaceAll('<', '&lt;')} |`,
    );
    return `## ${title}\n\n| code | severity | what |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# Codes and rules\n\n${NOTE}\n\n${tables.join('\n')}\n# Rules for runtimes\n\n${RUNTIME_NOTE}\n\n${renderRuntimeRulesMarkdown()}\n${renderKillMatrix()}`;
}

/** Each file of the folder by its name. */
export function renderRuleFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['README.md', renderRulesMarkdown()],
    ...codePages.map((page) => [`${page.code}.md`, markdownOf(page)] as const),
    ...rules.map((rule) => [fileOfRule(rule), markdownOfRule(rule)] as const),
    [MUTANTS_FILE, renderMutants()] as const,
  ]);
}
