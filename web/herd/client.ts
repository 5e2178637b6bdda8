/** One client of the herd: a run of a workflow with one step and a retry policy. */

import type { Scenario, TaskAnswer } from '../../core/model/scenario.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import { readDocument } from '../../core/read.ts';
import { readScenario } from '../../core/scenario/read.ts';
import { compileProgram, type Program, simulateProgram } from '../../simulator/index.ts';
import { type HerdParameters, HORIZON } from './parameters.ts';

/** The document that each client runs. */
export function documentOf({ base, cap }: HerdParameters, jitter: boolean): string {
  return `<harness xmlns="https://harnessxml.com/spec/1.0" id="client" specVersion="1.0">
  <nodes>
    <node id="call" type="task">
      <retry maxAttempts="1000" backoff="exponential" initialDelay="PT${base / 1000}S" maxDelay="PT${cap / 1000}S" jitter="${jitter}"/>
    </node>
  </nodes>
</harness>`;
}

export interface Client {
  /** When it calls, in ms. */
  readonly calls: readonly number[];
  /** When it is served; null where it is not. */
  readonly servedAt: number | null;
  /** What chance gave for each wait, in [0, 1); empty without jitter. */
  readonly draws: readonly number[];
}

export interface Herd {
  readonly program: Program;
  readonly scenario: Scenario;
}

export function prepare(parameters: HerdParameters, jitter: boolean): Herd {
  const { workflow } = readDocument(documentOf(parameters, jitter));
  if (workflow === null) throw new Error('the herd has no valid document');
  const { scenario } = readScenario(JSON.stringify({ seed: parameters.seed }), workflow);
  if (scenario === null) throw new Error('the herd has no valid scenario');
  return { program: compileProgram(workflow), scenario };
}

const AWAY: TaskAnswer = {
  after: 0,
  then: {
    kind: 'error',
    error: { class: 'unavailable', status: 503, retryable: null, message: '' },
  },
  applied: false,
  duplicate: false,
};
const SERVED: TaskAnswer = {
  after: 0,
  then: { kind: 'default' },
  applied: true,
  duplicate: false,
};

/**
 * Runs one client until it is served, or until nobody looks any more.
 *
 * @param number Tells it from the others: each has chances of its own.
 * @param servedWith The attempt that is not turned away; null for none.
 * @param draws Instead of its own chances.
 */
export function runClient(
  { program, scenario }: Herd,
  number: number,
  servedWith: number | null,
  draws: readonly number[] | null,
): Client {
  const answers =
    servedWith === null
      ? [AWAY]
      : Array.from({ length: servedWith }, (_, at) => (at + 1 === servedWith ? SERVED : AWAY));
  const { trace } = simulateProgram(program, {
    ...scenario,
    run: `client-${number}`,
    tasks: { call: answers },
    draws: draws === null ? {} : { call: draws },
    controls: [{ at: HORIZON, action: 'cancel' }],
  });
  return readClient(trace);
}

function readClient(trace: readonly TraceEvent[]): Client {
  const calls: number[] = [];
  const draws: number[] = [];
  let servedAt: number | null = null;
  for (const event of trace) {
    if (event.type === 'attempt.started' && event.at < HORIZON) calls.push(event.at);
    if (event.type === 'timer.set' && event.draw !== undefined) draws.push(event.draw);
    if (event.type === 'attempt.ended' && event.outcome === 'succeeded') servedAt = event.at;
  }
  return { calls, servedAt, draws };
}
