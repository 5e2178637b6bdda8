/** Real time, for runs that are not simulated. */

/** A clock that never goes back. */
export interface Clock {
  /** Ms since some moment in the past. */
  now(): number;
  /**
   * Calls back once, after at least so many ms. Any length will do: no timer of a platform is
   * ever handed more than it can hold.
   * @returns What takes the call back.
   */
  wake(afterMs: number, callback: () => void): () => void;
}

/** What a timer of Node, browsers and workers can hold: more fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** The platform's own clock: monotonic, so that setting the wall clock changes no wait (B48). */
export const systemClock: Clock = {
  now: () => performance.now(),
  wake: (afterMs, callback) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (left: number): void => {
      const part = Math.min(left, LONGEST_TIMER);
      timer = setTimeout(() => {
        if (left > part) wait(left - part);
        else callback();
      }, part);
    };
    wait(Math.max(0, afterMs));
    return () => clearTimeout(timer);
  },
};
