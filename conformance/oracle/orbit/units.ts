/** What the interpreter remembers: executions, their steps, and the units of each step. */

import type { Json } from '../../../core/model/json.ts';
import type { TaskOutcome } from '../../../core/model/scenario.ts';
import type { CompensationOutcome, NodeState } from '../../../core/model/trace.ts';
import type { Workflow, WorkflowNode } from '../../../core/model/workflow.ts';

/** A workflow that runs: the whole run, or a child. Times are ms since the run began. */
export interface Execution {
  readonly workflow: Workflow;
  /** `run-1`, of a child `run-1/pay`. */
  readonly id: string;
  /** What stands before the names of its units: nothing, of a child `pay/`. */
  readonly prefix: string;
  readonly input: Json;
  readonly startedAt: number;
  /** The unit of its parent whose attempt it is; null for the whole run. */
  readonly parent: Unit | null;
  steps: readonly Step[];
  /** Why it is aborted; null while it is not. */
  abort: Reason | null;
  /** What undoes, newest first; null until that is fixed. */
  compensations: readonly Unit[] | null;
  ended: { readonly outcome: Ending; readonly compensation: CompensationOutcome } | null;
  error: Failure | null;
  output: Json;
}

export type Ending = 'succeeded' | 'failed' | 'cancelled' | 'timed_out';

export interface Reason {
  readonly outcome: 'failed' | 'cancelled' | 'timed_out';
  readonly error: Failure | null;
}

export interface Failure {
  readonly code: string;
  readonly retryable: boolean;
}

export interface Step {
  readonly node: WorkflowNode;
  /** The node of its `compensate` block. */
  readonly undo: WorkflowNode | null;
  readonly dependencies: readonly string[];
  /** It begins in the next round of decisions. */
  isReached: boolean;
  /** The unit with the step's name. In a `for` step it is over when its elements are. */
  readonly whole: Unit;
  /** The elements of a `for` step; none before its list is known. */
  elements: readonly Unit[];
}

export interface Unit {
  readonly execution: Execution;
  /** The step, or its `compensate` block. */
  readonly node: WorkflowNode;
  /** `charge`, `charge[1]`, `compensate:charge[1]`. */
  readonly name: string;
  readonly element: { readonly index: number; readonly value: Json } | null;
  readonly undoes: Unit | null;
  state: NodeState;
  /** Its place among all that happened, while the decider has not seen it; else null. */
  news: number | null;
  /** Attempts so far, one that waits for its worker included. */
  attempt: number;
  input: Json;
  key: string;
  output: Json;
  /** Why its last attempt failed; null once another one is asked for. */
  error: Failure | null;
  /** How much had happened before it succeeded. */
  finished: number;
  /** READY: since when it waits for a worker, and when it got one. */
  readyAt: number;
  workerAt: number | null;
  /** RUNNING: since when, and the call or the child that it is. */
  startedAt: number;
  call: Call | null;
  child: Execution | null;
  /** When a delay before an attempt is over, or the timer of a `sleep`. */
  timerAt: number | null;
  /** Delays with jitter so far. */
  jittered: number;
}

export interface Call {
  readonly returnsAt: number;
  readonly then: TaskOutcome;
}

/** Its name in the whole run: `compensate:pay/charge` undoes `pay/charge`. */
export const nameOf = ({ undoes, execution, name }: Unit): string =>
  undoes === null ? execution.prefix + name : `compensate:${nameOf(undoes)}`;

export const isOver = ({ state }: Unit): boolean =>
  state === 'SUCCEEDED' || state === 'SKIPPED' || state === 'FAILED' || state === 'CANCELLED';

/** What a step is made of: itself, or its elements once there are any. */
export const unitsOf = ({ whole, elements }: Step): readonly Unit[] =>
  elements.length === 0 ? [whole] : elements;

export const forwardUnits = (execution: Execution): readonly Unit[] =>
  execution.steps.flatMap(unitsOf);

export const allUnits = (execution: Execution): readonly Unit[] => [
  ...forwardUnits(execution),
  ...(execution.compensations ?? []),
];

export function makeExecution(
  given: Pick<Execution, 'workflow' | 'id' | 'prefix' | 'input' | 'startedAt' | 'parent'>,
): Execution {
  const execution: Execution = {
    ...given,
    steps: [],
    abort: null,
    compensations: null,
    ended: null,
    error: null,
    output: null,
  };
  const { nodes, edges } = given.workflow;
  const undos = edges.filter(({ type }) => type === 'compensation');
  execution.steps = nodes
    .filter((node) => !undos.some(({ to }) => to === node.id))
    .map((node) => {
      const undo = undos.find(({ from }) => from === node.id);
      const before = edges.filter(({ type, to }) => type === 'control' && to === node.id);
      return {
        node,
        undo: nodes.find(({ id }) => id === undo?.to) ?? null,
        dependencies: before.map(({ from }) => from),
        isReached: before.length === 0,
        whole: makeUnit(execution, node, node.id, null),
        elements: [],
      };
    });
  return execution;
}

export function makeUnit(
  execution: Execution,
  node: WorkflowNode,
  name: string,
  element: Unit['element'],
  undoes: Unit | null = null,
): Unit {
  return {
    execution,
    node,
    name,
    element,
    undoes,
    state: 'PENDING',
    news: null,
    attempt: 0,
    input: null,
    key: '',
    output: null,
    error: null,
    finished: 0,
    readyAt: 0,
    workerAt: null,
    startedAt: 0,
    call: null,
    child: null,
    timerAt: null,
    jittered: 0,
  };
}
