/**
 * The service that all clients call: it turns everybody away while it is down, and then takes
 * so many calls in each quarter of a second, whoever comes first.
 */

import { BUCKET, type HerdParameters } from './parameters.ts';

interface Call {
  readonly at: number;
  readonly client: number;
  /** From 1. */
  readonly attempt: number;
}

/**
 * The attempt with which each client is served; null for one that is not.
 *
 * @param calls When each client would call if it were never served, in ms, ascending.
 */
export function served(
  calls: readonly (readonly number[])[],
  { outage, capacity }: HerdParameters,
): readonly (number | null)[] {
  const queue: Call[] = calls.flatMap((times, client) =>
    times.map((at, index) => ({ at, client, attempt: index + 1 })),
  );
  queue.sort((one, other) => one.at - other.at || one.client - other.client);
  const result: (number | null)[] = calls.map(() => null);
  let bucket = -1;
  let left = 0;
  for (const { at, client, attempt } of queue) {
    if (at < outage || result[client] !== null) continue;
    const now = Math.floor(at / BUCKET);
    if (now !== bucket) {
      bucket = now;
      left = capacity;
    }
    if (left === 0) continue;
    left -= 1;
    result[client] = attempt;
  }
  return result;
}
