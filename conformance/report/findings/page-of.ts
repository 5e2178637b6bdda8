/** Where a code is explained: the command shows a page, and the package has it as a file. */

import { codePage } from '../../../core/harness/pages/index.ts';

/** The folder of the rendered pages, from the root of the package. */
export const PAGES = 'docs/rules';

/** The page's file, from the root of the package; null for a code without a page. */
export function pageOf(code: string): string | null {
  return codePage(code) === null ? null : `${PAGES}/${code}.md`;
}
