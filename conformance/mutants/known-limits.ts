/**
 * Where generated runs are not enough. These lists only ever shrink: a test fails where an entry is
 * not needed any more.
 */

/** Mutants that no generated run shows, and why; a case that was written for the rule does. */
export const SHOWN_BY_CASES_ALONE: { readonly [mutant: string]: string } = {
  'children-run-on': 'generated plans have no subworkflows',
  'waits-for-workers-for-ever': 'generated runs have workers enough',
  'queueing-is-running': 'generated runs have workers enough',
  'returns-nothing-instead': 'a plan has no return value; only a document of ORBIT has',
  'undoes-for-the-return-value': 'a plan has no return value; only a document of ORBIT has',
  'stops-at-the-first-error': 'generated documents are broken in one way each',
  'runs-before-it-reads': 'generated plans are valid',
};

/** Rules that no mutant reaches, and why. */
export const WITHOUT_MUTANT: { readonly [rule: string]: string } = {};
