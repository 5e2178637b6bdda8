/** Rules about calls that are not idempotent (HarnessXML §8.3, discipline 4). */

import { isUnused } from '../discarded.ts';
import { breach, type Checked, holdsOr, judgeEach, ms, together } from '../judge.ts';
import type { Call } from '../observation.ts';
import type { Breach, Judgement, RunRule } from '../rule.ts';
import { surelyAbortedAt } from '../undisturbed.ts';
import { type Attempt, type Execution, lastAttempt, type View } from '../view.ts';

const isOnce = ({ node }: Execution): boolean => node !== null && !node.idempotent;

const onceExecutions = (view: View): readonly Execution[] => view.executions.filter(isOnce);

/** Why a further call may be right: the far side said that nothing happened, or a person ordered it. */
const isExcused = ({ unit }: Execution, from: number, to: number, view: View): boolean => {
  const { controls, profile } = view.observation;
  if (profile !== 'baseline') return false;
  const isKnown = view.reconciles.some(
    (call) =>
      call.unit === unit &&
      call.at >= from &&
      call.at <= to &&
      call.reply.then.kind === 'status' &&
      call.reply.then.applied === false,
  );
  return (
    isKnown ||
    controls.some(
      (control) =>
        control.action === 'operator' &&
        control.authorised &&
        control.at >= from &&
        control.at <= to,
    )
  );
};

const callsOf = ({ attempts }: Execution): readonly Call[] =>
  attempts.flatMap(({ calls }) => [...calls]);

const repeatBreach = ({ unit }: Execution, call: Call): Breach =>
  breach(
    `${unit} is not idempotent and was called again`,
    'one call',
    `attempt ${call.attempt}${call.redelivered ? ', redelivered,' : ''} at ${ms(call.at)}`,
    { unit, at: call.at },
  );

const neverRetried: RunRule = {
  kind: 'run',
  id: 'idempotence/never-retried',
  title: 'calls a step that is not idempotent once',
  clause: 'HarnessXML §8.3; discipline 4',
  strength: 'MUST',
  profiles: ['baseline', 'harness'],
  level: 'executing',
  sees: ['world'],
  needs: ['idempotent'],
  trigger: 'a step that is not idempotent fails, times out, or is lost in a crash',
  page: {
    why: 'It may have taken effect although it failed. In the baseline it is called again only once the far side has said that nothing happened, or an operator has ordered it.',
    wrong: 'charge is not idempotent; its call fails with 503 and is made again.',
    right: "One call. What happened to it is somebody's question, not the retry policy's.",
  },
  judge: (view) =>
    judgeEach(onceExecutions(view), (execution) => {
      const [first, ...others] = callsOf(execution);
      const attempt = execution.attempts[0] as Attempt;
      if (first === undefined || attempt.end.how === 'succeeded') return 'not-judged';
      if (attempt.end.how === 'open' && others.length === 0) return 'not-judged';
      const again = others.find((call) => !isExcused(execution, first.at, call.at, view));
      return again === undefined ? 'holds' : repeatBreach(execution, again);
    }),
};

/** When something came that cancels whatever may be cancelled. */
const cancellingMoments = (view: View): readonly number[] => {
  const { trace } = view.observation;
  const unwinding = trace?.find(({ type }) => type === 'unwinding.started');
  return [view.cancelledAt, unwinding?.at ?? Number.POSITIVE_INFINITY, surelyAbortedAt(view)];
};

const neverCancelled: RunRule = {
  kind: 'run',
  id: 'idempotence/never-cancelled',
  title: 'lets a step that is not idempotent finish once it is RUNNING',
  clause: 'HarnessXML §8.3',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world', 'trace'],
  needs: ['idempotent'],
  trigger: 'a call that is not idempotent is open when the run is cancelled or begins to unwind',
  page: {
    why: 'A cancel does not take back what was sent. If the runtime looks away, the charge happens and nobody knows; if it waits, the charge is known and can be undone.',
    wrong: 'charge runs from 0 to 5 s; the run is cancelled at 2 s; charge turns CANCELLED.',
    right: 'charge ends at 5 s, SUCCEEDED; its result is discarded; only then does the run end.',
  },
  judge: (view) => {
    const moments = cancellingMoments(view);
    const open = onceExecutions(view).filter((execution) => {
      const { at, end } = lastAttempt(execution);
      return moments.some(
        (moment) => at < moment && moment < (end.how === 'given-up' ? end.at + 1 : end.at),
      );
    });
    return together(
      judgeEach(open, (execution) => {
        const { end, number } = lastAttempt(execution);
        return holdsOr(end.how !== 'given-up', () =>
          breach(
            `${execution.unit} is not idempotent, and attempt ${number} was given up on`,
            'left to finish',
            `given up on at ${ms(end.at)}`,
            { unit: execution.unit, at: end.at },
          ),
        );
      }),
      judgeEach(open, (execution) => neverTurnsCancelled(execution, view)),
    );
  },
};

const neverTurnsCancelled = ({ unit }: Execution, { observation }: View): Checked => {
  const { trace } = observation;
  if (trace === null) return 'not-judged';
  const cancelled = trace.find(
    (event) =>
      event.type === 'transition' &&
      event.unit === unit &&
      event.from === 'RUNNING' &&
      event.to === 'CANCELLED',
  );
  return holdsOr(cancelled === undefined, () =>
    breach(
      `${unit} is not idempotent and turned CANCELLED while it was RUNNING`,
      'SUCCEEDED or FAILED',
      'CANCELLED',
      {
        unit,
        at: cancelled?.at,
        seq: cancelled?.seq,
      },
    ),
  );
};

const resultDiscarded: RunRule = {
  kind: 'run',
  id: 'idempotence/result-discarded',
  title:
    "uses no output of an attempt that it had to let finish, in a forward step or in the run's output",
  clause: 'HarnessXML §8.3; reading Q4',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'executing',
  sees: ['world', 'outcome'],
  needs: ['idempotent'],
  trigger: 'a call that is not idempotent succeeds after the run was cancelled or began to unwind',
  page: {
    why: 'The run has turned back. Work that goes forward on such a result would have to be undone as well. Its own compensation receives the result, because it needs it.',
    wrong: 'charge finishes at 5 s, after the cancel at 2 s; ship starts with its payment id.',
    right: 'Nothing starts; the payment id reaches refund alone.',
  },
  judge: (view) => {
    const moments = cancellingMoments(view);
    return judgeEach(onceExecutions(view), (execution) => {
      const { at, end, call } = lastAttempt(execution);
      const had = moments.some((moment) => at < moment && moment < end.at);
      if (end.how !== 'succeeded' || execution.isCompensation || !had) return 'not-judged';
      return isUnused(call, 'had to be discarded', view);
    });
  },
};

/** Attempts of which nobody can tell whether they took effect: timed out, or lost in a crash. */
const uncertainAttempts = (view: View): readonly Attempt[] =>
  onceExecutions(view).flatMap(({ attempts }) =>
    attempts.filter(({ end }) => end.how === 'timed-out' || end.how === 'lost'),
  );

const notResent: RunRule = {
  kind: 'run',
  id: 'idempotence/uncertain-not-resent',
  title: 'never sends a call again by itself that timed out and is not idempotent',
  clause: 'discipline 4',
  strength: 'MUST',
  profiles: ['baseline'],
  level: null,
  sees: ['world'],
  needs: ['idempotent', 'timeout'],
  trigger: 'a call that is not idempotent times out, or is lost in a crash',
  page: {
    why: 'This is the double charge. The request went out, the answer did not come back, and the most natural thing to do is the wrong one.',
    wrong: 'charge times out at 10 s and is sent again at 11 s: two charges.',
    right: 'The attempt is marked uncertain; the far side is asked, or a person decides.',
  },
  judge: (view) =>
    judgeEach(uncertainAttempts(view), ({ execution, call: sent, end }) => {
      const again = callsOf(execution).find(
        (call) => call.index > sent.index && !isExcused(execution, end.at, call.at, view),
      );
      return again === undefined ? 'holds' : repeatBreach(execution, again);
    }),
};

const recorded: RunRule = {
  kind: 'run',
  id: 'idempotence/uncertain-recorded',
  title: 'says that an outcome is uncertain',
  clause: 'discipline 4; driver protocol, operators',
  strength: 'MUST',
  profiles: ['baseline'],
  level: null,
  sees: ['trace', 'outcome'],
  needs: ['idempotent', 'timeout'],
  trigger: 'a call that is not idempotent times out, or is lost in a crash',
  page: {
    why: '"Failed" says that nothing happened. Whoever reads it orders again, and pays twice.',
    wrong: 'charge times out; the history says failed, class timeout, and no more.',
    right: 'The attempt ends uncertain_side_effect, and the error says uncertain.',
  },
  judge: (view): Judgement =>
    together(
      judgeEach(uncertainAttempts(view), (attempt) => saysInTrace(attempt, view)),
      judgeEach(uncertainAttempts(view), (attempt) => saysInReport(attempt, view)),
    ),
};

const saysInTrace = ({ execution, number, end }: Attempt, { observation }: View): Checked => {
  const { trace } = observation;
  if (trace === null) return 'not-judged';
  const { unit } = execution;
  const ended = trace.filter(
    (event) =>
      event.type === 'attempt.ended' &&
      event.unit === unit &&
      event.attempt === number &&
      event.purpose !== 'reconcile',
  );
  const [first] = ended;
  if (first?.type !== 'attempt.ended') return 'not-judged';
  const isTold = ended.some(
    (event) => event.type === 'attempt.ended' && event.outcome === 'uncertain_side_effect',
  );
  return holdsOr(isTold, () =>
    breach(
      `${unit}: nobody can tell what became of attempt ${number}, and the trace says ${first.outcome}`,
      'uncertain_side_effect',
      first.outcome,
      { unit, at: end.at, seq: first.seq },
    ),
  );
};

/** Judged where this very failure is what the run reports, and nobody settled it. */
const saysInReport = ({ execution, end, next }: Attempt, view: View): Checked => {
  const { report, controls } = view.observation;
  const { unit, step, isCompensation } = execution;
  if (report?.error?.step !== step || unit !== step || isCompensation || next !== null) {
    return 'not-judged';
  }
  if (report.error.class !== 'timeout' && report.error.class !== 'internal') return 'not-judged';
  if (view.reconciles.some((call) => call.unit === unit)) return 'not-judged';
  if (controls.some(({ action }) => action === 'operator')) return 'not-judged';
  return holdsOr(report.error.uncertain, () =>
    breach(
      `the run reports the failure of ${step} as certain`,
      'uncertain: true',
      'uncertain: false',
      { unit, at: end.at },
    ),
  );
};

const reconcileFirst: RunRule = {
  kind: 'run',
  id: 'idempotence/reconcile-first',
  title: 'asks the far side about an uncertain call where it can',
  clause: 'discipline 4',
  strength: 'SHOULD',
  profiles: ['baseline'],
  level: null,
  sees: ['world'],
  needs: ['idempotent', 'timeout', 'reconcile'],
  trigger: 'a call that is not idempotent times out, and the far side can be asked',
  page: {
    why: 'The far side knows. A question costs nothing; a second charge, or a person at night, does.',
    wrong: 'charge times out; the step fails, or is sent again, without a question.',
    right:
      'A reconcile with the same key: applied, and the step has succeeded; not applied, and it may be sent again.',
  },
  judge: (view) =>
    judgeEach(uncertainAttempts(view), ({ execution, end, number }) => {
      const { canReconcile } = view.observation;
      if (!canReconcile || end.how !== 'timed-out' || end.at >= surelyCancelledAt(view)) {
        return 'not-judged';
      }
      if (execution.node?.timeout?.onTimeout === 'skip') return 'not-judged';
      const asked = view.reconciles.some(({ unit, at }) => unit === execution.unit && at >= end.at);
      return holdsOr(asked, () =>
        breach(
          `${execution.unit}: attempt ${number} timed out, and the far side was not asked`,
          'a reconcile',
          'none',
          { unit: execution.unit, at: end.at },
        ),
      );
    }),
};

const surelyCancelledAt = (view: View): number =>
  Math.min(...cancellingMoments(view), view.outages[0]?.from ?? Number.POSITIVE_INFINITY);

export const uncertainRules: readonly RunRule[] = [
  neverRetried,
  neverCancelled,
  resultDiscarded,
  notResent,
  recorded,
  reconcileFirst,
];
