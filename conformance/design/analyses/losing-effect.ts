/** U3009: of several ways the first one counts, and what the others did stands as well. */

import type { TaskAnswer } from '../../../core/model/scenario.ts';
import { formatTime, joinWords } from '../../../simulator/trace/explain/words.ts';
import { withAnswer } from '../../fuzz/space/answers.ts';
import type { DesignContext } from '../context.ts';
import type { Analysis, Draft } from '../draft.ts';
import { isStanding } from '../effects.ts';

export const losingEffect: Analysis = {
  code: 'U3009',
  find: (context) => {
    const { workflow, flow } = context;
    const told = new Set<string>();
    return workflow.nodes.flatMap(({ id: gate, join }) => {
      if (join !== 'any') return [];
      const losers = workflow.nodes.flatMap(({ id, kind }) => {
        if (kind !== 'task' || told.has(id) || flow.isUndo(id)) return [];
        if (!flow.behind(id).has(gate)) return [];
        const draft = draftFor(context, id, gate);
        return draft === null ? [] : [{ id, draft }];
      });
      for (const { id } of losers) told.add(id);
      const [first] = losers;
      if (first === undefined) return [];
      const ids = losers.map(({ id }) => id);
      return [{ ...first.draft, nodes: [gate, ...ids], message: messageFor(gate, ids) }];
    });
  },
};

const messageFor = (gate: string, ids: readonly string[]): string => {
  const names = joinWords(
    ids.map((id) => `'${id}'`),
    'or',
  );
  return `'${gate}' goes on with the first way that is done; when that is not the way of ${names}, a call that is under way there takes effect all the same, and the run ends succeeded with both`;
};

type Loss = Omit<Draft, 'nodes' | 'message'>;

const draftFor = (context: DesignContext, id: string, gate: string): Loss | null => {
  const { reached, space, simulate } = context;
  for (const { scenario: base, seen } of reached) {
    const call = seen.calls.find(({ step, isUndo }) => step.name === id && !isUndo);
    if (call === undefined) continue;
    const { timeout } = call.step;
    const slow = space.usual * 5;
    const answer: TaskAnswer = {
      after: timeout === null ? slow : Math.min(slow, Math.max(0, timeout - 1)),
      then: { kind: 'default' },
      applied: true,
      duplicate: false,
    };
    const scenario = withAnswer(base, call, answer, false, space);
    const run = simulate(scenario);
    if (run.outcome !== 'succeeded' || !isStanding(run, id)) continue;
    const opened = run.trace.find(
      (event) => event.type === 'transition' && event.node === gate && event.to === 'READY',
    );
    const effect = run.effects.find(({ unit }) => unit === call.unit);
    if (opened === undefined || effect === undefined || effect.at <= opened.at) continue;
    const begun = run.trace.find(
      (event) => event.type === 'attempt.started' && event.unit === call.unit,
    );
    if (begun === undefined || begun.at > opened.at) continue;
    const state = run.states[call.unit] ?? 'PENDING';
    return {
      numbers: { openedAt: opened.at, effectAt: effect.at },
      scenario,
      run,
      facts: [
        `at ${formatTime(begun.at)} '${call.unit}' is called`,
        `at ${formatTime(opened.at)} '${gate}' begins, without it`,
        `at ${formatTime(effect.at)} the call of '${call.unit}' takes effect; the step is ${state}`,
        'the run ends succeeded, and that effect stands',
      ],
      step: opened.seq,
    };
  }
  return null;
};
