/** What is wrong with a document, and where. Lines and columns count from 1. */

export type Severity = 'error' | 'warning';

/** A stretch of the source: the end is just behind its last character. */
export interface Place {
  readonly line: number;
  /** In Unicode code points from the start of the line; a tab is one. */
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface RelatedPlace extends Place {
  readonly message: string;
}

export interface Diagnostic extends Place {
  /** `HX-nnnn` for HarnessXML's own rules, `Ennnn` and `Wnnnn` for ORBIT's, `Unnnn` for ours. Codes are permanent. */
  readonly code: string;
  readonly severity: Severity;
  /** The nearest element that has an id; null where there is none. */
  readonly id: string | null;
  readonly message: string;
  readonly related: readonly RelatedPlace[];
  /** What else there is to know about it (ORBIT's notes); absent where there is nothing. */
  readonly note?: string;
}
