/** Nothing runs for ever: each limit ends a run as `stalled`, and says which it was. */

import { MAXIMUM_TIME } from '../core/model/duration.ts';

export interface Limits {
  /** Events in the trace. */
  readonly events: number;
  /** Virtual ms since the run began. */
  readonly time: number;
  /** Calls to tasks. */
  readonly calls: number;
  /** How deep subworkflows and loops may nest. */
  readonly depth: number;
}

export const defaultLimits: Limits = {
  events: 1_000_000,
  time: MAXIMUM_TIME,
  calls: 1_000_000,
  depth: 32,
};
