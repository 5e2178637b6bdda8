/** Rules about what an abort stops: what has not begun, what waits, what is not needed any more. */

import { isPerformed } from '../../../core/model/performed.ts';
import type { TransitionEvent } from '../../../core/model/trace.ts';
import { abortOf, isClearlyBefore, mayGoOn } from '../abort.ts';
import { whatFollows } from '../follow.ts';
import { incomingOf } from '../graph.ts';
import { breach, type Checked, holdsOr, judgeEach, ms } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { rootCompensations } from '../unwinding.ts';
import {
  type Attempt,
  type Execution,
  forwardExecutions,
  lastAttempt,
  type View,
} from '../view.ts';

const all = ['baseline', 'harness', 'orbit'] as const;
const NOTHING: Judgement = { occurrences: 0, breaches: [] };

const noNewWork: RunRule = {
  kind: 'run',
  id: 'failure/no-new-work',
  title: 'starts no forward step once unwinding began',
  clause: 'HarnessXML §8.4.1; ORBIT, abort 1; discipline 5',
  strength: 'MUST',
  profiles: all,
  level: 'full',
  sees: ['world'],
  needs: [],
  trigger: 'a run is aborted while steps have not begun',
  page: {
    why: 'What begins during an unwinding is undone by nobody, or undone before it is done.',
    wrong: 'charge fails at 2 s; pack, in another branch, ends at 3 s, and ship begins at 3 s.',
    right: 'After 2 s nothing begins but compensations.',
  },
  judge: (view) => {
    const { at, cause, unit: failed } = abortOf(view);
    if (at === Number.POSITIVE_INFINITY || cause === 'cancel') return NOTHING;
    const undoing = new Set(
      view.observation.workflow.edges.flatMap(({ type, to }) =>
        type === 'compensation' ? [to] : [],
      ),
    );
    const begun = forwardExecutions(view).filter((execution) => !isBegunAfter(execution, at, view));
    const begunSteps = new Set(begun.map(({ step }) => step));
    const isAnyLeft = view.observation.workflow.nodes.some(
      (node) => isPerformed(node.kind) && !undoing.has(node.id) && !begunSteps.has(node.id),
    );
    const isFollowed = view.observation.choices['Q16'] === 'followed';
    const late = forwardExecutions(view).filter(
      (execution) =>
        isBegunAfter(execution, at, view) &&
        !mayGoOn(execution.unit, view) &&
        !(isFollowed && isBehindUndoing(execution.step, undoing, view)),
    );
    return {
      occurrences: isAnyLeft || late.length > 0 ? 1 : 0,
      breaches: late.map(({ unit, attempts }) => {
        const began = attempts[0]?.calls[0].at ?? 0;
        return breach(
          `${unit} began after ${failed === null ? 'the run was aborted' : `${failed} had failed`}`,
          `no forward step after ${ms(at)}`,
          ms(began),
          { unit, at: began },
        );
      }),
    };
  },
};

/** By another reading of Q16 what lies behind a compensating node runs while the run unwinds. */
const isBehindUndoing = (
  step: string,
  undoing: ReadonlySet<string>,
  view: View,
  seen: ReadonlySet<string> = new Set(),
): boolean =>
  (incomingOf(view).get(step) ?? []).some(
    ({ from }) =>
      undoing.has(from) ||
      (!seen.has(from) && isBehindUndoing(from, undoing, view, new Set([...seen, from]))),
  );

const isBegunAfter = ({ attempts }: Execution, moment: number, view: View): boolean =>
  isClearlyBefore(moment, attempts[0]?.calls[0].at ?? 0, view);

const withdrawsWaiting: RunRule = {
  kind: 'run',
  id: 'failure/withdraws-waiting',
  title: 'makes no attempt that was waiting out its delay when the run was aborted',
  clause: 'HarnessXML §8.4.1, reading Q11; ORBIT, abort 1',
  strength: 'MUST',
  profiles: all,
  question: 'Q11',
  level: 'full',
  sees: ['world'],
  needs: ['retry', 'parallel'],
  trigger: 'a run is aborted while a step waits for its next attempt',
  page: {
    why: 'A timer that nobody stopped fires into a run that is over: the charge that was undone is made again.',
    wrong:
      'charge fails at 1 s and waits until 61 s; pack fails for good at 5 s; charge is called at 61 s.',
    right: 'charge is cancelled at 5 s, and its second attempt never made.',
  },
  judge: (view) => {
    const { at, cause } = abortOf(view);
    const { profile, choices } = view.observation;
    const goesOn = profile === 'harness' && cause !== 'cancel' && choices['Q11'] === 'continues';
    if (at === Number.POSITIVE_INFINITY) return NOTHING;
    return judgeEach(forwardAttempts(view), (attempt) => {
      const { execution, end, next } = attempt;
      const following = whatFollows(attempt, profile);
      if (following.kind !== 'retry' || mayGoOn(execution.unit, view)) return 'not-judged';
      if (!isClearlyBefore(end.at, at, view)) return 'not-judged';
      const isDrawn = execution.policy?.jitter === 'full';
      if (!isDrawn && !isClearlyBefore(at, end.at + following.delay, view)) return 'not-judged';
      if (goesOn) return isDrawn ? 'not-judged' : wentOn(attempt, end.at + following.delay, view);
      if (next === null) return 'holds';
      const { at: made } = next.calls[0];
      if (!isClearlyBefore(at, made, view)) return 'not-judged';
      return breach(
        `${execution.unit} waited for attempt ${next.number} when the run was aborted, and was attempted`,
        `no attempt after ${ms(at)}`,
        ms(made),
        { unit: execution.unit, at: made },
      );
    });
  },
};

/** By another reading of Q11 what waits is attempted while the unwinding lasts. */
const wentOn = (
  { execution: { unit }, next, number }: Attempt,
  due: number,
  view: View,
): Checked => {
  const lasted = rootCompensations(view).some((undoing) =>
    isClearlyBefore(due, lastAttempt(undoing).end.at, view),
  );
  if (next === null && !lasted) return 'not-judged';
  return holdsOr(next !== null, () =>
    breach(
      `${unit} waited for attempt ${number + 1} when the unwinding began, and the runtime declares to go on (Q11)`,
      `attempt ${number + 1} at ${ms(due)}`,
      'no attempt',
      { unit, at: due },
    ),
  );
};

const forwardAttempts = (view: View): readonly Attempt[] =>
  forwardExecutions(view).flatMap(({ attempts }) => attempts);

const cancelsRunning: RunRule = {
  kind: 'run',
  id: 'failure/cancels-running',
  title: 'cancels nodes that are READY, RETRYING, or RUNNING and idempotent, when it unwinds',
  clause: 'HarnessXML §8.4.1 (1), §6.2, reading Q11',
  strength: 'MUST',
  profiles: ['harness'],
  question: 'Q11',
  level: 'full',
  sees: ['trace'],
  needs: ['trace', 'parallel'],
  trigger: 'a node is READY, RETRYING, or RUNNING and idempotent, when the unwinding begins',
  page: {
    why: 'Work that nobody needs any more costs time and money, and what it does after the unwinding nobody undoes.',
    wrong: 'pack fails at 3 s; charge, idempotent and RUNNING since 1 s, turns SUCCEEDED at 9 s.',
    right: 'charge turns CANCELLED at 3 s.',
  },
  judge: (view) => {
    const began = view.observation.trace?.find(
      (event) => event.type === 'unwinding.started' && event.unit === undefined,
    );
    return began === undefined
      ? NOTHING
      : judgeEach(movesByUnit(view), ([unit, moves]) => cancelCheck(unit, moves, began.at, view));
  },
};

/** How a unit stood when the unwinding began, by the trace, and what became of it. */
const cancelCheck = (
  unit: string,
  moves: readonly TransitionEvent[],
  began: number,
  view: View,
): Checked => {
  const before = moves.findLast(({ at }) => isClearlyBefore(at, began, view));
  const next = moves.find(({ at }) => !isClearlyBefore(at, began, view));
  const node = view.nodes.get(before?.node ?? '');
  if (before === undefined || node === undefined || !isPerformed(node.kind)) return 'not-judged';
  if (mayGoOn(unit, view) || unit.startsWith('compensate:')) return 'not-judged';
  const { to } = before;
  const isToCancel = to === 'READY' || to === 'RETRYING' || (to === 'RUNNING' && node.idempotent);
  const isInstant = next !== undefined && !isClearlyBefore(began, next.at, view);
  if (!isToCancel) return 'not-judged';
  const place = { unit, at: began, seq: next?.seq ?? before.seq };
  if (to === 'RETRYING' && view.observation.choices['Q11'] === 'continues') {
    return holdsOr(!isInstant || next.to !== 'CANCELLED', () =>
      breach(
        `${unit} was cancelled while it was RETRYING, and the runtime declares to go on (Q11)`,
        'RETRYING',
        'CANCELLED',
        place,
      ),
    );
  }
  if (isInstant && next.to !== 'CANCELLED') return 'not-judged';
  return holdsOr(isInstant, () =>
    breach(
      `${unit} was ${to} when the unwinding began, and was not cancelled`,
      `CANCELLED at ${ms(began)}`,
      next === undefined ? `${to} to the end` : `${next.to} at ${ms(next.at)}`,
      place,
    ),
  );
};

const movesByUnit = ({
  observation: { trace },
}: View): ReadonlyMap<string, readonly TransitionEvent[]> => {
  const moves = new Map<string, TransitionEvent[]>();
  for (const event of trace ?? []) {
    if (event.type !== 'transition') continue;
    const known = moves.get(event.unit);
    if (known === undefined) moves.set(event.unit, [event]);
    else known.push(event);
  }
  return moves;
};

export const stoppingRules: readonly RunRule[] = [noNewWork, withdrawsWaiting, cancelsRunning];
