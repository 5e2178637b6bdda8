/** A life cycle as it is defined in core/lifecycle, read from the machine itself. */

import type { AnyStateMachine } from 'xstate';

export interface ChartArrow {
  readonly from: string;
  /** The same state where the event changes none. */
  readonly to: string;
  readonly event: string;
  /** What must hold, by the name that the chart gives it; null for nothing. */
  readonly guard: string | null;
}

export interface Chart {
  readonly initial: string;
  readonly states: readonly string[];
  /** By state and event in the order of the definition: the first that may be taken is. */
  readonly arrows: readonly ChartArrow[];
}

interface RawTransition {
  readonly target?: readonly { readonly key: string }[] | undefined;
  readonly guard?: unknown;
}

interface RawState {
  readonly key: string;
  readonly transitions: ReadonlyMap<string, readonly RawTransition[]>;
}

/** For a flat chart, as all of ours are. */
export function readChart(machine: AnyStateMachine): Chart {
  const { states } = machine.root as unknown as { readonly states: Record<string, RawState> };
  const list = Object.values(states);
  return {
    initial: String(machine.config.initial),
    states: list.map(({ key }) => key),
    arrows: list.flatMap(({ key, transitions }) =>
      [...transitions].flatMap(([event, ways]) =>
        ways.map(({ target, guard }) => ({
          from: key,
          to: target?.[0]?.key ?? key,
          event,
          guard: typeof guard === 'string' ? guard : null,
        })),
      ),
    ),
  };
}

/** Between two states, each event once. */
export function eventsBetween(chart: Chart, from: string, to: string): readonly string[] {
  const arrows = chart.arrows.filter((arrow) => arrow.from === from && arrow.to === to);
  return [...new Set(arrows.map(({ event }) => event))];
}
