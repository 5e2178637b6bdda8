/**
 * What the outside world is left with, from its own ledger: what stands, what was undone,
 * what happened twice or never, and where the run believes something else.
 */

import type { Effect, Run } from '../../../core/model/run.ts';
import type { NodeState, Outcome } from '../../../core/model/trace.ts';
import type { NodeKind, Workflow } from '../../../core/model/workflow.ts';
import { baseOf, isNamedByUndone } from '../../../simulator/trace/explain/words.ts';
import { containersOf } from './containers.ts';
import { isList, type Nodes, nodesOf } from './nodes.ts';

export interface Standing {
  readonly unit: string;
  readonly node: string;
  /** How often the world did it: more than once is a double effect, 0 is none. */
  readonly times: number;
  /** When it happened last, in virtual ms. */
  readonly at: number;
  /** The node that undid it; null where it stands. */
  readonly undoneBy: string | null;
  /** The subworkflow or loop with which it was undone as a whole; null for other undos. */
  readonly undoneWith: string | null;
  /** How often the world undid it. */
  readonly undone: number;
  /** The run tried to undo it, and that failed. */
  readonly undoFailed: boolean;
  /** What the run takes the unit for. */
  readonly state: NodeState;
  /** It stands although it should not, and the run is over: nothing will undo it. */
  readonly leftBehind: boolean;
  /**
   * Where ledger and run differ: `unknown-to-run` is an effect of a unit that did not
   * succeed; `undo-unknown-to-run` one that was undone although the undo counts as failed;
   * `undo-never-happened` and `never-happened` are successes that only the run knows of.
   */
  readonly mismatch:
    | 'unknown-to-run'
    | 'undo-unknown-to-run'
    | 'undo-never-happened'
    | 'never-happened'
    | null;
}

const COMPENSATION = 'compensate:';

/** These read or compute: a call of theirs leaves nothing behind. */
const WITHOUT_TRACE: ReadonlySet<NodeKind> = new Set(['source', 'transform', 'inference']);
/** A success of these says that something happened outside. */
const WITH_TRACE: ReadonlySet<NodeKind> = new Set(['task', 'sink', 'human']);
/** After these nothing of the run is to come. */
const LOST: ReadonlySet<Outcome> = new Set(['failed', 'compensated', 'cancelled', 'timed_out']);

/**
 * In the order in which things first happened; what never happened comes last.
 * @param nodes By the names that the trace has for them; without it, those of the workflow.
 */
export function worldOf(
  run: Run,
  workflow: Workflow,
  nodes: Nodes = nodesOf(workflow),
): readonly Standing[] {
  const undos = new Map<string, Effect[]>();
  const done = new Map<string, Effect[]>();
  for (const effect of run.effects) {
    const isUndo = effect.unit.startsWith(COMPENSATION);
    if (!isUndo && WITHOUT_TRACE.has(nodes.get(effect.node)?.kind ?? 'task')) continue;
    const unit = isUndo ? effect.unit.slice(COMPENSATION.length) : effect.unit;
    const effects = isUndo ? undos : done;
    const known = effects.get(unit);
    if (known === undefined) effects.set(unit, [effect]);
    else known.push(effect);
  }
  const containers = containersOf(nodes);
  const failed = new Set(run.failures.map(({ unit }) => unit));
  const standingOf = (unit: string, node: string, effects: readonly Effect[]): Standing => {
    const own = undos.get(unit) ?? [];
    const undoneWith =
      own.length > 0 ? null : (containers(unit).find((container) => undos.has(container)) ?? null);
    const undo = own.at(-1) ?? (undoneWith === null ? undefined : undos.get(undoneWith)?.at(-1));
    const state = believed(run, undoneWith ?? unit);
    const happened = effects.length > 0;
    const mismatch = mismatchOf(state, happened, undo !== undefined);
    const unwanted = LOST.has(run.outcome) || (run.outcome === 'succeeded' && mismatch !== null);
    return {
      unit,
      node,
      times: effects.length,
      at: effects.at(-1)?.at ?? 0,
      undoneBy: undo?.node ?? null,
      undoneWith,
      undone: own.length,
      undoFailed: failed.has(COMPENSATION + unit),
      state: run.states[unit] ?? 'PENDING',
      leftBehind: happened && undo === undefined && unwanted,
      mismatch,
    };
  };
  return [
    ...[...done].map(([unit, effects]) => standingOf(unit, effects[0]?.node ?? unit, effects)),
    ...imagined(run, nodes, done).map(([unit, node]) => standingOf(unit, node, [])),
  ];
}

/** In ORBIT what was undone stays SUCCEEDED: that it was undone is the state of its undo. */
function believed({ states }: Run, unit: string): NodeState {
  return states[COMPENSATION + unit] === 'SUCCEEDED' ? 'COMPENSATED' : (states[unit] ?? 'PENDING');
}

function mismatchOf(state: NodeState, happened: boolean, undone: boolean): Standing['mismatch'] {
  if (!happened) return 'never-happened';
  if (undone) return state === 'COMPENSATED' ? null : 'undo-unknown-to-run';
  if (state === 'COMPENSATED') return 'undo-never-happened';
  return state === 'SUCCEEDED' ? null : 'unknown-to-run';
}

/** Units that succeeded, if one believes the run, and of which the world knows nothing. */
function imagined(
  run: Run,
  nodes: Nodes,
  done: ReadonlyMap<string, unknown>,
): readonly (readonly [string, string])[] {
  const undoing = new Set(
    run.trace.flatMap((event) =>
      event.type === 'compensation.started' && !isNamedByUndone(event.node, event.unit)
        ? [event.node]
        : [],
    ),
  );
  return Object.entries(run.states).flatMap(([unit, state]) => {
    if (state !== 'SUCCEEDED' && state !== 'COMPENSATED') return [];
    if (unit.startsWith(COMPENSATION)) return [];
    const node = baseOf(unit);
    if (!unit.endsWith(']') && isList({}, nodes.get(node))) return [];
    const kind = nodes.get(node)?.kind;
    if (kind === undefined || !WITH_TRACE.has(kind) || done.has(unit)) return [];
    return undoing.has(node) ? [] : [[unit, node] as const];
  });
}
