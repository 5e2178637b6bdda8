/** The calls of two runtimes in one list: the same call of both stands in one row. */

import {
  type Attempt,
  attemptsOf,
  onWholeTimes,
  timeOf,
} from '../../conformance/report/html/timeline/attempts.ts';
import type { ShownCall } from '../../conformance/suite/certification.ts';
import { formatTime } from '../../simulator/trace/explain/words.ts';
import { MOST_CALLS } from './limits.ts';
import type { CallRow, CallSide } from './messages.ts';

/** In the order of time, what was expected before what was not. */
export function callRowsOf(
  reference: readonly ShownCall[],
  observed: readonly ShownCall[],
): readonly CallRow[] {
  const expected = onWholeTimes(reference.slice(0, MOST_CALLS));
  const made = onWholeTimes(observed.slice(0, MOST_CALLS));
  const rows: CallRow[] = attemptsOf(expected, made).map((attempt) => rowOf(attempt, 'reference'));
  const open = new Map<string, number[]>();
  for (const [index, row] of rows.entries()) {
    const places = open.get(row.name) ?? [];
    places.push(index);
    open.set(row.name, places);
  }
  for (const attempt of attemptsOf(made, expected)) {
    const row = rowOf(attempt, 'observed');
    const place = open.get(row.name)?.shift();
    const other = place === undefined ? undefined : rows[place];
    if (place === undefined || other === undefined) rows.push(row);
    else rows[place] = { ...other, observed: row.observed, at: Math.min(other.at, row.at) };
  }
  return rows.sort((one, other) => one.at - other.at);
}

function rowOf(attempt: Attempt, side: 'reference' | 'observed'): CallRow {
  const { call } = attempt;
  return {
    at: timeOf(call.at),
    name: nameOf(call),
    unit: call.unit,
    attempt: call.attempt,
    reference: side === 'reference' ? sideOf(attempt) : null,
    observed: side === 'observed' ? sideOf(attempt) : null,
  };
}

function sideOf({ call, look, word, to }: Attempt): CallSide {
  const at = timeOf(call.at);
  return {
    at,
    time: formatTime(at),
    word,
    look: look === 'asked' ? 'ready' : look,
    ended: to === null ? '' : formatTime(to.at),
  };
}

function nameOf({ unit, undoes, purpose, attempt, redelivered }: ShownCall): string {
  const what = {
    forward: unit,
    compensation:
      undoes === null || undoes === unit ? `undo of ${unit}` : `${unit} undoes ${undoes}`,
    reconcile: `question about ${unit}`,
  }[purpose];
  return `${what}, attempt ${attempt}${redelivered ? ', delivered again' : ''}`.slice(0, 300);
}
