/** What failed and why: each unit that did not make it, with its attempts. */

import type { TraceEvent, TransitionEvent } from '../../../../core/model/trace.ts';
import type { Workflow } from '../../../../core/model/workflow.ts';
import {
  formatTime,
  isNamedByUndone,
  undoneUnit,
} from '../../../../simulator/trace/explain/words.ts';
import { explain } from '../../../../simulator/trace/explain.ts';
import type { Bar, Lane, Timeline } from '../../../../simulator/trace/timeline.ts';
import { returnErrorOf } from '../../story/return-error.ts';
import type { Clock } from '../../timeline/clock.ts';
import { code, escaped, table } from './text.ts';

/** Units that are told; of more the rest is counted. */
const TOLD = 20;
/** Attempts of one unit, the last ones of many. */
const ATTEMPTS = 20;

export function failureLines(
  trace: readonly TraceEvent[],
  workflow: Workflow,
  { lanes }: Timeline,
  clock: Clock,
): readonly string[] {
  const failures = new Map<string, TransitionEvent>();
  for (const event of trace) {
    if (event.type === 'transition' && event.to === 'FAILED') failures.set(event.unit, event);
  }
  const all = [...failures.values()].sort((left, right) => left.seq - right.seq);
  if (all.length === 0) return noStepLines(trace);
  const rest = all.length - TOLD;
  return [
    ...all.slice(0, TOLD).flatMap((event, index) => {
      const undone = event.unit.startsWith('compensate:');
      const lane = lanes.find(({ unit, undos }) =>
        undone ? undos.some((undo) => undo.unit === event.unit) : unit === event.unit,
      );
      const lines = failureOf(event, lane, trace, workflow, clock);
      return index === 0 ? lines : ['', ...lines];
    }),
    ...(rest > 0 ? ['', `And ${rest} more.`] : []),
  ];
}

function noStepLines(trace: readonly TraceEvent[]): readonly string[] {
  const error = returnErrorOf(trace);
  if (error === null) return ['Nothing failed for good.'];
  return [
    `No step failed. Then nothing could be returned: ${escaped(error)}. That fails the run, and nothing is undone.`,
  ];
}

function failureOf(
  event: TransitionEvent,
  lane: Lane | undefined,
  trace: readonly TraceEvent[],
  workflow: Workflow,
  clock: Clock,
): readonly string[] {
  const { unit, node, error } = event;
  const name = isNamedByUndone(node, unit) ? undoneUnit(unit) : node;
  const what = unit.startsWith('compensate:') ? `${code(name)} (undo)` : code(unit);
  const reason = error?.message === undefined ? '' : `: ${escaped(error.message)}`;
  const attempts = (lane?.bars ?? []).filter(
    (bar) => bar.kind === 'attempt' && bar.unit === unit && bar.node === node,
  );
  const left = attempts.length - ATTEMPTS;
  const rows = attempts.slice(-ATTEMPTS).map((bar) => rowOf(bar, clock));
  if (left > 0) rows.unshift(['…', '…', '…', `${left} before`, '']);
  return [
    `### ${what}: ${escaped(error?.class ?? 'failed')}${codeOf(event)}`,
    '',
    `Failed at ${timeOf(event.at, clock)}${reason}. ${escaped(explain(event, trace, workflow).because)}`.trimEnd(),
    ...(rows.length === 0
      ? []
      : ['', ...table(['attempt', 'began', 'took', 'outcome', 'error'], rows)]),
  ];
}

function codeOf({ error }: TransitionEvent): string {
  return error?.code === undefined ? '' : ` (${error.code})`;
}

function rowOf({ attempt, purpose, from, to, outcome, error }: Bar, clock: Clock) {
  const what = purpose === 'reconcile' ? 'asked what became of it' : outcome.replace('_', ' ');
  const status = error?.status === undefined ? '' : ` ${error.status}`;
  const message = error?.message === undefined ? '' : ` (${escaped(error.message)})`;
  return [
    String(attempt),
    timeOf(from, clock),
    formatTime(to - from),
    what,
    error === null ? '' : `${escaped(error.class)}${status}${message}`,
  ];
}

export function timeOf(at: number, clock: Clock): string {
  return clock.unit === '' ? clock.format(at) : `${clock.format(at)} ${clock.unit}`;
}
