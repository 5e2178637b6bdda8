/** Where a run first went otherwise than in the built-in runtime. */

import { isSameTime, ms } from '../rules/judge.ts';
import type { Call, Observation } from '../rules/observation.ts';
import type { Difference } from './certification.ts';

export const firstDifference = (expected: Observation, observed: Observation): Difference | null =>
  differenceInCalls(expected, observed) ?? differenceInOutcome(expected, observed);

const differenceInCalls = (expected: Observation, observed: Observation): Difference | null => {
  const isChance = expected.workflow.nodes.some(({ retry }) => retry?.jitter === 'full');
  const { toleranceMs } = observed.clock;
  const count = Math.max(expected.calls.length, observed.calls.length);
  for (let index = 0; index < count; index += 1) {
    const wanted = expected.calls[index];
    const made = observed.calls[index];
    if (isSameCall(wanted, made, isChance ? Number.POSITIVE_INFINITY : toleranceMs)) continue;
    return {
      expected: wanted === undefined ? 'no further call' : callText(wanted),
      observed: made === undefined ? 'no further call' : callText(made),
      at: made?.at ?? wanted?.at ?? null,
    };
  }
  return null;
};

const isSameCall = (
  wanted: Call | undefined,
  made: Call | undefined,
  tolerance: number,
): boolean => {
  if (wanted === undefined || made === undefined) return wanted === made;
  return (
    wanted.unit === made.unit &&
    wanted.attempt === made.attempt &&
    wanted.purpose === made.purpose &&
    (isSameTime(wanted.at, made.at) || Math.abs(made.at - wanted.at) <= tolerance)
  );
};

const differenceInOutcome = (expected: Observation, observed: Observation): Difference | null => {
  const wanted = expected.report?.outcome;
  const told = observed.report?.outcome;
  if (wanted === undefined || told === undefined || wanted === told) return null;
  return { expected: `the run ends ${wanted}`, observed: `the run ends ${told}`, at: null };
};

const PURPOSES = { forward: '', compensation: 'undoing, ', reconcile: 'asking about ' } as const;

export const callText = ({ at, unit, attempt, purpose, redelivered }: Call): string =>
  `${ms(at)}: ${PURPOSES[purpose]}${unit}, attempt ${attempt}${redelivered ? ', redelivered' : ''}`;

/** A call and what came of it, in a line. */
export const callLine = (call: Call): string => {
  const { then, after } = call.reply;
  const text = callText(call);
  const aborted = call.abortedAt === null ? '' : `, given up on at ${ms(call.abortedAt)}`;
  switch (then.kind) {
    case 'ok':
      return `${text} → succeeds after ${ms(after)}${aborted}`;
    case 'error':
      return `${text} → fails with ${then.error.class} after ${ms(after)}${aborted}`;
    case 'hang':
      return `${text} → never returns${aborted}`;
    case 'status': {
      const known =
        then.applied === null ? 'nobody knows' : then.applied ? 'it happened' : 'it did not happen';
      return `${text} → ${known}`;
    }
  }
};
