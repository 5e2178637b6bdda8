/** A page for every code that a finding in an ORBIT document can have. */

import { codeOf, orbitCodes } from '../codes.ts';
import { compensationPages } from './compensation.ts';
import { namePages } from './names.ts';
import type { OrbitPage, PageText } from './page.ts';
import { syntaxPages } from './syntax.ts';
import { typePages } from './types.ts';
import { valuePages } from './values.ts';

export type { OrbitPage } from './page.ts';

const texts: ReadonlyMap<string, PageText> = new Map(
  [...compensationPages, ...syntaxPages, ...namePages, ...typePages, ...valuePages].map(
    (text) => [text.code, text] as const,
  ),
);

/** In the order of the list of codes. */
export const orbitPages: readonly OrbitPage[] = orbitCodes.flatMap((code) => {
  const text = texts.get(code);
  if (text === undefined) return [];
  const { severity, title, family } = codeOf(code);
  return [{ ...text, severity, title, family: `ORBIT: ${family}`, language: 'orbit' as const }];
});
