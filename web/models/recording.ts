/** What may not be said of a trace that somebody recorded. */

import type { RunAnswer } from '../worker/messages.ts';

/** A trace without its document: nothing is known of policies, edges, and why anything happened. */
export function isBare({ recorded, document }: Pick<RunAnswer, 'recorded' | 'document'>): boolean {
  return recorded === true && document === '';
}

export const BARE_REASON =
  'The document of this trace is not at hand, so why it happened is not known.';
