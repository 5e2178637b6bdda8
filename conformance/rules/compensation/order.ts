/** Rules about the order in which steps are compensated. */

import { breach, holdsOr, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { isNear } from '../unwinding.ts';
import {
  beginningOf,
  type Execution,
  forwardExecutions,
  lastAttempt,
  stepOf,
  type View,
} from '../view.ts';
import { completionTimes, reachableFrom, unwindings } from './dependence.ts';

/** Those of which it is known what they undo, and when that had succeeded. */
interface Undoing {
  readonly execution: Execution;
  readonly completedAt: number;
}

const datedIn = (unwinding: readonly Execution[], view: View): readonly Undoing[] =>
  unwinding.flatMap((execution) => {
    const completedAt = completionTimes(view).get(execution.undoes ?? '');
    return completedAt === undefined ? [] : [{ execution, completedAt }];
  });

/** Each compensation against the one begun before it whose step had completed first. */
const inOrder = (unwinding: readonly Execution[], view: View): Judgement => {
  let first: Undoing | null = null;
  let index = 0;
  const dated = datedIn(unwinding, view);
  return judgeEach(dated, (undoing) => {
    const before = first;
    const previous = dated[index - 1];
    index += 1;
    if (before === null || undoing.completedAt < before.completedAt) first = undoing;
    if (before === null || previous === undefined) return 'not-judged';
    const { execution, completedAt } = undoing;
    const at = beginningOf(execution);
    const isWrong =
      isBefore(before.completedAt, completedAt) &&
      !isNear(before.completedAt, completedAt, view) &&
      isBefore(beginningOf(before.execution), at);
    if (isWrong) {
      return breach(
        `${before.execution.undoes} was compensated before ${execution.undoes}, which had completed after it`,
        `${execution.undoes} (${ms(completedAt)}) before ${before.execution.undoes} (${ms(before.completedAt)})`,
        `${before.execution.undoes} at ${ms(beginningOf(before.execution))}, ${execution.undoes} at ${ms(at)}`,
        { unit: execution.unit, at },
      );
    }
    return isNear(previous.completedAt, completedAt, view) ? 'not-judged' : 'holds';
  });
};

const reverseCompletion: RunRule = {
  kind: 'run',
  id: 'compensation/reverse-completion',
  title: 'starts compensations with the step that completed last',
  clause: 'HarnessXML §8.4.1 (2); ORBIT, abort 3',
  strength: 'MUST',
  profiles: ['harness', 'orbit'],
  level: 'full',
  sees: ['world'],
  needs: ['compensation'],
  trigger: 'two steps that completed at different times are compensated',
  page: {
    why: 'The step that completed last may build on all before it. The order of the document, or of beginnings, is not that of completions where branches run side by side.',
    wrong: 'A ends at 9 s, B at 2 s, C at 5 s; D fails at 10 s; undone are C, B, A.',
    right: 'Undone are A, C, B.',
  },
  judge: (view) => together(...unwindings(view).map((unwinding) => inOrder(unwinding, view))),
};

/** That each of some compensations came after those of all that depended on its step. */
export const afterDependents = (unwinding: readonly Execution[], view: View): Judgement => {
  const begun = new Map(
    forwardExecutions(view).map((execution) => [execution.unit, beginningOf(execution)]),
  );
  return together(
    ...datedIn(unwinding, view).map(({ execution, completedAt }) => {
      const step = stepOf(execution.undoes ?? '');
      const reached = reachableFrom(step, view);
      const dependents = unwinding.filter((other) => {
        const unit = other.undoes ?? '';
        const start = begun.get(unit);
        const isLater = start !== undefined && !isBefore(start, completedAt);
        return isLater && stepOf(unit) !== step && reached.has(stepOf(unit));
      });
      return judgeEach(dependents, (dependent) => {
        const { end } = lastAttempt(dependent);
        if (end.how === 'open' || end.how === 'lost') return 'not-judged';
        const at = beginningOf(execution);
        return holdsOr(!isBefore(at, end.at), () =>
          breach(
            `${execution.undoes} was compensated before ${dependent.undoes}, which depended on it, was`,
            `not before ${ms(end.at)}`,
            ms(at),
            { unit: execution.unit, at },
          ),
        );
      });
    }),
  );
};

const reverseTopological: RunRule = {
  kind: 'run',
  id: 'compensation/reverse-topological',
  title: 'compensates a step only after all that depended on it',
  clause: 'discipline 5',
  strength: 'MUST',
  profiles: ['baseline'],
  level: null,
  sees: ['world'],
  needs: ['compensation'],
  trigger: 'two steps are compensated of which one depended on the other',
  page: {
    why: 'To give up an allocation while the parcel that was packed from it is still on its way leaves the warehouse in a state that neither step foresaw.',
    wrong: 'allocate > ship; charge fails; allocate is undone from 5 to 6 s, ship from 5 to 8 s.',
    right:
      'ship is undone from 5 to 8 s, allocate from 8 s on; what depends on neither may be undone meanwhile.',
  },
  judge: (view) =>
    together(...unwindings(view).map((unwinding) => afterDependents(unwinding, view))),
};

export const orderRules: readonly RunRule[] = [reverseCompletion, reverseTopological];
