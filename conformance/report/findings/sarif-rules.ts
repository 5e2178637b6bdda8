/** The codes of findings as rules of a SARIF log (§3.49), from their pages. */

import { type CodePage, codePages, markdownOf } from '../../../core/harness/pages/index.ts';

interface Text {
  readonly text: string;
}

export interface SarifRule {
  readonly id: string;
  readonly name: string;
  readonly shortDescription: Text;
  readonly fullDescription: Text;
  readonly help: { readonly text: string; readonly markdown: string };
  readonly defaultConfiguration: { readonly level: 'error' | 'warning' | 'note' };
  readonly properties: { readonly tags: readonly string[]; readonly source: string };
}

/** Every code that a finding in a document can have. */
export const sarifRules: readonly SarifRule[] = codePages
  .filter(({ family }) => family !== 'run')
  .map((page) => ({
    id: page.code,
    name: identifierOf(page.title),
    shortDescription: { text: sentence(page.title) },
    fullDescription: { text: page.why },
    help: { text: helpOf(page), markdown: markdownOf(page) },
    defaultConfiguration: { level: page.severity },
    properties: { tags: [page.family], source: page.source },
  }));

const indexes: ReadonlyMap<string, number> = new Map(
  sarifRules.map(({ id }, index) => [id, index]),
);

/** Where a code stands among the rules; −1 for one that is not known. */
export function ruleIndexOf(code: string): number {
  return indexes.get(code) ?? -1;
}

/** `ADataEdgeNamesBothPorts`: SARIF wants a name that is one word. */
function identifierOf(title: string): string {
  const words = title.match(/[A-Za-z0-9]+/g) ?? [];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** A name of the language keeps its case, as in `fromPort is an output of the source`. */
function sentence(title: string): string {
  const first = /^[a-z]+(?=[ ,])/.exec(title)?.[0] ?? '';
  return `${first.charAt(0).toUpperCase()}${first.slice(1)}${title.slice(first.length)}.`;
}

function helpOf(page: CodePage): string {
  if (!('wrong' in page)) return `${page.why}\n\nWhat to do: ${page.mend}`;
  return `${page.why}\n\nWrong:\n\n${page.wrong}\n\nRight:\n\n${page.right}`;
}
