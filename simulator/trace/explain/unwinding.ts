/** Which steps are undone, in which order and why, and how the run ends (HarnessXML §8.4, §5.7). */

import type {
  CompensationEndedEvent,
  CompensationStartedEvent,
  InstanceEndedEvent,
  TransitionEvent,
  UnwindingStartedEvent,
} from '../../../core/model/trace.ts';
import {
  causeOf,
  firstAfter,
  type History,
  isOrbit,
  isTransitionTo,
  lastBefore,
  statesBefore,
} from './history.ts';
import { countOf, formatTime, isCompensation, joinWords, nameOf, unitName } from './words.ts';

interface Undo {
  readonly undoes: string;
  readonly by: string;
  readonly completedAt: number;
}

/** SUCCEEDED units that a compensation edge leaves and that are not yet undone, newest first. */
function stillToUndo(history: History): readonly Undo[] {
  const targets = new Map<string, string>();
  for (const edge of history.workflow.edges) {
    if (edge.type === 'compensation' && !targets.has(edge.from)) targets.set(edge.from, edge.to);
  }
  const begun = new Set<string>();
  const completed: Undo[] = [];
  for (let index = 0; index < history.index; index += 1) {
    const event = history.trace[index];
    if (event?.type === 'compensation.started') begun.add(event.undoes);
    if (event?.type !== 'transition' || event.to !== 'SUCCEEDED' || isCompensation(event.unit))
      continue;
    const by = targets.get(event.node);
    // The step of a list has no effect; each of its elements may have one.
    const isList = history.nodes.get(event.node)?.fanOut !== undefined;
    if (isList && !event.unit.endsWith(']')) continue;
    if (by !== undefined) completed.push({ undoes: event.unit, by, completedAt: event.at });
  }
  return completed.reverse().filter((undo) => !begun.has(undo.undoes));
}

export function whyUnwinding(history: History, event: UnwindingStartedEvent): string {
  const { nodes } = history;
  const undos = stillToUndo(history);
  const because = reasonWords(history, event);
  const rest = keptWords(history);
  if (undos.length === 0) {
    return `${because}No completed step has a compensation, so there is nothing to undo.${rest}`;
  }
  const order = undos.map(
    (undo) =>
      `${nameOf(nodes, undo.by)} undoes ${unitName(nodes, undo.undoes)} (done at ${formatTime(undo.completedAt)})`,
  );
  const shown = order.length > 4 ? [...order.slice(0, 3), `${order.length - 3} more`] : order;
  return `${because}${undos.length === 1 ? 'One completed step has a compensation' : 'What was completed last is undone first'}: ${joinWords(shown, 'then')}.${rest}`;
}

/** What was done and has no compensation. */
function keptWords(history: History): string {
  const undoable = new Set(
    history.workflow.edges.filter((edge) => edge.type === 'compensation').map((edge) => edge.from),
  );
  const kept = [...statesBefore(history).values()]
    .filter((state) => state.to === 'SUCCEEDED' && !undoable.has(state.node))
    .map((state) => nameOf(history.nodes, state.node));
  if (kept.length === 0) return '';
  if (kept.length > 3)
    return ` ${kept.length} other completed steps have no compensation and stay.`;
  return ` ${joinWords(kept)} ${kept.length === 1 ? 'has no compensation and stays' : 'have no compensation and stay'}.`;
}

function reasonWords(history: History, event: UnwindingStartedEvent): string {
  const cause = causeOf(history);
  if (cause?.type === 'transition' && cause.to === 'FAILED') {
    const message = cause.error?.message ?? '';
    const said = message === '' ? '' : ` (${message})`;
    return `${unitName(history.nodes, cause.unit)} failed${said}, and nothing handles it. `;
  }
  return event.reason === '' ? '' : `Why: ${event.reason.replace(/[.!]$/, '')}. `;
}

export function whyCompensationStarted(history: History, event: CompensationStartedEvent): string {
  const { nodes } = history;
  const done = lastBefore(history, isTransitionTo(event.undoes, 'SUCCEEDED'));
  const others = stillToUndo(history).filter((undo) => undo.undoes !== event.undoes);
  const when = done === null ? '' : ` It was completed at ${formatTime(done.at)}`;
  const name = unitName(nodes, event.undoes);
  if (others.length === 0) {
    return `${name} succeeded and has a compensation.${when === '' ? '' : `${when}, and nothing else is left to undo.`}`;
  }
  const names = joinWords(others.slice(0, 3).map((undo) => unitName(nodes, undo.undoes)));
  return `${name} succeeded and has a compensation.${when}, later than what is still to be undone (${names}${others.length > 3 ? ' and more' : ''}), so it goes first.`;
}

export function whyCompensationEnded(history: History, event: CompensationEndedEvent): string {
  const name = unitName(history.nodes, event.undoes);
  const left = stillToUndo(history).length;
  const next =
    left === 0
      ? 'Nothing is left to undo.'
      : `${countOf(left, 'step is', 'steps are')} still to be undone${left === 1 ? '' : ', one at a time'}.`;
  return event.status === 'compensated'
    ? `${nameOf(history.nodes, event.node)} succeeded, so ${name} counts as undone. ${next}`
    : `${nameOf(history.nodes, event.node)} failed for good, so what ${name} did may still stand (HX-4110). ${next}`;
}

export function whyUndone(history: History, event: TransitionEvent): string {
  const started = lastBefore(
    history,
    (other): other is CompensationStartedEvent =>
      other.type === 'compensation.started' && other.undoes === event.unit,
  );
  const done = lastBefore(history, isTransitionTo(event.unit, 'SUCCEEDED'));
  const by = started === null ? 'Its compensation' : nameOf(history.nodes, started.node);
  const gap =
    done === null
      ? ''
      : ` For ${formatTime(event.at - done.at)} its effect could be seen by others.`;
  return `${by} succeeded. Undoing is new work, not a rollback:${gap === '' ? ' the step did happen.' : gap.replace(' For', ' for')}`;
}

export function whyEnded(history: History, event: InstanceEndedEvent): string {
  const undone = countTransitions(history, 'COMPENSATED');
  const unwound = lastBefore(history, (other) => other.type === 'unwinding.started') !== null;
  const late =
    firstAfter(history, (other) => other.type === 'result.ignored') === null
      ? ''
      : ' Answers may still come from the outside world; they change nothing.';
  if (isOrbit(history) && event.outcome === 'failed' && !unwound) {
    return `Every step is done, and the value to return could not be made: that fails the run, and nothing is undone.${late}`;
  }
  if (isOrbit(history) && event.outcome !== 'succeeded') {
    const why = ORBIT_ENDINGS[event.outcome];
    if (why !== undefined) return `${why} ${CLEANED_UP[event.compensation]}${late}`;
  }
  switch (event.outcome) {
    case 'succeeded': {
      const handled = countTransitions(history, 'FAILED');
      const lost = countTransitions(history, 'CANCELLED');
      return `Every step that was reached has succeeded or was skipped${lost === 0 ? '' : ', or was cancelled by a join'}${handled === 0 ? '' : ', or its failure was handled'}.${late}`;
    }
    case 'compensated':
      return `Not everything succeeded, but what was done is undone: ${countOf(undone, 'step')}. So it ends compensated, not failed.${late}`;
    case 'failed':
      if (!unwound) return `A failure was not handled.${late}`;
      return event.compensation === 'failed'
        ? `A compensation failed, so what was done is only partly undone (${countOf(undone, 'step')}).${late}`
        : `A failure was not handled, and nothing that was done could be undone.${late}`;
    case 'cancelled':
      return `It was cancelled from outside. A cancel stops work and undoes nothing.${late}`;
    case 'timed_out':
      return `The time for the whole run has passed.${late}`;
    case 'paused':
      return 'It waits for an operator.';
    case 'stalled':
      return 'Nothing can happen any more, and it is not over.';
    case 'refused':
      return 'It was not run.';
  }
}

const ORBIT_ENDINGS: { readonly [outcome in InstanceEndedEvent['outcome']]?: string } = {
  failed: 'A step failed for good.',
  cancelled: 'It was cancelled from outside.',
  timed_out: 'It took longer than the timeout of the workflow.',
};

const CLEANED_UP = {
  none: 'No unit that succeeded had a compensation.',
  completed: 'All that had succeeded and has a compensation is undone.',
  failed: 'At least one compensation failed for good: its effect may still be there.',
} as const;

function countTransitions(history: History, state: TransitionEvent['to']): number {
  let count = 0;
  for (let index = 0; index < history.index; index += 1) {
    const event = history.trace[index];
    if (event?.type === 'transition' && event.to === state) count += 1;
  }
  return count;
}
