/** What all analyses look at: the document, its steps, and runs that reach as much of it as they can. */

import type { JsonObject } from '../../core/model/json.ts';
import type { Run } from '../../core/model/run.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { Profile, Workflow, WorkflowNode } from '../../core/model/workflow.ts';
import { compileProgram, simulateProgram } from '../../simulator/index.ts';
import { type Space, spaceOf } from '../fuzz/space/space.ts';
import { type Flow, flowOf } from './flow.ts';
import { type Reached, reachedIn } from './reach.ts';

export interface DesignOptions {
  /** Null or absent: the document's own. */
  readonly profile?: Profile | null;
  /** Inputs of runs; the first is the usual one. None: by the types that the document states. */
  readonly inputs?: readonly JsonObject[];
  /** Subworkflows by the reference that names them. */
  readonly documents?: Scenario['documents'];
  /** Each run should have ended by then, in ms, as its author says; null where nobody does. */
  readonly deadline?: number | null;
  /** The document as it is written: for places and tokens. */
  readonly source?: {
    readonly text: string;
    readonly dialect: 'harness' | 'orbit' | 'plan';
  } | null;
  /** How many clients meet one outage; 200 if not given. */
  readonly clients?: number;
}

export interface DesignContext {
  readonly workflow: Workflow;
  readonly profile: Profile;
  readonly space: Space;
  readonly flow: Flow;
  readonly nodes: ReadonlyMap<string, WorkflowNode>;
  readonly deadline: number | null;
  readonly clients: number;
  readonly simulate: (scenario: Scenario) => Run;
  /** The usual run first. */
  readonly reached: readonly Reached[];
}

export const contextOf = (workflow: Workflow, options: DesignOptions): DesignContext => {
  const space = spaceOf(workflow, {
    profile: options.profile ?? null,
    inputs: options.inputs ?? [],
    documents: options.documents ?? {},
    mayIgnoreKeys: false,
  });
  const program = compileProgram(workflow);
  const simulate = (scenario: Scenario): Run => simulateProgram(program, scenario, space.limits);
  return {
    workflow,
    profile: space.profile,
    space,
    flow: flowOf(workflow),
    nodes: new Map(workflow.nodes.map((node) => [node.id, node])),
    deadline: options.deadline ?? null,
    clients: options.clients ?? 200,
    simulate,
    reached: reachedIn(space, simulate),
  };
};
