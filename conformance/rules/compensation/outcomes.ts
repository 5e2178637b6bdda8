/** Rules about what a runtime says of an unwinding as a whole. */

import type { CompensationOutcome } from '../../../core/model/trace.ts';
import { breach, type Checked, holdsOr, judgeEach } from '../judge.ts';
import type { RunReport } from '../observation.ts';
import type { RunRule } from '../rule.ts';
import {
  expectedUndos,
  mustBeCalled,
  mustHaveUnwound,
  resultOf,
  rootCompensations,
  undosOf,
} from '../unwinding.ts';
import type { View } from '../view.ts';

/** What calls show of an unwinding. */
interface Sum {
  readonly called: number;
  readonly failed: readonly string[];
  /** Expected, surely due, and never called. */
  readonly missing: readonly string[];
  /** Compensations of which it can't be told whether they ran, or what became of them. */
  readonly isUnclear: boolean;
}

const sumOf = (view: View): Sum => {
  const executions = rootCompensations(view);
  const results = executions.map((execution) => resultOf(execution, view));
  const uncalled = expectedUndos(view).filter(({ execution }) => execution === null);
  const missing = uncalled.filter((undo) => mustBeCalled(undo, view));
  const unsure = undosOf(view).filter((undo) => undo.execution === null && !missing.includes(undo));
  return {
    called: executions.length,
    failed: executions.flatMap(({ undoes }, index) =>
      results[index] === 'failed' ? [undoes ?? ''] : [],
    ),
    missing: missing.map(({ unit }) => unit),
    isUnclear: results.includes('unknown') || unsure.length > 0,
  };
};

const honest = (view: View, report: RunReport): Checked => {
  const { profile, choices } = view.observation;
  const { outcome } = report;
  const { called, failed, missing, isUnclear } = sumOf(view);
  const claims = outcome === 'compensated' || report.compensation === 'completed';
  const claimed = outcome === 'compensated' ? outcome : 'compensation completed';
  if (failed.length > 0) {
    return holdsOr(!claims, () =>
      breach(
        `the compensation of ${failed[0]} failed, and the run ended as ${claimed}`,
        'failed',
        claimed,
        { unit: `compensate:${failed[0]}` },
      ),
    );
  }
  if (claims && missing.length > 0) {
    return breach(
      `${missing[0]} was not compensated, and the run ended as ${claimed}`,
      'failed',
      claimed,
      { unit: missing[0] },
    );
  }
  if (isUnclear || missing.length > 0) return 'not-judged';
  if (profile !== 'harness') return claims && called > 0 ? 'holds' : 'not-judged';
  const isNamed = report.failures.length > 0;
  if (called > 0 && !isNamed && (outcome === 'failed' || outcome === 'compensated')) {
    return holdsOr(outcome === 'compensated', () =>
      breach('every compensation succeeded, and the run ended as failed', 'compensated', outcome),
    );
  }
  if (called > 0 || !isAllSeen(view)) return 'not-judged';
  const expected = choices['Q1'] === 'compensated' ? 'compensated' : 'failed';
  return holdsOr(outcome === expected || !mustHaveUnwound(view), () =>
    breach(`nothing was to be compensated, and the run ended as ${outcome}`, expected, outcome),
  );
};

/** Whether calls show all that can have succeeded: no step with a compensation does without them. */
const isAllSeen = ({ observation: { workflow }, nodes }: View): boolean =>
  workflow.edges
    .filter(({ type }) => type === 'compensation')
    .every(({ from, to }) =>
      [from, to].every((id) => {
        const kind = nodes.get(id)?.kind;
        return kind === 'task' || kind === 'inference' || kind === 'transform';
      }),
    );

const honestOutcome: RunRule = {
  kind: 'run',
  id: 'compensation/honest-outcome',
  title: 'says compensated only if every compensation succeeded',
  clause: 'HarnessXML §8.4.1 (4), §8.4.3 (3), reading Q1; ORBIT, outcome; discipline 5',
  strength: 'MUST',
  profiles: ['baseline', 'harness', 'orbit'],
  level: 'full',
  sees: ['outcome'],
  needs: ['compensation'],
  trigger: 'a run says that it was compensated, or a compensation of it failed',
  page: {
    why: '"Compensated" is what an auditor believes. A run of which one refund failed is in a state that nobody described, and must say so.',
    wrong: 'refund fails at 6 s, release succeeds at 7 s, and the run ends as compensated.',
    right: 'The run ends as failed, and names refund.',
  },
  judge: (view) => {
    const { report } = view.observation;
    if (report === null || ['stalled', 'refused', 'paused'].includes(report.outcome)) {
      return { occurrences: 0, breaches: [] };
    }
    return judgeEach([report], (said) => honest(view, said));
  },
};

/** The word that is due; null where it can't be told. */
const dueWord = (view: View): CompensationOutcome | null => {
  const { called, failed, missing, isUnclear } = sumOf(view);
  if (failed.length > 0) return 'failed';
  if (isUnclear || missing.length > 0) return null;
  return called > 0 ? 'completed' : 'none';
};

const outcomeWords: RunRule = {
  kind: 'run',
  id: 'compensation/outcome-words',
  title: 'reports compensation none, completed or failed, each exactly when it is due',
  clause: 'ORBIT, outcome',
  strength: 'MUST',
  profiles: ['orbit'],
  level: null,
  sees: ['outcome'],
  needs: ['compensation'],
  trigger: 'a run ends FAILED, CANCELLED or TIMED_OUT',
  page: {
    why: 'FAILED says that the order did not go through; only the second word says whether anything of it still stands.',
    wrong:
      'Nothing had a compensation, and the run reports completed; or one failed, and it reports completed.',
    right: 'none, completed, failed.',
  },
  judge: (view) => {
    const { report } = view.observation;
    if (report === null || !['failed', 'cancelled', 'timed_out'].includes(report.outcome)) {
      return { occurrences: 0, breaches: [] };
    }
    return judgeEach([report], ({ outcome, compensation, failures }) => {
      const due = dueWord(view);
      const isOther = due !== 'failed' && failures.length > 0;
      // By what never was called nobody sees what succeeded; a child's compensations have no word here.
      const isHidden = due === 'none' && !isAllSeen(view);
      if (due === null || isOther || isHidden) return 'not-judged';
      return holdsOr(compensation === due, () =>
        breach(
          `the run ended as ${outcome} and reports compensation ${compensation ?? 'not at all'}`,
          due,
          compensation ?? 'no word',
        ),
      );
    });
  },
};

export const outcomeRules: readonly RunRule[] = [honestOutcome, outcomeWords];
