/** U3003: a compensation that fails before its call, since what it reads is not there. */

import type { Run } from '../../../core/model/run.ts';
import type { Scenario } from '../../../core/model/scenario.ts';
import type { CompensationEndedEvent } from '../../../core/model/trace.ts';
import { formatTime } from '../../../simulator/trace/explain/words.ts';
import { withTask } from '../../fuzz/space/answers.ts';
import { seenIn } from '../../fuzz/space/seen.ts';
import type { DesignContext } from '../context.ts';
import type { Analysis, Draft } from '../draft.ts';
import { type Failing, failingAfter } from '../failing.ts';

export const unableUndo: Analysis = {
  code: 'U3003',
  find: (context) =>
    context.flow.undos.flatMap(({ from, to }) => {
      const undo = context.nodes.get(to);
      if (undo === undefined || undo.inputs.length === 0) return [];
      const draft = draftFor(context, from, to);
      return draft === null ? [] : [draft];
    }),
};

const draftFor = (context: DesignContext, from: string, to: string): Draft | null => {
  for (const { scenario, run, failed } of ways(context, from)) {
    const ended = unableIn(run, to);
    if (ended === null) continue;
    const why = run.failures.find(({ unit }) => unit === ended.unit || unit === ended.undoes);
    const skipped = Object.entries(run.states)
      .filter(([, state]) => state === 'SKIPPED')
      .map(([unit]) => `'${unit}' is skipped`);
    const reason = why?.message ?? ended.error?.message ?? 'what it reads is not there';
    return {
      nodes: [from, to],
      message: `'${to}' can not undo '${from}' when what it reads is missing: ${reason}`,
      numbers: {},
      scenario,
      run,
      facts: [
        ...skipped,
        `'${from}' succeeds`,
        `'${failed.unit}' fails, and what was done is undone`,
        `at ${formatTime(ended.at)} '${to}' fails without a call${why === undefined ? '' : ` (${why.code})`}`,
        `the run ends ${run.outcome}, and the effect of '${from}' stands`,
      ],
      step: ended.seq,
    };
  }
  return null;
};

/** Also with what the step itself may leave out of its output. */
function* ways(context: DesignContext, from: string): Generator<Failing> {
  yield* failingAfter(context, from);
  const { nodes, space, simulate } = context;
  const optional = (nodes.get(from)?.outputs ?? []).filter(
    ({ required, type }) => !required || type?.endsWith('?') === true,
  );
  if (optional.length === 0) return;
  for (const failing of failingAfter(context, from)) {
    const call = seenIn(space, failing.scenario, failing.run).calls.find(
      ({ step, isUndo }) => step.name === from && !isUndo,
    );
    if (call === undefined) continue;
    const known = failing.scenario.tasks[call.unit]?.[0]?.then;
    const whole = known?.kind === 'ok' ? known.output : call.step.placeholder;
    const names = new Set(optional.map(({ name }) => name));
    const output = Object.fromEntries(Object.entries(whole).filter(([name]) => !names.has(name)));
    const answer = { kind: 'ok', output } as const;
    const scenario: Scenario = withTask(failing.scenario, call.unit, [
      { after: space.usual, then: answer, applied: true, duplicate: false },
    ]);
    yield { ...failing, scenario, run: simulate(scenario) };
  }
}

/** What undoes failed, and was never called. */
const unableIn = (run: Run, to: string): CompensationEndedEvent | null => {
  for (const event of run.trace) {
    if (event.type !== 'compensation.ended' || event.status === 'compensated') continue;
    if (event.node !== to && `compensate:${event.undoes}` !== to) continue;
    const wasCalled = run.trace.some(
      (other) => other.type === 'attempt.started' && other.unit === event.unit,
    );
    if (!wasCalled) return event;
  }
  return null;
};
