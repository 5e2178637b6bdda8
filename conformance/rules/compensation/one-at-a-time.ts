/** The rule that compensations do not overlap. */

import { breach, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { isNear } from '../unwinding.ts';
import { beginningOf, type Execution, lastAttempt, stepOf, type View } from '../view.ts';
import { reachableFrom, unwindings } from './dependence.ts';

const NOTHING: Judgement = { occurrences: 0, breaches: [] };

const oneAtATime: RunRule = {
  kind: 'run',
  id: 'compensation/one-at-a-time',
  title: 'never has two compensations under way at once',
  clause: 'ORBIT, abort 3; HarnessXML, reading Q13',
  strength: 'MUST',
  strengthIn: { harness: 'SHOULD' },
  profiles: ['harness', 'orbit'],
  question: 'Q13',
  level: 'full',
  sees: ['world'],
  needs: ['compensation'],
  trigger: 'two compensations run in one unwinding',
  page: {
    why: 'An order of beginnings alone is no order: what is undone second may overtake the first.',
    wrong: 'refund takes from 5 to 8 s, release begins at 5 s.',
    right: 'release begins at 8 s, also if refund needed a retry until then.',
  },
  judge: (view) => {
    const { profile, choices } = view.observation;
    const isParallel = profile === 'harness' && choices['Q13'] === 'parallel';
    return together(
      ...unwindings(view).map((unwinding) =>
        isParallel ? sideBySide(unwinding, view) : oneByOne(unwinding),
      ),
    );
  },
};

/**
 * By another reading of Q13 compensations run side by side: of those that do not depend on each
 * other some overlap.
 */
const sideBySide = (unwinding: readonly Execution[], view: View): Judgement => {
  const independent = unwinding.filter((execution) => {
    const step = stepOf(execution.undoes ?? '');
    const reached = reachableFrom(step, view);
    return unwinding.every((other) => {
      const otherStep = stepOf(other.undoes ?? '');
      const isApart = !reached.has(otherStep) && !reachableFrom(otherStep, view).has(step);
      return other === execution || (isApart && otherStep !== step);
    });
  });
  const times = independent.map((execution) => ({
    from: beginningOf(execution),
    to: lastAttempt(execution).end.at,
  }));
  const isLong = times.every(({ from, to }) => isBefore(from, to) && !isNear(from, to, view));
  const [, second] = independent;
  if (second === undefined || !isLong) return NOTHING;
  const isOverlapping = times.some(({ from }, index) =>
    times.some((other, place) => place !== index && other.from <= from && isBefore(from, other.to)),
  );
  return judgeEach([second], ({ unit }) =>
    holdsOr(isOverlapping, () =>
      breach(
        'compensations ran one after another, and the runtime declares to run them side by side (Q13)',
        'compensations that overlap',
        'none that do',
        { unit, at: beginningOf(second) },
      ),
    ),
  );
};

const oneByOne = (unwinding: readonly Execution[]): Judgement => {
  let before: Execution | null = null;
  return judgeEach(unwinding, (execution) => {
    const last = before;
    if (last === null || isBefore(lastAttempt(last).end.at, lastAttempt(execution).end.at)) {
      before = execution;
    }
    if (last === null) return 'not-judged';
    const { end } = lastAttempt(last);
    if (end.how === 'open' || end.how === 'lost') return 'not-judged';
    const at = beginningOf(execution);
    return holdsOr(!isBefore(at, end.at), () =>
      breach(
        `the compensation of ${execution.undoes} began while that of ${last.undoes} was under way`,
        `not before ${ms(end.at)}`,
        ms(at),
        { unit: execution.unit, at },
      ),
    );
  });
};

export const oneAtATimeRules: readonly RunRule[] = [oneAtATime];
