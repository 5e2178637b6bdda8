/** Iterations of loops as the world saw them, and as the reading has them. */

import { isPerformed } from '../../../core/model/performed.ts';
import type { WorkflowNode } from '../../../core/model/workflow.ts';
import { type Execution, forwardExecutions, type View } from '../view.ts';
import type { IterationReading, LoopReading } from './reading/loop-reading.ts';
import { type Reading, readingOf } from './reading/read.ts';
import { hadToBegin, stopOf } from './reading/stop.ts';

/** All iterations of one run of a loop whose body has a task, in the order in which they began. */
export interface SeenLoop {
  /** The body's id, and the iteration of an outer loop that it runs in. */
  readonly body: string;
  readonly suffix: string;
  readonly iterations: readonly SeenIteration[];
}

export interface SeenIteration {
  readonly index: number;
  readonly execution: Execution;
  readonly startedAt: number;
}

const seen = new WeakMap<View, ReadonlyMap<string, SeenLoop>>();

const INDEXED = /^(.*)\[(\d+)\]$/s;

/** By the name of their body's units without the last index. */
export const seenLoops = (view: View): ReadonlyMap<string, SeenLoop> => {
  const known = seen.get(view);
  if (known !== undefined) return known;
  const made = new Map<string, SeenLoop & { iterations: SeenIteration[] }>();
  const bodies = new Set(view.observation.workflow.nodes.flatMap(({ loop }) => loop?.body ?? []));
  for (const execution of forwardExecutions(view)) {
    const { node, unit, attempts } = execution;
    const [, name, index] = INDEXED.exec(unit) ?? [];
    if (node === null || name === undefined || !bodies.has(node.id)) continue;
    if (!name.startsWith(node.id)) continue;
    const startedAt = attempts[0]?.calls[0].at ?? 0;
    const iteration = { index: Number(index), execution, startedAt };
    const loop = made.get(name);
    if (loop !== undefined) loop.iterations.push(iteration);
    else {
      const suffix = name.slice(node.id.length);
      made.set(name, { body: node.id, suffix, iterations: [iteration] });
    }
  }
  seen.set(view, made);
  return made;
};

/** What the world saw of the loop that the reading speaks of; null where it saw nothing. */
export const seenLoopOf = (view: View, { body, frame }: LoopReading): SeenLoop | null =>
  seenLoops(view).get(body.node.id + frame.suffix) ?? null;

/** Whether an iteration that the reading has, and the world did not see, had to be seen. */
export const isOverdue = (
  view: View,
  loop: LoopReading,
  { at, hops, opening, execution }: IterationReading,
): boolean => {
  if (execution !== null || opening.kind !== 'call' || !isPerformed(loop.body.node.kind))
    return false;
  const reading = readingOf(view);
  const { clock } = view.observation;
  const around = loopsAround(loop);
  // A loop that times out begins no more; when an outer one does is not told.
  if (around.some(({ timeout }) => timeout !== null)) return false;
  // Which of several came first hangs on times that are not exact.
  const isOrdered =
    reading.context.isExact || around.every(({ loop: each }) => each?.maxConcurrency === 1);
  const due = at + clock.toleranceMs * (hops + 1);
  const end = Math.min(stopOf(view, reading), withdrawalOf(reading, loop));
  return isOrdered && hadToBegin(view, due, end);
};

/** The loop itself, and those that it runs in. */
const loopsAround = ({ member, frame }: LoopReading): readonly WorkflowNode[] => {
  const around = [member.node];
  for (let at: LoopReading['frame'] | null = frame; at !== null; at = at.parent) {
    if (at.iteration !== null) around.push(at.iteration.member.node);
  }
  return around;
};

/** From when on a join may have cancelled the loop, or an outer one. */
export const withdrawalOf = ({ withdrawnAt }: Reading, { member, frame }: LoopReading): number => {
  let outermost = member;
  for (let at: LoopReading['frame'] | null = frame; at !== null; at = at.parent) {
    outermost = at.iteration?.member ?? outermost;
  }
  return withdrawnAt.get(outermost) ?? Number.POSITIVE_INFINITY;
};

/** Every iteration of every loop that the reading has. */
export const allIterations = (
  view: View,
): readonly { readonly loop: LoopReading; readonly iteration: IterationReading }[] =>
  readingOf(view).context.loops.flatMap((loop) =>
    loop.iterations.map((iteration) => ({ loop, iteration })),
  );
