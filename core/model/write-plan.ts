/** A workflow as plan JSON. */

import type {
  Plan,
  PlanArtifact,
  PlanEdge,
  PlanLoop,
  PlanNode,
  PlanProperty,
  PlanResource,
  PlanRetry,
  PlanSubworkflow,
  PlanWait,
} from './plan-format.ts';
import type {
  Artifact,
  Edge,
  Loop,
  Property,
  Resource,
  RetryPolicy,
  Subworkflow,
  Wait,
  Workflow,
  WorkflowNode,
} from './workflow.ts';

/**
 * What a runtime has to know of a valid workflow, and no more: names, descriptions, metadata,
 * security and extensions stay behind.
 */
export function toPlan(workflow: Workflow): Plan {
  return {
    plan: 1,
    id: workflow.id,
    profile: workflow.profile,
    entry: workflow.entry,
    onFailure: workflow.onFailure,
    nodes: workflow.nodes.map(planNode),
    edges: workflow.edges.map(planEdge),
    timeout: workflow.timeout,
    ...given('artifacts', workflow.artifacts.map(planArtifact)),
    ...given('resources', workflow.resources.map(planResource)),
  };
}

/** The field, if there is anything to say in it. */
function given<Name extends string, Item>(
  name: Name,
  items: readonly Item[],
): { readonly [field in Name]?: readonly Item[] } {
  return (items.length === 0 ? {} : { [name]: items }) as { readonly [field in Name]?: Item[] };
}

function planNode(node: WorkflowNode): PlanNode {
  return {
    id: node.id,
    kind: node.kind,
    idempotent: node.idempotent,
    join: node.join,
    quorum: node.quorum,
    inputs: node.inputs.map(({ name, type, required, default: fallback, value }) => ({
      ...{ name, type, required, default: fallback, value },
    })),
    outputs: node.outputs.map(({ name, type }) => ({ name, type })),
    guard: node.guard,
    ...(node.retry === null ? {} : { retry: planRetry(node.retry) }),
    ...(node.timeout === null
      ? {}
      : { timeout: { duration: node.timeout.duration, onTimeout: node.timeout.onTimeout } }),
    ...(node.cases === null
      ? {}
      : { cases: node.cases.map(({ when, to }) => ({ when, to })), otherwise: node.otherwise }),
    ...(node.loop === null ? {} : { loop: planLoop(node.loop) }),
    ...(node.subworkflow === null ? {} : { subworkflow: planSubworkflow(node.subworkflow) }),
    ...(node.wait === null ? {} : { wait: planWait(node.wait) }),
    ...(node.compensates === null ? {} : { compensates: node.compensates }),
    ...given('config', node.config.map(planProperty)),
    ...given(
      'resources',
      node.resources.map(({ ref, role }) => ({ ref, role })),
    ),
    ...given(
      'artifacts',
      node.artifacts.map(({ ref, direction }) => ({ ref, direction })),
    ),
    ...planOrbitFields(node),
  };
}

/** What only nodes of the orbit profile have. */
function planOrbitFields({ queueTimeout, fanOut, pool, idempotencyKey }: WorkflowNode) {
  return {
    ...(queueTimeout === undefined ? {} : { queueTimeout }),
    ...(fanOut === undefined
      ? {}
      : {
          for: { variable: fanOut.variable, over: fanOut.over },
          maxParallel: fanOut.maxParallel,
        }),
    ...(pool === undefined ? {} : { pool }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

function planRetry(retry: RetryPolicy): PlanRetry {
  const { maxAttempts, backoff, initialDelay, maxDelay, multiplier, jitter, retryOn } = retry;
  return {
    ...{ maxAttempts, backoff, initialDelay, maxDelay, multiplier, jitter },
    ...(retryOn === null ? {} : { retryOn: [...retryOn] }),
  };
}

function planLoop(loop: Loop): PlanLoop {
  return {
    kind: loop.kind,
    body: loop.body,
    over: loop.over,
    while: loop.while,
    count: loop.count,
    var: loop.var,
    indexVar: loop.indexVar,
    maxIterations: loop.maxIterations,
    maxConcurrency: loop.maxConcurrency,
    onItemFailure: loop.onItemFailure,
  };
}

function planSubworkflow({ href, digest, specVersion }: Subworkflow): PlanSubworkflow {
  return { href, digest, specVersion };
}

function planWait({ duration, until, event }: Wait): PlanWait {
  if (duration !== null) return { duration };
  return until !== null ? { until } : { event: event ?? '' };
}

function planEdge({ from, to, type, condition, fromPort, toPort }: Edge): PlanEdge {
  return { from, to, type, condition, fromPort, toPort };
}

function planProperty({ name, value }: Property): PlanProperty {
  return { name, value };
}

function planArtifact(artifact: Artifact): PlanArtifact {
  const { id, type, name, uri, mediaType, digest, classification } = artifact;
  const properties = artifact.properties.map(planProperty);
  return { id, type, name, uri, mediaType, digest, classification, properties };
}

/** The credential is left out: a plan travels to programs that need not know its name. */
function planResource(resource: Resource): PlanResource {
  const { id, type, name, provider, uri } = resource;
  return { id, type, name, provider, uri, properties: resource.properties.map(planProperty) };
}
