/** A page on a code of ORBIT: short enough to be read in a terminal, with tested examples. */

import type { Page } from '../../harness/pages/page.ts';
import type { Severity } from '../../model/diagnostic.ts';
import type { OrbitCode } from '../codes.ts';

export interface OrbitPage extends Page {
  readonly code: OrbitCode;
  readonly severity: Severity;
  readonly title: string;
  readonly family: string;
  /** What the examples are written in. */
  readonly language: 'orbit';
}

/** What a page says beside what the list of codes knows. */
export type PageText = Page & { readonly code: OrbitCode };
