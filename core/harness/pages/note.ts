/** A page on a code that is no rule of a document: what stops a reader, or fails a run. */

export interface NotePage {
  readonly code: string;
  readonly severity: 'error';
  /** What happened, in a few words. */
  readonly title: string;
  readonly family: 'reading' | 'run';
  /** Where the code comes from: a section of HarnessXML 1.0, or this project. */
  readonly source: string;
  readonly why: string;
  /** What to do about it. */
  readonly mend: string;
}
