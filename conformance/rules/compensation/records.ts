/** Rules about what a runtime records of each compensation. */

import type { TraceEvent } from '../../../core/model/trace.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { RunReport } from '../observation.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { resultOf, rootCompensations } from '../unwinding.ts';
import { beginningOf, compensations, type Execution, lastAttempt, type View } from '../view.ts';

const NOTHING: Judgement = { occurrences: 0, breaches: [] };

const placeOf = (execution: Execution) => ({
  unit: execution.unit,
  at: lastAttempt(execution).end.at,
});

/** What a report says of one compensation; a report may name the unit or what it undoes. */
const entryOf = ({ unit, step, undoes }: Execution, { failures }: RunReport) => {
  const entries = failures.filter((entry) => entry.unit === unit || entry.unit === undoes);
  return entries.find((entry) => entry.step === step) ?? entries[0] ?? null;
};

const reported = (execution: Execution, view: View): Checked => {
  const { report, profile } = view.observation;
  if (report === null || report.outcome === 'stalled') return 'not-judged';
  const { undoes } = execution;
  const entry = entryOf(execution, report);
  if (resultOf(execution, view) === 'succeeded') {
    return entry === null || entry.step !== execution.step
      ? 'not-judged'
      : breach(
          `the compensation of ${undoes} succeeded and is reported as failed`,
          'no entry',
          'an entry',
          placeOf(execution),
        );
  }
  if (entry === null) {
    return breach(
      `the failed compensation of ${undoes} is not reported`,
      `an entry for ${execution.unit}`,
      'none',
      placeOf(execution),
    );
  }
  return holdsOr(profile !== 'harness' || entry.code === 'HX-4110', () =>
    breach(
      `the failed compensation of ${undoes} is reported with code ${entry.code ?? 'none'}`,
      'HX-4110',
      entry.code ?? 'no code',
      placeOf(execution),
    ),
  );
};

const isRecordOf =
  ({ unit, step, undoes }: Execution) =>
  (event: TraceEvent): boolean =>
    event.type === 'compensation.ended'
      ? event.undoes === undoes && event.node === step && event.status === 'compensation_failed'
      : event.type === 'transition' &&
        event.unit === unit &&
        event.to === 'FAILED' &&
        event.error?.code === 'HX-4110';

const traced = (execution: Execution, view: View): Checked => {
  const { trace } = view.observation;
  if (trace === null || resultOf(execution, view) !== 'failed') return 'not-judged';
  return holdsOr(trace.some(isRecordOf(execution)), () =>
    breach(
      `the trace does not tell that the compensation of ${execution.undoes} failed`,
      'compensation.ended with status compensation_failed',
      'no such event',
      placeOf(execution),
    ),
  );
};

const failureRecorded: RunRule = {
  kind: 'run',
  id: 'compensation/failure-recorded',
  title: 'records each failed compensation distinctly',
  clause: 'HarnessXML §8.4.3 (2); ORBIT, outcome; discipline 5',
  strength: 'MUST',
  profiles: ['baseline', 'harness', 'orbit'],
  level: 'full',
  sees: ['trace', 'outcome'],
  needs: ['compensation'],
  trigger: 'a compensation fails for good',
  page: {
    why: 'A person has to finish the work, and must learn which work it is.',
    wrong: 'refund and release both fail; the run says that it failed, and names charge alone.',
    right:
      'HX-4110 for refund and for release (in ORBIT a CompensationFailed for each), beside the failure that began it.',
  },
  judge: (view) => {
    const failed = compensations(view).filter((each) => resultOf(each, view) === 'failed');
    const fine = rootCompensations(view).filter((each) => resultOf(each, view) === 'succeeded');
    const own = rootCompensations(view).filter((each) => failed.includes(each));
    return together(
      judgeEach(own, (execution) => reported(execution, view)),
      judgeEach(failed, (execution) => traced(execution, view)),
      judgeEach(fine, (execution) => reported(execution, view)),
    );
  },
};

const statusTracked: RunRule = {
  kind: 'run',
  id: 'compensation/status-tracked',
  title: 'records each compensation as compensating, then as compensated or compensation_failed',
  clause: 'discipline 5',
  strength: 'MUST',
  profiles: ['baseline'],
  level: null,
  sees: ['trace'],
  needs: ['trace', 'compensation'],
  trigger: 'a compensation ends',
  page: {
    why: 'Compensation is work like any other: whoever looks at a run that unwinds must see what is being undone, what is, and what could not be.',
    wrong: 'refund runs from 5 to 6 s, and the history shows a call, or nothing.',
    right: 'compensating at 5 s, compensated at 6 s.',
  },
  judge: (view) => {
    const { trace } = view.observation;
    return trace === null
      ? NOTHING
      : judgeEach(compensations(view), (execution) => statusCheck(execution, trace, view));
  },
};

const statusCheck = (execution: Execution, trace: readonly TraceEvent[], view: View): Checked => {
  const { undoes, step, unit } = execution;
  const result = resultOf(execution, view);
  if (result === 'unknown') return 'not-judged';
  const own = trace.filter(
    (event) =>
      (event.type === 'compensation.started' || event.type === 'compensation.ended') &&
      event.undoes === undoes &&
      event.node === step,
  );
  const began = own.find(({ type }) => type === 'compensation.started');
  if (began === undefined || isBefore(beginningOf(execution), began.at)) {
    return breach(
      `the trace does not tell that ${undoes} was being compensated`,
      `compensating by ${ms(beginningOf(execution))}`,
      began === undefined ? 'no such event' : ms(began.at),
      { unit, at: beginningOf(execution), seq: began?.seq },
    );
  }
  const ended = own.findLast((event) => event.type === 'compensation.ended');
  const expected = result === 'succeeded' ? 'compensated' : 'compensation_failed';
  const observed = ended?.type === 'compensation.ended' ? ended.status : 'no such event';
  return holdsOr(observed === expected, () =>
    breach(
      `the compensation of ${undoes} ended, and the trace tells ${observed}`,
      expected,
      observed,
      {
        ...placeOf(execution),
        seq: ended?.seq,
      },
    ),
  );
};

export const recordRules: readonly RunRule[] = [failureRecorded, statusTracked];
