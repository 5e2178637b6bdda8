/** A comparison as data. */

import type { Comparison } from '../../claims/compare/comparison.ts';
import { safeJson } from '../terminal/visible.ts';

/** `compare --format json`: one object. */
export const renderComparisonJson = (comparison: Comparison, exitCode: number): string =>
  `${safeJson(JSON.stringify({ ...comparison, exitCode }, null, 2))}\n`;
