/** Lays a plan of faults over a scenario. The scenario itself stays as it is. */

import type { Control, Scenario, TaskAnswer } from '../../../core/model/scenario.ts';
import type { TraceEvent } from '../../../core/model/trace.ts';
import type { Workflow } from '../../../core/model/workflow.ts';
import { isNamedByUndone } from '../../../simulator/trace/explain/words.ts';
import { type AnswerFault, type FaultPlan, type Input, type Make, USUAL_DOWN } from '../faults.ts';
import { momentsOf } from '../moment.ts';

/** The scenario in which the attempts end as they were made to; inputs come with `placeInputs`. */
export function applyAnswers(base: Scenario, plan: FaultPlan, workflow: Workflow): Scenario {
  if (plan.answers.length === 0) return base;
  const tasks: Record<string, readonly TaskAnswer[]> = Object.assign(
    Object.create(null) as Record<string, readonly TaskAnswer[]>,
    base.tasks,
  );
  for (const fault of plan.answers) {
    if (fault.make.kind === 'crash') continue;
    const usual: TaskAnswer = {
      after: base.default.after,
      then: { kind: 'default' },
      applied: true,
      duplicate: false,
    };
    const given = tasks[fault.unit] ?? tasks[answererOf(fault)] ?? [];
    tasks[fault.unit] = answersWith(given.length === 0 ? [usual] : given, fault, workflow);
  }
  return { ...base, tasks };
}

/** Whose answers stand for a unit without its own; ORBIT tells an undo by what it undoes. */
function answererOf({ unit, node }: AnswerFault): string {
  return isNamedByUndone(node, unit) ? `compensate:${node}` : node;
}

/** The last answer stands for all later attempts, so it is kept behind the changed one. */
function answersWith(
  given: readonly TaskAnswer[],
  { node, attempt, make }: AnswerFault,
  workflow: Workflow,
): readonly TaskAnswer[] {
  const last = given[given.length - 1] as TaskAnswer;
  const long = [...given];
  while (long.length <= attempt) long.push(last);
  const timeout = workflow.nodes.find(({ id }) => id === node)?.timeout?.duration ?? null;
  long[attempt - 1] = answerOf(make, long[attempt - 1] as TaskAnswer, given, timeout);
  return long;
}

function answerOf(
  make: Make,
  before: TaskAnswer,
  given: readonly TaskAnswer[],
  timeout: number | null,
): TaskAnswer {
  // What answers must be in time, or it is a timeout again.
  const late = timeout !== null && before.after >= timeout;
  const after = late ? Math.floor(timeout / 2) : before.after;
  const plain = { after, duplicate: false };
  switch (make.kind) {
    case 'succeed': {
      const good = [before, ...given].find(({ then }) => then.kind === 'ok');
      return { ...plain, then: good?.then ?? { kind: 'default' }, applied: true };
    }
    case 'fail': {
      const error = { class: make.class, status: make.status, retryable: null, message: '' };
      return { ...plain, then: { kind: 'error', error }, applied: false };
    }
    case 'silent':
      return { ...plain, then: { kind: 'timeout' }, applied: make.done };
    case 'hang':
      return { ...plain, then: { kind: 'hang' }, applied: false };
    case 'slow':
      return { ...before, after: before.after + make.by };
    case 'crash':
      return before;
  }
}

/** All inputs of a plan, those that a crash of an attempt means included. */
export function inputsOf(plan: FaultPlan): readonly Input[] {
  return [...plan.inputs, ...plan.answers.flatMap(crashOf)];
}

function crashOf({ unit, attempt, make }: AnswerFault): readonly Input[] {
  if (make.kind !== 'crash') return [];
  const event = make.when === 'before' ? 'attempt.started' : 'attempt.ended';
  return [{ after: `${event} ${unit} ${attempt}`, delay: 0, action: 'crash', down: USUAL_DOWN }];
}

export interface Placed {
  readonly input: Input;
  readonly controls: readonly Control[];
  /** The event that it comes after, by `seq`; 0 for the beginning. */
  readonly seq: number;
}

/** The earliest of some inputs in a run that had none of them; null where it comes to none. */
export function placeFirst(inputs: readonly Input[], trace: readonly TraceEvent[]): Placed | null {
  const moments = momentsOf(trace);
  let first: Placed | null = null;
  for (const input of inputs) {
    const index = input.after === '' ? -1 : moments.indexOf(input.after);
    const event = trace[index] ?? null;
    if (event === null && input.after !== '') continue;
    const seq = event?.seq ?? 0;
    const at = (event?.at ?? 0) + input.delay;
    if (first !== null && timeOf(first) <= at && (timeOf(first) < at || first.seq <= seq)) continue;
    first = { input, seq, controls: controlsOf(input, event, at) };
  }
  return first;

  function timeOf({ input, seq }: Placed): number {
    return (trace.find((event) => event.seq === seq)?.at ?? 0) + input.delay;
  }
}

function controlsOf(input: Input, event: TraceEvent | null, at: number): readonly Control[] {
  const moment = event === null || input.delay > 0 ? { at } : { event: event.seq };
  switch (input.action) {
    case 'cancel':
      return [{ ...moment, action: 'cancel' }];
    case 'crash':
      return [
        { ...moment, action: 'crash' },
        { at: at + input.down, action: 'resume' },
      ];
    case 'signal':
      return [{ ...moment, action: 'signal', name: input.name, value: input.value }];
    case 'operator':
      return [
        {
          ...moment,
          action: 'operator',
          command: input.command,
          step: input.step,
          applied: input.applied,
          output: null,
          by: 'operator',
          reason: 'chosen on this page',
          authorised: true,
        },
      ];
  }
}
