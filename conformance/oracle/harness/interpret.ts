/**
 * A second reading of the harness profile: a plain, slow interpreter of harness.md, written from
 * the specification alone, against which the simulator is held. At each step it looks at
 * everything, does the one thing that comes first, and looks again.
 */

import type { Control, Scenario } from '../../../core/model/scenario.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import { begin, cancel, succeed, takeBackoff, takeReturn, takeTimeout } from './attempts.ts';
import { crash, resume } from './crash.ts';
import { isDue, leadsOnlyTo } from './graph.ts';
import { advanceLoop } from './loops.ts';
import { act, isPaused } from './operator.ts';
import { type Reading, readingOf } from './reading.ts';
import { createUnit, type Draws, type Instance, isInFlight, NotRead, type Unit } from './state.ts';
import { isUnhandled, startCancelling, startUnwinding, unwind } from './unwinding.ts';

/**
 * Runs a workflow as the specification says.
 * @param draws The draws in [0, 1) of backoffs with jitter, which no reading can know.
 * @throws NotRead where a workflow holds what this reading leaves out (README.md).
 */
export const interpret = (workflow: Workflow, scenario: Scenario, draws: Draws): Reading => {
  const instance = createInstance(workflow, scenario, draws);
  // A run ends by itself, or its callers see to it that it does.
  while (step(instance));
  return readingOf(instance);
};

const createInstance = (workflow: Workflow, scenario: Scenario, draws: Draws): Instance => {
  const bodies = workflow.nodes.map(({ loop }) => loop?.body);
  return {
    ...{
      workflow,
      scenario,
      draws,
      calls: [],
      errors: [],
      signals: [],
      open: [],
      now: 0,
      phase: 'forward',
      isOver: false,
      isDown: false,
    },
    units: workflow.nodes
      .filter(({ id }) => !bodies.includes(id))
      .map((node) => createUnit(node.id, node)),
    controls: scenario.controls.map(timed).sort((left, right) => left.at - right.at),
    ...{ endings: 0, performs: 0, jitters: new Map(), plan: null },
  };
};

const timed = (control: Control): Control & { readonly at: number } => {
  if ('at' in control) return control;
  throw new NotRead('a control behind an event');
};

/**
 * At one instant: returns, then timeouts, then ends of backoff, then controls, then decisions,
 * again and again until nothing is due (driver protocol). False when nothing can happen any more.
 */
const step = (instance: Instance): boolean => {
  if (instance.isOver) return false;
  const [next] = dueOf(instance);
  if (next !== undefined && next.at <= instance.now) {
    next.happen();
    return true;
  }
  if (!instance.isDown && decide(instance)) return true;
  if (next === undefined) return false;
  instance.now = next.at;
  return true;
};

interface Due {
  readonly at: number;
  /** Its place among what is due at one instant. */
  readonly rank: number;
  readonly order: number;
  readonly happen: () => void;
}

const dueOf = (instance: Instance): readonly Due[] => {
  const due: Due[] = [];
  instance.units.forEach((unit, index) => {
    const { returns, timesOutAt, backoffEndsAt } = unit;
    const add = (
      at: number | null | undefined,
      rank: number,
      order: number,
      happen: () => void,
    ) => {
      // While it is down, only controls happen; a timer that came due fires at the resume.
      if (at !== null && at !== undefined && !instance.isDown)
        due.push({ at, rank, order, happen });
    };
    add(returns?.at, 1, returns?.order ?? 0, () => takeReturn(instance, unit));
    add(timesOutAt, 2, index, () => takeTimeout(instance, unit));
    add(backoffEndsAt, 3, index, () => {
      unit.backoffEndsAt = null;
      takeBackoff(unit);
    });
  });
  const [control] = instance.controls;
  if (control !== undefined) {
    due.push({ at: control.at, rank: 4, order: 0, happen: () => takeControl(instance) });
  }
  return due.sort((a, b) => a.at - b.at || a.rank - b.rank || a.order - b.order);
};

const isPending = ({ state }: Unit): boolean => state === 'PENDING';

const takeControl = (instance: Instance): void => {
  const control = instance.controls.shift();
  // While it is down, controls other than `resume` are lost.
  if (instance.isDown !== (control?.action === 'resume')) return;
  switch (control?.action) {
    case undefined:
      return;
    case 'cancel':
      // A cancel during unwinding is ignored (driver protocol, details).
      if (isPaused(instance)) instance.open.push(...instance.units.filter(isPending));
      if (instance.phase === 'forward') startCancelling(instance);
      return;
    case 'signal':
      // One that comes before somebody waits for it is there when somebody does.
      instance.signals.push(control.name);
      for (const unit of instance.units) {
        const awaits = unit.state === 'RUNNING' && unit.node.wait?.event === control.name;
        if (awaits) succeed(instance, unit, {});
      }
      return;
    case 'crash':
      crash(instance);
      return;
    case 'resume':
      resume(instance);
      return;
    case 'operator':
      act(instance, control);
      return;
  }
};

/**
 * One round of decisions; false if there is none to take. What holds at once is decided at once:
 * all that is due becomes READY, and all that is READY begins, before anything follows from it.
 */
const decide = (instance: Instance): boolean => {
  const { units } = instance;
  if (isPaused(instance)) return false;
  const loops = units.filter(({ state, node }) => state === 'RUNNING' && node.kind === 'loop');
  if (loops.filter((loop) => advanceLoop(instance, loop)).length > 0) return true;
  if (instance.phase === 'forward' && units.some((unit) => isUnhandled(instance, unit))) {
    startUnwinding(instance);
    return true;
  }
  if (instance.phase === 'forward' && makeReady(instance)) return true;
  if (instance.phase === 'unwinding' && unwind(instance)) return true;
  const ready = units.filter(({ state }) => state === 'READY');
  for (const unit of ready) begin(instance, unit);
  if (ready.length > 0) return true;
  if (units.some(isInFlight)) return false;
  instance.isOver = true;
  return true;
};

/** All that is due, in document order: what one join takes away, no other has. */
const makeReady = (instance: Instance): boolean => {
  const waiting = instance.units.filter(({ state }) => state === 'PENDING');
  const due = waiting.filter((unit) => isDue(instance, unit));
  for (const unit of due) if (!unit.isLost) ready(instance, unit);
  return due.length > 0;
};

/** An `any` join that is satisfied does without those that could only lead to it. */
const ready = (instance: Instance, unit: Unit): void => {
  unit.state = 'READY';
  if (unit.node.join !== 'any') return;
  for (const other of instance.units) {
    if (other.iteration !== null || !leadsOnlyTo(instance, other.node, unit.node.id)) continue;
    if (other.state === 'PENDING') other.isLost = true;
    cancel(instance, other);
  }
};
