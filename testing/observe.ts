/** What tests ask of a run: when things began, how they moved. Times are seconds. */

import type { Run } from '../core/model/run.ts';

/** When each attempt of a unit (or of a compensating node) began. */
export const startsOf = (run: Run, unitOrNode: string): number[] =>
  run.trace.flatMap((event) =>
    event.type === 'attempt.started' && (event.unit === unitOrNode || event.node === unitOrNode)
      ? [event.at / 1000]
      : [],
  );

/** The states that a unit went through, the first included. */
export const pathOf = (run: Run, unit: string): string =>
  run.trace
    .flatMap((event) =>
      event.type === 'transition' && event.unit === unit ? [event.from, event.to] : [],
    )
    .filter((state, index, all) => state !== all[index - 1])
    .join(' ');

/** Units that undid something, in the order in which they began. */
export const undoneOf = (run: Run): string[] =>
  run.trace.flatMap((event) => (event.type === 'compensation.started' ? [event.undoes] : []));

/** `compensated at 8.5`. */
export const endOf = (run: Run): string => `${run.outcome} at ${run.endedAt / 1000}`;
