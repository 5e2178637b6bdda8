/** What a runtime may take a plan to say that it does not say. */

import type {
  Edge,
  Loop,
  RetryPolicy,
  Timeout,
  WorkflowNode,
} from '../../../core/model/workflow.ts';
import type { Change } from '../mutant.ts';

type Reads = Pick<Change, 'reads'>;

export const readsNodes = (change: (node: WorkflowNode) => WorkflowNode): Reads => ({
  reads: (workflow) => ({ ...workflow, nodes: workflow.nodes.map(change) }),
});

/** @param change An edge left out where it gives null. */
export const readsEdges = (change: (edge: Edge) => Edge | null): Reads => ({
  reads: (workflow) => ({
    ...workflow,
    edges: workflow.edges.flatMap((edge) => change(edge) ?? []),
  }),
});

/** Only where a policy is written down. */
export const readsPolicies = (
  change: (policy: RetryPolicy, node: WorkflowNode) => RetryPolicy | null,
): Reads =>
  readsNodes((node) => (node.retry === null ? node : { ...node, retry: change(node.retry, node) }));

export const readsTimeouts = (
  change: (timeout: Timeout, node: WorkflowNode) => Timeout | null,
): Reads =>
  readsNodes((node) =>
    node.timeout === null ? node : { ...node, timeout: change(node.timeout, node) },
  );

export const readsLoops = (change: (loop: Loop) => Partial<Loop>): Reads =>
  readsNodes((node) =>
    node.loop === null ? node : { ...node, loop: { ...node.loop, ...change(node.loop) } },
  );
