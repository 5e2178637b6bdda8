/** A runtime that goes another way in one state, or asks another question on the way. */

import {
  type Candidate,
  eventIndex,
  stateIndex,
  type Table,
} from '../../../core/lifecycle/compile.ts';
import type { InstanceEvent } from '../../../core/lifecycle/instance-chart.ts';
import type { StepContext, StepEvent } from '../../../core/lifecycle/semantics.ts';
import type { StepAction } from '../../../core/lifecycle/step-chart.ts';
import type { InstanceTable } from '../../../core/lifecycle/tables.ts';
import type { NodeState } from '../../../core/model/trace.ts';
import type { Change } from '../mutant.ts';

type Way = Candidate<StepContext, StepEvent, StepAction>;
type InstanceWay = NonNullable<InstanceTable['cells'][number]>[number];
type Rules = Pick<Change, 'rules'>;

/** The table with other ways out of one state on one event. */
export const withWays = <Context, Event extends { readonly type: string }, Action extends string>(
  table: Table<Context, Event, Action>,
  state: string,
  event: Event['type'],
  change: (
    ways: readonly Candidate<Context, Event, Action>[],
    stateNumber: (name: string) => number,
  ) => readonly Candidate<Context, Event, Action>[],
): Table<Context, Event, Action> => {
  const place = stateIndex(table, state) * table.events.length + eventIndex(table, event);
  const numberOf = (name: string): number => stateIndex(table, name);
  return {
    ...table,
    cells: table.cells.map((cell, index) =>
      index === place ? change(cell ?? [], numberOf) : cell,
    ),
  };
};

/** A step that goes other ways. */
export const stepGoes = (
  state: NodeState,
  event: StepEvent['type'],
  change: (ways: readonly Way[], numberOf: (name: NodeState) => number) => readonly Way[],
): Rules => ({
  rules: (rules) => ({
    ...rules,
    stepTable: withWays(rules.stepTable, state, event, change),
  }),
});

/** A run that goes other ways. */
export const runGoes = (
  state: string,
  event: InstanceEvent['type'],
  change: (
    ways: readonly InstanceWay[],
    numberOf: (name: string) => number,
  ) => readonly InstanceWay[],
): Rules => ({
  rules: (rules) => ({
    ...rules,
    instanceTable: withWays(rules.instanceTable, state, event, change),
  }),
});

type StepGuard = NonNullable<Way['guard']>;

/**
 * Asks another question before the step takes a way: `own` is what the profile asks there.
 * @param target Where the way leads; null for one that stays.
 */
export const stepAsks = (
  state: NodeState,
  event: StepEvent['type'],
  target: NodeState | null,
  guard: (own: StepGuard) => StepGuard,
): Rules =>
  stepGoes(state, event, (ways, numberOf) =>
    ways.map((way) =>
      way.target === (target === null ? -1 : numberOf(target)) && way.guard !== null
        ? { ...way, guard: guard(way.guard) }
        : way,
    ),
  );

/** Several changes of tables as one. */
export const all = (...changes: readonly Rules[]): Rules => ({
  rules: (rules) => changes.reduce((changed, change) => change.rules?.(changed) ?? changed, rules),
});

export const never = (): boolean => false;
