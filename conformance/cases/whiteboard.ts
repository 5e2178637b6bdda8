/**
 * Small workflows and scenarios, written as one would on a whiteboard:
 * `A > B` a control edge, `A =err=> R` an error edge, `A =comp=> uA` a compensation edge,
 * `A =dep=> B` a dependency edge, `A.out => B.in` a data edge. Times in scripts are seconds.
 */

import type { Json, JsonObject } from '../../core/model/json.ts';
import { plainEdge, plainNode, plainPort } from '../../core/model/plain.ts';
import type { Control, Scenario, TaskAnswer } from '../../core/model/scenario.ts';
import type {
  Edge,
  EdgeType,
  InputPort,
  RetryPolicy,
  Timeout,
  Workflow,
  WorkflowNode,
} from '../../core/model/workflow.ts';

/** What a node has beside the defaults. */
export type NodeSketch = Partial<
  Omit<WorkflowNode, 'id' | 'retry' | 'timeout' | 'inputs' | 'outputs'>
> & {
  readonly retry?: Partial<RetryPolicy>;
  readonly timeout?: Timeout;
  readonly inputs?: readonly (Partial<InputPort> & { readonly name: string })[];
  readonly outputs?: readonly string[];
};

const ARROWS: { readonly [arrow: string]: EdgeType } = {
  '>': 'control',
  '=err=>': 'error',
  '=comp=>': 'compensation',
  '=dep=>': 'dependency',
  '=>': 'data',
};

const LINK = /^([\w.-]+) (>|=err=>|=comp=>|=dep=>|=>) ([\w.-]+)$/;

/** A workflow from its edges, a line or `;` each, and what its nodes have beside the defaults. */
export const workflowOf = (
  links: string,
  sketches: { readonly [id: string]: NodeSketch } = {},
): Workflow => {
  const edges = links
    .split(/[;\n]/)
    .map((link) => link.trim())
    .filter((link) => LINK.test(link))
    .map(edgeOf);
  const named = links
    .split(/[;\n]/)
    .map((link) => link.trim())
    .filter((link) => link !== '' && !LINK.test(link));
  const routed = Object.values(sketches).flatMap((sketch) => [
    ...(sketch.cases ?? []).map((each) => each.to),
    ...(sketch.otherwise == null ? [] : [sketch.otherwise]),
    ...(sketch.loop == null ? [] : [sketch.loop.body]),
  ]);
  const linked = edges.flatMap(({ from, to }) => [from, to]);
  const ids = [...named, ...linked, ...Object.keys(sketches), ...routed];
  return {
    id: 'test',
    name: null,
    profile: 'harness',
    specVersion: '1.0',
    entry: null,
    onFailure: 'unwind',
    timeout: null,
    metadata: null,
    security: null,
    resources: [],
    artifacts: [],
    nodes: [...new Set(ids)].map((id) => nodeOf(id, sketches[id] ?? {})),
    edges,
    extensions: [],
  };
};

const edgeOf = (link: string): Edge => {
  const [, left = '', arrow = '', right = ''] = LINK.exec(link) ?? [];
  const type = ARROWS[arrow] ?? 'control';
  const [from = '', fromPort = null] = type === 'data' ? left.split('.') : [left];
  const [to = '', toPort = null] = type === 'data' ? right.split('.') : [right];
  return makeEdge(from, to, type, { fromPort, toPort });
};

/** An edge with what it has beside the defaults. */
export const makeEdge = (
  from: string,
  to: string,
  type: EdgeType,
  rest: Partial<Edge> = {},
): Edge => ({ ...plainEdge(from, to, type), ...rest });

/** A node with what it has beside the defaults. */
export const nodeOf = (id: string, sketch: NodeSketch): WorkflowNode => ({
  ...plainNode(id),
  ...sketch,
  id,
  inputs: (sketch.inputs ?? []).map((port) => ({ ...plainPort(port.name), ...port })),
  outputs: (sketch.outputs ?? []).map(plainPort),
  retry: sketch.retry === undefined ? null : { ...plainRetry, ...sketch.retry },
  timeout: sketch.timeout ?? null,
});

/** Without jitter, so that times in tests are exact. */
const plainRetry: RetryPolicy = {
  maxAttempts: 3,
  backoff: 'fixed',
  initialDelay: 1000,
  maxDelay: null,
  multiplier: 2,
  jitter: 'none',
  retryOn: null,
};

/** `condition` on the edge between two nodes. */
export const withCondition = (
  workflow: Workflow,
  from: string,
  to: string,
  condition: string,
): Workflow => ({
  ...workflow,
  edges: workflow.edges.map((edge) =>
    edge.from === from && edge.to === to ? { ...edge, condition } : edge,
  ),
});

/** It succeeds after so many seconds. */
export const ok = (seconds = 0, output: JsonObject = {}): TaskAnswer => ({
  after: seconds * 1000,
  then: { kind: 'ok', output },
  applied: true,
  duplicate: false,
});

/** It fails after so many seconds, without an effect. */
export const err = (seconds = 0, errorClass = 'transient'): TaskAnswer => ({
  after: seconds * 1000,
  then: {
    kind: 'error',
    error: { class: errorClass, status: null, retryable: null, message: '' },
  },
  applied: false,
  duplicate: false,
});

/** It had its effect, and the reply was lost. */
export const lostReply = (seconds = 0, errorClass = 'transient'): TaskAnswer => ({
  ...err(seconds, errorClass),
  applied: true,
});

/** It never returns. */
export const hang: TaskAnswer = {
  after: 0,
  then: { kind: 'hang' },
  applied: false,
  duplicate: false,
};

/** A scenario from its scripts; what is left out takes no time and succeeds. */
export const scenarioOf = (
  tasks: { readonly [unitOrNode: string]: readonly TaskAnswer[] } = {},
  rest: Partial<Scenario> = {},
): Scenario => ({
  seed: 0,
  input: {},
  default: { after: 0 },
  tasks,
  profile: null,
  onFailure: null,
  tenant: 'default',
  run: 'run-1',
  draws: {},
  latency: { dispatch: 0, decide: 0 },
  workers: {},
  documents: {},
  world: { honoursKeys: true, status: true },
  environment: { resources: {}, artifacts: {}, principals: {}, isolations: {}, permissions: {} },
  controls: [],
  ...rest,
});

export const cancelAt = (seconds: number): Control => ({ at: seconds * 1000, action: 'cancel' });

export const signalAt = (seconds: number, name: string, value: Json = null): Control => ({
  at: seconds * 1000,
  action: 'signal',
  name,
  value,
});

export const crashAt = (seconds: number): Control => ({ at: seconds * 1000, action: 'crash' });

export const resumeAt = (seconds: number): Control => ({ at: seconds * 1000, action: 'resume' });

/** An operator acts, with authority unless it says otherwise. */
export const operatorAt = (
  seconds: number,
  command: 'retry-step' | 'resume-run' | 'settle-uncertain',
  step: string | null,
  rest: { readonly applied?: boolean; readonly output?: Json; readonly authorised?: false } = {},
): Control => ({
  at: seconds * 1000,
  action: 'operator',
  command,
  step,
  applied: rest.applied ?? null,
  output: rest.output ?? null,
  by: 'ops@example.org',
  reason: 'looked into it',
  authorised: rest.authorised ?? true,
});
