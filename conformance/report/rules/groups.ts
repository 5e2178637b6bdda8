/** The codes as a person looks for them: by what they are about. */

import { type CodePage, codePages } from '../../../core/harness/pages/index.ts';

export interface CodeGroup {
  readonly title: string;
  readonly pages: readonly CodePage[];
}

const GROUPS: readonly (readonly [string, RegExp])[] = [
  ['Rules of HarnessXML for documents', /^HX-[1-3]/],
  ['Warnings of this project', /^U1/],
  ['Rules of ORBIT for documents', /^[EW]\d/],
  ['Rules of this project for ORBIT', /^U2/],
  ['Faults of design', /^U3/],
  ['What stops a reader', /^U0/],
  ['What fails a run', /^HX-4/],
  ['What fails a run of ORBIT', /^[A-Z]+_?[A-Z]+$/],
];

export const codeGroups: readonly CodeGroup[] = GROUPS.map(([title, codes]) => ({
  title,
  pages: codePages.filter(({ code }) => codes.test(code)),
}));
