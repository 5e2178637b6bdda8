/** Codes and their pages as Markdown: what `docs/rules` holds is made by this alone. */

import { codePages, markdownOf } from '../../../core/harness/pages/index.ts';
import { codeGroups } from './groups.ts';

const NOTE =
  'A code never changes its meaning. Examples of HarnessXML leave out what is around them: `<harness>`, and `<nodes>` where there is nothing beside it.';

/** A table of all codes; links lead to the pages beside it. */
export function renderRulesMarkdown(): string {
  const tables = codeGroups.map(({ title, pages }) => {
    const rows = pages.map(
      ({ code, severity, title: text }) =>
        `| [${code}](${code}.md) | ${severity} | ${text.replaceAll('<', '&lt;')} |`,
    );
    return `## ${title}\n\n| code | severity | what |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
  });
  return `# Codes\n\n${NOTE}\n\n${tables.join('\n')}`;
}

/** Each file of the folder by its name. */
export function renderRuleFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['README.md', renderRulesMarkdown()],
    ...codePages.map((page) => [`${page.code}.md`, markdownOf(page)] as const),
  ]);
}
