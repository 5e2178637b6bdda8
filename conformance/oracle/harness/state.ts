/** What a run is at one instant: every unit with its state, and what the world knows of it. */

import type { Json, JsonObject } from '../../../core/model/json.ts';
import type { Control, Scenario } from '../../../core/model/scenario.ts';
import type { NodeState } from '../../../core/model/trace.ts';
import type { Edge, Workflow, WorkflowNode } from '../../../core/model/workflow.ts';

/** Why a unit failed. The code is null where a task failed by itself. */
export interface Fault {
  readonly class: string;
  readonly code: string | null;
  /** What a task says of its own error; null or absent where it says nothing. */
  readonly retryable?: boolean | null;
  /** Nobody knows whether the call had its effect. */
  readonly isUncertain?: boolean;
}

/** One turn of a loop. */
export interface Iteration {
  readonly loop: Unit;
  readonly index: number;
  readonly element: Json | undefined;
}

/** What the task of the attempt in hand hands back, and when; `at` is null if it never does. */
export interface Return {
  readonly at: number | null;
  /** Its place among all calls: tasks that return at one instant do so in this order. */
  readonly order: number;
  readonly result: { readonly output: JsonObject } | { readonly fault: Fault };
}

/** A node, one iteration of a loop's body, or one node that undoes one unit. */
export interface Unit {
  readonly name: string;
  readonly node: WorkflowNode;
  readonly iteration: Iteration | null;
  readonly undoes: Unit | null;
  state: NodeState;
  /** 0 before the first. */
  attempt: number;
  input: JsonObject;
  output: JsonObject | null;
  returns: Return | null;
  /** When the attempt in hand has taken too long; null without a timeout. */
  timesOutAt: number | null;
  backoffEndsAt: number | null;
  /** When each of its calls had its effect, or will have it. */
  effects: number[];
  /** Guard and inputs are settled once, before its first call. */
  isPrepared: boolean;
  /** Attempts made before an operator gave it a new budget. */
  spent: number;
  /** Its call was lost in a crash. */
  isOrphaned: boolean;
  /** The attempts that were sent again after a crash, each as often as it was. */
  redelivered: number[];
  /** Its place in the order of endings, from 1; 0 while it has not ended. */
  ended: number;
  fault: Fault | null;
  /** It may finish, but nothing follows from how (§8.3). */
  isDiscarded: boolean;
  /** It could only have led to a join that did without it: it is never begun. */
  isLost: boolean;
  /** How each edge's condition came out when this unit ended (§10: when the source ends). */
  conditions: Map<Edge, boolean | Fault>;
  /** Where a decision went. */
  chosen: string | null;
  /** What a `forEach` goes over; evaluated once. */
  elements: readonly Json[];
  /** A loop that wanted one iteration more than `maxIterations`. */
  isRefused: boolean;
}

/** A call to a task, as the world sees it. */
export interface OracleCall {
  readonly at: number;
  readonly unit: string;
  readonly node: string;
  readonly purpose: 'forward' | 'compensation';
  readonly attempt: number;
  readonly input: Json;
}

/** The draw in [0, 1) that scaled the backoff behind an attempt. */
export type Draws = (unit: string, node: string, attempt: number) => number;

export interface Instance {
  readonly workflow: Workflow;
  readonly scenario: Scenario;
  readonly draws: Draws;
  readonly units: Unit[];
  readonly calls: OracleCall[];
  readonly controls: (Control & { readonly at: number })[];
  /** Units whose failure counted, each time that it did. */
  readonly errors: { readonly unit: Unit; readonly fault: Fault; readonly attempt: number }[];
  /** Names of signals that came. */
  readonly signals: string[];
  now: number;
  phase: 'forward' | 'unwinding' | 'cancelling';
  isOver: boolean;
  /** It crashed, and was not resumed. */
  isDown: boolean;
  endings: number;
  performs: number;
  jitters: Map<string, number>;
  /** Units that a cancel leaves PENDING or CANCELLED, one as right as the other. */
  readonly open: Unit[];
  /** Compensations in the order in which they run; null before all that was in flight ended. */
  plan: { readonly undone: Unit; readonly targets: readonly Unit[] }[] | null;
}

/** What the second reading leaves to others; a test that gets this chose the wrong case. */
export class NotRead {
  readonly what: string;

  constructor(what: string) {
    this.what = what;
  }
}

export const createUnit = (
  name: string,
  node: WorkflowNode,
  place: Partial<Pick<Unit, 'iteration' | 'undoes'>> = {},
): Unit => ({
  name,
  node,
  iteration: place.iteration ?? null,
  undoes: place.undoes ?? null,
  state: 'PENDING',
  attempt: 0,
  input: {},
  output: null,
  returns: null,
  timesOutAt: null,
  backoffEndsAt: null,
  effects: [],
  isPrepared: false,
  spent: 0,
  isOrphaned: false,
  redelivered: [],
  ended: 0,
  fault: null,
  isDiscarded: false,
  isLost: false,
  conditions: new Map(),
  chosen: null,
  elements: [],
  isRefused: false,
});

const IN_FLIGHT: readonly NodeState[] = ['READY', 'RUNNING', 'RETRYING'];

export const isInFlight = ({ state }: Unit): boolean => IN_FLIGHT.includes(state);

/** The unit of a node outside of loops; bodies have one for each iteration. */
export const unitOfNode = ({ units }: Instance, id: string): Unit | undefined =>
  units.find(({ node, iteration, undoes }) => node.id === id && !iteration && !undoes);

export const nodeById = ({ workflow }: Instance, id: string): WorkflowNode => {
  const found = workflow.nodes.find((node) => node.id === id);
  if (found === undefined) throw new NotRead(`a node that is not there: ${id}`);
  return found;
};

export const iterationsOf = ({ units }: Instance, loop: Unit): readonly Unit[] =>
  units.filter(({ iteration, undoes }) => iteration?.loop === loop && !undoes);
