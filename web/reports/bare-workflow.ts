/** A workflow of which nothing is known but the steps that a trace names: no order, no policy. */

import { plainNode } from '../../core/model/plain.ts';
import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';

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
    nodes: [...ids].map((id) => ({ ...plainNode(id), idempotent: false })),
    edges: [],
    extensions: [],
  };
}
