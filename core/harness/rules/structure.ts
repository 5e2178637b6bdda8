/** HX-10xx: found while the tree is held against the structure tables. */

import type { Rule } from './rule.ts';

function structural(code: string, title: string): Rule {
  return { code, severity: 'error', title, check: null };
}

export const structureRules: readonly Rule[] = [
  structural(
    'HX-1001',
    'the document has the structure of HarnessXML: order, number and datatypes',
  ),
  structural('HX-1002', 'specVersion is there and of a known major version'),
  structural('HX-1003', 'no unknown element, attribute or enumeration value'),
  structural('HX-1004', 'no required extension that is not understood'),
  structural('HX-1005', 'the document is UTF-8'),
  structural('HX-1006', 'no foreign element or attribute outside an extension'),
  structural('HX-1102', 'there is at least one node'),
  structural('HX-2206', 'cases has at least one case'),
  structural('HX-3401', 'no years or months in a duration'),
];
