/**
 * What the specification leaves to a runtime, in one place. The interpreter takes each of these
 * as the runtime under test took it, or in the one way named here; all else must be equal.
 *
 * 1. Chance: what is drawn for a delay with jitter, in [0, 1). The delay is the draw times the
 *    nominal delay (HarnessXML's digest §5; the formula is not free).
 * 2. Which of two calls that are made at one instant is made first ("What is decided", P-tie:
 *    nothing may hang on it). It decides which returns first where both return at one instant,
 *    so which of two failures is the reason, and which of two units is undone first.
 * 3. What the engine's own time is (`latency`): nothing is attested. Each thing that happens (a
 *    return, also one that comes too late, a timeout, an end of a delay, a control, a call that
 *    took time to be sent) wakes the decider after `decide`; it then decides about all that has
 *    happened by then, and what it decides leads on at once. A child begins and ends by
 *    decisions, so neither takes time.
 * 4. At one instant decisions are made in rounds, in each once for every execution: first about
 *    what has happened, then an abort, then what begins. A child hears of its parent's abort at
 *    the end of the round. A run's first round is its beginning, so it comes before a control at
 *    0 ms. What an execution begins at the very instant at which it is aborted has begun or not,
 *    as the rounds have it (P-tie): where an interpretation `isTied`, it need not be equal.
 * 5. A signal goes to all steps that await it; where none does, it is kept for the next one.
 * 6. A child whose step has run out of time is cancelled, and awaited before its parent undoes
 *    anything or ends; the next attempt of the step does not wait for it.
 * 7. The failures of an account are those of the run itself: those of a child's compensations
 *    are told by the child's own history.
 */

export interface Taken {
  /** By unit: what was drawn for its delays with jitter, in order. */
  readonly draws: { readonly [unit: string]: readonly number[] };
  /** The calls in the order in which they were made, each as `nameOfCall` says. */
  readonly order: readonly string[];
}

export const nameOfCall = (unit: string, attempt: number): string => `${unit} ${attempt}`;
