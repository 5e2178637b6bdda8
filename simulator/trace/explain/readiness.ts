/** Why a step became ready, and why it then ran or was skipped (HarnessXML §5, §7). */

import type { TransitionEvent } from '../../../core/model/trace.ts';
import type { Edge, WorkflowNode } from '../../../core/model/workflow.ts';
import { routeOf } from './headline.ts';
import {
  causeOf,
  type History,
  isOrbit,
  isTransitionTo,
  lastBefore,
  nodeOf,
  statesBefore,
} from './history.ts';
import {
  countOf,
  formatTime,
  isCompensation,
  joinWords,
  nameOf,
  undoneUnit,
  unitName,
} from './words.ts';

export function whyReady(history: History, event: TransitionEvent): string {
  if (event.from === 'RETRYING') {
    return `The backoff is over, so attempt ${event.attempt} comes next.`;
  }
  if (isCompensation(event.unit)) {
    return `Unwinding selected it: it undoes ${unitName(history.nodes, undoneUnit(event.unit))}. A compensating step runs only when it is selected so.`;
  }
  const node = nodeOf(history, event);
  if (node === undefined) return 'It can run now.';
  return (
    whyIterated(history, event) ??
    whyChosen(history, node) ??
    whyJoined(history, node) ??
    (history.workflow.entry === node.id
      ? 'The document names it as its entry, so it is ready when the run begins.'
      : 'No edge leads to it, so it is in the entry set and ready when the run begins.')
  );
}

function whyIterated(history: History, event: TransitionEvent): string | null {
  const loop = history.workflow.nodes.find((node) => node.loop?.body === event.node);
  if (loop?.loop == null) return null;
  const bound = `at most ${countOf(loop.loop.maxIterations, 'iteration')}`;
  const iteration = event.iteration === undefined ? 'an iteration' : `iteration ${event.iteration}`;
  return `${nameOf(history.nodes, loop.id)} (${loop.loop.kind}, ${bound}) starts ${iteration} of its body.`;
}

/** A decision chose the node: the case or the otherwise that names it. */
function whyChosen(history: History, node: WorkflowNode): string | null {
  const decisions = history.workflow.nodes.filter(
    (other) => other.otherwise === node.id || other.cases?.some((one) => one.to === node.id),
  );
  if (decisions.length === 0) return null;
  const chosen = lastBefore(
    history,
    (event): event is TransitionEvent =>
      event.type === 'transition' &&
      event.to === 'SUCCEEDED' &&
      decisions.some((decision) => decision.id === event.node) &&
      (routeOf(event) ?? node.id) === node.id,
  );
  if (chosen === null) return null;
  const decision = decisions.find((other) => other.id === chosen.node);
  if (decision === undefined) return null;
  return `${nameOf(history.nodes, decision.id)} chose it: ${caseWords(decision, node.id)}.`;
}

/** Which case leads to a target, in the document's own words. */
export function caseWords(decision: WorkflowNode, target: string): string {
  const cases = (decision.cases ?? []).filter((one) => one.to === target);
  const [first] = cases;
  if (first === undefined || (cases.length === 0 && decision.otherwise === target)) {
    return 'no case was true, and this is its otherwise';
  }
  if (cases.length === 1 && decision.otherwise !== target) {
    const place = (decision.cases ?? []).indexOf(first);
    return place === 0
      ? `its first case, ${first.when}, is true`
      : `its case ${first.when} is the first that is true`;
  }
  return `one of ${joinWords(
    cases.map((one) => one.when),
    'or',
  )} is true${decision.otherwise === target ? ', or no case was' : ''}`;
}

const JOINING: readonly Edge['type'][] = ['control', 'data', 'dependency', 'error'];

function whyJoined(history: History, node: WorkflowNode): string | null {
  const edges = history.workflow.edges.filter(
    (edge) => edge.to === node.id && JOINING.includes(edge.type),
  );
  if (edges.length === 0) return null;
  const cause = causeOf(history);
  const last = cause !== null && 'node' in cause ? cause.node : null;
  const failed = edges.find((edge) => edge.type === 'error' && edge.from === last);
  if (failed !== undefined) {
    return `${nameOf(history.nodes, failed.from)} failed for good, and this error edge fires: the failure is handled here, so the run does not unwind.`;
  }
  const states = statesBefore(history);
  const satisfied: string[] = [];
  const negative: string[] = [];
  for (const from of new Set(edges.map((edge) => edge.from))) {
    const state = states.get(from);
    const words = `${nameOf(history.nodes, from)} ${stateWords(state)}`;
    const counts = edges.some((edge) => edge.from === from && isSatisfied(edge, state?.to));
    (counts ? satisfied : negative).push(words);
  }
  const turned = negative.length === 0 ? '' : ` (not awaited: ${joinWords(negative)})`;
  const done = `${joinWords(satisfied)}${turned}`;
  if (satisfied.length + negative.length === 1)
    return `${done}, which satisfies its only incoming edge.`;
  switch (node.join) {
    case 'any':
      return `Its join policy is any: the first satisfied edge is enough. ${done}.`;
    case 'quorum':
      return `Its join policy asks for ${node.quorum ?? 1} of ${edges.length} edges. ${done}.`;
    case 'all':
      return `Its join policy is all, and the last of its ${edges.length} incoming edges is resolved: ${done}.`;
  }
}

function stateWords(state: TransitionEvent | undefined): string {
  const words = STATE_WORDS[state?.to ?? 'PENDING'];
  return words.startsWith('is ') ? words : `${words} at ${formatTime(state?.at ?? 0)}`;
}

const STATE_WORDS = {
  PENDING: 'is not reached',
  READY: 'is still ready',
  RUNNING: 'is still running',
  RETRYING: 'is still retrying',
  SUCCEEDED: 'succeeded',
  SKIPPED: 'was skipped',
  FAILED: 'failed',
  CANCELLED: 'was cancelled',
  COMPENSATED: 'was undone',
} as const;

function isSatisfied(edge: Edge, state: TransitionEvent['to'] | undefined): boolean {
  switch (state) {
    case 'SUCCEEDED':
    case 'SKIPPED':
      return edge.type !== 'error';
    case 'FAILED':
      return edge.type === 'error' || edge.type === 'dependency';
    case 'CANCELLED':
    case 'COMPENSATED':
      return edge.type === 'dependency';
    default:
      return false;
  }
}

export function whyRunning(history: History, event: TransitionEvent): string {
  const node = nodeOf(history, event);
  if (node === undefined) return 'It was ready.';
  if (event.attempt > 1)
    return `It was ready again: this is attempt ${event.attempt}${ofAtMost(node)}.`;
  const guard = node.guard === null ? '' : `Its guard ${node.guard} is true. `;
  switch (node.kind) {
    case 'decision':
      return `${guard}It looks at its cases in document order, and takes the first that is true.`;
    case 'wait':
      return `${guard}Nothing runs in a wait: only time passes.`;
    case 'loop':
      return `${guard}It runs its body as long as its condition allows.`;
    case 'parallel':
    case 'barrier':
      return `${guard}It has no task of its own, so it passes at once.`;
    default:
      return `${guard}Its inputs are there, so its task can be called: attempt ${Math.max(event.attempt, 1)}${ofAtMost(node)}.`;
  }
}

/** ` of at most 4`; without a retry policy there is one attempt (§8.1). */
export function ofAtMost(node: WorkflowNode): string {
  return node.retry === null ? ', its only one' : ` of at most ${node.retry.maxAttempts}`;
}

export function whySkipped(history: History, event: TransitionEvent): string {
  const node = nodeOf(history, event);
  if (event.from === 'RUNNING') {
    const limit = node?.timeout == null ? '' : ` of ${formatTime(node.timeout.duration)}`;
    return `Its timeout${limit} passed, and onTimeout is “skip”: the run goes on without its outputs, attempts left or not.`;
  }
  if (node?.guard != null)
    return `Its guard ${node.guard} is false. What follows goes on, without its outputs.`;
  return event.detail === undefined ? 'It is not needed.' : `${event.detail}.`;
}

export function whyCancelled(history: History, event: TransitionEvent): string {
  if (isOrbit(history)) {
    return event.from === 'RUNNING'
      ? 'The execution is aborted, and what it waited for or ran has come to a stop.'
      : 'The execution is aborted, and what has not started is withdrawn.';
  }
  const asked = lastBefore(history, (other) => other.type === 'cancel.requested');
  if (asked !== null) {
    return `The run was cancelled from outside at ${formatTime(asked.at)}, so it goes no further.`;
  }
  const unwinding = lastBefore(history, (other) => other.type === 'unwinding.started');
  if (unwinding !== null || causeOf(history)?.type === 'unwinding.started') {
    return 'The run unwinds, and whatever is ready, running or waiting is stopped first; only a running step that is not idempotent may finish.';
  }
  const cause = causeOf(history);
  const winner = cause !== null && 'node' in cause && cause.node !== event.node ? cause.node : null;
  if (
    winner !== null &&
    lastBefore(history, isTransitionTo(winner, 'FAILED'))?.seq === cause?.seq
  ) {
    return `${nameOf(history.nodes, winner)} failed, and the run is about to unwind: what is in flight is stopped first.`;
  }
  const join = winner === null ? 'A join' : nameOf(history.nodes, winner);
  return `${join} has its first satisfied edge (join policy any), and this branch could lead only there.`;
}
