/**
 * The open questions of HarnessXML (where the specification contradicts itself or is silent),
 * and the readings that runtimes take. Each is a named choice; ours is the default, and the
 * simulator can take any other, so that a runtime is compared with the reading it declares.
 */

export interface Choices {
  /** Nothing was there to compensate: how does the run end? */
  readonly Q1: 'failed' | 'compensated';
  /** `onTimeout="skip"`: by a transition that §6.2's table lacks, or as a success without outputs? */
  readonly Q2: 'running-to-skipped' | 'other';
  /** A compensating node moves like any other, or from PENDING to its end at once? */
  readonly Q3: 'full' | 'direct';
  /** A step that had to finish during unwinding, and succeeded. */
  readonly Q4: 'compensated' | 'left';
  /** `onTimeout="retry"` without a retry policy. */
  readonly Q5: 'one-attempt' | 'two-attempts';
  /** Several compensation edges from one node. */
  readonly Q6: 'all' | 'first';
  /** The body of a loop. */
  readonly Q7: 'per-iteration' | 'once' | 'none';
  /** A cancel from outside. */
  readonly Q8: 'none' | 'compensates';
  /** A compensating node's own retry and timeout. */
  readonly Q9: 'own' | 'ignored';
  /** A handler fails, and nothing handles that. */
  readonly Q10: 'unwinds' | 'fails';
  /** Steps that wait for their next attempt when unwinding begins. */
  readonly Q11: 'cancelled' | 'continues';
  /** Whether `linear` multiplies by `multiplier`. */
  readonly Q12: 'multiplied' | 'plain';
  /** Whether compensations may overlap. */
  readonly Q13: 'sequential' | 'parallel';
  /** A control edge from a step whose failure was handled. */
  readonly Q14: 'negative' | 'blocks';
  /** PENDING steps at a cancel from outside. */
  readonly Q15: 'cancelled' | 'pending';
  /** Outgoing edges of a compensating node. */
  readonly Q16: 'ignored' | 'followed';
  /** Error edges whose conditions are all false. */
  readonly Q17: 'unwinds' | 'handled';
}

/** The readings that this project takes. */
export const defaultChoices: Choices = {
  Q1: 'failed',
  Q2: 'running-to-skipped',
  Q3: 'full',
  Q4: 'compensated',
  Q5: 'one-attempt',
  Q6: 'all',
  Q7: 'per-iteration',
  Q8: 'none',
  Q9: 'own',
  Q10: 'unwinds',
  Q11: 'cancelled',
  Q12: 'multiplied',
  Q13: 'sequential',
  Q14: 'negative',
  Q15: 'cancelled',
  Q16: 'ignored',
  Q17: 'unwinds',
};
