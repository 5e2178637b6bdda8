/** A search as JSON: all of its report. */

import type { FuzzReport } from '../../fuzz/report.ts';
import { safeJson } from '../terminal/visible.ts';

export const renderFuzzJson = (report: FuzzReport): string =>
  `${safeJson(JSON.stringify(report, null, 2))}\n`;
