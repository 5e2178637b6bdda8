/** U3006: without jitter all clients of a dependency come back to it at the same moment. */

import { delayBefore } from '../../../core/lifecycle/backoff.ts';
import type { Scenario } from '../../../core/model/scenario.ts';
import type { WorkflowNode } from '../../../core/model/workflow.ts';
import { formatTime, joinWords } from '../../../simulator/trace/explain/words.ts';
import { withFault } from '../../fuzz/space/faults.ts';
import type { StepInfo } from '../../fuzz/space/steps.ts';
import type { DesignContext } from '../context.ts';
import type { Analysis, Draft } from '../draft.ts';
import { type Herd, herdOf } from '../herd.ts';

export const herd: Analysis = {
  code: 'U3006',
  find: (context) => {
    const sharing = new Map<string, StepInfo[]>();
    for (const step of context.space.steps.values()) {
      const { retry, isCalled, node } = step;
      if (!isCalled || retry === null || retry.maxAttempts < 2 || retry.jitter !== 'none') continue;
      if (!node.idempotent && node.kind !== 'transform') continue;
      const shared = dependencyOf(node);
      if (shared !== null) sharing.set(shared, [...(sharing.get(shared) ?? []), step]);
    }
    return [...sharing].flatMap(([shared, steps]) => draftFor(context, shared, steps) ?? []);
  },
};

/** What other runs call too: a resource, or the work that the step names. */
const dependencyOf = ({ kind, resources, implementation }: WorkflowNode): string | null => {
  if (kind === 'transform' || kind === 'human') return null;
  return resources[0]?.ref ?? implementation;
};

const draftFor = (
  context: DesignContext,
  shared: string,
  steps: readonly StepInfo[],
): Draft | null => {
  for (const step of steps) {
    const { retry } = step;
    if (retry === null) continue;
    const shown = sameMoments(context, step);
    if (shown === null) continue;
    const { clients, workflow } = context;
    // A tenth of the first pause that there is: whoever comes within it comes at once.
    const pause = delayBefore(retry, 2) || delayBefore(retry, 3);
    const window = Math.max(1, Math.round(pause / 10));
    const without = herdOf(workflow, retry, 'none', clients, window);
    const spread = herdOf(workflow, retry, 'full', clients, window);
    if (without.peak <= spread.peak) continue;
    const names = joinWords(steps.map(({ name }) => `'${name}'`));
    return {
      nodes: steps.map(({ name }) => name),
      message: `${names} ${steps.length === 1 ? 'calls' : 'call'} '${shared}' again without jitter: ${tell(without)} after a failure that all of them see, with jitter ${spread.peak}`,
      numbers: {
        clients,
        window,
        peakWithoutJitter: without.peak,
        peakWithJitter: spread.peak,
        peakAt: without.peakAt,
        retries: without.retries,
      },
      scenario: shown.scenario,
      run: shown.run,
      facts: [
        `in this run '${step.name}' is called at ${joinWords(shown.times.map(formatTime))}`,
        'with any other seed, and in any other run, at the same times after its failure',
        `of ${clients} simulated clients ${without.peak} call again within ${formatTime(window)}, ${formatTime(without.peakAt)} after the failure`,
        `with jitter the most within ${formatTime(window)} are ${spread.peak}`,
      ],
      step: shown.step,
    };
  }
  return null;
};

const tell = ({ clients, peak, window, peakAt }: Herd): string =>
  `of ${clients} clients ${peak} come back within ${formatTime(window)}, ${formatTime(peakAt)}`;

interface Shown {
  readonly scenario: Scenario;
  readonly run: ReturnType<DesignContext['simulate']>;
  readonly times: readonly number[];
  readonly step: number | null;
}

/** A run that calls again, and another one that does so at the very same times. */
const sameMoments = (
  { reached, space, simulate }: DesignContext,
  { name }: StepInfo,
): Shown | null => {
  for (const { scenario: base, seen } of reached) {
    const call = seen.calls.find(({ step, isUndo }) => step.name === name && !isUndo);
    if (call === undefined) continue;
    const scenario = withFault(space, base, call, call.step, 'fails-for-good');
    if (scenario === null) continue;
    const startsIn = (run: ReturnType<typeof simulate>) =>
      run.trace.flatMap((event) =>
        event.type === 'attempt.started' && event.unit === call.unit ? [event] : [],
      );
    const run = simulate(scenario);
    const starts = startsIn(run);
    const times = starts.map(({ at }) => at);
    const other = simulate({ ...scenario, seed: scenario.seed + 1, run: 'another' });
    const again = startsIn(other).map(({ at }) => at);
    if (times.length < 2 || times.join() !== again.join()) continue;
    return { scenario, run, times: times.slice(0, 6), step: starts[1]?.seq ?? null };
  }
  return null;
};
