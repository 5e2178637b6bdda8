/**
 * Where a run of the simulator and the second reading of it differ. What the specification leaves
 * free is stated here and nowhere else:
 *
 * - **Draws** (§8.1.1: full jitter is recommended, uniform in [0, delay]). Chance is nobody's to
 *   read, so the reading takes the simulator's draws, each of which must be in [0, 1); that the
 *   delay is the draw's share of the clamped delay is compared.
 * - **Order within one instant** (driver protocol, At one instant). Calls that begin in one round
 *   of decisions begin at one time; in which order the world hears of them says nothing.
 * - **What a cancel leaves** (Q15). Handlers stay PENDING, and what could still have been reached
 *   turns CANCELLED. Whether what only a failure could have led to counts as such is not said, nor
 *   what counts in a run that is paused.
 * - **When a paused run ended** (driver protocol, Trace event): it has not, so no time is compared.
 * - **Rounding**. Times may be fractions and are not rounded: they are compared by ten digits.
 */

import type { Run } from '../../../../core/model/run.ts';
import type { TraceEvent } from '../../../../core/model/trace.ts';
import type { OracleFailure, Reading } from '../reading.ts';
import type { Draws, OracleCall } from '../state.ts';

/** The draws that a run made; those out of bounds read as NaN, so that nothing fits them. */
export const drawsOf =
  ({ trace }: Pick<Run, 'trace'>): Draws =>
  (unit, node, attempt) => {
    const draw = trace.find(
      (event) =>
        event.type === 'timer.set' &&
        event.timer === 'backoff' &&
        event.unit === unit &&
        event.node === node &&
        event.attempt === attempt,
    );
    const value = draw?.type === 'timer.set' ? (draw.draw ?? 0) : 0;
    return value >= 0 && value < 1 ? value : Number.NaN;
  };

/** Each difference as a pair; none where both say the same. */
export const differencesBetween = (reading: Reading, run: Run): readonly unknown[] => {
  const pairs: readonly (readonly [what: string, read: unknown, ran: unknown])[] = [
    ['outcome', reading.outcome, run.outcome],
    ['compensation', reading.compensation, run.compensation],
    ['endedAt', endOf(reading), endOf(run)],
    ['calls', reading.calls.map(lineOfCall).sort(), callsIn(run.trace).sort()],
    ['states', statesRead(reading, run), statesOf(run)],
    ['errors', reading.errors.map(lineOfFailure), errorsOf(run)],
    ['failures', reading.failures.map(lineOfCompensation), failuresOf(run)],
  ];
  return pairs.flatMap(([what, read, ran]) =>
    JSON.stringify(read) === JSON.stringify(ran) ? [] : [{ what, read, ran }],
  );
};

const rounded = (time: number): string => time.toPrecision(10);

const endOf = ({ outcome, endedAt }: Pick<Run, 'outcome' | 'endedAt'>): string =>
  outcome === 'paused' ? 'not yet' : rounded(endedAt);

const lineOfCall = ({ at, unit, node, purpose, attempt }: Omit<OracleCall, 'input'>): string =>
  `${rounded(at)} ${unit} ${node} ${purpose} ${attempt}`;

const callsIn = (trace: readonly TraceEvent[]): string[] =>
  trace.flatMap((event) =>
    event.type === 'attempt.started' && event.purpose !== 'reconcile'
      ? [lineOfCall({ ...event, purpose: event.purpose })]
      : [],
  );

const isUndo = (unit: string): boolean => unit.startsWith('compensate:');

/** The last state of each unit, from the transitions; what made none is PENDING. */
const statesOf = ({ trace, states }: Run): readonly string[] => {
  const last = new Map<string, string>();
  for (const [unit, state] of Object.entries(states))
    if (state === 'PENDING') last.set(unit, state);
  for (const event of trace) {
    if (event.type !== 'transition') continue;
    last.set(isUndo(event.unit) ? `${event.unit} ${event.node}` : event.unit, event.to);
  }
  return [...last].map((each) => each.join(' ')).sort();
};

/** A run calls the only compensation by a node by that node's name; then it has no other state. */
const statesRead = ({ states, open }: Reading, run: Run): readonly string[] =>
  Object.entries(states)
    .filter(([unit]) => run.states[unit] === 'PENDING' || !isNamedByNode(unit, states))
    .map(([unit, state]) => {
      const ran = run.states[unit] ?? '';
      const isFree = open.includes(unit) && ['PENDING', 'CANCELLED'].includes(ran);
      return `${unit} ${isFree ? ran : state}`;
    })
    .sort();

const isNamedByNode = (node: string, states: Reading['states']): boolean =>
  Object.keys(states).some((unit) => isUndo(unit) && unit.endsWith(` ${node}`));

const lineOfFailure = ({ unit, node, code, class: errorClass, attempt }: OracleFailure): string =>
  `${unit} ${node} ${code} ${errorClass} ${attempt}`;

const errorsOf = ({ errors }: Run): readonly string[] =>
  errors.filter(({ code }) => code !== 'HX-4110').map(lineOfFailure);

const lineOfCompensation = ({ unit, node, code, class: errorClass }: OracleFailure): string =>
  `${unit} ${node} ${code} ${errorClass}`;

const failuresOf = ({ failures }: Run): readonly string[] =>
  failures.map(
    ({ unit, step, code, class: errorClass }) => `${unit} ${step} ${code} ${errorClass}`,
  );
