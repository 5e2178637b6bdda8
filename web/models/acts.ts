/** What the run waits for at the cursor, and what a person can do about it. */

import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { nodesOf, unitName } from '../../simulator/trace/explain/words.ts';
import type { Act } from './faults.ts';
import type { Look } from './look.ts';

export interface Waiting {
  readonly look: Look;
  /** Why somebody is needed. */
  readonly reason: string;
  readonly acts: readonly { readonly name: string; readonly act: Act }[];
}

/** Empty where the run waits for nobody. */
export function waitingAt(
  trace: readonly TraceEvent[],
  cursor: number,
  workflow: Workflow,
): readonly Waiting[] {
  const { isOver, isPaused, failed, running } = read(trace, cursor);
  if (isOver) return [];
  return [
    ...(isPaused && failed.size > 0 ? [forOperator(failed, workflow)] : []),
    ...forSignals(running, workflow),
  ];
}

interface State {
  isOver: boolean;
  isPaused: boolean;
  /** Units that failed, and whether nobody can tell what became of their calls. */
  readonly failed: Map<string, boolean>;
  /** Nodes that are under way. */
  readonly running: Set<string>;
}

function read(trace: readonly TraceEvent[], cursor: number): State {
  const state: State = { isOver: false, isPaused: false, failed: new Map(), running: new Set() };
  for (const event of trace) {
    if (event.seq > cursor) break;
    if (event.type === 'run.paused') state.isPaused = true;
    if (event.type === 'instance.ended') state.isOver = event.outcome !== 'stalled';
    if (event.type !== 'transition') continue;
    if (event.to === 'FAILED') state.failed.set(event.unit, event.error?.uncertain === true);
    else state.failed.delete(event.unit);
    if (event.to === 'RUNNING') state.running.add(event.node);
    else state.running.delete(event.node);
  }
  return state;
}

function forOperator(failed: ReadonlyMap<string, boolean>, workflow: Workflow): Waiting {
  const nodes = nodesOf(workflow);
  const acts = [...failed].flatMap(([unit, isUncertain]) => {
    const name = unitName(nodes, unit);
    const retry = operator('retry-step', unit, null, `Try ${name} again`);
    if (!isUncertain) return [retry];
    return [
      operator('settle-uncertain', unit, true, `${name} was done`),
      operator('settle-uncertain', unit, false, `${name} was not done`),
      retry,
    ];
  });
  return {
    look: 'person',
    reason: 'The run waits for a person.',
    acts: [...acts, operator('resume-run', null, null, 'Resume the run')],
  };
}

function operator(
  command: Extract<Act, { readonly action: 'operator' }>['command'],
  step: string | null,
  applied: boolean | null,
  name: string,
): Waiting['acts'][number] {
  return { name, act: { action: 'operator', command, step, applied } };
}

function forSignals(running: ReadonlySet<string>, workflow: Workflow): readonly Waiting[] {
  return workflow.nodes.flatMap(({ id, name, wait }) =>
    wait?.event == null || !running.has(id)
      ? []
      : [
          {
            look: 'waiting' as const,
            reason: `${name ?? id} waits for a signal.`,
            acts: [
              {
                name: `Send “${wait.event}”`,
                act: { action: 'signal' as const, name: wait.event, value: {} },
              },
            ],
          },
        ],
  );
}
