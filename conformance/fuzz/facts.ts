/** What went wrong in a run, as far as it came to that: counted, and by its kind. */

import { isRetryableByDefault } from '../../core/model/error-class.ts';
import type { Run } from '../../core/model/run.ts';
import type { Scenario, TaskAnswer } from '../../core/model/scenario.ts';
import type { AttemptStartedEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import { stepOfUnit } from './expectations/names.ts';

/** The ways in which a call can go wrong; `value` is none, but an output that was chosen. */
export type FaultKind =
  /** It failed, and another attempt may help. */
  | 'fails'
  /** It failed, and no other attempt helps. */
  | 'refused'
  /** It failed, and yet took effect: the reply was lost. */
  | 'lost'
  /** It never returns. */
  | 'hangs'
  /** It returns after its timeout, and took effect. */
  | 'late'
  /** It succeeds in time, but takes several times as long as usual. */
  | 'slow'
  /** It is delivered twice. */
  | 'doubled';

export interface FaultyCall {
  readonly kind: FaultKind;
  readonly event: AttemptStartedEvent;
  readonly answer: TaskAnswer;
}

export interface Facts {
  readonly workflow: Workflow;
  readonly scenario: Scenario;
  readonly run: Run;
  readonly faultyCalls: readonly FaultyCall[];
  /**
   * Calls that went wrong, crashes, a cancel, signals that never come or late, resources that are
   * not there, workers that are few.
   */
  readonly faults: number;
  readonly wasCancelled: boolean;
}

/** What is the same for all runs of a workflow. */
export interface FactSpace {
  readonly workflow: Workflow;
  /** Limits of attempts in ms by step; steps of children by their path. */
  readonly timeouts: ReadonlyMap<string, number>;
  /** How long a task usually takes, in ms. */
  readonly usual: number;
  /** Signals that are waited for, and how many of each. */
  readonly signals: ReadonlyMap<string, number>;
}

export const factsOf = (space: FactSpace, scenario: Scenario, run: Run): Facts => {
  const faultyCalls: FaultyCall[] = [];
  let others = 0;
  let wasCancelled = false;
  for (const event of run.trace) {
    if (event.type === 'attempt.started') {
      if (event.purpose === 'reconcile') continue;
      const answer = answerFor(scenario, event);
      const kind =
        answer === null ? null : kindOfFault(answer, timeoutOf(space, event), space.usual);
      if (kind !== null) faultyCalls.push({ kind, event, answer: answer as TaskAnswer });
    } else if (event.type === 'cancel.requested') {
      wasCancelled = true;
      others += 1;
    } else if (event.type === 'crashed') {
      others += 1;
    }
  }
  const faults =
    faultyCalls.length +
    others +
    missingSignals(space, scenario) +
    missingThings(scenario) +
    Object.keys(scenario.workers).length;
  return { workflow: space.workflow, scenario, run, faultyCalls, faults, wasCancelled };
};

/** The script's answer to a call; null where it has none. Scripts are by unit here. */
export const answerFor = (
  { tasks }: Scenario,
  { unit, node, attempt }: Pick<AttemptStartedEvent, 'unit' | 'node' | 'attempt'>,
): TaskAnswer | null => {
  const answers = tasks[unit] ?? tasks[node];
  if (answers === undefined || answers.length === 0) return null;
  return answers[Math.min(attempt, answers.length) - 1] ?? null;
};

/** What undoes goes by the step that it undoes in some profiles, and has the timeout of its own. */
const timeoutOf = ({ timeouts }: FactSpace, event: AttemptStartedEvent): number | null => {
  const undo = event.undoes === undefined ? undefined : timeouts.get(stepOfUnit(event.unit));
  return undo ?? timeouts.get(event.node) ?? null;
};

/** Up to so many times as long as usual is not slow. */
const SLOW = 5;

const kindOfFault = (
  answer: TaskAnswer,
  timeout: number | null,
  usual: number,
): FaultKind | null => {
  const { then, applied, after, duplicate } = answer;
  switch (then.kind) {
    case 'hang':
    case 'timeout':
      return applied ? 'lost' : 'hangs';
    case 'error': {
      if (applied) return 'lost';
      const retryable = then.error.retryable ?? isRetryableByDefault(then.error.class);
      return retryable ? 'fails' : 'refused';
    }
    case 'ok':
    case 'default':
      if (timeout !== null && after > timeout) return 'late';
      if (after > SLOW * usual) return 'slow';
      return duplicate ? 'doubled' : null;
  }
};

const missingSignals = ({ signals }: FactSpace, { controls }: Scenario): number => {
  let missing = 0;
  for (const name of signals.keys()) {
    if (!isSent(controls, name)) missing += 1;
  }
  return missing;
};

/** In ms: a signal that is not there by then is late. */
const SENT_BY = 1000;

const isSent = (controls: Scenario['controls'], name: string): boolean =>
  controls.some(
    (control) =>
      control.action === 'signal' &&
      control.name === name &&
      (!('at' in control) || control.at <= SENT_BY),
  );

const missingThings = ({ environment }: Scenario): number =>
  Object.keys(environment.resources).length +
  Object.keys(environment.artifacts).length +
  Object.keys(environment.principals).length +
  Object.keys(environment.isolations).length +
  Object.keys(environment.permissions).length;

/**
 * The kinds of what went wrong, by step, without times and numbers, sorted: two runs of one shape
 * go wrong alike. Where the world is another one, that counts too.
 */
export const shapeOf = (facts: Facts, space: FactSpace): readonly string[] => {
  const { scenario, run } = facts;
  const shape = new Set<string>();
  for (const { kind, event } of facts.faultyCalls) {
    shape.add(`${kind}@${stepOfUnit(event.unit)}`);
  }
  for (const event of run.trace) {
    if (event.type === 'crashed') shape.add('crash');
    else if (event.type === 'cancel.requested') shape.add('cancel');
    else if (event.type === 'operator.act') shape.add(`operator:${event.command}`);
  }
  for (const name of space.signals.keys()) {
    if (!isSent(scenario.controls, name)) shape.add(`silent@${name}`);
  }
  for (const [unit, answers] of Object.entries(scenario.tasks)) {
    if (answers.some(({ then }) => then.kind === 'ok')) shape.add(`value@${stepOfUnit(unit)}`);
  }
  const { environment } = scenario;
  for (const [kind, things] of Object.entries(environment)) {
    for (const name of Object.keys(things)) shape.add(`${kind}@${name}`);
  }
  if (!scenario.world.honoursKeys) shape.add('keys-ignored');
  if (Object.keys(scenario.workers).length > 0) shape.add('workers');
  return [...shape].sort();
};

/** Faults that do at least what another one does, as far as a search must tell causes apart. */
const AS_BAD: Readonly<Record<string, readonly string[]>> = {
  refused: ['refused', 'fails', 'lost', 'hangs', 'late'],
  fails: ['fails', 'lost', 'hangs', 'late'],
  hangs: ['hangs', 'lost'],
  lost: ['lost', 'late'],
  late: ['late', 'lost'],
  slow: ['slow', 'late', 'hangs'],
};

/** Whether what is known to break something is in a shape, or what is as bad. */
export const isCausedBy = (known: readonly string[], shape: readonly string[]): boolean =>
  known.every((each) => {
    if (shape.includes(each)) return true;
    const at = each.indexOf('@');
    return (
      at > 0 &&
      AS_BAD[each.slice(0, at)]?.some((kind) => shape.includes(kind + each.slice(at))) === true
    );
  });
