/** Cases with an edge, a policy or another detail less. */

import type { Edge, RetryPolicy, WorkflowNode } from '../../../core/model/workflow.ts';
import type { TestCase } from '../case.ts';

export function* withoutEdges(testCase: TestCase): Generator<TestCase> {
  const { workflow } = testCase;
  for (const removed of workflow.edges) {
    const edges = workflow.edges.filter((edge) => edge !== removed);
    const nodes = workflow.nodes.map((node) =>
      removed.type === 'data' && node.id === removed.to ? withoutInput(node, removed) : node,
    );
    yield { ...testCase, workflow: { ...workflow, nodes, edges } };
  }
  for (const edge of workflow.edges) {
    if (edge.condition !== null) yield withEdge(testCase, edge, { ...edge, condition: null });
    if (edge.type === 'data' || edge.type === 'dependency') {
      const plain: Edge = { ...edge, type: 'control', fromPort: null, toPort: null };
      yield withEdge(testCase, edge, plain);
    }
  }
}

const withoutInput = (node: WorkflowNode, { toPort }: Edge): WorkflowNode => ({
  ...node,
  inputs: node.inputs.filter(({ name }) => name !== toPort),
});

const withEdge = (testCase: TestCase, edge: Edge, other: Edge): TestCase => {
  const { workflow } = testCase;
  const nodes = workflow.nodes.map((node) =>
    edge.type === 'data' && other.type !== 'data' && node.id === edge.to
      ? withoutInput(node, edge)
      : node,
  );
  const edges = workflow.edges.map((each) => (each === edge ? other : each));
  return { ...testCase, workflow: { ...workflow, nodes, edges } };
};

export function* withSimplerNodes(testCase: TestCase): Generator<TestCase> {
  const { workflow } = testCase;
  for (const node of workflow.nodes) {
    for (const simpler of simplerNodes(node)) {
      const nodes = workflow.nodes.map((each) => (each === node ? simpler : each));
      yield { ...testCase, workflow: { ...workflow, nodes } };
    }
  }
}

function* simplerNodes(node: WorkflowNode): Generator<WorkflowNode> {
  if (node.guard !== null) yield { ...node, guard: null };
  if (node.retry !== null) yield { ...node, retry: null };
  if (node.timeout !== null) yield { ...node, timeout: null };
  if (!node.idempotent) yield { ...node, idempotent: true };
  if (node.join !== 'all') yield { ...node, join: 'all', quorum: null };
  if (node.inputs.length > 0) yield { ...node, inputs: [] };
  if (node.compensates !== null) yield { ...node, compensates: null };
  if (node.kind === 'transform' || node.kind === 'sink') yield { ...node, kind: 'task' };
  if (node.outputs.length > 0) yield { ...node, outputs: [] };
  if (node.timeout !== null && node.timeout.onTimeout !== 'fail') {
    yield { ...node, timeout: { ...node.timeout, onTimeout: 'fail' } };
  }
  if (node.retry !== null) {
    for (const retry of simplerPolicies(node.retry)) yield { ...node, retry };
  }
  const { loop } = node;
  if (loop !== null) {
    if (loop.maxConcurrency > 1) yield { ...node, loop: { ...loop, maxConcurrency: 1 } };
    if (loop.onItemFailure !== 'fail') yield { ...node, loop: { ...loop, onItemFailure: 'fail' } };
    if ((loop.count ?? 1) > 1) yield { ...node, loop: { ...loop, count: (loop.count ?? 1) - 1 } };
  }
}

function* simplerPolicies(retry: RetryPolicy): Generator<RetryPolicy> {
  if (retry.maxAttempts > 2) {
    yield { ...retry, maxAttempts: 2 };
    yield { ...retry, maxAttempts: retry.maxAttempts - 1 };
  }
  if (retry.retryOn !== null) yield { ...retry, retryOn: null };
  if (retry.maxDelay !== null) yield { ...retry, maxDelay: null };
  if (retry.jitter !== 'none') yield { ...retry, jitter: 'none' };
  if (retry.backoff !== 'fixed') yield { ...retry, backoff: 'fixed' };
  if (retry.multiplier !== 2) yield { ...retry, multiplier: 2 };
  if (retry.initialDelay !== 1000) yield { ...retry, initialDelay: 1000 };
}
