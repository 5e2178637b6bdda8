/** A drawn graph: what the layout hands to the page. */

import type { EdgeType, NodeKind } from '../../../core/model/workflow.ts';

export type Flow = 'right' | 'down';

/** `route` goes from a decision to what it can choose, `body` from a loop to its body. */
export type DrawnEdgeType = EdgeType | 'route' | 'body';

export interface GraphLayout {
  readonly flow: Flow;
  readonly width: number;
  readonly height: number;
  /** In topological order, each undo behind the step that it undoes. */
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

export interface PlacedNode extends Rectangle {
  readonly id: string;
  readonly name: string;
  readonly kind: NodeKind;
  /** The step at whose side it stands. */
  readonly undoes: string | null;
  /** Names of the nodes that its edges lead to. */
  readonly next: readonly string[];
}

export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
  readonly type: DrawnEdgeType;
  readonly path: string;
  /** The arrow's head; empty for the link between a step and what undoes it. */
  readonly head: string;
}

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
