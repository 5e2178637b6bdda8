/** Rules about runs that end from outside: a cancel, the time of a whole workflow. */

import type { Outcome } from '../../../core/model/trace.ts';
import {
  type Abort,
  abortOf,
  isClearlyBefore,
  mayGoOn,
  unhandledFailures,
  wasUnderWay,
} from '../abort.ts';
import { failsByCallsAlone } from '../graph.ts';
import { breach, type Checked, holdsOr, judgeEach, ms, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { mustBeCalled, rootCompensations, undosOf } from '../unwinding.ts';
import { beginningOf, forwardExecutions, lastAttempt, type View } from '../view.ts';

const NOTHING: Judgement = { occurrences: 0, breaches: [] };

/** Whether an abort surely met a run that went forward until then. */
const metARun = (abort: Abort, view: View): boolean => {
  const { trace, report } = view.observation;
  if (report === null || report.outcome === 'stalled' || report.outcome === 'refused') return false;
  if (!wasUnderWay(view, abort.at) || isClearlyBefore(view.stoppedAt, abort.at, view)) return false;
  if (cameWithFailure(abort, view)) return false;
  return trace !== null || failsByCallsAlone(view);
};

/** A real clock can't tell which of the two came first, the abort or a failure of the run's own. */
const cameWithFailure = ({ at }: Abort, view: View): boolean =>
  view.observation.clock.toleranceMs > 0 &&
  unhandledFailures(view).some(
    ({ end }) => !isClearlyBefore(end.at, at, view) && !isClearlyBefore(at, end.at, view),
  );

/** The run must say that it ended so. */
const endsAs = (outcome: Outcome, abort: Abort, why: string, view: View): Judgement => {
  const { report } = view.observation;
  if (report === null || !metARun(abort, view)) return NOTHING;
  return judgeEach([report.outcome], (observed) =>
    holdsOr(observed === outcome, () =>
      breach(`${why} at ${ms(abort.at)}, and the run ended as ${observed}`, outcome, observed, {
        at: abort.at,
      }),
    ),
  );
};

/** Everything that succeeded, before the abort or during it, must be undone. */
const undoesAll = (abort: Abort, why: string, view: View): Judgement =>
  metARun(abort, view)
    ? judgeEach(undosOf(view), (undo): Checked => {
        if (undo.execution !== null) return 'holds';
        if (!mustBeCalled(undo, view)) return 'not-judged';
        return breach(
          `${why} at ${ms(abort.at)}, and ${undo.unit} was not compensated`,
          `${undo.edge.to} is called`,
          'no call',
          { unit: undo.unit, at: undo.success.end.at },
        );
      })
    : NOTHING;

const cancelEnds: RunRule = {
  kind: 'run',
  id: 'failure/cancel-ends-cancelled',
  title: 'starts no forward step after a cancel, and ends cancelled',
  clause: 'HarnessXML §6.2, reading Q8; ORBIT, abort; driver protocol, operators',
  strength: 'MUST',
  profiles: ['baseline', 'harness', 'orbit'],
  question: 'Q8',
  level: 'full',
  sees: ['world', 'outcome'],
  needs: ['cancel'],
  trigger: 'a cancel comes while the run is under way',
  page: {
    why: 'Whoever cancels an order wants no more of it to happen, and wants to be told that it was cancelled, not that it failed.',
    wrong: 'The run is cancelled at 2 s; pack ends at 3 s, and ship begins at 3 s.',
    right: 'After 2 s no step begins, and the run ends as cancelled.',
  },
  judge: (view) => {
    const abort = abortOf(view);
    if (abort.cause !== 'cancel') return NOTHING;
    const late = forwardExecutions(view).filter(
      ({ unit, attempts }) =>
        !mayGoOn(unit, view) && isClearlyBefore(abort.at, attempts[0]?.calls[0].at ?? 0, view),
    );
    const ended = endsAs('cancelled', abort, 'the run was cancelled', view);
    return together(
      ended.occurrences > 0 ? ended : parked(view),
      judgeEach(late, ({ unit, attempts }) => {
        const at = attempts[0]?.calls[0].at ?? 0;
        return breach(
          `${unit} began after the run had been cancelled`,
          `no forward step after ${ms(abort.at)}`,
          ms(at),
          { unit, at },
        );
      }),
      view.observation.profile === 'harness' ? undoesByReading(abort, view) : NOTHING,
    );
  },
};

/** HarnessXML compensates nothing on a cancel, or by another reading of Q8 everything. */
const undoesByReading = (abort: Abort, view: View): Judgement => {
  if (view.observation.choices['Q8'] === 'compensates') {
    return undoesAll(abort, 'the run was cancelled', view);
  }
  if (!metARun(abort, view)) return NOTHING;
  return judgeEach(rootCompensations(view), (undoing) =>
    breach(
      `the run was cancelled at ${ms(abort.at)}, and ${undoing.undoes} was compensated`,
      'no compensation',
      `${undoing.step} at ${ms(beginningOf(undoing))}`,
      { unit: undoing.unit, at: beginningOf(undoing) },
    ),
  );
};

/** A run that an operator's pause holds is cancelled like any other (driver protocol). */
const parked = (view: View): Judgement => {
  const { onFailure, profile, report, controls } = view.observation;
  if (profile !== 'baseline' || onFailure !== 'pause' || report === null) return NOTHING;
  const isAlone = controls.every(({ action }) => action === 'cancel');
  const failed = forwardExecutions(view).filter(({ unit, step }) => unit === step);
  const isHeld = failed.some((execution) => {
    const { end, next } = lastAttempt(execution);
    const hasErrorEdge = (view.outgoing.get(execution.step) ?? []).some(
      ({ type }) => type === 'error',
    );
    return (
      end.how === 'failed' &&
      next === null &&
      !hasErrorEdge &&
      execution.policy === null &&
      isClearlyBefore(end.at, view.cancelledAt, view)
    );
  });
  if (!isHeld || !isAlone || view.cancelledAt === Number.POSITIVE_INFINITY) return NOTHING;
  return judgeEach([report.outcome], (observed) =>
    holdsOr(observed === 'cancelled', () =>
      breach(
        `the run was cancelled at ${ms(view.cancelledAt)} while it was paused, and ended as ${observed}`,
        'cancelled',
        observed,
        { at: view.cancelledAt },
      ),
    ),
  );
};

const cancelCompensates: RunRule = {
  kind: 'run',
  id: 'failure/cancel-compensates',
  title: 'unwinds when it is cancelled, and ends CANCELLED',
  clause: 'ORBIT, abort',
  strength: 'MUST',
  profiles: ['orbit'],
  level: null,
  sees: ['world', 'outcome'],
  needs: ['cancel', 'compensation'],
  trigger: 'a run is cancelled after a step with a compensation succeeded',
  page: {
    why: 'Engines that run their compensations inside of what was cancelled cancel those too: nothing is undone.',
    wrong: 'reserve succeeded at 1 s; the run is cancelled at 2 s, and release is never called.',
    right: 'release is called once what is in flight has ended, and the run ends CANCELLED.',
  },
  judge: (view) => {
    const abort = abortOf(view);
    if (abort.cause !== 'cancel') return NOTHING;
    const undone = undoesAll(abort, 'the run was cancelled', view);
    if (undone.occurrences === 0) return NOTHING;
    return together(undone, endsAs('cancelled', abort, 'the run was cancelled', view));
  },
};

const deadlineCompensates: RunRule = {
  kind: 'run',
  id: 'failure/workflow-timeout-compensates',
  title: "unwinds when the workflow's timeout passes, and ends TIMED_OUT",
  clause: 'ORBIT, abort',
  strength: 'MUST',
  profiles: ['orbit'],
  level: null,
  sees: ['world', 'outcome'],
  needs: ['workflow-timeout'],
  trigger: "the workflow's timeout passes while the run is under way",
  page: {
    why: 'A deadline that only stops the run leaves its half-done work standing.',
    wrong:
      'timeout: 10s; reserve succeeded at 1 s, charge runs until 20 s; the run ends at 10 s, or as FAILED, or without release.',
    right: 'charge is awaited, both are undone, and the run ends TIMED_OUT.',
  },
  judge: (view) => {
    const abort = abortOf(view);
    if (abort.cause !== 'deadline') return NOTHING;
    return together(
      endsAs('timed_out', abort, "the workflow's timeout passed", view),
      undoesAll(abort, "the workflow's timeout passed", view),
    );
  },
};

export const endRules: readonly RunRule[] = [cancelEnds, cancelCompensates, deadlineCompensates];
