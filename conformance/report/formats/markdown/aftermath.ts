/** What was undone, what was left behind, and what happened twice or never. */

import type { TraceEvent } from '../../../../core/model/trace.ts';
import { isNamedByUndone } from '../../../../simulator/trace/explain/words.ts';
import type { Nodes } from '../../story/nodes.ts';
import { tellOdd } from '../../story/render-world.ts';
import type { Standing } from '../../story/world.ts';
import type { Clock } from '../../timeline/clock.ts';
import { timeOf } from './failures.ts';
import { code, escaped, table } from './text.ts';

export function undoneLines(trace: readonly TraceEvent[], clock: Clock): readonly string[] {
  const rows = trace.flatMap((event) => {
    if (event.type !== 'compensation.ended') return [];
    const { undoes, node, unit, at, status, error } = event;
    const message = error?.message === undefined ? '' : escaped(error.message);
    const result =
      status === 'compensated'
        ? 'undone'
        : `**not undone** (${error?.code ?? 'HX-4110'}): ${message}`;
    return [
      [timeOf(at, clock), code(undoes), code(isNamedByUndone(node, unit) ? unit : node), result],
    ];
  });
  return rows.length === 0 ? ['Nothing.'] : table(['when', 'step', 'by', 'result'], rows);
}

export function leftLines(
  world: readonly Standing[],
  nodes: Nodes,
  clock: Clock,
): readonly string[] {
  const left = world.filter(({ leftBehind }) => leftBehind);
  if (left.length === 0) return ['Nothing that the world knows of.'];
  return left.map((standing) => {
    const { unit, node, at, undoFailed, mismatch, state } = standing;
    const why = undoFailed
      ? 'its undo failed'
      : mismatch === 'unknown-to-run'
        ? `the run has it as ${state}, so nothing will undo it`
        : mismatch === 'undo-never-happened'
          ? 'the run takes it for undone'
          : nodes.has(`compensate:${node}`)
            ? 'its compensation was not run'
            : 'no compensation undoes it';
    return `- ${code(unit)}, done at ${timeOf(at, clock)}: ${why}`;
  });
}

/** Effects that a person should look at; empty where each happened once, as the run believes. */
export function oddLines(world: readonly Standing[]): readonly string[] {
  return world
    .filter(({ times, undone, mismatch }) => times !== 1 || undone > 1 || mismatch !== null)
    .map((standing) => `- ${escaped(tellOdd(standing))}`);
}
