/** Things that a runtime does beside what it should, between one thing and the next. */

import { pop, push } from '../../../simulator/queue.ts';
import type { Engine, Instance, Planned, StepRun } from '../../../simulator/runtime/state.ts';
import { STEP } from '../../../simulator/runtime/states.ts';
import type { Change } from '../mutant.ts';

type Meddles = Pick<Change, 'meddles'>;

/** When the runtime goes down, and when it has come back. */
export const atCrashes = (what: 'crash' | 'resume', meddle: (engine: Engine) => void): Meddles => ({
  meddles: () => {
    let wasDown = false;
    return (engine) => {
      const { isDown } = engine;
      if (isDown !== wasDown && (what === 'crash') === isDown) meddle(engine);
      wasDown = isDown;
    };
  },
});

/** Once, when an instance is about to choose what it undoes. */
export const beforeUnwinding = (meddle: (instance: Instance) => void): Meddles => ({
  meddles: () => {
    const met = new Set<Instance>();
    return (engine) => {
      for (const instance of engine.active) {
        if (!isUnwinding(instance) || instance.unwinding !== null || met.has(instance)) continue;
        if (instance.inFlight > 0 || instance.openChildren > 0) continue;
        met.add(instance);
        meddle(instance);
      }
    };
  },
});

const isUnwinding = ({ engine, state }: Instance): boolean => {
  const name = engine.rules.instanceTable.states[state];
  return name === 'quiescing' || name === 'compensating';
};

/** Once for each thing that was planned and is still to happen. */
export const asPlanned = (
  make: () => (item: Planned, engine: Engine) => number | null,
): Meddles => ({
  meddles: () => {
    const dueFor = make();
    let seen = 0;
    return (engine) => {
      if (engine.planned === seen) return;
      const since = seen;
      seen = engine.planned;
      if (!engine.queue.some(({ order }) => order > since)) return;
      reschedule(engine, (item) => (item.order > since ? dueFor(item, engine) : null));
    };
  },
});

/** @param dueFor When it shall happen instead; null where nothing changes. */
export const reschedule = (engine: Engine, dueFor: (item: Planned) => number | null): void => {
  const items: Planned[] = [];
  for (let item = pop(engine.queue); item !== undefined; item = pop(engine.queue)) {
    const due = dueFor(item);
    items.push(due === null ? item : { ...item, at: Math.max(engine.now, due) });
  }
  for (const item of items) push(engine.queue, item);
};

/** Every step of a run that there is by now, forward and undoing. */
export const stepsOf = (engine: Engine): readonly StepRun[] => [
  ...engine.frames.flatMap((frame) => frame.steps),
  ...engine.compensations,
];

/** Forward steps that have succeeded, and called a task. */
export const succeeded = (engine: Engine): readonly StepRun[] =>
  engine.frames
    .flatMap((frame) => frame.steps)
    .filter(({ state, node, attempt }) => state === STEP.SUCCEEDED && node.performs && attempt);

/** Events that are new since it was last asked. */
export const newEvents = (): ((engine: Engine) => Engine['trace']) => {
  let seen = 0;
  return (engine) => {
    if (engine.trace.length === seen) return [];
    const fresh = engine.trace.slice(seen);
    seen = engine.trace.length;
    return fresh;
  };
};
