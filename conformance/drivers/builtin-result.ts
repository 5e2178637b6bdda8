/** How a simulated run ended, as the protocol tells it. */

import type { Run } from '../../core/model/run.ts';
import type { TraceError, TraceEvent, TransitionEvent } from '../../core/model/trace.ts';
import type { ReadTraceEvent, RunResult } from '../protocol/schema/index.ts';

type ToldError = NonNullable<RunResult['error']>;

export const resultOf = (run: Run): RunResult => {
  const { outcome, compensation, failures, output } = run;
  if (outcome === 'refused') {
    const [error] = run.errors;
    return refusedResult(error?.code ?? 'unsupported', error?.message ?? '');
  }
  return {
    outcome,
    compensation,
    error: errorOf(run),
    failures: failures.map(({ step, unit, code, class: errorClass }) => ({
      ...{ step, unit, class: errorClass },
      ...(code === null ? {} : { code }),
    })),
    output,
    trace: run.trace as readonly TraceEvent[] as unknown as readonly ReadTraceEvent[],
  };
};

export const refusedResult = (code: string, message: string): RunResult => ({
  outcome: 'refused',
  error: { code, class: 'internal', message },
});

/** What the run failed of: the failure that unwound or parked it, or that ended it. */
const errorOf = ({ trace, outcome, stalledBecause }: Run): ToldError | null => {
  if (outcome === 'succeeded') return null;
  const ended = trace.findLast((event) => event.type === 'instance.ended');
  const turned = outcome === 'cancelled' ? undefined : trace.findLast(isTurn);
  const cause = turned?.cause ?? (outcome === 'failed' ? ended?.cause : null) ?? null;
  const failed = cause === null ? null : failureAt(trace, cause);
  const error = ended?.error ?? failed?.error;
  if (error !== undefined) return told(error, failed?.node ?? null);
  if (stalledBecause === null) return null;
  return { class: 'internal', message: stalledBecause };
};

const isTurn = (event: TraceEvent): boolean =>
  event.type === 'run.paused' || (event.type === 'unwinding.started' && event.unit === undefined);

const failureAt = (trace: readonly TraceEvent[], seq: number): TransitionEvent | null => {
  const event = trace[seq - 1];
  return event?.type === 'transition' && event.to === 'FAILED' ? event : null;
};

const told = (error: TraceError, step: string | null): ToldError => ({
  class: error.class,
  ...(error.code === undefined ? {} : { code: error.code }),
  ...(step === null ? {} : { step }),
  ...(error.message === undefined ? {} : { message: error.message }),
  uncertain: error.uncertain === true,
});
