/** The rule that each element of a loop is undone for itself. */

import { chosenNodes, isSurelyCalled, undoEdgesOf } from '../graph.ts';
import { breach, holdsOr, judgeEach, ms, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { expectedUndos, isUndoneByElement, mustHaveUnwound, undoCheck } from '../unwinding.ts';
import {
  beginningOf,
  compensations,
  forwardExecutions,
  stepOf,
  successOf,
  type View,
} from '../view.ts';

const NOTHING: Judgement = { occurrences: 0, breaches: [] };

/** Bodies of loops, and ORBIT's `for` steps. */
const isElementOf = (unit: string, view: View): boolean =>
  unit !== stepOf(unit) &&
  !unit.includes('/') &&
  (chosenNodes(view).has(stepOf(unit)) || view.nodes.get(stepOf(unit))?.fanOut !== undefined);

/** By another reading of Q7 a loop's body is undone as one, or not at all. */
const declaredCheck = (view: View): Judgement => {
  const { choices, workflow } = view.observation;
  const expected = choices['Q7'] === 'once' ? 1 : 0;
  const bodies = workflow.nodes.filter(({ id }) => {
    const [edge, second] = undoEdgesOf(view).get(id) ?? [];
    const target = view.nodes.get(edge?.to ?? '');
    const isSure = target !== undefined && isSurelyCalled(target, workflow);
    return isSure && second === undefined && chosenNodes(view).has(id);
  });
  return judgeEach(bodies, ({ id }) => {
    const elements = forwardExecutions(view).filter(({ step, unit }) => step === id && unit !== id);
    const isOneLoop = elements.every(({ unit }) => /^[^[\]/]*\[\d+\]$/.test(unit));
    if (!isOneLoop || !elements.some((element) => successOf(element) !== null)) return 'not-judged';
    const undoing = compensations(view).filter(({ undoes }) => stepOf(undoes ?? '') === id);
    return holdsOr(undoing.length === expected, () =>
      breach(
        `iterations of ${id} were compensated ${undoing.length} times, and the runtime declares ${choices['Q7']} (Q7)`,
        String(expected),
        String(undoing.length),
        {
          unit: undoing[0]?.unit,
          at: undoing[0] === undefined ? undefined : beginningOf(undoing[0]),
        },
      ),
    );
  });
};

const unitPerElement: RunRule = {
  kind: 'run',
  id: 'compensation/unit-per-element',
  title: 'treats each element of a loop as a unit of its own when it compensates',
  clause: 'ORBIT, compensate; HarnessXML, reading Q7',
  strength: 'MUST',
  profiles: ['harness', 'orbit'],
  question: 'Q7',
  level: 'full',
  sees: ['world', 'outcome'],
  needs: ['loops', 'compensation'],
  trigger: 'a run unwinds after elements of a step with a compensation succeeded',
  page: {
    why: 'Of four bookings three may have been made. One call for the whole list undoes too much or too little.',
    wrong:
      'book runs for 3 elements, of which the second fails; cancel is called once, or for all three.',
    right: 'cancel is called for elements 0 and 2, the one that succeeded last first.',
  },
  judge: (view) => {
    if (!mustHaveUnwound(view)) return NOTHING;
    if (!isUndoneByElement(view)) return declaredCheck(view);
    const elements = expectedUndos(view).filter(({ unit }) => isElementOf(unit, view));
    const whole = compensations(view).filter(({ undoes }) => {
      const step = undoes ?? '';
      return elements.some((element) => element.step === step);
    });
    return together(
      judgeEach(elements, (undo) => undoCheck(undo, view)),
      judgeEach(whole, (undoing) =>
        breach(
          `${undoing.undoes} was compensated as a whole`,
          'one compensation for each element that succeeded',
          `${undoing.step} at ${ms(beginningOf(undoing))}`,
          { unit: undoing.unit, at: beginningOf(undoing) },
        ),
      ),
    );
  },
};

export const elementRules: readonly RunRule[] = [unitPerElement];
