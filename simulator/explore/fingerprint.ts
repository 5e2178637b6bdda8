/**
 * One short text for a state: equal where all that follows is equal, and all that is judged of what
 * was. It is made of what happened to each unit in its own order, and of nothing that says how the
 * units' events lay between each other (README, States). Kept up to date event by event, for a
 * state of ten thousand steps must not be read anew at each decision.
 */

import type { TraceEvent } from '../../core/model/trace.ts';
import type { Engine, Planned } from '../runtime/state.ts';
import { isStale } from '../runtime/turn.ts';

export interface Fingerprint {
  /** Takes in what has happened since the last time. */
  readonly follow: (engine: Engine) => void;
  /** Takes in a decision about a unit. */
  readonly note: (unit: string, what: string) => void;
  readonly of: (engine: Engine, budget: number, looksAtTime: boolean) => string;
}

const FIRST = 0x811c_9dc5 | 0;
const SECOND = 0x9e37_79b9 | 0;

const mix = (value: number, word: number): number => {
  let mixed = Math.imul(value ^ word, 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2_ae35);
  return mixed ^ (mixed >>> 13);
};

const textHash = (text: string): number => {
  let value = FIRST;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x0100_0193);
  }
  return value;
};

/** Hashes of names, kept between executions. */
export interface Names {
  readonly numbers: Map<string, number>;
}

export const createNames = (): Names => ({ numbers: new Map() });

/** A step of the clock that timers are told apart by, in ms (README, Time). */
const GRAIN = 64;

/**
 * @param ordered Units and nodes whose effects' order counts.
 * @param sensitive Nodes that look at more than what they wait for.
 */
export const createFingerprint = (
  { numbers }: Names,
  start: number,
  ordered: ReadonlySet<string>,
  sensitive: ReadonlySet<string>,
): Fingerprint => {
  const units = new Map<string, { first: number; second: number }>();
  let low = mix(FIRST, start);
  let high = mix(SECOND, start);
  let orderLow = FIRST;
  let orderHigh = SECOND;

  const number = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    const made = textHash(text);
    numbers.set(text, made);
    return made;
  };

  const chain = (unit: string, ...words: readonly number[]): void => {
    let lanes = units.get(unit);
    if (lanes === undefined) {
      const name = number(unit);
      lanes = { first: mix(FIRST, name), second: mix(SECOND, name) };
      units.set(unit, lanes);
    } else {
      low = (low - mix(lanes.first, FIRST)) | 0;
      high = (high - mix(lanes.second, SECOND)) | 0;
    }
    for (const word of words) {
      lanes.first = mix(lanes.first, word);
      lanes.second = mix(lanes.second, word ^ SECOND);
    }
    low = (low + mix(lanes.first, FIRST)) | 0;
    high = (high + mix(lanes.second, SECOND)) | 0;
  };

  let read = 0;
  let effects = 0;
  const follow = ({ trace, world }: Engine): void => {
    for (; read < trace.length; read += 1) {
      const event = trace[read] as TraceEvent;
      const unit = 'unit' in event ? (event.unit ?? '') : '';
      // What a failure, a cancel or a race finds done and undone is kept as a whole.
      if (isCut(event, sensitive)) chain(unit, low, high);
      chain(unit, number(event.type), ...wordsOf(event));
    }
    for (; effects < world.effects.length; effects += 1) {
      const { unit, node, attempt } = world.effects[effects] as (typeof world.effects)[number];
      chain(unit, number('effect'), attempt);
      if (!ordered.has(unit) && !ordered.has(node)) continue;
      orderLow = mix(orderLow, number(unit));
      orderHigh = mix(orderHigh, number(unit) ^ SECOND);
    }
  };

  const wordsOf = (event: TraceEvent): readonly number[] => {
    switch (event.type) {
      case 'transition':
        return [
          number(event.to),
          event.attempt,
          number(`${event.error?.class} ${event.error?.code}`),
        ];
      case 'attempt.started':
        return [event.attempt, number(event.purpose)];
      case 'attempt.ended':
      case 'result.ignored':
        return [event.attempt, number(event.outcome), number(`${event.error?.class}`)];
      case 'timer.set':
      case 'timer.fired':
        return [event.attempt, number(event.timer)];
      case 'unwinding.started':
      case 'compensation.ordered':
        return [number(event.order.join('\n'))];
      case 'instance.ended':
        return [number(event.outcome), number(event.compensation)];
      case 'signal.received':
        return [number(event.name)];
      case 'operator.act':
        return [number(`${event.command} ${event.step}`)];
      case 'compensation.ended':
        return [number(event.status)];
      default:
        return [];
    }
  };

  return {
    follow,
    note: (unit, what) => chain(unit, number(what)),
    of: (engine, budget, looksAtTime) => {
      let first = mix(mix(low, orderLow), engine.active.length);
      let second = mix(mix(high, orderHigh), engine.active.length);
      const add = (word: number): void => {
        first = mix(first, word);
        second = mix(second, word ^ SECOND);
      };
      if (looksAtTime) add(Math.round(engine.now / GRAIN));
      // What completed last is undone first.
      for (const { completed, state } of engine.active) {
        add(state);
        for (const { unit } of completed) add(number(unit));
      }
      for (const word of timersOf(engine, budget, number)) add(word);
      return String.fromCharCode(
        first >>> 16,
        first & 0xffff,
        second >>> 16,
        second & 0xffff,
        low >>> 16,
        low & 0xffff,
        high >>> 16,
        high & 0xffff,
      );
    },
  };
};

const isCut = (event: TraceEvent, sensitive: ReadonlySet<string>): boolean => {
  switch (event.type) {
    case 'transition':
      return event.from === 'PENDING' && sensitive.has(event.node);
    case 'cancel.requested':
    case 'deadline.passed':
    case 'signal.received':
    case 'unwinding.started':
    case 'run.paused':
    case 'operator.act':
    case 'crashed':
    case 'resumed':
      return true;
    default:
      return false;
  }
};

/**
 * What will come due by itself, in its order and with its distance. The timeout of a call that
 * waits for its answer comes due only if the call hangs, which takes a fault: with none left it
 * can't, and with one left it matters only how it lies to what comes due without one.
 */
const timersOf = (
  { queue, now }: Engine,
  budget: number,
  number: (text: string) => number,
): readonly number[] => {
  const items = queue.filter((item) => !isStale(item) && (budget > 0 || !isOfOpenCall(item)));
  items.sort(
    (left, right) => left.at - right.at || left.rank - right.rank || left.order - right.order,
  );
  const words: number[] = [];
  let others = 0;
  let calls = 0;
  for (const item of items) {
    const what = number(item.what);
    const unit = number(unitOf(item));
    const distance = Math.round((item.at - now) / GRAIN) | 0;
    if (budget === 1 && isOfOpenCall(item)) {
      calls = (calls + mix(mix(mix(what, unit), distance), others)) | 0;
    } else {
      words.push(what, unit, distance);
      others += 1;
    }
  }
  words.push(calls);
  return words;
};

const isOfOpenCall = (item: Planned): boolean => item.what === 'timeout' && item.call !== null;

const unitOf = (item: Planned): string => {
  if ('step' in item) return item.step.unit;
  return item.what === 'return' || item.what === 'effect' ? item.attempt.step.unit : '';
};
