/** Loops: four kinds, bounds, concurrency, and what a failed iteration means (§4). */

import { end, succeed } from './attempts.ts';
import {
  createUnit,
  type Fault,
  type Instance,
  isInFlight,
  iterationsOf,
  NotRead,
  nodeById,
  type Unit,
} from './state.ts';
import { evaluateCondition, internal } from './values.ts';

const REFUSED = internal('HX-4104');

/** Takes a running loop one step further; false if it waits for its iterations. */
export const advanceLoop = (instance: Instance, loop: Unit): boolean => {
  const { maxIterations, maxConcurrency, onItemFailure, kind } = loopOf(loop);
  const iterations = iterationsOf(instance, loop);
  const running = iterations.filter(isInFlight).length;
  const failed = firstFailed(iterations);
  if (failed !== undefined && onItemFailure !== 'continue') {
    // At the first: what may not be cancelled finishes for nothing, and nobody waits for it.
    if (loop.isRefused) end(instance, loop, 'FAILED', REFUSED);
    else if (onItemFailure === 'fail') end(instance, loop, 'FAILED', faultOf(failed));
    else succeed(instance, loop, {});
    return true;
  }
  if (loop.isRefused) {
    // Those before a refused one ran: what is in flight comes to its end first.
    if (running > 0) return false;
    end(instance, loop, 'FAILED', REFUSED);
    return true;
  }
  const isSerial = kind === 'while' || kind === 'until';
  if (running >= (isSerial ? 1 : maxConcurrency)) return false;
  const next = wantsAnother(instance, loop, iterations.length);
  if (typeof next !== 'boolean') {
    end(instance, loop, 'FAILED', next);
    return true;
  }
  if (!next) {
    if (running > 0) return false;
    finish(instance, loop, iterations);
    return true;
  }
  if (iterations.length >= maxIterations) {
    loop.isRefused = true;
    return true;
  }
  startIteration(instance, loop, iterations.length);
  return true;
};

const loopOf = ({ node: { loop } }: Unit) => {
  if (loop === null) throw new NotRead('a loop that says nothing');
  return loop;
};

/** `while` before, `until` after each iteration. */
const wantsAnother = (instance: Instance, loop: Unit, done: number): boolean | Fault => {
  const { kind, count, while: condition } = loopOf(loop);
  switch (kind) {
    case 'forEach':
      return done < loop.elements.length;
    case 'times':
      return done < (count ?? 0);
    case 'while':
      return evaluateCondition(instance, loop, condition ?? '');
    case 'until': {
      if (done === 0) return true;
      const holds = evaluateCondition(instance, loop, condition ?? '');
      return typeof holds === 'boolean' ? !holds : holds;
    }
  }
};

/** `continue`: it succeeds if any iteration did, or there was none to run. */
const finish = (instance: Instance, loop: Unit, iterations: readonly Unit[]): void => {
  const failed = firstFailed(iterations);
  const hasAny = iterations.some(({ state }) => state !== 'FAILED');
  if (failed === undefined || hasAny) succeed(instance, loop, {});
  else end(instance, loop, 'FAILED', faultOf(failed));
};

/** A loop fails as its first failed iteration did. */
const faultOf = ({ fault }: Unit): Fault => ({ class: fault?.class ?? 'internal', code: null });

const firstFailed = (iterations: readonly Unit[]): Unit | undefined =>
  iterations
    .filter(({ state }) => state === 'FAILED')
    .sort((left, right) => left.ended - right.ended)[0];

const startIteration = (instance: Instance, loop: Unit, index: number): void => {
  const { body } = loopOf(loop);
  const around = loop.name.slice(loop.node.id.length);
  const iteration = { loop, index, element: loop.elements[index] };
  // Loops may share a body: its iterations are numbered as they begin.
  const before = instance.units.filter(
    (other) =>
      !other.undoes &&
      other.node.id === body &&
      other.iteration?.loop.name.slice(other.iteration.loop.node.id.length) === around,
  );
  const name = `${body}${around}[${before.length}]`;
  const unit = createUnit(name, nodeById(instance, body), { iteration });
  unit.state = 'READY';
  instance.units.push(unit);
};
