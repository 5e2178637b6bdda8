/** Small explorations for tests. */

import type { Run } from '../../core/model/run.ts';
import type { Scenario, TaskAnswer, TaskOutcome } from '../../core/model/scenario.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { emptyScenario } from '../../core/scenario/empty.ts';
import { explore } from './explore.ts';
import type { Answer, Exploration, ExploreOptions, ExploreTarget, OpenCall } from './types.ts';

const answer = (then: TaskOutcome, applied: boolean, after = 0): TaskAnswer => ({
  after,
  then,
  applied,
  duplicate: false,
});

const failing = (name: string, retryable: boolean | null): TaskOutcome => ({
  kind: 'error',
  error: { class: name, status: null, retryable, message: '' },
});

const WELL: Answer = { name: 'ok', answer: answer({ kind: 'default' }, true), isTimed: false };
const REFUSED: Answer = {
  name: 'refused',
  answer: answer(failing('invalid_input', false), false),
  isTimed: false,
};
const FAILS: Answer = {
  name: 'fails',
  answer: answer(failing('transient', null), false),
  isTimed: false,
};
const LOST: Answer = {
  name: 'lost',
  answer: answer(failing('timeout', null), true),
  isTimed: false,
};
const HANGS: Answer = { name: 'hangs', answer: answer({ kind: 'hang' }, false), isTimed: true };
const SLOW: Answer = {
  name: 'slow',
  answer: answer({ kind: 'default' }, true, 7777),
  isTimed: true,
};

export const menuFor =
  ({ nodes }: Workflow) =>
  ({ node, isGivenUp }: OpenCall): readonly Answer[] => {
    if (isGivenUp) return [WELL, REFUSED];
    const isRetried = nodes.find(({ id }) => id === node)?.retry != null;
    return [WELL, REFUSED, ...(isRetried ? [FAILS] : []), LOST, HANGS, SLOW];
  };

export interface Explored extends Exploration {
  readonly reached: readonly { readonly scenario: Scenario; readonly run: Run }[];
}

/** All runs of a workflow; by default with at most one fault, and nothing is judged. */
export const exploreAll = (
  workflow: Workflow,
  options: Partial<ExploreOptions> = {},
  target: Partial<ExploreTarget> = {},
): Explored => {
  const reached: { readonly scenario: Scenario; readonly run: Run }[] = [];
  const { judge = () => ({ breaks: [], left: 0 }) } = target;
  const turns = explore(
    {
      workflow,
      starts: [{ name: 'as usual', scenario: emptyScenario, faults: 0 }],
      menu: menuFor(workflow),
      ordered: [],
      looksAtTime: false,
      ...target,
      judge: (scenario, run) => {
        reached.push({ scenario, run });
        return judge(scenario, run);
      },
    },
    {
      faults: 1,
      states: 100_000,
      work: 5_000_000,
      controls: [],
      limits: { events: 2000, calls: 500 },
      ...options,
    },
  );
  for (let turn = turns.next(); ; turn = turns.next()) {
    if (turn.done === true) return { ...turn.value, reached };
  }
};
