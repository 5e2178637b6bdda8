/** Nodes, edges and ports with nothing but their names: what a document leaves out, said. */

import { NONE } from './lists.ts';
import type { Edge, EdgeType, InputPort, NodeKind, WorkflowNode } from './workflow.ts';

/** Its properties may be set until it is handed on. */
export type Building<T> = { -readonly [Key in keyof T]: T[Key] };

export const plainNode = (id: string, kind: NodeKind = 'task'): Building<WorkflowNode> => ({
  id,
  kind,
  name: null,
  description: null,
  implementation: null,
  idempotent: true,
  join: 'all',
  quorum: null,
  compensates: null,
  inputs: NONE,
  outputs: NONE,
  config: NONE,
  resources: NONE,
  artifacts: NONE,
  guard: null,
  retry: null,
  timeout: null,
  cases: null,
  otherwise: null,
  loop: null,
  subworkflow: null,
  wait: null,
  security: null,
  extensions: NONE,
});

export const plainEdge = (from: string, to: string, type: EdgeType): Building<Edge> => ({
  id: null,
  description: null,
  from,
  to,
  type,
  condition: null,
  fromPort: null,
  toPort: null,
  extensions: NONE,
});

export const plainPort = (name: string): Building<InputPort> => ({
  name,
  description: null,
  type: null,
  required: true,
  default: null,
  value: null,
});
