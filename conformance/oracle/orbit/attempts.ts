/** The life of one attempt: it is asked for, waits for a worker, is dispatched, and ends. */

import type { Json } from '../../../core/model/json.ts';
import { everyUnit, type Run, succeed } from './run.ts';
import { makeExecution, nameOf, type Unit } from './units.ts';
import { answerTo } from './world.ts';

/** The next attempt of a unit: a call is scheduled, a child or a timer begins at once. */
export function requestAttempt(run: Run, unit: Unit): void {
  unit.attempt += 1;
  unit.error = null;
  unit.readyAt = run.now;
  unit.workerAt = null;
  const { wait, subworkflow } = unit.node;
  if (wait === null && subworkflow === null) {
    unit.state = 'READY';
    return;
  }
  unit.state = 'RUNNING';
  unit.startedAt = run.now;
  if (subworkflow !== null) unit.child = startChild(run, unit, subworkflow.href);
  if (wait === null) return;
  if (wait.duration !== null) unit.timerAt = run.now + wait.duration;
  const kept = run.kept.findIndex(({ name }) => name === wait.event);
  if (wait.event !== null && kept >= 0)
    succeed(run, unit, run.kept.splice(kept, 1)[0]?.value ?? null);
}

/** A signal is for all that wait for it; where nobody does, it is kept for the next (ours). */
export function signal(run: Run, name: string, value: Json): void {
  const waiting = everyUnit(run).filter(
    ({ state, node, error }) => state === 'RUNNING' && error === null && node.wait?.event === name,
  );
  for (const unit of waiting) succeed(run, unit, value);
  if (waiting.length === 0) run.kept.push({ name, value });
}

/** Where nobody counts the workers of a pool there is always one; a person is none. */
export function dispatchFree(run: Run): void {
  for (const unit of waiting(run)) if (workersFor(run, unit) === Infinity) unit.workerAt = run.now;
}

/** Free workers go to whoever has waited longest, equal ones by the document (ours). */
export function assignWorkers(run: Run): void {
  for (const unit of waiting(run)) {
    if (busyWorkers(run, unit) < workersFor(run, unit)) unit.workerAt = run.now;
  }
}

const waiting = (run: Run): readonly Unit[] =>
  everyUnit(run)
    .filter(({ state, workerAt }) => state === 'READY' && workerAt === null)
    .sort((one, other) => one.readyAt - other.readyAt || byPlace(placeOf(one), placeOf(other)));

/** Where a unit stands in the document: its step and element, a child's behind its parent's. */
const placeOf = ({ execution, node, element }: Unit): readonly number[] => [
  ...(execution.parent === null ? [] : placeOf(execution.parent)),
  execution.workflow.nodes.indexOf(node),
  element?.index ?? 0,
];

const byPlace = (one: readonly number[], other: readonly number[]): number => {
  const differing = one.findIndex((place, index) => place !== other[index]);
  return differing < 0 ? 0 : (one[differing] ?? 0) - (other[differing] ?? 0);
};

const poolOf = (unit: Unit): string => unit.node.pool ?? 'default';
const workersFor = (run: Run, unit: Unit): number =>
  unit.node.kind === 'human' ? Infinity : (run.scenario.workers[poolOf(unit)] ?? Infinity);

/** A worker is busy from when it is given a call until that returns or is given up. */
const busyWorkers = (run: Run, one: Unit): number =>
  everyUnit(run).filter(
    (unit) =>
      poolOf(unit) === poolOf(one) &&
      unit.node.kind !== 'human' &&
      unit.workerAt !== null &&
      (unit.state === 'READY' || unit.call !== null),
  ).length;

export const dispatchAt = (run: Run, unit: Unit): number =>
  unit.state === 'READY' && unit.workerAt !== null
    ? unit.workerAt + run.scenario.latency.dispatch
    : Infinity;

/** The call is made. */
export function dispatch(run: Run, unit: Unit): void {
  unit.state = 'RUNNING';
  unit.startedAt = run.now;
  const { after, then } = answerTo(run.scenario, unit);
  unit.call = { returnsAt: run.now + after, then };
  const purpose = unit.undoes === null ? 'forward' : 'compensation';
  const { attempt, key, input } = unit;
  run.calls.push({ at: run.now, unit: nameOf(unit), purpose, attempt, key, input });
}

/** A child's units are `step/unit`, at a second attempt `step#2/unit`; its id is told likewise. */
function startChild(run: Run, unit: Unit, href: string) {
  const workflow = run.children.get(href);
  if (workflow === undefined) throw new Error(`no workflow ${href} is given`);
  const name = unit.attempt === 1 ? unit.name : `${unit.name}#${unit.attempt}`;
  const child = makeExecution({
    workflow,
    id: `${unit.execution.id}/${name}`,
    prefix: `${unit.execution.prefix}${name}/`,
    input: unit.input,
    startedAt: run.now,
    parent: unit,
  });
  run.executions.push(child);
  run.happened += 1;
  return child;
}
