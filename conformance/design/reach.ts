/**
 * Runs in which as many steps as possible begin, are skipped or are brought to their handlers: what
 * an analysis starts from, so that what it says of a step has a run that comes to that step.
 */

import type { JsonObject } from '../../core/model/json.ts';
import type { Run } from '../../core/model/run.ts';
import type { Scenario, TaskAnswer } from '../../core/model/scenario.ts';
import { withTask } from '../fuzz/space/answers.ts';
import { withFault } from '../fuzz/space/faults.ts';
import { type Seen, seenIn } from '../fuzz/space/seen.ts';
import type { Space } from '../fuzz/space/space.ts';
import type { StepInfo } from '../fuzz/space/steps.ts';

export interface Reached {
  readonly scenario: Scenario;
  readonly run: Run;
  readonly seen: Seen;
}

const MOST_RUNS = 400;
const MOST_KEPT = 60;
/** Events of all runs together: large documents are looked at with fewer runs. */
const MOST_EVENTS = 400_000;

/** In the order in which they were found, the usual run first; the same for the same document. */
export const reachedIn = (
  space: Space,
  simulate: (scenario: Scenario) => Run,
): readonly Reached[] => {
  const kept: Reached[] = [];
  const points = new Set<string>();
  let runs = 0;
  let events = 0;
  const look = (scenario: Scenario): void => {
    if (runs >= MOST_RUNS || events >= MOST_EVENTS || kept.length >= MOST_KEPT) return;
    const run = simulate(scenario);
    runs += 1;
    events += run.trace.length;
    let isNew = kept.length === 0;
    for (const event of run.trace) {
      if (event.type !== 'transition') continue;
      const point = `${event.node} ${event.to === 'SKIPPED' ? 'skipped' : 'begun'}`;
      if (points.has(point)) continue;
      points.add(point);
      isNew = true;
    }
    if (isNew) kept.push({ scenario, run, seen: seenIn(space, scenario, run) });
  };
  for (const base of space.bases) look(base);
  for (let at = 0; at < kept.length; at += 1) {
    const from = kept[at] as Reached;
    for (const scenario of variantsOf(space, from)) look(scenario);
  }
  return kept;
};

function* variantsOf(space: Space, { scenario, seen }: Reached): Generator<Scenario> {
  for (const [name, ports] of space.values) {
    const step = space.steps.get(name);
    if (step?.isCalled !== true) continue;
    for (const { port, values } of ports) {
      for (const value of values) yield withOutput(space, scenario, step, { [port]: value });
    }
  }
  for (const { name, values } of space.input.fields) {
    for (const value of values) yield { ...scenario, input: { ...scenario.input, [name]: value } };
  }
  for (const call of seen.calls) {
    if (call.attempt > 1) continue;
    const refused = withFault(space, scenario, call, call.step, 'refused');
    if (refused !== null) yield refused;
  }
}

/** Everything else of its output stays as it was. */
export const withOutput = (
  { usual }: Space,
  scenario: Scenario,
  { name, placeholder }: StepInfo,
  output: JsonObject,
): Scenario => {
  const before = scenario.tasks[name]?.[0]?.then;
  const known = before?.kind === 'ok' ? before.output : placeholder;
  const answer: TaskAnswer = {
    after: usual,
    then: { kind: 'ok', output: { ...known, ...output } },
    applied: true,
    duplicate: false,
  };
  return withTask(scenario, name, [answer]);
};
