/** How the page speaks of a run that came in a link. */

import type { Counterexample } from '../worker/messages.ts';

export interface CounterexampleWords {
  readonly title: string;
  /** A sentence below it. */
  readonly subtitle: string;
  /** What is wrong, or why nothing is. */
  readonly verdict: string;
  /** The two facts that clash; null where they do not. */
  readonly clash: { readonly expected: string; readonly observed: string } | null;
  /** Why the run may not be the one that was meant; null where it is. */
  readonly warning: string | null;
}

export function counterexampleWords({
  rule,
  breach,
  differs,
}: Counterexample): CounterexampleWords {
  return {
    title: rule === null ? 'A run from a link' : rule.id,
    subtitle:
      rule === null
        ? 'Document, scenario and seed were in the address; nothing was fetched.'
        : `${rule.strength}: a runtime ${rule.title}.`,
    verdict: verdictOf(rule, breach),
    clash: breach === null ? null : { expected: breach.expected, observed: breach.observed },
    warning: differs
      ? 'This page gives another run than the one that the link was made from: it was made by another version, or changed on its way. Steps may differ.'
      : null,
  };
}

function verdictOf(rule: Counterexample['rule'], breach: Counterexample['breach']): string {
  if (breach !== null) return `${breach.message}.`;
  return rule === null
    ? 'Step through it to see what happens.'
    : 'The runtime of this page keeps the rule: what you see is what a right runtime does here.';
}
