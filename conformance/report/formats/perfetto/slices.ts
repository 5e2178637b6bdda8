/** The slices of tracks: attempts, backoffs, waits, and the run as a whole. */

import type { Run } from '../../../../core/model/run.ts';
import type { TraceEvent } from '../../../../core/model/trace.ts';
import type { Bar, Timeline, Turn } from '../../../../simulator/trace/timeline.ts';
import { type CompleteEvent, PROCESS } from './event.ts';
import type { Stamps } from './stamps.ts';
import { ENGINE_TRACK, RUN_TRACK, type Track } from './tracks.ts';

export function* slicesOf(
  track: Track,
  trace: readonly TraceEvent[],
  stamps: Stamps,
): Generator<CompleteEvent> {
  for (const bar of track.bars) {
    yield slice(track.tid, nameOf(bar), categoryOf(bar), bar, stamps, argumentsOf(bar, trace));
  }
}

interface Extent {
  readonly fromMoment: number;
  readonly toMoment: number;
}

function slice(
  tid: number,
  name: string,
  cat: string,
  { fromMoment, toMoment }: Extent,
  stamps: Stamps,
  args: CompleteEvent['args'],
): CompleteEvent {
  const ts = stamps.ofMoment(fromMoment);
  return { ph: 'X', pid: PROCESS, tid, name, cat, ts, dur: stamps.ofMoment(toMoment) - ts, args };
}

function nameOf({ kind, direction, purpose, attempt, outcome, node }: Bar): string {
  switch (kind) {
    case 'attempt':
      if (purpose === 'reconcile') return 'asks what became of it';
      return `${direction === 'undo' ? 'undo ' : ''}attempt ${attempt}${ending(outcome)}`;
    case 'backoff':
      return outcome === 'cancelled' ? 'backoff, cancelled' : 'backoff';
    case 'wait':
      return `wait${ending(outcome)}`;
    case 'queue':
      return 'waits for a worker';
    case 'span':
      return `${node}${ending(outcome)}`;
  }
}

function ending(outcome: Bar['outcome']): string {
  switch (outcome) {
    case 'succeeded':
      return '';
    case 'open':
      return ', end unknown';
    case 'timed_out':
      return ', timed out';
    case 'failed':
    case 'cancelled':
    case 'uncertain':
      return `, ${outcome}`;
  }
}

function categoryOf({ kind, direction, purpose }: Bar): string {
  if (purpose === 'reconcile') return 'reconcile';
  return kind === 'attempt' && direction === 'undo' ? 'compensation' : kind;
}

function argumentsOf(bar: Bar, trace: readonly TraceEvent[]): CompleteEvent['args'] {
  const { unit, node, kind, attempt, purpose, outcome, from, to, due, error } = bar;
  const events = { firstEvent: bar.firstSeq, lastEvent: bar.lastSeq };
  const times = { fromMs: from, toMs: to, ...(due === null ? {} : { dueMs: due }) };
  return {
    unit,
    node,
    outcome,
    ...(kind === 'attempt' || kind === 'backoff' ? { attempt } : {}),
    ...(kind === 'attempt' ? { purpose } : {}),
    ...detailsOf(bar, trace),
    ...(error === null ? {} : { error }),
    ...times,
    ...events,
  };
}

/** What the events of the bar say beyond it: its key, or how its delay came about. */
function detailsOf(
  { unit, kind, firstSeq, lastSeq }: Bar,
  trace: readonly TraceEvent[],
): CompleteEvent['args'] {
  const most = Math.min(lastSeq, firstSeq + NEAR);
  for (let seq = firstSeq; seq <= most; seq += 1) {
    const event = trace[seq - 1];
    if (event === undefined || !('unit' in event) || event.unit !== unit) continue;
    if (kind === 'attempt' && event.type === 'attempt.started') {
      const { key, redelivered, undoes } = event;
      return {
        key,
        ...(undoes === undefined ? {} : { undoes }),
        ...(redelivered === undefined ? {} : { redelivered }),
      };
    }
    if (kind === 'backoff' && event.type === 'timer.set') {
      const { base, draw } = event;
      return {
        ...(base === undefined ? {} : { baseMs: base }),
        ...(draw === undefined ? {} : { draw }),
      };
    }
  }
  return {};
}

/** A bar's call, or its timer, is told by its first events. */
const NEAR = 8;

/** The run from its beginning to its end, and within it its unwinding. */
export function runSlices(run: Run, timeline: Timeline, stamps: Stamps): readonly CompleteEvent[] {
  const { turns, moments } = timeline;
  const end = turns.findLast(({ kind }) => kind === 'end')?.moment ?? moments.length - 1;
  const whole = { fromMoment: 0, toMoment: Math.max(end, 1) };
  const { outcome, compensation, endedAt } = run;
  const args = { outcome, compensation, endedAtMs: endedAt };
  const unwinding = ownUnwinding(run, turns);
  return [
    slice(RUN_TRACK, `run: ${outcome}`, 'run', whole, stamps, args),
    ...(unwinding === null || unwinding.moment >= whole.toMoment
      ? []
      : [
          slice(
            RUN_TRACK,
            'unwinding',
            'run',
            { fromMoment: unwinding.moment, toMoment: whole.toMoment },
            stamps,
            {},
          ),
        ]),
    ...downSlices(turns, moments.length - 1, stamps),
  ];
}

/** That of the run itself, and not of a subworkflow. */
function ownUnwinding({ trace }: Run, turns: readonly Turn[]): Turn | null {
  const started = trace.find(
    (event) => event.type === 'unwinding.started' && event.unit === undefined,
  );
  return turns.find(({ seq }) => seq === started?.seq) ?? null;
}

/** From each crash to the resume behind it. */
function downSlices(
  turns: readonly Turn[],
  last: number,
  stamps: Stamps,
): readonly CompleteEvent[] {
  return turns
    .filter(({ kind }) => kind === 'crash')
    .map((crash) => {
      const back = turns.find(({ kind, seq }) => kind === 'resume' && seq > crash.seq);
      const toMoment = Math.max(back?.moment ?? last, crash.moment + 1);
      const extent = { fromMoment: crash.moment, toMoment };
      return slice(ENGINE_TRACK, 'down', 'engine', extent, stamps, {});
    });
}
