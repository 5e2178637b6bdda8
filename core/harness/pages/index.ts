/** A page for every code: what, why, wrong, right. */

import { ruleFamilies } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import { compensationWarningPages } from './compensation-warnings.ts';
import { expressionPages } from './expressions.ts';
import { flowWarningPages } from './flow-warnings.ts';
import { graphPages } from './graph.ts';
import { kindPages } from './kinds.ts';
import type { Page } from './page.ts';
import { portPages } from './ports.ts';
import { referencePages } from './references.ts';
import { structurePages } from './structure.ts';
import { timingWarningPages } from './timing-warnings.ts';

export type { Page } from './page.ts';

const pages: ReadonlyMap<string, Page> = new Map(
  [
    ...structurePages,
    ...referencePages,
    ...kindPages,
    ...portPages,
    ...graphPages,
    ...expressionPages,
    ...flowWarningPages,
    ...compensationWarningPages,
    ...timingWarningPages,
  ].map((page) => [page.code, page]),
);

/** What a validator looks for, and the page that explains it. */
export interface RulePage extends Page {
  readonly severity: Rule['severity'];
  /** The rule in a few words, as what a document must be. */
  readonly title: string;
  readonly family: string;
}

/** All codes of HarnessXML documents, in the order of their numbers, ours last. */
export const rulePages: readonly RulePage[] = ruleFamilies
  .flatMap(({ name, rules }) => rules.map((rule) => ({ family: name, rule })))
  .flatMap(({ family, rule: { code, severity, title } }) => {
    const page = pages.get(code);
    return page === undefined ? [] : [{ ...page, severity, title, family }];
  })
  .sort((left, right) => (left.code < right.code ? -1 : 1));

export function rulePage(code: string): RulePage | null {
  return rulePages.find((page) => page.code === code) ?? null;
}

/** A page as Markdown. */
export function markdownOf(page: RulePage): string {
  return `# ${page.code}: ${page.title}

${page.severity}, from ${page.source}

${page.why}

Wrong:

\`\`\`xml
${page.wrong}
\`\`\`

Right:

\`\`\`xml
${page.right}
\`\`\`
`;
}
