/** A document, and what is known of it apart from any reader. */

import type { DocumentFinding } from '../../rules/rule.ts';

export interface DocumentCase {
  /** `HX-2001, the page`, `generated #17: an edge to nowhere`. */
  readonly name: string;
  readonly dialect: 'harness' | 'orbit';
  readonly source: string;
  /** Empty for a valid document; of a broken one the breaches, the first one first. */
  readonly expected: readonly DocumentFinding[];
}
