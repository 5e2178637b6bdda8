/** What a real clock makes of a workflow and of its calls: every time multiplied by the clock's scale. */

import { MAXIMUM_TIME } from '../../core/model/duration.ts';
import type { Workflow, WorkflowNode } from '../../core/model/workflow.ts';
import type { Call } from '../rules/observation.ts';

export const scaleWorkflow = (workflow: Workflow, scale: number): Workflow => {
  if (scale === 1) return workflow;
  const scaled = (time: number): number => Math.min(time * scale, MAXIMUM_TIME);
  const perhaps = (time: number | null): number | null => (time === null ? null : scaled(time));
  const scaleNode = (node: WorkflowNode): WorkflowNode => ({
    ...node,
    retry:
      node.retry === null
        ? null
        : {
            ...node.retry,
            initialDelay: scaled(node.retry.initialDelay),
            maxDelay: perhaps(node.retry.maxDelay),
          },
    timeout:
      node.timeout === null ? null : { ...node.timeout, duration: scaled(node.timeout.duration) },
    wait: node.wait === null ? null : { ...node.wait, duration: perhaps(node.wait.duration) },
    ...(node.queueTimeout === undefined ? {} : { queueTimeout: scaled(node.queueTimeout) }),
  });
  return {
    ...workflow,
    nodes: workflow.nodes.map(scaleNode),
    timeout: perhaps(workflow.timeout),
  };
};

/** Calls of the built-in runtime as they would be on that clock. */
export const scaleCalls = (calls: readonly Call[], scale: number): readonly Call[] => {
  if (scale === 1) return calls;
  const scaled = (time: number): number => Math.min(time * scale, MAXIMUM_TIME);
  const perhaps = (time: number | null): number | null => (time === null ? null : scaled(time));
  return calls.map((call) => ({
    ...call,
    at: scaled(call.at),
    settledAt: perhaps(call.settledAt),
    abortedAt: perhaps(call.abortedAt),
    reply: { ...call.reply, after: scaled(call.reply.after) },
  }));
};
