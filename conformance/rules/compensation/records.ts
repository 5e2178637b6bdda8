/** Rules about what a runtime records of each compensation. */

import type { TraceEvent } from '../../../core/model/trace.ts';
import { isPerformed, undoEdgesOf } from '../graph.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { RunReport } from '../observation.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { resultOf, rootCompensations, undoersByUnit } from '../unwinding.ts';
import { compensations, type Execution, lastAttempt, type View } from '../view.ts';

const NOTHING: Judgement = { occurrences: 0, breaches: [] };

const beginningOf = ({ attempts }: Execution): number => attempts[0]?.calls[0].at ?? 0;

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

const marksCompensated: RunRule = {
  kind: 'run',
  id: 'compensation/marks-compensated',
  title: 'moves exactly the compensated nodes to COMPENSATED',
  clause: 'HarnessXML §8.4.1 (3), §6.2',
  strength: 'MUST',
  profiles: ['harness'],
  level: 'full',
  sees: ['trace'],
  needs: ['trace', 'compensation'],
  trigger: 'a compensation ends, or a node turns COMPENSATED',
  page: {
    why: 'The state is what tells a person, an hour later, what still stands.',
    wrong: 'release fails, and reserve turns COMPENSATED all the same.',
    right: 'reserve stays SUCCEEDED; it turns COMPENSATED when release has succeeded.',
  },
  judge: (view) => {
    const { trace } = view.observation;
    if (trace === null) return NOTHING;
    const marks = new Map<string, Extract<TraceEvent, { type: 'transition' }>>();
    for (const event of trace) {
      if (event.type === 'transition' && event.to === 'COMPENSATED') marks.set(event.unit, event);
    }
    const unexplained = [...marks].filter(([unit]) => !undoersByUnit(view).has(unit));
    return together(
      judgeEach(undoersByUnit(view), ([unit, undoers]) =>
        markCheck(unit, undoers, marks.get(unit), view),
      ),
      judgeEach(unexplained, ([unit, { at, seq, node }]) => {
        // A compensation that performs no task makes no calls.
        const edges = undoEdgesOf(view).get(node) ?? [];
        const isSilent = edges.some(({ to }) => {
          const target = view.nodes.get(to);
          return target === undefined || !isPerformed(target);
        });
        if (isSilent || !view.nodes.has(node)) return 'not-judged';
        return breach(
          `${unit} turned COMPENSATED and nothing was called to undo it`,
          'SUCCEEDED',
          'COMPENSATED',
          { unit, at, seq },
        );
      }),
    );
  },
};

const markCheck = (
  unit: string,
  undoers: readonly Execution[],
  mark: Extract<TraceEvent, { type: 'transition' }> | undefined,
  view: View,
): Checked => {
  const { choices } = view.observation;
  const isElement = unit.includes('[');
  if (isElement && (choices['Q7'] ?? 'per-iteration') !== 'per-iteration') return 'not-judged';
  const results = undoers.map((undoer) => resultOf(undoer, view));
  const place = { unit, at: mark?.at, seq: mark?.seq };
  if (results.includes('failed')) {
    return holdsOr(mark === undefined, () =>
      breach(
        `a compensation of ${unit} failed, and it turned COMPENSATED`,
        'SUCCEEDED',
        'COMPENSATED',
        place,
      ),
    );
  }
  const node = view.nodes.get(undoers[0]?.undoes?.replace(/\[.*$/, '') ?? '');
  const edges = undoEdgesOf(view).get(node?.id ?? '') ?? [];
  const asked = choices['Q6'] === 'first' ? edges.slice(0, 1) : edges;
  if (results.includes('unknown') || undoers.length < asked.length) return 'not-judged';
  const [last] = [...undoers].map((undoer) => lastAttempt(undoer).end.at).sort((a, b) => b - a);
  if (mark === undefined) {
    const isEnded =
      view.observation.report !== null && view.observation.report.outcome !== 'stalled';
    if (!isEnded || node === undefined) return 'not-judged';
    return breach(
      `${unit} was compensated and did not turn COMPENSATED`,
      'COMPENSATED',
      'no such transition',
      {
        unit,
        at: last,
      },
    );
  }
  return holdsOr(!isBefore(mark.at, last ?? 0), () =>
    breach(
      `${unit} turned COMPENSATED before its compensation had succeeded`,
      `not before ${ms(last ?? 0)}`,
      ms(mark.at),
      place,
    ),
  );
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

export const recordRules: readonly RunRule[] = [failureRecorded, marksCompensated, statusTracked];
