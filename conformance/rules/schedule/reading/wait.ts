/** When a `wait` node ends. */

import type { Context } from './context.ts';
import { type Fate, type Moment, PENDING, UNKNOWN_FATE } from './fate.ts';
import type { Member } from './graph.ts';

export const endOfWait = ({ view }: Context, { node }: Member, { at, hops }: Moment): Fate => {
  const { duration = null, event = null } = node.wait ?? {};
  if (view.outages.length > 0) return UNKNOWN_FATE;
  if (duration !== null) {
    return { kind: 'succeeded', output: undefined, at: at + duration, hops: hops + 1 };
  }
  // What `until` may be, and whether a signal that came before is kept, is not specified.
  if (event === null) return UNKNOWN_FATE;
  const signals = view.observation.controls.filter(
    (control) => control.action === 'signal' && control.name === event,
  );
  const [first] = signals;
  if (first === undefined) return PENDING;
  return first.at > at
    ? { kind: 'succeeded', output: undefined, at: first.at, hops: hops + 1 }
    : UNKNOWN_FATE;
};
