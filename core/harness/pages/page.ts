/** A page on one code: short enough to be read in a terminal, with examples that are tested. */

export interface Page {
  readonly code: string;
  /** Where the rule comes from: a section of HarnessXML 1.0, or this project. */
  readonly source: string;
  readonly why: string;
  /** What is inside `<harness>`, or a whole document; finding the code in it is a test. */
  readonly wrong: string;
  /** The same, mended: a test reads it without an error and without the code. */
  readonly right: string;
}
