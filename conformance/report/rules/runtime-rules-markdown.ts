/** Pages of the rules that runtimes are judged by, as Markdown. */

import type { Rule } from '../../rules/rule.ts';
import { mutantsOfRule } from './mutants-markdown.ts';
import { factsOf, fileOfRule, profilesOf, ruleFamilies } from './runtime-rules.ts';

/** Texts of the pages name attributes and expressions, which are no HTML. */
const escaped = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('|', '\\|');

/** A table for each family; links lead to the pages beneath. */
export const renderRuntimeRulesMarkdown = (): string =>
  ruleFamilies
    .map(({ title, rules }) => {
      const rows = rules.map(
        (rule) =>
          `| [${rule.id}](${fileOfRule(rule)}) | ${rule.strength} | ${profilesOf(rule)} | ${escaped(rule.title)} |`,
      );
      return `## ${title}\n\n| rule | | profiles | a runtime … |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
    })
    .join('\n');

/** The page of one rule. */
export const markdownOfRule = (rule: Rule): string =>
  `${[
    `# ${rule.id}`,
    `${rule.strength}: a runtime ${escaped(rule.title)}.`,
    factsOf(rule)
      .map(([name, text]) => `- ${name}: ${escaped(text)}`)
      .join('\n'),
    escaped(rule.page.why),
    `**Wrong**: ${escaped(rule.page.wrong)}`,
    `**Right**: ${escaped(rule.page.right)}`,
    mutantsOfRule(rule),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
