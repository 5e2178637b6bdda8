/** `rules --format json`: codes and their pages as data. */

import type { CodePage } from '../../../core/harness/pages/index.ts';
import { pageOf } from '../findings/page-of.ts';

export function renderRulesJson(pages: readonly CodePage[]): string {
  const rules = pages.map((page) => {
    const { code, severity, title, family, source, why } = page;
    const rest = 'wrong' in page ? { wrong: page.wrong, right: page.right } : { mend: page.mend };
    return { code, severity, title, family, source, why, ...rest, page: pageOf(code) };
  });
  return `${JSON.stringify({ rules }, null, 2)}\n`;
}
