/** Rules about attempts that are in flight when a run is aborted. */

import { abortOf, isCutAt, scopeOf, spans } from '../abort.ts';
import { failureOf, whatFollows } from '../follow.ts';
import { racingNodes } from '../graph.ts';
import { breach, type Checked, holdsOr, isBefore, judgeEach, ms } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { mustBeCalled, mustHaveUnwound, type Undo, undosOf } from '../unwinding.ts';
import { type Attempt, compensations, forwardExecutions, stepOf, type View } from '../view.ts';

const NOTHING: Judgement = { occurrences: 0, breaches: [] };

const forwardAttempts = (view: View): readonly Attempt[] =>
  forwardExecutions(view).flatMap(({ attempts }) => attempts);

/** Forward attempts that were open when the run was aborted. */
const openAtAbort = (view: View): readonly Attempt[] => {
  const { at } = abortOf(view);
  if (at === Number.POSITIVE_INFINITY) return [];
  return forwardAttempts(view).filter(
    (attempt) => spans(attempt, at, view) || isCutAt(attempt, at, view),
  );
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

const awaited = ({ execution: { unit, node }, end, number }: Attempt, view: View): Checked => {
  if (end.how === 'lost' || end.how === 'open') return 'not-judged';
  // The timeouts of a child's steps are in a document of its own.
  if (end.how === 'given-up' && node === null) return 'not-judged';
  if (end.how === 'given-up' && !racingNodes(view).has(stepOf(unit))) {
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

export const inFlightRules: readonly RunRule[] = [
  noRetryWhileAborting,
  awaitsInFlight,
  lateSuccess,
];
