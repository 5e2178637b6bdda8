/** U3001: attempts and pauses of a step may take longer than what bounds them. */

import { delayBefore } from '../../../core/lifecycle/backoff.ts';
import { isRetryableByDefault } from '../../../core/model/error-class.ts';
import type { Scenario, TaskAnswer } from '../../../core/model/scenario.ts';
import type { TraceEvent } from '../../../core/model/trace.ts';
import type { RetryPolicy, Workflow } from '../../../core/model/workflow.ts';
import { countOf, formatTime } from '../../../simulator/trace/explain/words.ts';
import { withAnswer } from '../../fuzz/space/answers.ts';
import type { SeenCall } from '../../fuzz/space/seen.ts';
import type { StepInfo } from '../../fuzz/space/steps.ts';
import type { DesignContext } from '../context.ts';
import type { Analysis, Draft } from '../draft.ts';

interface Bound {
  readonly time: number;
  /** What is over by then, in words. */
  readonly what: string;
  /** Whether an event is the end of that time; null where nothing but its author ends it. */
  readonly isOver: ((event: TraceEvent) => boolean) | null;
}

/** Just short of a whole pause: a draw is never 1. */
const LONGEST_DRAW = 0.999999;

export const budget: Analysis = {
  code: 'U3001',
  find: (context) =>
    [...context.space.steps.values()].flatMap((step) => {
      const { retry, isCalled, name, node } = step;
      if (!isCalled || retry === null || retry.maxAttempts < 2) return [];
      // What undoes has a budget of its own, which no deadline cuts.
      if (name.startsWith('compensate:') || context.flow.isUndo(name)) return [];
      if (!node.idempotent && node.kind !== 'transform') return [];
      const bound = boundOf(context, name);
      if (bound === null || budgetOf(step, retry) <= bound.time) return [];
      const draft = draftFor(context, step, retry, bound);
      return draft === null ? [] : [draft];
    }),
};

/**
 * In ms: every attempt takes all the time that it may, every pause is as long as it can be. Of
 * attempts that may take any time only the pauses are counted.
 */
const budgetOf = ({ timeout }: StepInfo, retry: RetryPolicy): number =>
  retry.maxAttempts * (timeout ?? 0) + pausesOf(retry);

const pausesOf = (retry: RetryPolicy): number => {
  let sum = 0;
  for (let attempt = 2; attempt <= retry.maxAttempts; attempt += 1) {
    sum += delayBefore(retry, attempt);
  }
  return sum;
};

const isTimeoutOf = (event: TraceEvent, node: string): boolean =>
  event.type === 'timer.fired' && event.timer === 'timeout' && event.node === node;

/** The tightest of what bounds a step from outside. */
const boundOf = ({ workflow, space, deadline }: DesignContext, name: string): Bound | null => {
  const bounds: Bound[] = [];
  const add = (time: number | null | undefined, what: string, isOver: Bound['isOver']): void => {
    if (time != null && time > 0) bounds.push({ time, what, isOver });
  };
  const isDeadline = ({ type }: TraceEvent): boolean => type === 'deadline.passed';
  add(deadline, 'each run should have ended', null);
  add(workflow.timeout, 'the workflow times out', isDeadline);
  let around: Workflow | undefined = workflow;
  const parts = name.split('/');
  for (let depth = 0; depth < parts.length - 1; depth += 1) {
    const path = parts.slice(0, depth + 1).join('/');
    const step = space.steps.get(path);
    const isTimedOut = (event: TraceEvent): boolean =>
      isDeadline(event) || isTimeoutOf(event, path);
    add(step?.timeout, `'${path}' times out`, isTimedOut);
    const href: string | undefined = step?.node.subworkflow?.href;
    around = workflow.orbit?.children.find(({ id }) => id === href);
    add(around?.timeout, `'${path}' times out`, isTimedOut);
  }
  if (parts.length === 1) {
    for (const { id, loop, timeout } of workflow.nodes) {
      if (loop?.body !== name) continue;
      add(timeout?.duration, `the loop '${id}' times out`, (event) => isTimeoutOf(event, id));
    }
  }
  return bounds.reduce<Bound | null>(
    (tightest, bound) => (tightest === null || bound.time < tightest.time ? bound : tightest),
    null,
  );
};

const draftFor = (
  context: DesignContext,
  step: StepInfo,
  retry: RetryPolicy,
  bound: Bound,
): Draft | null => {
  for (const { scenario, seen } of context.reached) {
    const call = seen.calls.find((each) => each.step.name === step.name && !each.isUndo);
    if (call === undefined) continue;
    const failing = failingSlowly(context, scenario, call, retry);
    const run = context.simulate(failing);
    const starts = run.trace.flatMap((event) =>
      event.type === 'attempt.started' && event.unit === call.unit ? [event] : [],
    );
    const last = starts.at(-1);
    const first = starts[0];
    if (last === undefined || first === undefined) continue;
    const passed = bound.isOver === null ? undefined : run.trace.find(bound.isOver);
    const isCut = passed !== undefined && passed.seq > last.seq;
    const isLate = bound.isOver === null && run.endedAt > bound.time;
    if (!isCut && !isLate) continue;
    const whole = budgetOf(step, retry);
    const pauses = pausesOf(retry);
    const made =
      passed === undefined
        ? `a run in which it uses them ends after ${formatTime(run.endedAt)}`
        : starts.length < retry.maxAttempts
          ? `only ${countOf(starts.length, 'attempt')} of ${retry.maxAttempts} can begin before that`
          : 'the last one is cut short';
    const each = step.timeout ?? 0;
    const parts =
      each === 0
        ? 'the pauses alone'
        : `${retry.maxAttempts} × ${formatTime(each)} and pauses of ${formatTime(pauses)}`;
    return {
      nodes: [step.name],
      message: `the ${retry.maxAttempts} attempts of '${step.name}' may take ${formatTime(whole)} (${parts}), but after ${formatTime(bound.time)} ${bound.what}: ${made}`,
      numbers: {
        budget: whole,
        bound: bound.time,
        attempts: retry.maxAttempts,
        attemptsBegun: starts.length,
        attemptTime: each,
        pauses,
      },
      scenario: failing,
      run,
      facts: [
        `attempt 1 of '${call.unit}' begins at ${formatTime(first.at)}`,
        `attempt ${last.attempt}, the last one, begins at ${formatTime(last.at)}`,
        ...(passed === undefined ? [] : [`at ${formatTime(passed.at)} the time is over`]),
        `the run ends ${run.outcome} at ${formatTime(run.endedAt)}`,
      ],
      step: passed?.seq ?? last.seq,
    };
  }
  return null;
};

/** Each attempt fails as late as it can without a timeout, and every pause is drawn long. */
const failingSlowly = (
  { space }: DesignContext,
  scenario: Scenario,
  call: SeenCall,
  retry: RetryPolicy,
): Scenario => {
  const { timeout } = call.step;
  const answer: TaskAnswer = {
    after: timeout === null ? space.usual : Math.max(0, timeout - 1),
    then: {
      kind: 'error',
      error: { class: retriedClass(retry), status: null, retryable: null, message: '' },
    },
    applied: false,
    duplicate: false,
  };
  const failing = withAnswer(scenario, call, answer, true, space);
  if (retry.jitter === 'none') return failing;
  const draws = Array.from({ length: Math.min(retry.maxAttempts, 1000) }, () => LONGEST_DRAW);
  return { ...failing, draws: { ...failing.draws, [call.unit]: draws } };
};

export const retriedClass = ({ retryOn }: RetryPolicy): string =>
  retryOn === null
    ? 'unavailable'
    : (retryOn.find(isRetryableByDefault) ?? retryOn[0] ?? 'unavailable');
