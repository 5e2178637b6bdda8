/** `unwind compare A B` */

import { compareReports } from '../claims/compare/compare-reports.ts';
import type { Comparison } from '../claims/compare/comparison.ts';
import { renderComparisonJson } from '../report/comparison/json.ts';
import { renderComparisonMarkdown } from '../report/comparison/markdown.ts';
import { renderComparison } from '../report/comparison/pretty.ts';
import { parseFormat } from './arguments.ts';
import { terminalFor } from './environment.ts';
import { EXIT_FAILED, EXIT_OK } from './exit-codes.ts';
import { COMPARE_FORMATS } from './formats.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';
import { STANDARD_INPUT } from './read-input.ts';
import { readReport } from './read-report.ts';

export interface CompareOptions {
  readonly format: string;
  readonly ascii?: boolean;
}

/** @returns 0 where nothing differs, 1 where something does or may. */
export async function compare(
  from: string,
  to: string,
  options: CompareOptions,
  host: Host,
): Promise<number> {
  const format = parseFormat(options.format, COMPARE_FORMATS);
  if (from === STANDARD_INPUT && to === STANDARD_INPUT) {
    throw new Problem('Only one of the two reports can come from the standard input.');
  }
  const before = await readReport(from, host);
  const after = await readReport(to, host);
  const comparison = compareReports(before.certification, after.certification);
  const exitCode = comparison.differs || !comparison.comparable ? EXIT_FAILED : EXIT_OK;
  host.out.write(render(comparison, exitCode, format, options, host));
  return exitCode;
}

function render(
  comparison: Comparison,
  exitCode: number,
  format: (typeof COMPARE_FORMATS)[number],
  { ascii }: CompareOptions,
  host: Host,
): string {
  switch (format) {
    case 'pretty':
      return renderComparison(comparison, terminalFor(host.out, host, ascii));
    case 'json':
      return renderComparisonJson(comparison, exitCode);
    case 'markdown':
      return renderComparisonMarkdown(comparison);
  }
}
