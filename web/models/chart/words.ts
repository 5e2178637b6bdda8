/** Names of charts as words. */

/** `mayRetryFailure` as `may retry failure`. */
export const guardWords = (guard: string): string =>
  guard.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, letter: string) => `${before} ${letter.toLowerCase()}`,
  );

/** `timed_out` as `timed out`; states of steps are written as they are. */
export const stateWords = (state: string): string => state.replaceAll('_', ' ');

export const eventWords = (events: readonly string[]): string => events.join(' or ');

/** The title of an attempt without its number: that of its step. */
export function stepTitle(title: string, attempt: number): string {
  const tail = `, attempt ${attempt}`;
  return title.endsWith(tail) ? title.slice(0, -tail.length) : title;
}
