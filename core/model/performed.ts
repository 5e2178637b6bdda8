/** Which nodes call a task: the others wait, decide or repeat, and have no answer to script. */

import type { NodeKind } from './workflow.ts';

const PERFORMED: ReadonlySet<NodeKind> = new Set([
  'task',
  'inference',
  'transform',
  'source',
  'sink',
  'human',
]);

/** Whether the world performs a task for each node of this kind (driver protocol, plan). */
export const isPerformed = (kind: NodeKind): boolean => PERFORMED.has(kind);
