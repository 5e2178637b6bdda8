/** A run for the tests of view models: it retries, is silent once, unwinds, and undoes in vain. */

import type { TaskAnswer } from '../../core/model/scenario.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { simulate } from '../../simulator/index.ts';
import { timelineOf } from '../../simulator/trace/timeline.ts';
import { err, ok, scenarioOf, workflowOf } from '../../testing/workflow.ts';
import { layoutOf } from '../models/layout.ts';
import type { RunAnswer } from '../worker/messages.ts';

/** What the page gets for a workflow and what the world does to it. */
export function answerFor(
  workflow: Workflow,
  scripts: Readonly<Record<string, readonly TaskAnswer[]>>,
  rest: Parameters<typeof scenarioOf>[1] = {},
): RunAnswer {
  const run = simulate(workflow, scenarioOf(scripts, rest));
  return {
    kind: 'run',
    workflow,
    run,
    seed: 0,
    document: '',
    scenario: '',
    counterexample: null,
    timeline: timelineOf(run.trace),
    layouts: { right: layoutOf(workflow, 'right'), down: layoutOf(workflow, 'down') },
    lines: {},
    findings: [],
    unused: [],
    profile: workflow.profile,
    digest: null,
  };
}

/**
 * reserve 0–1 s; charge fails at 1.5 s, backs off for 1 s, succeeds at 3 s; ship is silent
 * until its timeout at 8 s, although it was done at 20 s; then refund fails, release succeeds.
 */
export const saga = answerFor(
  workflowOf(
    'reserve > charge; charge > ship; ship > mail; reserve =comp=> release; charge =comp=> refund',
    {
      reserve: { name: 'Reserve stock' },
      charge: { name: 'Charge card', retry: {} },
      ship: {
        name: 'Ship parcel',
        idempotent: false,
        timeout: { duration: 5000, onTimeout: 'fail' },
      },
      mail: { name: 'Send mail' },
      release: { name: 'Release stock' },
      refund: { name: 'Refund card' },
    },
  ),
  {
    reserve: [ok(1)],
    charge: [err(0.5, 'unavailable'), ok(0.5)],
    ship: [ok(17)],
    refund: [err(1)],
    release: [ok(1)],
  },
);

/** The `seq` of the first event that a test picks. */
export function seqOf(
  answer: RunAnswer,
  picks: (event: RunAnswer['run']['trace'][number]) => boolean,
): number {
  const event = answer.run.trace.find(picks);
  if (event === undefined) throw new Error('no such event in the trace');
  return event.seq;
}
