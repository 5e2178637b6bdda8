/** What reading a record comes to. */

import type { Certification } from '../../suite/certification.ts';

export type RecordReading =
  | { readonly ok: true; readonly record: ReadRecord }
  | { readonly ok: false; readonly problem: RecordProblem };

export interface ReadRecord {
  /** Says itself where the record is truncated. */
  readonly certification: Certification;
  /** Null where the record ends before its footer. */
  readonly exitCode: number | null;
  /** `sha256:…` as the footer has it, and as it is; null without a footer. */
  readonly digest: string | null;
}

export interface RecordProblem {
  /** From 1; null where the problem is none of a line. */
  readonly line: number | null;
  /** A sentence, without the line. */
  readonly message: string;
  /** How to mend it; null where that is plain. */
  readonly hint: string | null;
}

export const problem = (
  line: number | null,
  message: string,
  hint: string | null = null,
): RecordProblem => ({ line, message, hint });

/** `line 7: …. Hint.` */
export const problemText = ({ line, message, hint }: RecordProblem): string =>
  `${line === null ? '' : `line ${line}: `}${message}.${hint === null ? '' : ` ${hint}`}`;
