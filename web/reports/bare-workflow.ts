/** A workflow of which nothing is known but the steps that a trace names: no order, no policy. */

import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow, WorkflowNode } from '../../core/model/workflow.ts';

export function bareWorkflow(events: readonly TraceEvent[]): Workflow {
  const ids = new Set<string>();
  for (const event of events) {
    if ('node' in event && typeof event.node === 'string') ids.add(event.node);
  }
  return {
    id: 'trace',
    name: null,
    profile: 'harness',
    specVersion: null,
    entry: null,
    onFailure: 'unwind',
    timeout: null,
    metadata: null,
    security: null,
    resources: [],
    artifacts: [],
    nodes: [...ids].map(bareNode),
    edges: [],
    extensions: [],
  };
}

function bareNode(id: string): WorkflowNode {
  return {
    id,
    kind: 'task',
    name: null,
    description: null,
    implementation: null,
    idempotent: false,
    join: 'all',
    quorum: null,
    compensates: null,
    inputs: [],
    outputs: [],
    config: [],
    resources: [],
    artifacts: [],
    guard: null,
    retry: null,
    timeout: null,
    cases: null,
    otherwise: null,
    loop: null,
    subworkflow: null,
    wait: null,
    security: null,
    extensions: [],
  };
}
