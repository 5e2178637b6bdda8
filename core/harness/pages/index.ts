/** A page for every code: what, why, and an example or what to do. */

import { type OrbitPage, orbitPages } from '../../orbit/pages/index.ts';
import { orbitRunningPages } from '../../orbit/pages/running.ts';
import { ruleFamilies } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import { compensationWarningPages } from './compensation-warnings.ts';
import { type DesignPage, designPages } from './design.ts';
import { expressionPages } from './expressions.ts';
import { flowWarningPages } from './flow-warnings.ts';
import { graphPages } from './graph.ts';
import { kindPages } from './kinds.ts';
import type { NotePage } from './note.ts';
import type { Page } from './page.ts';
import { portPages } from './ports.ts';
import { readingPages } from './reading.ts';
import { referencePages } from './references.ts';
import { runningPages } from './running.ts';
import { structurePages } from './structure.ts';
import { timingWarningPages } from './timing-warnings.ts';

export type { NotePage } from './note.ts';
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

/** A rule has examples, a note has a way out. */
export type CodePage = RulePage | OrbitPage | DesignPage | NotePage;

/** Every code that a finding or a run can have: rules first, then readers, then runs. */
export const codePages: readonly CodePage[] = [
  ...rulePages,
  ...orbitPages,
  ...designPages,
  ...readingPages,
  ...runningPages,
  ...orbitRunningPages,
];

const byCode: ReadonlyMap<string, CodePage> = new Map(codePages.map((page) => [page.code, page]));

export function codePage(code: string): CodePage | null {
  return byCode.get(code) ?? null;
}

/** A page as Markdown. */
export function markdownOf(page: CodePage): string {
  return `# ${page.code}: ${withoutTags(page.title)}

${page.severity}, from ${page.source}

${withoutTags(page.why)}

${'wrong' in page ? examplesOf(page, 'language' in page ? page.language : 'xml') : `What to do: ${withoutTags(page.mend)}`}
`;
}

function examplesOf({ wrong, right }: Page, language: string): string {
  return `Wrong:

\`\`\`${language}
${wrong}
\`\`\`

Right:

\`\`\`${language}
${right}
\`\`\``;
}

/** In Markdown a tag of the text would be one of the page. */
function withoutTags(text: string): string {
  return text.replaceAll('<', '&lt;');
}
