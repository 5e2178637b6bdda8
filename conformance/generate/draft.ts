/** A workflow under construction, and what is known of its steps so far. */

import { plainPort } from '../../core/model/plain.ts';
import type { Edge, InputPort, NodeKind, WorkflowNode } from '../../core/model/workflow.ts';

export interface Draft {
  readonly steps: DraftStep[];
  readonly edges: Edge[];
  /** Bodies of loops, and what undoes steps. */
  readonly others: WorkflowNode[];
  /** Signals that somebody waits for. */
  readonly signals: string[];
}

export interface DraftStep {
  readonly id: string;
  readonly index: number;
  readonly kind: NodeKind;
  /** Steps that can have completed before this one begins, by index. */
  readonly before: Set<number>;
  readonly inputs: InputPort[];
  /** Whether its output holds a list, for a loop to go through. */
  hasList: boolean;
  /** A decision leads here, so nothing else has to. */
  isTarget: boolean;
  node: WorkflowNode;
}

export const inputPort = (name: string, rest: Partial<InputPort> = {}): InputPort => ({
  ...plainPort(name),
  ...rest,
});
