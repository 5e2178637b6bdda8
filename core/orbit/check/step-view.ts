/** A step as the checks look at it: what it does, what it gives, what it waits for. */

import type { Member, MemberKind, Step } from '../syntax/document.ts';
import { memberOf } from '../syntax/document.ts';
import { JSON_TYPE, listOf, type OrbitType, objectOf, optional, UNKNOWN } from '../types.ts';
import type { Contracts, TaskContract, WorkflowContract } from './contracts.ts';

export type ActionKind = 'worker' | 'workflow' | 'sleep' | 'await';

export const ACTIONS: readonly ActionKind[] = ['worker', 'workflow', 'sleep', 'await'];

export interface StepView {
  readonly step: Step;
  readonly name: string;
  readonly index: number;
  /** The first of what it says it is; null where it says nothing. */
  readonly action: (Member & { readonly kind: ActionKind }) | null;
  readonly task: TaskContract | null;
  readonly child: WorkflowContract | null;
  /** The output of one unit: of the step, or of an element of its `for`. */
  readonly element: OrbitType;
  /** The output as other steps read it: a list for a `for`, optional under a `when`. */
  readonly output: OrbitType;
  /** Indexes of the steps that it waits for, in the order in which it names them. */
  readonly dependencies: number[];
  /** The same as a set, once there are many. */
  many: Set<number> | null;
  /** The type of its loop variable, once its `for` is checked. */
  variable: OrbitType;
}

export function memberIn<Kind extends MemberKind>(
  view: StepView,
  kind: Kind,
): (Member & { readonly kind: Kind }) | null {
  return memberOf(view.step.members, kind);
}

/** @param returns What child workflows return, by their names. */
export function viewOf(
  step: Step,
  index: number,
  contracts: Contracts,
  returns: ReadonlyMap<string, OrbitType>,
): StepView {
  const action = actionOf(step.members);
  const task = action?.kind === 'worker' ? contracts.task(action.name.text) : null;
  const child = action?.kind === 'workflow' ? contracts.workflow(action.name.text) : null;
  const element = outputOf(action?.kind ?? null, task, child, returns);
  const all = memberOf(step.members, 'for') === null ? element : listOf(element);
  const output = memberOf(step.members, 'when') === null ? all : optional(all);
  const name = step.name.text;
  const given = { action, task, child, element, output };
  return { step, name, index, ...given, dependencies: [], many: null, variable: UNKNOWN };
}

/** Dependencies from which on a set is faster than a look at each. */
const MANY = 16;

export function addDependency(view: StepView, index: number): void {
  if (waitsFor(view, index)) return;
  view.dependencies.push(index);
  if (view.many !== null) view.many.add(index);
  else if (view.dependencies.length === MANY) view.many = new Set(view.dependencies);
}

/** Whether the step itself names the other one; not whether it waits for it through others. */
export function waitsFor({ dependencies, many }: StepView, index: number): boolean {
  return many === null ? dependencies.includes(index) : many.has(index);
}

function actionOf(members: readonly Member[]): StepView['action'] {
  const found = members.find(({ kind }) => ACTIONS.some((action) => action === kind));
  return (found as StepView['action'] | undefined) ?? null;
}

function outputOf(
  kind: ActionKind | null,
  task: TaskContract | null,
  child: WorkflowContract | null,
  returns: ReadonlyMap<string, OrbitType>,
): OrbitType {
  switch (kind) {
    case 'worker':
      return task === null ? UNKNOWN : objectOf(task.output);
    case 'workflow':
      return child === null ? UNKNOWN : (returns.get(child.name) ?? UNKNOWN);
    case 'sleep':
      return objectOf(new Map());
    case 'await':
      return JSON_TYPE;
    case null:
      return UNKNOWN;
  }
}
