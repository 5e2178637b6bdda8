/** What is said of a rule (driver protocol, Verdicts). */

import type { Breach } from '../rules/rule.ts';

export type Verdict =
  | 'pass'
  /** A MUST was broken. */
  | 'fail'
  /** A SHOULD was broken. */
  | 'degraded'
  /** It is broken under the reading that this project takes, and not under another. */
  | 'choice'
  /** The runtime declares that it can't do what the rule is about. */
  | 'unsupported'
  /** What the rule speaks of never happened. */
  | 'vacuous'
  /** A real clock was too noisy, or there were too few samples. */
  | 'inconclusive'
  /** The driver died or broke the protocol. */
  | 'blocked'
  /** Left out by whoever asked. */
  | 'skipped'
  /** Declared as an expected failure, and it is not broken any more: an alarm. */
  | 'stale';

/** What one run says of one rule. */
export interface RunVerdict {
  readonly rule: string;
  readonly verdict: 'pass' | 'fail' | 'degraded' | 'vacuous';
  readonly occurrences: number;
  readonly breaches: readonly Breach[];
}
