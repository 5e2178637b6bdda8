/** Rules about failures that an error edge handles (HarnessXML §5.8, §8.4.1). */

import { isPerformed } from '../../../core/model/performed.ts';
import { isClearlyBefore, isFinalFailure } from '../abort.ts';
import { constantTruth } from '../constant-truth.ts';
import { whatFollows } from '../follow.ts';
import { chosenNodes, incomingOf, isSurelyCalled, racingNodes } from '../graph.ts';
import { handledFailures, isAllHandled, isHandlerAlone, openErrorEdges } from '../handled.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { RunRule } from '../rule.ts';
import { rootCompensations } from '../unwinding.ts';
import {
  type Attempt,
  beginningOf,
  forwardExecutionOf,
  lastAttempt,
  successOf,
  type View,
} from '../view.ts';

const isOver = ({ observation: { report } }: View): boolean =>
  report !== null && !['stalled', 'refused', 'paused'].includes(report.outcome);

/** When an edge into a join was decided, and whether it counts; null where that is not certain. */
const decidedAt = (
  edge: { readonly from: string; readonly type: string; readonly condition: string | null },
  view: View,
): number | null => {
  const execution = forwardExecutionOf(edge.from, view);
  const isOpen = constantTruth(edge.condition, view.observation.workflow) !== null;
  if (execution === null || !isOpen) return null;
  const success = successOf(execution);
  if (success !== null) return success.end.at;
  // By another reading of Q14 such an edge is waited for.
  const blocks = view.observation.choices['Q14'] === 'blocks';
  if (blocks && (edge.type === 'control' || edge.type === 'data')) return null;
  const last = lastAttempt(execution);
  return isFinalFailure(last, view) ? last.end.at : null;
};

/** When a handler had to begin because of a failure; null where something else may keep it. */
const dueTime = (target: string, failure: Attempt, view: View): number | null => {
  const { workflow } = view.observation;
  const node = view.nodes.get(target);
  if (node === undefined || !isSurelyCalled(node, workflow)) return null;
  if (chosenNodes(view).has(target) || racingNodes(view).has(target)) return null;
  if (node.join === 'any' || (node.join === 'quorum' && node.quorum === 1)) return failure.end.at;
  if (node.join === 'quorum') return null;
  let due = failure.end.at;
  for (const edge of incomingOf(view).get(target) ?? []) {
    const decided = edge.from === failure.execution.step ? due : decidedAt(edge, view);
    if (decided === null) return null;
    due = Math.max(due, decided);
  }
  return due;
};

/** Whether a handler was called, and because of this failure where nothing else can have begun it. */
const isTaken = (target: string, { end }: Attempt, view: View): boolean => {
  const handler = forwardExecutionOf(target, view);
  if (handler === null) return false;
  const waitsForAll = view.nodes.get(target)?.join === 'all';
  return !waitsForAll || !isBefore(beginningOf(handler), end.at);
};

/** The handlers that surely had to run, nothing having stopped the run before. */
const dueHandlers = (failure: Attempt, view: View): readonly string[] => {
  if (!isOver(view) || view.observation.clock.mayQueue) return [];
  const targets = openErrorEdges(failure.execution.step, view).map(({ to }) => to);
  return [...new Set(targets)].filter((target) => {
    const due = dueTime(target, failure, view);
    return due !== null && isClearlyBefore(due, view.stoppedAt, view);
  });
};

const handledByErrorEdge: RunRule = {
  kind: 'run',
  id: 'failure/handled-by-error-edge',
  title: 'takes the error path of a step that failed, and compensates nothing',
  clause: 'HarnessXML §5.8, §8.4.1',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world', 'outcome'],
  needs: ['error-edges'],
  trigger: 'a step with an open error edge fails for good, and nothing else stops the run',
  page: {
    why: 'An error edge is the author’s answer to a failure. A runtime that rolls back as well undoes the work that the answer builds on.',
    wrong:
      'reserve =comp=> release; charge fails at 2 s and has an error edge to invoice; release runs at 2 s, or the run ends as failed.',
    right: 'invoice runs at 2 s, release never does, and the run succeeds.',
  },
  judge: (view) => {
    const isQuiet = isAllHandled(view);
    return judgeEach(handledFailures(view), (failure) => {
      const { unit } = failure.execution;
      const [undoing] = rootCompensations(view);
      const { report } = view.observation;
      if (isQuiet && undoing !== undefined) {
        const at = beginningOf(undoing);
        return breach(
          `the failure of ${unit} is handled by an error edge, and ${undoing.undoes} was compensated`,
          'no compensation',
          `${undoing.step} at ${ms(at)}`,
          { unit: undoing.unit, at },
        );
      }
      if (isQuiet && report !== null && report.outcome !== 'succeeded') {
        return breach(
          `the failure of ${unit} is handled by an error edge, and the run ended as ${report.outcome}`,
          'succeeded',
          report.outcome,
          { unit, at: failure.end.at },
        );
      }
      const due = dueHandlers(failure, view);
      if (due.length === 0) return isQuiet ? 'holds' : 'not-judged';
      return holdsOr(
        due.some((target) => isTaken(target, failure, view)),
        () => notTaken(failure, due[0] as string),
      );
    });
  },
};

const notTaken = ({ execution: { unit }, end }: Attempt, target: string) =>
  breach(
    `${unit} failed, and its error edge to ${target} was not taken`,
    `${target} is called`,
    'no call',
    {
      unit,
      at: end.at,
    },
  );

const allErrorEdges: RunRule = {
  kind: 'run',
  id: 'failure/all-error-edges',
  title: 'takes all error edges of a step that failed',
  clause: 'HarnessXML §5.8',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world'],
  needs: ['error-edges'],
  trigger: 'a step with two or more open error edges fails for good',
  page: {
    why: 'Error edges are no alternatives: one may clean up while another tells somebody. The first alone leaves the rest undone.',
    wrong: 'charge fails at 2 s; of its error edges to invoice and alert only invoice is taken.',
    right: 'invoice and alert both begin at 2 s.',
  },
  judge: (view) =>
    together(
      ...handledFailures(view).map((failure) => {
        const targets = openErrorEdges(failure.execution.step, view).map(({ to }) => to);
        const due = new Set(targets).size < 2 ? [] : dueHandlers(failure, view);
        return judgeEach(due, (target) =>
          holdsOr(isTaken(target, failure, view), () => notTaken(failure, target)),
        );
      }),
    ),
};

const errorEdgeOnce: RunRule = {
  kind: 'run',
  id: 'failure/error-edge-once',
  title:
    'takes an error edge after the last attempt alone, and never on a success, a skip or a cancel',
  clause: 'HarnessXML §5.8, §8.4.1',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world'],
  needs: ['error-edges'],
  trigger:
    'a step with an error edge to a mere handler is attempted more than once, or ends without failing',
  page: {
    why: 'A handler beside a policy is no replacement for it. Engines that call it upon the first failure run the handler, and the step again, and what follows both.',
    wrong:
      'charge has three attempts, 2 s apart, and an error edge to invoice; it fails at 1 s, and invoice begins at 1 s.',
    right:
      'charge is attempted at 0, 3 and 6 s; only when the third fails, at 7 s, invoice begins.',
  },
  judge: (view) =>
    judgeEach(view.observation.workflow.nodes, ({ id }) =>
      isHandlerAlone(id, view) ? handlerCheck(id, view) : 'not-judged',
    ),
};

/** What a source of a handler came to: when it failed for good, that it did not, or unknown. */
type SourceEnd =
  | { readonly kind: 'failed'; readonly at: number; readonly attempts: number }
  | { readonly kind: 'other'; readonly how: string; readonly attempts: number }
  | { readonly kind: 'unknown' };

const sourceEnd = (id: string, view: View): SourceEnd => {
  const node = view.nodes.get(id);
  const execution = forwardExecutionOf(id, view);
  if (node === undefined || !isPerformed(node.kind) || execution === null)
    return { kind: 'unknown' };
  const attempts = execution.attempts.length;
  if (view.reconciles.some(({ unit }) => unit === id)) return { kind: 'unknown' };
  if (successOf(execution) !== null) return { kind: 'other', how: 'succeeded', attempts };
  const last = lastAttempt(execution);
  const following = whatFollows(last, view.observation.profile);
  switch (following.kind) {
    case 'failure':
      return { kind: 'failed', at: last.end.at, attempts };
    case 'skip':
      return { kind: 'other', how: 'was skipped', attempts };
    case 'retry':
      return { kind: 'other', how: 'had attempts left', attempts };
    case 'success':
    case 'unknown':
      return last.end.how === 'given-up'
        ? { kind: 'other', how: 'was cancelled', attempts }
        : { kind: 'unknown' };
  }
};

const handlerCheck = (id: string, view: View): Checked => {
  const sources = (incomingOf(view).get(id) ?? []).map(({ from }) => from);
  const ends = sources.map((source) => sourceEnd(source, view));
  const handler = forwardExecutionOf(id, view);
  if (ends.some(({ kind }) => kind === 'unknown')) return 'not-judged';
  const failed = ends.flatMap((end) => (end.kind === 'failed' ? [end] : []));
  const place = { unit: id, at: handler === null ? undefined : beginningOf(handler) };
  if (failed.length === 0) {
    const [end] = ends;
    const how = end?.kind === 'other' ? end.how : '';
    return holdsOr(handler === null, () =>
      breach(`${id} handles failures of ${sources[0]}, which ${how}`, 'no call', 'a call', place),
    );
  }
  const isInteresting = failed.some(({ attempts }) => attempts > 1) || failed.length < ends.length;
  if (!isInteresting || handler === null) return 'not-judged';
  const earliest = failed.reduce((first, { at }) => Math.min(first, at), Number.POSITIVE_INFINITY);
  if (handler.attempts[0]?.calls.some(({ redelivered }, index) => index > 0 && !redelivered)) {
    return breach(`${id} was begun twice`, 'one call', 'two first attempts', place);
  }
  const { at = 0 } = place;
  return holdsOr(!isBefore(at, earliest), () =>
    breach(
      `${id} handles failures of ${sources[0]} and began before its last attempt had failed`,
      `not before ${ms(earliest)}`,
      ms(at),
      place,
    ),
  );
};

export const errorEdgeRules: readonly RunRule[] = [
  handledByErrorEdge,
  allErrorEdges,
  errorEdgeOnce,
];
