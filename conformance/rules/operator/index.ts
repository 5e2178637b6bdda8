/** Operators: what a person may do to a run, and what is written down (discipline 6; driver protocol, operators). */

import { whatFollows } from '../follow.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { Call, TimedControl } from '../observation.ts';
import type { Breach, Rule, RunRule } from '../rule.ts';
import { isUndisturbed } from '../undisturbed.ts';
import {
  type Execution,
  forwardExecutions,
  lastAttempt,
  successOf,
  type View,
  wasDownWithin,
} from '../view.ts';

const operators = {
  kind: 'run',
  strength: 'MUST',
  profiles: ['baseline'],
  level: null,
  addOn: 'operators',
} as const;

type Act = TimedControl & { readonly action: 'operator' };

const isAct = (control: TimedControl): control is Act => control.action === 'operator';

/** Acts that reached the runtime: it was up, and the run was not over. */
const actsOn = (view: View): readonly Act[] =>
  actsUntilEnd(view).filter(({ at }) => at < view.endedAt);

/** With those at the very moment of the end, which an act may have brought about. */
const actsUntilEnd = (view: View): readonly Act[] =>
  view.observation.controls
    .filter(isAct)
    .filter(
      ({ at }) => !wasDownWithin(view, at, at) && at <= view.endedAt && at < view.cancelledAt,
    );

const callsOf = ({ attempts }: Execution): readonly Call[] =>
  attempts.flatMap(({ calls }) => [...calls]);

interface FailedStep {
  readonly execution: Execution;
  readonly at: number;
}

/** Forward steps that had failed for good by some moment, and that nothing had brought back. */
const failedSteps = (view: View): readonly FailedStep[] =>
  forwardExecutions(view).flatMap((execution) =>
    execution.attempts.flatMap((attempt) => {
      const { kind } = whatFollows(attempt, view.observation.profile);
      const isSettled = view.reconciles.some(({ unit }) => unit === execution.unit);
      return kind === 'failure' && !isSettled && attempt.end.how !== 'lost'
        ? [{ execution, at: attempt.end.at }]
        : [];
    }),
  );

/** Only a step that no error edge could take parks the run; in a loop its loop decides. */
const parks = ({ execution }: FailedStep, view: View): boolean =>
  execution.unit === execution.step &&
  execution.node !== null &&
  (view.outgoing.get(execution.step) ?? []).every(({ type }) => type !== 'error') &&
  view.observation.workflow.nodes.every(({ loop }) => loop === null);

const pauses: RunRule = {
  ...operators,
  id: 'operator/pauses',
  title: 'begins nothing after a failure under onFailure "pause" until an operator acts',
  clause: 'driver protocol, operators',
  sees: ['world', 'outcome'],
  needs: ['operators'],
  trigger: 'a step fails for good in a plan with onFailure "pause"',
  page: {
    why: 'Whoever asks for a pause wants to look before anything else happens. Calls in flight are awaited; nothing begins, and a backoff that ends is made up for later.',
    wrong: 'charge fails at 2 s; a parallel branch starts its next step at 3 s.',
    right: 'The run is paused at 2 s, and says so.',
  },
  judge: (view) => {
    const { onFailure, controls, report } = view.observation;
    if (onFailure !== 'pause') return { occurrences: 0, breaches: [] };
    const parked = failedSteps(view).filter(
      (failed) => parks(failed, view) && failed.at < view.cancelledAt,
    );
    return judgeEach(parked, ({ execution, at }) => {
      const act = controls.find(
        (control) => control.at >= at && control.action !== 'crash' && control.action !== 'resume',
      );
      const until = act?.at ?? Number.POSITIVE_INFINITY;
      const begun = view.observation.calls.find(
        (call) =>
          !call.redelivered &&
          call.at < until &&
          // What begins at the very moment of a failure may have begun before it; no undo does.
          (call.purpose === 'compensation'
            ? call.at >= at
            : call.purpose === 'forward' && call.at > at),
      );
      if (begun !== undefined) {
        return breach(
          `${execution.unit} failed at ${ms(at)}, and ${begun.unit} began at ${ms(begun.at)}`,
          'nothing until an operator acts',
          `${begun.unit} at ${ms(begun.at)}`,
          { unit: begun.unit, at: begun.at },
        );
      }
      const hasEnded = isBefore(view.endedAt, until);
      if (report === null || report.outcome === 'stalled') return 'holds';
      if (act !== undefined && !hasEnded) return 'holds';
      return holdsOr(report.outcome === 'paused', () =>
        breach(
          `${execution.unit} failed at ${ms(at)}, and the run ended ${report.outcome}`,
          'paused',
          report.outcome,
          {
            unit: execution.unit,
            at,
          },
        ),
      );
    });
  },
};

/** The failure that an act is about; null where its step had not failed then. */
const failureAt = (view: View, step: string, at: number): FailedStep | null =>
  failedSteps(view).findLast((failed) => {
    const { execution } = failed;
    const isStillFailed = !callsOf(execution).some((call) => call.at > failed.at && call.at < at);
    return execution.unit === step && failed.at <= at && isStillFailed && parks(failed, view);
  }) ?? null;

const retriesFailedStep: RunRule = {
  ...operators,
  id: 'operator/retry-failed-step',
  title: "runs the failed step again on an operator's retry, and no step that succeeded",
  clause: 'discipline 6; driver protocol, operators',
  sees: ['world'],
  needs: ['operators'],
  trigger:
    'an operator with authority retries a step that has failed, or acts after others have succeeded',
  page: {
    why: 'The operator has mended one thing. To begin again at the top repeats what was done; to go on behind the failed step leaves it out.',
    wrong: 'apply, a and b have succeeded, c failed: the retry calls apply again.',
    right: 'c is called again, with the key that it had; then what follows it.',
  },
  judge: (view) => {
    if (view.observation.onFailure !== 'pause') return { occurrences: 0, breaches: [] };
    const retries = actsUntilEnd(view).filter(
      ({ command, authorised }) => command === 'retry-step' && authorised,
    );
    const called = judgeEach(retries, ({ step, at }) => {
      const failed = step === null ? null : failureAt(view, step, at);
      if (failed === null || wasDownWithin(view, at, Number.MAX_VALUE)) return 'not-judged';
      return retried(failed, at, view);
    });
    return together(
      called,
      judgeEach(actsUntilEnd(view), (act) => repeatedBy(act, view)),
    );
  },
};

/** Whatever an operator does, what has succeeded is not performed again. */
const repeatedBy = ({ command, step, at }: Act, view: View): Checked => {
  const before = forwardExecutions(view).flatMap((execution) => {
    const success = successOf(execution);
    return success !== null && success.end.at < at ? [{ execution, success }] : [];
  });
  if (before.length === 0 || wasDownWithin(view, at, Number.MAX_VALUE)) return 'not-judged';
  const repeated = before.find(({ execution, success }) =>
    callsOf(execution).some((call) => call.at >= at && call.index > success.call.index),
  );
  const whom = step === null ? '' : ` ${step}`;
  return holdsOr(repeated === undefined, () =>
    breach(
      `${repeated?.execution.unit} had succeeded, and was called again after ${command}${whom}`,
      'no call',
      'a call',
      { unit: repeated?.execution.unit, at },
    ),
  );
};

/** A decision without a case, or a step that lacks an input, fails without a call, and parks too. */
const mayHaveFailedUncalled = (unit: string, at: number, { observation }: View): boolean => {
  const { trace, workflow } = observation;
  if (trace === null) {
    return workflow.nodes.some(
      ({ kind, guard, inputs }) =>
        kind === 'decision' || kind === 'loop' || guard !== null || inputs.length > 0,
    );
  }
  return trace.some(
    (event) =>
      event.type === 'transition' && event.to === 'FAILED' && event.unit !== unit && event.at <= at,
  );
};

const retried = ({ execution }: FailedStep, at: number, view: View): Checked => {
  const isCancelled = view.cancelledAt !== Number.POSITIVE_INFINITY;
  const again = callsOf(execution).find((call) => call.at >= at);
  const others = failedSteps(view).some((other) => other.execution !== execution && other.at <= at);
  if (
    again === undefined &&
    (isCancelled ||
      others ||
      mayHaveFailedUncalled(execution.unit, at, view) ||
      view.observation.report?.outcome === 'stalled')
  ) {
    return 'not-judged';
  }
  if (again === undefined) {
    return breach(
      `an operator retried ${execution.unit} at ${ms(at)}, and it was not called`,
      'a call',
      'none',
      {
        unit: execution.unit,
        at,
      },
    );
  }
  return attemptLeftOut(execution, at, view) ?? 'holds';
};

/** The step failed again, its new budget had attempts left, and none of them came. */
const attemptLeftOut = (execution: Execution, actedAt: number, view: View): Breach | null => {
  const last = lastAttempt(execution);
  const following = whatFollows(last, view.observation.profile);
  if (following.kind !== 'retry' || last.at < actedAt) return null;
  if (!isUndisturbed(last, following.delay, view)) return null;
  return breach(
    `an operator retried ${execution.unit} at ${ms(actedAt)}; attempt ${last.number} failed with attempts of the new budget left, and was the last`,
    'a new budget of attempts',
    'none',
    { unit: execution.unit, at: last.end.at },
  );
};

const audited: RunRule = {
  ...operators,
  id: 'operator/audited',
  title: 'records who acted, when, what, why, and from which checkpoint',
  clause: 'discipline 6',
  sees: ['trace'],
  needs: ['operators', 'trace'],
  trigger: 'an operator acts on a run that is not over',
  page: {
    why: 'An act by hand is the one thing in a run that no rule explains. Months later somebody asks.',
    wrong: 'The step simply runs again; or the history says "operator".',
    right:
      'operator.act by ops@example.org, retry-step charge, "bank confirmed the outage", checkpoint 41, authorised.',
  },
  judge: (view) =>
    judgeEach(actsOn(view), (act) => {
      const { trace } = view.observation;
      if (trace === null) return 'not-judged';
      const tolerance = view.observation.clock.toleranceMs;
      const event = trace.find(
        (each) =>
          each.type === 'operator.act' &&
          Math.abs(each.at - act.at) <= tolerance &&
          each.by === act.by &&
          each.command === act.command &&
          each.reason === act.reason,
      );
      const place = { at: act.at, seq: event?.seq, unit: act.step ?? undefined };
      if (event?.type !== 'operator.act') {
        return breach(
          `${act.command} by ${act.by} at ${ms(act.at)} is not in the trace as it was`,
          `operator.act by ${act.by}, with its reason`,
          'no such event',
          place,
        );
      }
      const isWhole =
        event.authorised === act.authorised && Number.isFinite(Number(event.checkpoint));
      return holdsOr(isWhole, () =>
        breach(
          `${act.command} by ${act.by} at ${ms(act.at)} is recorded without ${event.authorised === act.authorised ? 'its checkpoint' : 'whether it was authorised'}`,
          `authorised: ${act.authorised}, and a checkpoint`,
          JSON.stringify({ authorised: event.authorised, checkpoint: event.checkpoint ?? null }),
          place,
        ),
      );
    }),
};

const authorised: RunRule = {
  ...operators,
  id: 'operator/authorised',
  title: 'refuses an act without authority, and changes nothing',
  clause: 'discipline 6',
  sees: ['world'],
  needs: ['operators'],
  trigger: 'an operator without authority acts on a step that has failed',
  page: {
    why: 'Whoever may look may not always act. A refusal that has an effect is none.',
    wrong: 'The act is answered with an error, and charge is called all the same.',
    right: 'Nothing is called; the refused act is in the audit trail.',
  },
  judge: (view) => {
    if (view.observation.onFailure !== 'pause') return { occurrences: 0, breaches: [] };
    const refused = actsOn(view).filter((act) => !act.authorised);
    return judgeEach(refused, (act) => {
      const failed = failedSteps(view).filter(
        (each) => each.at < act.at && (act.step === null || each.execution.unit === act.step),
      );
      const [first] = failed.filter(
        ({ execution }) => failureAt(view, execution.unit, act.at) !== null,
      );
      if (first === undefined) return 'not-judged';
      const next = view.observation.controls.find(
        (control) =>
          control.at >= act.at && control !== act && !(isAct(control) && !control.authorised),
      );
      const until = next?.at ?? Number.POSITIVE_INFINITY;
      const call = callsOf(first.execution).find(({ at }) => at >= act.at && at < until);
      return holdsOr(call === undefined, () =>
        breach(
          `${act.by} has no authority, and ${first.execution.unit} was called at ${ms(call?.at ?? 0)}`,
          'nothing changes',
          `a call at ${ms(call?.at ?? 0)}`,
          { unit: first.execution.unit, at: call?.at },
        ),
      );
    });
  },
};

export const operatorRules: readonly Rule[] = [pauses, retriesFailedStep, audited, authorised];
