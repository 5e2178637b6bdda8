/** An exploration as JSON: all of its report. */

import type { ExploreReport } from '../../explore/report.ts';
import { safeJson } from '../terminal/visible.ts';

export const renderExploreJson = (report: ExploreReport): string =>
  `${safeJson(JSON.stringify(report, null, 2))}\n`;
