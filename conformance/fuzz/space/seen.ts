/** What a run did, as far as another scenario may begin from it. */

import type { Run } from '../../../core/model/run.ts';
import type { Scenario } from '../../../core/model/scenario.ts';
import { stepOfUnit } from '../expectations/names.ts';
import type { Call } from './answers.ts';
import type { Space } from './space.ts';
import type { StepInfo } from './steps.ts';

export interface SeenCall extends Call {
  readonly step: StepInfo;
  readonly isUndo: boolean;
}

/** An event, by its number, and when it was. */
export interface Turn {
  readonly event: number;
  readonly at: number;
}

export interface Seen {
  readonly scenario: Scenario;
  /** In their order; of very many the first and the last ones. */
  readonly calls: readonly SeenCall[];
  /** Calls that undo. */
  readonly undos: readonly SeenCall[];
  readonly events: number;
  readonly endedAt: number;
  /** Where something begins or ends, so that a crash or a cancel right behind it is felt. */
  readonly turns: readonly Turn[];
  readonly failed: readonly string[];
  /** Units whose effect happened. */
  readonly effects: ReadonlySet<string>;
  readonly isPaused: boolean;
}

const MOST_CALLS = 400;
const MOST_TURNS = 400;

export const seenIn = (space: Space, scenario: Scenario, run: Run): Seen => {
  const calls: SeenCall[] = [];
  const turns: Turn[] = [];
  const failed = new Set<string>();
  for (const event of run.trace) {
    if (event.type === 'attempt.started') {
      turns.push({ event: event.seq, at: event.at });
      if (event.purpose === 'reconcile') continue;
      const isUndo = event.purpose === 'compensation';
      const step = stepFor(space, event.unit, event.node);
      if (step === undefined) continue;
      const { unit, node, attempt } = event;
      calls.push({ unit, node, attempt, step, isUndo });
    } else if (event.type === 'timer.set' || event.type === 'attempt.ended') {
      turns.push({ event: event.seq, at: event.at });
    } else if (event.type === 'transition' && event.to === 'FAILED') failed.add(event.unit);
  }
  const kept = cut(calls, MOST_CALLS);
  return {
    scenario,
    calls: kept,
    undos: kept.filter(({ isUndo }) => isUndo),
    events: run.trace.length,
    endedAt: run.endedAt,
    turns: cut(turns, MOST_TURNS),
    failed: [...failed],
    effects: new Set(run.effects.slice(0, MOST_CALLS).map(({ unit }) => unit)),
    isPaused: run.outcome === 'paused',
  };
};

/** In ORBIT what undoes has no name of its own but its unit's. */
const stepFor = ({ steps }: Space, unit: string, node: string): StepInfo | undefined =>
  steps.get(stepOfUnit(unit)) ?? steps.get(stepOfUnit(node));

const cut = <Item>(items: readonly Item[], most: number): readonly Item[] =>
  items.length <= most
    ? items
    : [...items.slice(0, most / 2), ...items.slice(items.length - most / 2)];
