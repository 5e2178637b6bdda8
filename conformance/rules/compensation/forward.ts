/** The rule that compensations are for unwinding alone. */

import { whatFollows } from '../follow.ts';
import {
  chosenNodes,
  failsByCallsAlone,
  incomingOf,
  isSurelyCalled,
  undoEdgesOf,
} from '../graph.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { resultOf, rootCompensations } from '../unwinding.ts';
import {
  beginningOf,
  forwardExecutionOf,
  forwardExecutions,
  lastAttempt,
  successOf,
  type View,
} from '../view.ts';

const all = ['baseline', 'harness', 'orbit'] as const;
const NOTHING: Judgement = { occurrences: 0, breaches: [] };

/** Nodes that nothing but a compensation edge can begin. */
const isUndoAlone = (id: string, view: View): boolean =>
  (incomingOf(view).get(id) ?? []).length === 0 &&
  !chosenNodes(view).has(id) &&
  view.observation.workflow.entry !== id;

/** Calls of compensating nodes as ordinary steps. */
const calledForward = (view: View): Judgement => {
  const called = new Map(forwardExecutions(view).map((execution) => [execution.step, execution]));
  const edges = [...undoEdgesOf(view).values()].flat().filter(({ to }) => isUndoAlone(to, view));
  return judgeEach(edges, ({ from, to }) => {
    const source = forwardExecutionOf(from, view);
    if (source === null || successOf(source) === null) return 'not-judged';
    const forward = called.get(to);
    return holdsOr(forward === undefined, () => {
      const at = forward === undefined ? 0 : beginningOf(forward);
      return breach(
        `${to} undoes ${from} and was called as an ordinary step`,
        'no forward call',
        `a call at ${ms(at)}`,
        { unit: to, at },
      );
    });
  });
};

/** The earliest moment at which something can have begun the unwinding. */
const earliestCause = (view: View): number => {
  const { profile, workflow, controls, onFailure } = view.observation;
  const deadline =
    profile === 'orbit' ? (workflow.timeout ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  if (!failsByCallsAlone(view) || onFailure === 'pause') return 0;
  if (controls.some(({ action }) => action === 'operator')) return 0;
  const causes = forwardExecutions(view).flatMap((execution) => {
    const last = lastAttempt(execution);
    const { kind } = whatFollows(last, profile);
    if (kind === 'success' || kind === 'skip' || kind === 'retry') return [];
    return [last.end.at];
  });
  return [...causes, deadline, view.cancelledAt].reduce(
    (first, at) => Math.min(first, at),
    Number.POSITIVE_INFINITY,
  );
};

/** Compensations of a run that had no reason to unwind, or not yet. */
const withoutReason = (view: View): Judgement => {
  const { report } = view.observation;
  const [first] = rootCompensations(view);
  if (first === undefined) return NOTHING;
  const at = beginningOf(first);
  const place = { unit: first.unit, at };
  if (report?.outcome === 'succeeded') {
    return {
      occurrences: 1,
      breaches: [
        breach(
          `the run succeeded, and ${first.undoes} was compensated`,
          'no compensation',
          `${first.step} at ${ms(at)}`,
          place,
        ),
      ],
    };
  }
  const cause = earliestCause(view);
  return isBefore(at, cause)
    ? {
        occurrences: 1,
        breaches: [
          breach(
            `${first.undoes} was compensated before any step had failed for good`,
            cause === Number.POSITIVE_INFINITY ? 'no compensation' : `not before ${ms(cause)}`,
            `${first.step} at ${ms(at)}`,
            place,
          ),
        ],
      }
    : NOTHING;
};

/** What lies behind a compensating node alone is not run; by another reading of Q16 it is. */
const whatFollowsUndoing = (view: View): Judgement => {
  const { profile, choices, workflow } = view.observation;
  if (profile !== 'harness') return NOTHING;
  const undoing = new Set([...undoEdgesOf(view).values()].flat().map(({ to }) => to));
  const isFollowed = choices['Q16'] === 'followed';
  return judgeEach(workflow.nodes, (node): Checked => {
    const { id } = node;
    const incoming = incomingOf(view).get(id) ?? [];
    const isBehind = incoming.length > 0 && incoming.every(({ from }) => undoing.has(from));
    if (!isBehind || undoing.has(id) || chosenNodes(view).has(id)) return 'not-judged';
    const [edge] = incoming;
    const source = rootCompensations(view).find(({ step }) => step === edge?.from);
    if (source === undefined || resultOf(source, view) !== 'succeeded') return 'not-judged';
    const called = view.executions.find(({ step }) => step === id);
    const isSure =
      isSurelyCalled(node, workflow) && incoming.length === 1 && edge?.type === 'control';
    if (isFollowed && called === undefined && !isSure) return 'not-judged';
    return holdsOr((called !== undefined) === isFollowed, () =>
      breach(
        `${id} lies behind ${source.step}, which undoes ${source.undoes}, and was ${isFollowed ? 'not called (Q16)' : 'called'}`,
        isFollowed ? 'a call' : 'no call',
        called === undefined ? 'no call' : `a call at ${ms(beginningOf(called))}`,
        { unit: id, at: called === undefined ? undefined : beginningOf(called) },
      ),
    );
  });
};

const neverForward: RunRule = {
  kind: 'run',
  id: 'compensation/never-forward',
  title: 'never runs a compensation in forward execution, nor before something failed for good',
  clause: 'HarnessXML §8.4.2, §4; ORBIT, compensate; discipline 5',
  strength: 'MUST',
  profiles: all,
  question: 'Q16',
  level: 'full',
  sees: ['world'],
  needs: ['compensation'],
  trigger: 'a step with a compensation succeeds',
  page: {
    why: 'An engine that takes the edge to a compensation for one that orders steps undoes each step right after it. One that unwinds upon the first failing attempt undoes what the second would have needed.',
    wrong: 'reserve =comp=> release; reserve succeeds at 1 s; release runs at 1 s.',
    right: 'release runs when the run unwinds, and otherwise never.',
  },
  judge: (view) => together(calledForward(view), withoutReason(view), whatFollowsUndoing(view)),
};

export const forwardRules: readonly RunRule[] = [neverForward];
