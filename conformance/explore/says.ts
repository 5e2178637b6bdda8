/** What a certificate says, and what it does not, in sentences. */

import { formatTime } from '../../simulator/trace/explain/words.ts';
import type { Bounds } from './target.ts';

/** @param usual In ms: how long a late call takes beyond its timeout. */
export const sayings = (
  { faults, kinds, outside }: Bounds,
  isComplete: boolean,
  usual: number,
): readonly string[] => [
  isComplete
    ? `Every run with at most ${faults} ${faults === 1 ? 'fault' : 'faults'} was looked at: each call answered well or by ${list(kinds)}${outside.length === 0 ? '' : `, and ${list(outside)} at each moment between two answers`}.`
    : 'Not every run within the bounds was looked at: what is not broken here may be broken in the rest.',
  'Concurrent calls return in each order that can matter; orders that come to the same are taken once.',
  'Calls that return do so one after another, 1 ms apart, before any timer that is due later; a call takes longer only where it is late, slow or hangs, and each of these counts as a fault.',
  `Late is ${formatTime(usual + 1)} after the timeout; slow is 1 ms before it, or after two seconds where there is none. Other durations were not looked at.`,
  'Moments of timers that lie closer together than 64 ms are taken in the order that they first had.',
  'A chosen output that tips a condition counts as a fault; inputs are those that are named here and no others.',
  'A crash comes between two answers and the runtime is back at once; what was under way takes effect right after it.',
  'Jitter is drawn with the seed of the scenario. States are told apart by hashes of 128 bits.',
];

const list = (words: readonly string[]): string =>
  words.length < 2
    ? (words[0] ?? 'nothing else')
    : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
