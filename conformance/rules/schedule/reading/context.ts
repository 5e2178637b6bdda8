/** What all parts of the reading share while one run is read. */

import { type Execution, forwardExecutions, type View } from '../../view.ts';
import type { Fate, Moment } from './fate.ts';
import { type Graph, graphOf, type Member } from './graph.ts';
import type { LoopReading } from './loop-reading.ts';
import { type Losers, losersOf } from './losers.ts';

export interface Context {
  readonly view: View;
  readonly graph: Graph;
  readonly losers: Losers;
  /** Forward executions by unit, of nodes that the plan has. */
  readonly executions: ReadonlyMap<string, Execution>;
  /** Whether times are exact: a virtual clock, and calls that wait for nothing. */
  readonly isExact: boolean;
  /** By index of the member; undefined where it was not read yet, or runs in a loop. */
  readonly fates: (Fate | undefined)[];
  /** Where decisions went, by index of the decision. */
  readonly decisions: (Decision | undefined)[];
  readonly loops: LoopReading[];
  /** Those that run once. */
  readonly mainLoops: Map<Member, LoopReading>;
  /** Iterations that may yet be looked at. */
  budget: number;
}

export type Decision =
  | (Moment & {
      readonly kind: 'chosen';
      readonly to: string;
      /** The position of the case that was true; null for `otherwise`. */
      readonly position: number | null;
    })
  | (Moment & { readonly kind: 'no-case' })
  | { readonly kind: 'unknown' };

/** Iterations looked at for one run: beyond, loops are not told. */
const MAXIMUM_ITERATIONS = 100_000;

export const createContext = (view: View): Context => {
  const { workflow, clock } = view.observation;
  const graph = graphOf(workflow);
  const executions = new Map<string, Execution>();
  for (const execution of forwardExecutions(view)) {
    if (execution.node !== null) executions.set(execution.unit, execution);
  }
  return {
    view,
    graph,
    losers: losersOf(graph),
    executions,
    isExact: clock.toleranceMs === 0 && !clock.mayQueue,
    fates: graph.members.map(() => undefined),
    decisions: graph.members.map(() => undefined),
    loops: [],
    mainLoops: new Map(),
    budget: MAXIMUM_ITERATIONS,
  };
};
