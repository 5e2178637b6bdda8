/**
 * The thundering herd. When a client calls again hangs on its policy and its chances alone, so
 * each is run once as if nobody were ever served; then the service says who is served when; then
 * each is run again with these answers, and the bars are counted from these runs.
 */

import { type Client, type Herd, prepare, runClient } from './client.ts';
import { BUCKET, bounded, type HerdParameters, HORIZON } from './parameters.ts';
import { served } from './service.ts';

export type Waiting = 'none' | 'equal' | 'full';

export const WAITINGS: readonly Waiting[] = ['none', 'equal', 'full'];

export interface HerdResult {
  readonly waiting: Waiting;
  /** Calls in each quarter of a second. */
  readonly bars: readonly number[];
  /** Of the bars from the end of the outage on. */
  readonly peak: number;
  readonly calls: number;
  /** When the last of those was served who were, in ms; null where nobody was. */
  readonly lastServed: number | null;
  readonly stillWaiting: number;
}

export interface HerdQuestion {
  readonly herd: HerdParameters;
}

export interface HerdAnswer {
  readonly kind: 'herd';
  /** As they were used. */
  readonly parameters: HerdParameters;
  readonly results: readonly HerdResult[];
}

export function herdAnswerOf({ herd }: HerdQuestion): HerdAnswer {
  const parameters = bounded(herd);
  return {
    kind: 'herd',
    parameters,
    results: WAITINGS.map((waiting) => resultOf(waiting, parameters)),
  };
}

/**
 * Equal jitter is not in any of the specs: half of the wait is fixed, the other half is drawn.
 * For the simulator, which knows the whole wait times a draw, that is another draw.
 */
export function equalJitterNotInAnyOfTheSpecs(draw: number): number {
  return 0.5 + draw / 2;
}

function resultOf(waiting: Waiting, parameters: HerdParameters): HerdResult {
  const herd = prepare(parameters, waiting !== 'none');
  const numbers = Array.from({ length: parameters.clients }, (_, at) => at + 1);
  const draws = numbers.map((number) => (waiting === 'equal' ? equalDraws(herd, number) : null));
  const unserved = numbers.map((number, at) => runClient(herd, number, null, draws[at] ?? null));
  const attempts = served(
    unserved.map(({ calls }) => calls),
    parameters,
  );
  const clients = numbers.map((number, at) => {
    const attempt = attempts[at] ?? null;
    // Who is never served has had this very run.
    if (attempt === null) return unserved[at] as Client;
    return runClient(herd, number, attempt, draws[at] ?? null);
  });
  return { waiting, ...countOf(clients, parameters) };
}

/** Each of these waits is longer than with full jitter, so there are draws enough. */
function equalDraws(herd: Herd, number: number): readonly number[] {
  return runClient(herd, number, null, null).draws.map(equalJitterNotInAnyOfTheSpecs);
}

function countOf(
  clients: readonly Client[],
  { outage }: HerdParameters,
): Omit<HerdResult, 'waiting'> {
  const bars = new Array<number>(HORIZON / BUCKET).fill(0);
  for (const { calls } of clients) {
    for (const at of calls) {
      const bar = Math.floor(at / BUCKET);
      bars[bar] = (bars[bar] ?? 0) + 1;
    }
  }
  const servedAt = clients.flatMap((client) => client.servedAt ?? []);
  return {
    bars,
    peak: Math.max(0, ...bars.slice(Math.ceil(outage / BUCKET))),
    calls: bars.reduce((sum, bar) => sum + bar, 0),
    lastServed: servedAt.length === 0 ? null : Math.max(...servedAt),
    stillWaiting: clients.length - servedAt.length,
  };
}
