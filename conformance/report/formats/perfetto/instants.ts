/** Points of a run: its turns, what people did, late answers, and effects in the world. */

import type { Run } from '../../../../core/model/run.ts';
import type { Mark, Timeline, Turn, TurnKind } from '../../../../simulator/trace/timeline.ts';
import type { Notable } from '../../story/notable-kind.ts';
import { type InstantEvent, PROCESS } from './event.ts';
import type { Stamps } from './stamps.ts';
import { ENGINE_TRACK, RUN_TRACK, type Tracks } from './tracks.ts';

/** @param story What a line says of an event, by its number. */
export function* instantsOf(
  run: Run,
  timeline: Timeline,
  tracks: Tracks,
  stamps: Stamps,
  story: ReadonlyMap<number, Notable>,
): Generator<InstantEvent> {
  for (const turn of timeline.turns) {
    const name = story.get(turn.seq)?.text ?? TURNS[turn.kind];
    yield {
      ph: 'i',
      s: 'p',
      pid: PROCESS,
      tid: trackOf(turn),
      name,
      cat: turn.kind,
      ts: stamps.ofMoment(turn.moment),
      args: { event: turn.seq },
    };
  }
  for (const { unit, marks } of timeline.lanes) {
    for (const mark of marks) yield instantOf(mark, unit, tracks, stamps);
  }
  for (const { at, unit, node, attempt, key, repeated } of run.effects) {
    yield {
      ph: 'i',
      s: 't',
      pid: PROCESS,
      tid: tracks.of(unit, node),
      name: repeated ? 'effect in the world, again' : 'effect in the world',
      cat: 'effect',
      ts: stamps.ofTime(at),
      args: { attempt, key, repeated },
    };
  }
}

const TURNS: Readonly<Record<TurnKind, string>> = {
  unwinding: 'unwinding starts',
  cancel: 'cancelled from outside',
  signal: 'signal',
  crash: 'the engine crashes',
  resume: 'the engine is back',
  pause: 'paused',
  operator: 'operator',
  end: 'end',
};

function trackOf({ kind }: Turn): number {
  const isOfEngine =
    kind === 'crash' || kind === 'resume' || kind === 'pause' || kind === 'operator';
  return isOfEngine ? ENGINE_TRACK : RUN_TRACK;
}

function instantOf(
  { kind, unit, node, moment, attempt, result, error, seq }: Mark,
  lane: string,
  tracks: Tracks,
  stamps: Stamps,
): InstantEvent {
  return {
    ph: 'i',
    s: 't',
    pid: PROCESS,
    tid: tracks.of(unit, node),
    name: kind === 'late' ? `late ${result === 'failed' ? 'failure' : 'success'}, ignored` : kind,
    cat: kind,
    ts: stamps.ofMoment(moment),
    args: { unit: lane, attempt, ...(error === null ? {} : { error }), event: seq },
  };
}
