/** The shape of a rule: data that lists it, and one function that looks for its breaches. */

import type { Severity } from '../../model/diagnostic.ts';
import type { RelatedSpot, Spot } from '../findings.ts';
import type { DocumentView } from '../view.ts';

export interface ReportOptions {
  readonly related?: readonly RelatedSpot[];
  /** Where a finding is less sure than its rule (HX-3501). */
  readonly severity?: Severity;
}

export type Report = (spot: Spot, message: string, options?: ReportOptions) => void;

export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  /** Reports every breach of the rule; null where reading the structure has found them. */
  readonly check: ((view: DocumentView, report: Report) => void) | null;
}
