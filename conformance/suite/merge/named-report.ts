/** What a merge is made of, and what it comes to. */

import type { Certification, ProfileReport } from '../certification.ts';
import type { CertifyOptions } from '../course.ts';

export interface NamedReport {
  /** As the user named it. */
  readonly name: string;
  readonly certification: Certification;
}

export interface MergeOptions extends Pick<CertifyOptions, 'version' | 'rules' | 'cases'> {
  /** The day by which expectations are judged; that of the reports if null. */
  readonly on: string | null;
}

export type Merging =
  | { readonly ok: true; readonly certification: Certification }
  /** Sentences, without the last full stop. */
  | { readonly ok: false; readonly message: string };

/** A part of a certification that was found to be whole and to be one. */
export interface Part {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly certification: Certification;
}

/** What a part says of a profile. */
export interface ProfileOfPart extends Pick<Part, 'name' | 'index' | 'count'> {
  readonly report: ProfileReport;
}
