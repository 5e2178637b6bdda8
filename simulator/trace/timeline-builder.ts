/** Reads a trace event by event into the lanes and moments of its timeline. */

import type {
  AttemptOutcome,
  AttemptStartedEvent,
  CompensationStartedEvent,
  Outcome,
  TraceEvent,
  TransitionEvent,
} from '../../core/model/trace.ts';
import { type Moments, momentAt, nextMoment, startMoments } from './moments.ts';
import type {
  Bar,
  BarKind,
  BarOutcome,
  Lane,
  Mark,
  Timeline,
  Turn,
  Undo,
} from './timeline-model.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type DraftBar = Mutable<Bar>;
type DraftUndo = Mutable<Undo>;

interface DraftLane extends Mutable<Lane> {
  readonly bars: DraftBar[];
  readonly marks: Mark[];
  readonly undos: DraftUndo[];
}

/** What is known of a unit; its bars are here only while they are open. */
interface UnitDraft {
  readonly lane: DraftLane;
  /** Null for a unit that runs forward. */
  readonly undo: DraftUndo | null;
  ready: { readonly at: number; readonly moment: number; readonly seq: number } | null;
  /** The run since READY→RUNNING: an attempt, a wait or a span. */
  running: DraftBar | null;
  /** The run that ended last: what ends it is told in two events. */
  ended: DraftBar | null;
  backoff: DraftBar | null;
}

export interface TimelineDraft {
  readonly lanes: Map<string, DraftLane>;
  readonly units: Map<string, UnitDraft>;
  readonly moments: Moments;
  readonly turns: Turn[];
  outcome: Outcome | null;
  endedAt: number | null;
  last: Stamp;
}

interface Stamp {
  readonly at: number;
  readonly seq: number;
}

interface OfUnit extends Stamp {
  readonly node: string;
  readonly unit: string;
  readonly attempt: number;
  readonly iteration?: number;
  readonly undoes?: string;
}

/** How the unit of a compensation is named: see the driver protocol, `perform`. */
const COMPENSATION = 'compensate:';

export function startTimeline(): TimelineDraft {
  return {
    lanes: new Map(),
    units: new Map(),
    moments: startMoments(),
    turns: [],
    outcome: null,
    endedAt: null,
    last: { at: 0, seq: 0 },
  };
}

export function readEvent(draft: TimelineDraft, event: TraceEvent): void {
  draft.last = { at: Math.max(draft.last.at, event.at), seq: event.seq };
  switch (event.type) {
    case 'transition':
      readTransition(draft, event);
      break;
    case 'attempt.started':
      readStart(draft, event);
      break;
    case 'attempt.ended': {
      const unit = unitOf(draft, event);
      const bar = unit.running ?? unit.ended;
      if (bar === null) break;
      bar.error = event.error ?? bar.error;
      bar.lastSeq = event.seq;
      // A call that is cancelled ends behind the transition that cancels it.
      if (bar === unit.running) endRun(draft, unit, event, barOutcome(event.outcome));
      else if (bar.outcome === 'open') bar.outcome = barOutcome(event.outcome);
      break;
    }
    case 'timer.set': {
      const { running, backoff } = unitOf(draft, event);
      if (event.timer === 'wait' && running !== null) {
        running.kind = 'wait';
        running.due = event.due;
      }
      if (event.timer === 'backoff' && backoff !== null) backoff.due = event.due;
      break;
    }
    case 'result.ignored':
      addMark(draft, event, 'late', event.outcome, event.error ?? null);
      break;
    case 'compensation.started':
      undoOf(draft, event);
      break;
    case 'compensation.ended': {
      const undo = undoOf(draft, event);
      undo.state = event.status;
      undo.error = event.error ?? null;
      break;
    }
    case 'unwinding.started': {
      // A child that unwinds with its parent is no turn of its own.
      const last = draft.turns.at(-1);
      if (last?.kind === 'unwinding' && last.at === event.at) break;
      addTurn(draft, 'unwinding', event);
      break;
    }
    case 'cancel.requested':
      addTurn(draft, 'cancel', event);
      break;
    case 'signal.received':
      addTurn(draft, 'signal', event);
      break;
    case 'crashed':
      addTurn(draft, 'crash', event);
      orphanCalls(draft, event);
      break;
    case 'resumed':
      addTurn(draft, 'resume', event);
      break;
    case 'run.paused':
      addTurn(draft, 'pause', event);
      break;
    case 'operator.act':
      addTurn(draft, 'operator', event);
      break;
    case 'instance.ended':
      draft.outcome = event.outcome;
      draft.endedAt = event.at;
      addTurn(draft, 'end', event);
      break;
    case 'timer.fired':
      break;
  }
}

export function finishTimeline(draft: TimelineDraft): Timeline {
  for (const { running, backoff } of draft.units.values()) {
    if (running !== null) closeBar(draft, running, draft.last, 'open');
    if (backoff !== null) closeBar(draft, backoff, draft.last, 'open');
  }
  // A mark fills the slot behind its moment, so the last one needs a moment behind it.
  if (draft.moments.filled) nextMoment(draft.moments);
  return {
    lanes: [...draft.lanes.values()],
    moments: draft.moments.list,
    turns: draft.turns,
    outcome: draft.outcome,
    endedAt: draft.endedAt,
    lastAt: draft.last.at,
  };
}

function readTransition(draft: TimelineDraft, event: TransitionEvent): void {
  const unit = unitOf(draft, event);
  if (unit.undo === null) unit.lane.state = event.to;
  if (unit.backoff !== null) {
    closeBar(draft, unit.backoff, event, event.to === 'READY' ? 'succeeded' : 'cancelled');
    unit.backoff = null;
  }
  if (event.from === 'RUNNING') leaveRunning(draft, unit, event);
  switch (event.to) {
    case 'READY':
      unit.ready = { at: event.at, moment: momentAt(draft.moments, event.at), seq: event.seq };
      break;
    case 'RUNNING':
      startRun(draft, unit, event);
      break;
    case 'RETRYING':
      unit.backoff = openBar(draft, unit, 'backoff', event);
      unit.backoff.due = event.delay === undefined ? null : event.at + event.delay;
      unit.backoff.error = event.error ?? null;
      break;
    case 'SKIPPED':
    case 'CANCELLED':
      // From RUNNING and RETRYING a bar tells it.
      if (event.from === 'PENDING' || event.from === 'READY') {
        addMark(draft, event, event.to === 'SKIPPED' ? 'skipped' : 'cancelled', null, null);
      }
      break;
    default:
      break;
  }
}

function readStart(draft: TimelineDraft, event: AttemptStartedEvent): void {
  const unit = unitOf(draft, event);
  // A run that made a call before (a redelivery, a question to the far side) makes another.
  const fresh = unit.running?.kind === 'span' ? unit.running : startRun(draft, unit, event);
  fresh.kind = 'attempt';
  fresh.attempt = event.attempt;
  fresh.purpose = event.purpose;
  const counted = unit.undo ?? unit.lane;
  counted.attempts = Math.max(counted.attempts, event.attempt);
}

/** The bar of a run; until a call is made it is a span. */
function startRun(draft: TimelineDraft, unit: UnitDraft, event: OfUnit): DraftBar {
  if (unit.running !== null) endRun(draft, unit, event, 'open');
  const { ready } = unit;
  unit.ready = null;
  if (ready !== null && ready.at < event.at) {
    const queue = openBar(draft, unit, 'queue', { ...event, ...ready }, ready.moment);
    closeBar(draft, queue, event, 'succeeded');
  }
  const run = openBar(draft, unit, 'span', event);
  unit.running = run;
  return run;
}

function endRun(draft: TimelineDraft, unit: UnitDraft, event: Stamp, outcome: BarOutcome): void {
  if (unit.running === null) return;
  closeBar(draft, unit.running, event, outcome);
  unit.ended = unit.running;
  unit.running = null;
}

/** Calls that are open when the runtime dies are lost to it; waits and backoffs go on. */
function orphanCalls(draft: TimelineDraft, event: Stamp): void {
  for (const unit of draft.units.values()) {
    if (unit.running?.kind === 'attempt') endRun(draft, unit, event, 'open');
  }
}

function leaveRunning(draft: TimelineDraft, unit: UnitDraft, event: TransitionEvent): void {
  if (unit.running !== null) {
    unit.running.error = event.error ?? null;
    endRun(draft, unit, event, outcomeOfState(event));
  } else if (unit.ended !== null) {
    unit.ended.lastSeq = event.seq;
  }
}

function openBar(
  draft: TimelineDraft,
  { lane, undo }: UnitDraft,
  kind: BarKind,
  event: OfUnit,
  since: number | null = null,
): DraftBar {
  if (draft.moments.filled && since === null) nextMoment(draft.moments);
  const bar: DraftBar = {
    kind,
    direction: undo === null ? 'forward' : 'undo',
    node: event.node,
    unit: event.unit,
    from: event.at,
    to: event.at,
    fromMoment: since ?? momentAt(draft.moments, event.at),
    toMoment: -1,
    attempt: event.attempt,
    outcome: 'open',
    purpose: undo === null ? 'forward' : 'compensation',
    error: null,
    due: null,
    firstSeq: event.seq,
    lastSeq: event.seq,
  };
  lane.bars.push(bar);
  return bar;
}

function closeBar(draft: TimelineDraft, bar: DraftBar, event: Stamp, outcome: BarOutcome): void {
  const now = momentAt(draft.moments, event.at);
  bar.to = event.at;
  bar.toMoment = now > bar.fromMoment ? now : nextMoment(draft.moments);
  bar.outcome = outcome;
  bar.lastSeq = event.seq;
}

function addMark(
  draft: TimelineDraft,
  event: OfUnit,
  kind: Mark['kind'],
  result: Mark['result'],
  error: Mark['error'],
): void {
  const { lane, undo } = unitOf(draft, event);
  lane.marks.push({
    kind,
    direction: undo === null ? 'forward' : 'undo',
    node: event.node,
    unit: event.unit,
    at: event.at,
    moment: momentAt(draft.moments, event.at),
    attempt: event.attempt,
    result,
    error,
    seq: event.seq,
  });
  draft.moments.filled = true;
}

function addTurn(draft: TimelineDraft, kind: Turn['kind'], { at, seq }: Stamp): void {
  draft.turns.push({ kind, at, moment: momentAt(draft.moments, at), seq });
}

function unitOf(draft: TimelineDraft, event: OfUnit): UnitDraft {
  const known = draft.units.get(event.unit);
  if (known !== undefined) return known;
  const { node, unit } = event;
  const undoes =
    event.undoes ?? (unit.startsWith(COMPENSATION) ? unit.slice(COMPENSATION.length) : null);
  if (undoes !== null) undoOf(draft, { node, unit, undoes });
  return (
    draft.units.get(unit) ??
    enter(draft, unit, laneOf(draft, unit, node, event.iteration ?? null), null)
  );
}

function undoOf(
  draft: TimelineDraft,
  { node, unit, undoes }: Pick<CompensationStartedEvent, 'node' | 'unit' | 'undoes'>,
): DraftUndo {
  // Several nodes may undo one unit (Q6); then the units have one name and two nodes.
  const lane = laneOf(draft, undoes, undoes, null);
  const known = lane.undos.find((undo) => undo.unit === unit && undo.node === node);
  if (known !== undefined) return known;
  const undo: DraftUndo = { node, unit, state: 'compensating', attempts: 0, error: null };
  lane.undos.push(undo);
  enter(draft, unit, lane, undo);
  return undo;
}

function enter(
  draft: TimelineDraft,
  unit: string,
  lane: DraftLane,
  undo: DraftUndo | null,
): UnitDraft {
  const entered: UnitDraft = {
    lane,
    undo,
    ready: null,
    running: null,
    ended: null,
    backoff: null,
  };
  draft.units.set(unit, entered);
  return entered;
}

function laneOf(
  draft: TimelineDraft,
  unit: string,
  node: string,
  iteration: number | null,
): DraftLane {
  const known = draft.lanes.get(unit);
  if (known !== undefined) return known;
  const lane: DraftLane = {
    unit,
    node,
    iteration,
    state: 'PENDING',
    attempts: 0,
    bars: [],
    marks: [],
    undos: [],
  };
  draft.lanes.set(unit, lane);
  return lane;
}

function barOutcome(outcome: AttemptOutcome): BarOutcome {
  return outcome === 'uncertain_side_effect' ? 'uncertain' : outcome;
}

function outcomeOfState({ to, error }: TransitionEvent): BarOutcome {
  switch (to) {
    case 'SUCCEEDED':
      return 'succeeded';
    case 'CANCELLED':
      return 'cancelled';
    case 'SKIPPED':
      return 'timed_out';
    default:
      return error?.class === 'timeout' ? 'timed_out' : 'failed';
  }
}
