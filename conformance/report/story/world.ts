/**
 * What the outside world is left with, from its own ledger: what stands, what was undone,
 * what happened twice, and where the run believes something else.
 */

import type { Effect, Run } from '../../../core/model/run.ts';
import type { NodeState } from '../../../core/model/trace.ts';
import type { NodeKind, Workflow } from '../../../core/model/workflow.ts';

export interface Standing {
  readonly unit: string;
  readonly node: string;
  /** How often the world did it; more than once is a double effect. */
  readonly times: number;
  /** When it happened last, in virtual ms. */
  readonly at: number;
  /** The node that undid it; null where it stands. */
  readonly undoneBy: string | null;
  /** The run tried to undo it, and that failed. */
  readonly undoFailed: boolean;
  /** What the run takes the unit for. */
  readonly state: NodeState;
  /**
   * Where ledger and run differ: `unknown-to-run` is an effect of a unit that did not
   * succeed; `undo-unknown-to-run` one that was undone although the undo counts as failed.
   */
  readonly mismatch: 'unknown-to-run' | 'undo-unknown-to-run' | null;
}

const COMPENSATION = 'compensate:';

/** These read or compute: a call of theirs leaves nothing behind. */
const WITHOUT_TRACE: ReadonlySet<NodeKind> = new Set(['source', 'transform', 'inference']);

/** In the order in which things first happened. */
export function worldOf(run: Run, workflow: Workflow): readonly Standing[] {
  const kinds = new Map(workflow.nodes.map(({ id, kind }) => [id, kind]));
  const undoneBy = new Map<string, Effect>();
  const done = new Map<string, Effect[]>();
  for (const effect of run.effects) {
    if (effect.unit.startsWith(COMPENSATION)) {
      undoneBy.set(effect.unit.slice(COMPENSATION.length), effect);
      continue;
    }
    if (WITHOUT_TRACE.has(kinds.get(effect.node) ?? 'task')) continue;
    const known = done.get(effect.unit);
    if (known === undefined) done.set(effect.unit, [effect]);
    else known.push(effect);
  }
  const failed = new Set(run.failures.map(({ unit }) => unit));
  return [...done].map(([unit, effects]) => {
    const state = run.states[unit] ?? 'PENDING';
    const undo = undoneBy.get(unit) ?? null;
    return {
      unit,
      node: effects[0]?.node ?? unit,
      times: effects.length,
      at: effects.at(-1)?.at ?? 0,
      undoneBy: undo?.node ?? null,
      undoFailed: failed.has(COMPENSATION + unit),
      state,
      mismatch: mismatchOf(state, undo !== null),
    };
  });
}

function mismatchOf(state: NodeState, undone: boolean): Standing['mismatch'] {
  if (undone) return state === 'COMPENSATED' ? null : 'undo-unknown-to-run';
  return state === 'SUCCEEDED' || state === 'COMPENSATED' ? null : 'unknown-to-run';
}
