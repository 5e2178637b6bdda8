/** Rules about what goes on, and what no longer does, once a run is aborted. */

import { abortOf, isClearlyBefore, mayGoOn, scopeOf, spans, unhandledFailures } from '../abort.ts';
import { failureOf, whatFollows } from '../follow.ts';
import { isPerformed } from '../graph.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { RunRule } from '../rule.ts';
import { mustBeCalled, mustHaveUnwound, type Undo, undosOf } from '../unwinding.ts';
import {
  type Attempt,
  compensations,
  type Execution,
  forwardExecutions,
  type View,
} from '../view.ts';

const all = ['baseline', 'harness', 'orbit'] as const;

const propagates: RunRule = {
  kind: 'run',
  id: 'failure/propagates',
  title: 'ends the run as failed or compensated when nothing handles a failure',
  clause: 'HarnessXML §8.4.1; ORBIT, abort; driver protocol, run',
  strength: 'MUST',
  profiles: all,
  level: 'full',
  sees: ['outcome'],
  needs: [],
  trigger: 'a step without an error edge fails for good',
  page: {
    why: 'A failure that nobody answers must reach whoever started the run. Engines that drop it in a branch report success for an order that was never paid.',
    wrong:
      'charge fails at 2 s and has no error edge; the other branch ends well, and the run succeeds.',
    right: 'The run unwinds, and ends as compensated, or as failed where nothing was undone.',
  },
  judge: (view) => {
    const { report, profile } = view.observation;
    if (report === null) return { occurrences: 0, breaches: [] };
    const right = profile === 'orbit' ? ['failed'] : ['failed', 'compensated'];
    const limit = Math.min(view.cancelledAt, deadlineOf(view));
    return judgeEach(unhandledFailures(view), ({ execution: { unit }, end }) => {
      if (!isClearlyBefore(end.at, limit, view)) return 'not-judged';
      if (report.outcome === 'stalled' || report.outcome === 'refused') return 'not-judged';
      return holdsOr(right.includes(report.outcome), () =>
        breach(
          `${unit} failed, nothing handles it, and the run ended as ${report.outcome}`,
          right.join(' or '),
          report.outcome,
          { unit, at: end.at },
        ),
      );
    });
  },
};

const deadlineOf = ({ observation: { profile, workflow } }: View): number =>
  (profile === 'orbit' ? workflow.timeout : null) ?? Number.POSITIVE_INFINITY;

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
      (node) => isPerformed(node) && !undoing.has(node.id) && !begunSteps.has(node.id),
    );
    const late = forwardExecutions(view).filter(
      (execution) => isBegunAfter(execution, at, view) && !mayGoOn(execution.unit, view),
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

const NOTHING = { occurrences: 0, breaches: [] };

const isBegunAfter = ({ attempts }: Execution, moment: number, view: View): boolean =>
  isClearlyBefore(moment, attempts[0]?.calls[0].at ?? 0, view);

const withdrawsWaiting: RunRule = {
  kind: 'run',
  id: 'failure/withdraws-waiting',
  title: 'makes no attempt that was waiting out its delay when the run was aborted',
  clause: 'HarnessXML §8.4.1, reading Q11; ORBIT, abort 1',
  strength: 'MUST',
  profiles: all,
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
    if (at === Number.POSITIVE_INFINITY || goesOn) return NOTHING;
    return judgeEach(forwardAttempts(view), (attempt) => {
      const { execution, end, next } = attempt;
      const following = whatFollows(attempt, profile);
      if (following.kind !== 'retry' || mayGoOn(execution.unit, view)) return 'not-judged';
      if (!isClearlyBefore(end.at, at, view)) return 'not-judged';
      const isDrawn = execution.policy?.jitter === 'full';
      if (!isDrawn && !isClearlyBefore(at, end.at + following.delay, view)) return 'not-judged';
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

const forwardAttempts = (view: View): readonly Attempt[] =>
  forwardExecutions(view).flatMap(({ attempts }) => attempts);

/** Forward attempts that were open when the run was aborted. */
const openAtAbort = (view: View): readonly Attempt[] => {
  const { at } = abortOf(view);
  if (at === Number.POSITIVE_INFINITY) return [];
  return forwardAttempts(view).filter((attempt) => spans(attempt, at, view));
};

const noRetryWhileAborting: RunRule = {
  kind: 'run',
  id: 'failure/no-retry-while-aborting',
  title: 'does not retry an attempt that fails while the run is being aborted',
  clause: 'ORBIT, abort 2',
  strength: 'MUST',
  profiles: ['orbit'],
  level: null,
  sees: ['world'],
  needs: ['retry', 'parallel'],
  trigger: 'an attempt in flight at the abort fails with attempts left',
  page: {
    why: 'An unwinding waits for what is in flight, and no longer. With retries it would wait for what may succeed in an hour, only to undo it.',
    wrong:
      'pack fails for good at 2 s; charge, in flight with three attempts, fails at 5 s and is called again at 6 s.',
    right: 'charge fails at 5 s, and compensation begins.',
  },
  judge: (view) =>
    judgeEach(openAtAbort(view), (attempt) => {
      const { execution, next, end } = attempt;
      if (failureOf(attempt) === null) return 'not-judged';
      if (whatFollows(attempt, view.observation.profile).kind !== 'retry') return 'not-judged';
      return holdsOr(next === null, () =>
        breach(
          `${execution.unit} failed while the run was being aborted, and was retried`,
          `no attempt after ${ms(end.at)}`,
          `attempt ${next?.number} at ${ms(next?.calls[0].at ?? 0)}`,
          { unit: execution.unit, at: next?.calls[0].at },
        ),
      );
    }),
};

const awaitsInFlight: RunRule = {
  kind: 'run',
  id: 'failure/awaits-in-flight',
  title: 'starts no compensation while a forward attempt is open',
  clause: 'ORBIT, abort 2 and 3',
  strength: 'MUST',
  profiles: ['orbit'],
  level: null,
  sees: ['world'],
  needs: ['parallel', 'compensation'],
  trigger: 'a forward attempt is open when the run is aborted',
  page: {
    why: 'What is still running may yet change what is being undone, and may yet need undoing itself.',
    wrong:
      'pack fails at 2 s while charge runs until 6 s; the refund of an earlier step begins at 2 s.',
    right: 'Compensation begins at 6 s, with charge if it succeeded.',
  },
  judge: (view) => judgeEach(openAtAbort(view), (attempt) => awaited(attempt, view)),
};

const awaited = ({ execution: { unit }, end, number }: Attempt, view: View): Checked => {
  if (end.how === 'lost' || end.how === 'open') return 'not-judged';
  if (end.how === 'given-up') {
    return breach(
      `attempt ${number} of ${unit} was given up on when the run was aborted`,
      'it is awaited',
      `given up on at ${ms(end.at)}`,
      { unit, at: end.at },
    );
  }
  const undoing = compensations(view)
    .filter((each) => unit.startsWith(scopeOf(each.undoes ?? each.unit)))
    .map(({ attempts, unit: undo }) => ({ undo, at: attempts[0]?.calls[0].at ?? 0 }));
  const [first] = undoing.sort((left, right) => left.at - right.at);
  if (first === undefined) return 'not-judged';
  return holdsOr(!isBefore(first.at, end.at), () =>
    breach(
      `${first.undo} began while attempt ${number} of ${unit} was open`,
      `not before ${ms(end.at)}`,
      ms(first.at),
      { unit: first.undo, at: first.at },
    ),
  );
};

const lateSuccess: RunRule = {
  kind: 'run',
  id: 'failure/late-success-compensated',
  title: 'compensates a step that succeeds while the run is being aborted',
  clause: 'ORBIT, abort 2; HarnessXML §8.3, reading Q4',
  strength: 'MUST',
  profiles: ['harness', 'orbit'],
  question: 'Q4',
  level: 'full',
  sees: ['world', 'outcome'],
  needs: ['parallel', 'compensation'],
  trigger:
    'a step with a compensation succeeds after the abort (in HarnessXML one that is not idempotent)',
  page: {
    why: 'It changed the world like any other. Undo lists that are made when the failure is seen leave it behind.',
    wrong:
      'pack fails at 3 s; charge, in flight, succeeds at 11 s; only what had ended by 3 s is undone.',
    right: 'charge is awaited until 11 s, and refunded first.',
  },
  judge: (view) => {
    if (!mustHaveUnwound(view)) return NOTHING;
    return judgeEach(
      undosOf(view).filter(({ isLate }) => isLate),
      (undo) => lateCheck(undo, view),
    );
  },
};

const lateCheck = (undo: Undo, view: View): Checked => {
  const { unit, step, success, execution } = undo;
  const { profile, choices } = view.observation;
  const isHarness = profile === 'harness';
  if (isHarness && (abortOf(view).cause !== 'failure' || unit !== step)) return 'not-judged';
  if (isHarness && success.execution.node?.idempotent !== false) return 'not-judged';
  const at = execution?.attempts[0]?.calls[0].at;
  if (isHarness && choices['Q4'] === 'left') {
    return holdsOr(execution === null, () =>
      breach(
        `${unit} succeeded after the abort and was compensated, which the runtime declares not to do (Q4)`,
        'no compensation',
        `${execution?.step} at ${ms(at ?? 0)}`,
        { unit, at },
      ),
    );
  }
  if (execution !== null) return 'holds';
  if (!mustBeCalled(undo, view)) return 'not-judged';
  return breach(
    `${unit} succeeded while the run was being aborted, and was not compensated`,
    `${undo.edge.to} is called`,
    'no call',
    { unit, at: success.end.at },
  );
};

/** How the trace shows that a unit stood when the run was aborted, and what became of it. */
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
    const { trace, choices } = view.observation;
    const began = trace?.find(
      (event) => event.type === 'unwinding.started' && event.unit === undefined,
    );
    if (trace === null || began === undefined) return NOTHING;
    return together(
      ...[...movesByUnit(view)].map(([unit, moves]) => {
        const before = moves.findLast(({ at }) => isClearlyBefore(at, began.at, view));
        const next = moves.find(({ at }) => !isClearlyBefore(at, began.at, view));
        const node = view.nodes.get(before?.node ?? '');
        if (before === undefined || node === undefined || !isPerformed(node)) return NOTHING;
        if (mayGoOn(unit, view) || unit.startsWith('compensate:')) return NOTHING;
        const isKept = !node.idempotent && before.to === 'RUNNING';
        const isOpen = before.to === 'RETRYING' && choices['Q11'] === 'continues';
        if (!['READY', 'RUNNING', 'RETRYING'].includes(before.to) || isKept || isOpen)
          return NOTHING;
        const isInstant = next !== undefined && !isClearlyBefore(began.at, next.at, view);
        if (isInstant && next.to !== 'CANCELLED') return NOTHING;
        return judgeEach([next], () =>
          holdsOr(isInstant, () =>
            breach(
              `${unit} was ${before.to} when the unwinding began, and was not cancelled`,
              `CANCELLED at ${ms(began.at)}`,
              next === undefined ? `${before.to} to the end` : `${next.to} at ${ms(next.at)}`,
              { unit, at: began.at, seq: next?.seq ?? before.seq },
            ),
          ),
        );
      }),
    );
  },
};

const movesByUnit = ({ observation: { trace } }: View) => {
  const moves = new Map<string, { at: number; node: string; to: string; seq: number }[]>();
  for (const event of trace ?? []) {
    if (event.type !== 'transition') continue;
    const known = moves.get(event.unit);
    if (known === undefined) moves.set(event.unit, [event]);
    else known.push(event);
  }
  return moves;
};

export const abortingRules: readonly RunRule[] = [
  propagates,
  noNewWork,
  cancelsRunning,
  withdrawsWaiting,
  noRetryWhileAborting,
  awaitsInFlight,
  lateSuccess,
];
