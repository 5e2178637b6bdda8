/** Names of charts as words. */

import type { ChartArrow } from './read.ts';

/** `mayRetryFailure` as `may retry failure`. */
export const guardWords = (guard: string): string =>
  guard.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`,
  );

/** `timed_out` as `timed out`; states of steps are written as they are. */
export const stateWords = (state: string): string => state.replaceAll('_', ' ');

/** `failed [may retry failure] → RETRYING`: what happens, where it counts, and what it leads to. */
export function arrowWords({ from, to, event, guard }: ChartArrow): string {
  const where = guard === null ? '' : ` [${guardWords(guard)}]`;
  return `${event}${where} → ${from === to ? 'stays' : stateWords(to)}`;
}

export const eventWords = (events: readonly string[]): string => events.join(' or ');

/** The title of an attempt without its number: that of its step. */
export function stepTitle(title: string, attempt: number): string {
  const tail = `, attempt ${attempt}`;
  return title.endsWith(tail) ? title.slice(0, -tail.length) : title;
}
