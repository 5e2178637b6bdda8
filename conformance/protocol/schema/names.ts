/** The protocol's closed lists of names. Plain data: whoever wants them needs no schema library. */

/** Counts up when a message changes otherwise than by addition. */
export const PROTOCOL_VERSION = 1;

export const PROFILES = ['baseline', 'harness', 'orbit'] as const;
/** What `run` may carry. */
export const DIALECTS = ['plan', 'harness', 'orbit'] as const;

export const CAPABILITIES = [
  'retry',
  'backoff.none',
  'backoff.fixed',
  'backoff.linear',
  'backoff.exponential',
  'max-delay',
  'jitter',
  'retry-on',
  'non-retryable',
  'timeout',
  'on-timeout.retry',
  'on-timeout.skip',
  'idempotent',
  'keys',
  'reconcile',
  'parallel',
  'join.any',
  'join.quorum',
  'guards',
  'conditions',
  'decisions',
  'loops',
  'data',
  'waits',
  'signals',
  'error-edges',
  'dependency-edges',
  'compensation',
  'compensation.native',
  'cancel',
  'workflow-timeout',
  'resume',
  'operators',
  'subworkflows',
  'check',
  'trace',
  'task.kill',
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Question → its readings; the first is the one that this project takes (harness.md's Q1…Q17). */
export const CHOICES = {
  Q1: ['failed', 'compensated'],
  Q2: ['running-to-skipped', 'other'],
  Q3: ['full', 'direct'],
  Q4: ['compensated', 'left'],
  Q5: ['one-attempt', 'two-attempts'],
  Q6: ['all', 'first'],
  Q7: ['per-iteration', 'once', 'none'],
  Q8: ['none', 'compensates'],
  Q9: ['own', 'ignored'],
  Q10: ['unwinds', 'fails'],
  Q11: ['cancelled', 'continues'],
  Q12: ['multiplied', 'plain'],
  Q13: ['sequential', 'parallel'],
  Q14: ['negative', 'blocks'],
  Q15: ['cancelled', 'pending'],
  Q16: ['ignored', 'followed'],
  Q17: ['unwinds', 'handled'],
} as const;

export type Question = keyof typeof CHOICES;

export const OUTCOMES = [
  'succeeded',
  'failed',
  'compensated',
  'cancelled',
  'timed_out',
  'paused',
  'stalled',
  'refused',
] as const;
export const COMPENSATION_OUTCOMES = ['none', 'completed', 'failed'] as const;
export const PURPOSES = ['forward', 'compensation', 'reconcile'] as const;
export const COMMANDS = ['retry-step', 'resume-run', 'settle-uncertain'] as const;
export const LOG_LEVELS = ['debug', 'info', 'warning', 'error'] as const;

/** Error codes: those of JSON-RPC 2.0, and the protocol's own. */
export const ERROR_CODE = {
  /** A line, or a frame, that is no JSON: answered with id null. */
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  badParameters: -32602,
  /** A defect of the driver. */
  defect: -32603,
  /** The suite refused. */
  refused: -32000,
  /** Another protocol version; `data.supported` lists those that would do. */
  version: -32001,
  beforeInitialize: -32002,
} as const;
