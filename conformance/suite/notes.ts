/** What a reader should know of how the runs of a profile came about, in sentences. */

import type { ProfilePart } from './certification.ts';
import { refusalNotes } from './refusals.ts';

interface Known extends ProfilePart {
  /** Runs that were done. */
  readonly done: number;
}

/** Driver protocol: what is not the runtime's own work, or was not seen, is told. */
export const notesOf = (
  capabilities: readonly string[],
  { refusals, selfReported, done }: Known,
): readonly string[] => {
  const isSupplied =
    capabilities.includes('compensation') && !capabilities.includes('compensation.native');
  return [
    ...refusalNotes(refusals, done),
    ...(selfReported === 0
      ? []
      : [`the calls of ${selfReported} of ${done} runs are the driver's own account, by a script`]),
    ...(isSupplied
      ? ['order and outcome of compensations are adapter-supplied: the driver decides them']
      : []),
  ];
};
