/**
 * What the reading says of a node: when it could begin, and how it ended. Times are ms since the
 * run began. `hops` counts the steps between that time and the last thing that the world saw: on a
 * real clock each may take its tolerance.
 */

import type { Json } from '../../../../core/model/json.ts';

export interface Moment {
  readonly at: number;
  readonly hops: number;
}

export type FailureCause =
  /** Its task failed for good. */
  | 'task'
  /** A guard, case or condition could not be evaluated. */
  | 'expression'
  /** A required input had no value. */
  | 'input'
  /** No case of a decision was true. */
  | 'case'
  /** An iteration of a loop failed, and that failed the loop. */
  | 'iteration'
  /** A loop would have begun more iterations than it may. */
  | 'bound';

export type Fate =
  | (Moment & {
      readonly kind: 'succeeded';
      /** Undefined where nobody knows it. */
      readonly output: Json | undefined;
    })
  | (Moment & { readonly kind: 'skipped' })
  | (Moment & {
      readonly kind: 'failed';
      readonly cause: FailureCause;
      /** The code that HarnessXML has for it; null for a task that failed by itself. */
      readonly code: string | null;
    })
  | (Moment & { readonly kind: 'cancelled' })
  /** It will never begin. */
  | (Moment & { readonly kind: 'unreachable' })
  /** It had not ended by the end of what was seen. */
  | { readonly kind: 'pending' }
  /** What was seen does not tell. */
  | { readonly kind: 'unknown' };

export const PENDING: Fate = { kind: 'pending' };
export const UNKNOWN_FATE: Fate = { kind: 'unknown' };

/** Whether a node may begin, by its edges, its join and the decisions that name it. */
export type Readiness =
  | (Moment & { readonly kind: 'ready' })
  | (Moment & {
      readonly kind: 'unreachable';
      /** Whether it is told from when on: what waits for it hangs on that. */
      readonly isTold: boolean;
    })
  /** Something that it waits for had not ended by the end of what was seen. */
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'unknown';
      /** It cannot have been ready before. */
      readonly notBefore: number;
    };

/** What a node does once it begins. */
export type Opening =
  /** It calls its task. */
  | { readonly kind: 'call' }
  /** Its guard is false. */
  | { readonly kind: 'skip' }
  /** It fails without a call. */
  | { readonly kind: 'fault'; readonly cause: 'expression' | 'input'; readonly code: string }
  /** It makes no call; what becomes of it is open. */
  | { readonly kind: 'no-call' }
  /** Nodes of its kind have no task. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'unknown' };

export const later = (left: Moment, right: Moment): Moment =>
  left.at > right.at || (left.at === right.at && left.hops >= right.hops) ? left : right;

export const earlier = (left: Moment, right: Moment): Moment =>
  left.at < right.at || (left.at === right.at && left.hops <= right.hops) ? left : right;
