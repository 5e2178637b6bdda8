/**
 * A workflow made ready to run: expressions compiled, references resolved to objects, what
 * can be counted beforehand counted. Made once, run many times; nothing here changes.
 */

import type { Evaluation, Scope } from '../../core/expression/index.ts';
import type { StepContext } from '../../core/lifecycle/semantics.ts';
import type { Json, JsonObject } from '../../core/model/json.ts';
import type {
  EdgeType,
  InputPort,
  Loop,
  NodeKind,
  Workflow,
  WorkflowNode,
} from '../../core/model/workflow.ts';
import type { OrbitEvaluation, OrbitScope } from '../../core/orbit/expression/evaluation.ts';
import type { KeyCache } from '../key.ts';

/** An expression, made a function of what its language's names stand for. */
export type Evaluate =
  | { readonly language: 'harness'; readonly in: (scope: Scope) => Evaluation }
  | { readonly language: 'orbit'; readonly in: (scope: OrbitScope) => OrbitEvaluation };

/** How the expressions of a document are read: each dialect has a language of its own. */
export interface Language {
  /**
   * A guard, case, condition, list or key; null where there is none.
   * @param node The node that evaluates it.
   */
  readonly expression: (text: string | null, node: WorkflowNode) => Evaluate | null;
  /** What a document gives an input; null where it gives nothing. */
  readonly value: (port: InputPort, node: WorkflowNode) => Evaluate | null;
}

export interface Program {
  readonly workflow: Workflow;
  /** In document order. */
  readonly nodes: readonly ProgramNode[];
  readonly byId: ReadonlyMap<string, ProgramNode>;
  /** What runs once: all nodes that are in no loop. */
  readonly main: Region;
  /** Loop bodies → what runs in one iteration; filled when a loop first begins. */
  readonly iterations: Map<ProgramNode, Region>;
  readonly keys: KeyCache;
  /** What the run hands back; null where the document does not say (ORBIT's `return`). */
  readonly returns: Evaluate | null;
  /** Child workflows that its document holds, by name; filled when one first begins. */
  readonly children: Map<string, Program>;
}

/** Nodes that run together: once, or once for each iteration of a loop. */
export interface Region {
  /** In document order. */
  readonly members: readonly Member[];
  /** A node's index → its place among the members; null where the two are the same. */
  readonly places: ReadonlyMap<number, number> | null;
  /** Nodes that begin by themselves (§5.2); for a loop, its body. */
  readonly entry: readonly ProgramNode[];
}

export interface Member {
  readonly node: ProgramNode;
  /** Incoming edges from the same region that its join waits for. */
  readonly awaited: number;
  /** Decisions of the same region that name it. */
  readonly deciders: number;
  /** Whether anything of the region leads to it; where not, nothing will reach it. */
  readonly isLed: boolean;
}

export interface ProgramNode {
  /** Position in the document. */
  readonly index: number;
  readonly id: string;
  readonly kind: NodeKind;
  readonly definition: WorkflowNode;
  /** Whether running it calls a task. */
  readonly performs: boolean;
  readonly initialContext: StepContext;
  readonly guard: Evaluate | null;
  readonly inputs: readonly ProgramInput[];
  readonly cases: readonly ProgramCase[];
  readonly otherwise: ProgramNode | null;
  readonly until: Evaluate | null;
  /** Every node that this decision can route to, each once. */
  readonly routes: readonly ProgramNode[];
  /** What it repeats, where it is a loop. */
  readonly loop: ProgramLoop | null;
  /** The elements that it is run for, where there is a unit for each. */
  readonly fanOut: ProgramFanOut | null;
  /** The idempotency key that its document gives it. */
  readonly key: Evaluate | null;
  /** Forward and error edges that lead here, in document order. */
  readonly incoming: readonly ProgramEdge[];
  /** Decisions that name it. */
  readonly deciders: readonly ProgramNode[];
  /** Forward and error edges, in document order. */
  readonly outgoing: readonly ProgramEdge[];
  readonly compensations: readonly ProgramEdge[];
  /** Whether a compensation edge leads to it. */
  readonly isUndo: boolean;
  /** It leads to nodes of its own rank or a lower one; 0 for all where no join is a race. */
  readonly rank: number;
  /** What it hands back where a scenario does not say. */
  readonly placeholder: JsonObject;
}

export interface ProgramFanOut {
  readonly over: Evaluate;
  readonly variable: string;
  /** How many units may be under way at once; infinite where the document sets no bound. */
  readonly width: number;
  /** The node as it runs for one element: it alone is called, retried, and undone. */
  readonly element: ProgramNode;
  readonly region: Region;
}

export interface ProgramEdge {
  readonly index: number;
  readonly type: EdgeType;
  readonly from: ProgramNode;
  readonly to: ProgramNode;
  readonly condition: Evaluate | null;
  /** An error edge that leads back to what leads to it is not waited for (§4.7). */
  readonly isAwaited: boolean;
  /** Feeds a required input without a default, so that the target needs its source. */
  readonly isNeeded: boolean;
}

export interface ProgramInput {
  readonly name: string;
  readonly required: boolean;
  readonly source: {
    readonly node: ProgramNode;
    readonly port: string;
    readonly edge: ProgramEdge;
  } | null;
  readonly value: Evaluate | null;
  readonly default: Json | undefined;
}

export interface ProgramCase {
  readonly when: Evaluate;
  readonly text: string;
  readonly to: ProgramNode;
}

export interface ProgramLoop {
  readonly definition: Loop;
  readonly body: ProgramNode;
  /** The loops that repeat this body: itself, mostly alone. */
  readonly sharers: readonly ProgramNode[];
  readonly over: Evaluate | null;
  readonly while: Evaluate | null;
}
