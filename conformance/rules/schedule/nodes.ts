/** Rules about what happens before a task is called: guard, inputs, and the document itself. */

import { breach, type Checked, holdsOr, judgeEach, ms, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import type { View } from '../view.ts';
import { judgeStarts, ruleOfSchedule } from './common.ts';
import { judgeFailures } from './failures.ts';
import { allIterations } from './iterations.ts';
import type { Opening } from './reading/fate.ts';

/** Iterations whose body makes no call, for a reason that the rule is about. */
const judgeIterations = (
  view: View,
  why: string,
  isAsked: (opening: Opening) => boolean,
): Judgement =>
  judgeEach(allIterations(view), ({ iteration: { opening, execution, unit } }): Checked => {
    if (!isAsked(opening)) return 'not-judged';
    const call = execution?.attempts[0]?.calls[0];
    return holdsOr(call === undefined, () =>
      breach(
        `${unit} was begun, and never should have been: ${why}`,
        'no call',
        `a call at ${ms(call?.at ?? 0)}`,
        { unit, at: call?.at },
      ),
    );
  });

const guardSkips = ruleOfSchedule({
  id: 'schedule/guard-skips',
  title: 'calls no task of a node whose guard is false, and calls it where the guard is true',
  clause: 'HarnessXML §5.6, §7.1.1',
  sees: ['world'],
  needs: ['guards'],
  trigger: 'a node becomes READY, and its guard can be evaluated',
  page: {
    why: 'The guard is the last word before the world is touched.',
    wrong: 'The guard of mail is false; mail is called at 100 ms all the same.',
    right: 'mail turns SKIPPED at 100 ms, and what follows it begins.',
  },
  judge: (view) =>
    together(
      judgeStarts('schedule/guard-skips', view),
      judgeIterations(view, 'its guard is false', ({ kind }) => kind === 'skip'),
    ),
});

const missingInput = ruleOfSchedule({
  id: 'schedule/missing-input',
  title: 'fails with HX-4101, and calls nothing, where a required input has no value',
  clause: 'HarnessXML §5.6, §12; HX-4101',
  sees: ['world', 'outcome'],
  needs: ['data'],
  trigger: 'a node becomes READY, and a required input without default has no value',
  page: {
    why: 'A call with null where an amount should be is an order for nothing, or for everything.',
    wrong:
      'quote is skipped by its guard; pay, whose amount comes from quote, is called with amount null.',
    right: 'pay turns FAILED with HX-4101, without a call.',
  },
  judge: (view) =>
    together(
      judgeStarts('schedule/missing-input', view),
      judgeIterations(view, 'a required input has no value', isWithoutInput),
      judgeFailures(view, 'input'),
    ),
});

const isWithoutInput = (opening: Opening): boolean =>
  opening.kind === 'no-call' || (opening.kind === 'fault' && opening.cause === 'input');

const invalidRefused = ruleOfSchedule({
  id: 'schedule/invalid-refused',
  title: 'makes no call for a document that is not valid',
  clause: 'HarnessXML §13',
  sees: ['world'],
  needs: [],
  trigger: 'the document to be run has an error',
  page: {
    why: 'Validation is a gate. Half of a document that is wrong in its last line is done by the time somebody sees it.',
    wrong:
      'An edge leads to a node that does not exist; the nodes before it are called, and the run fails there.',
    right: 'The run is refused with HX-2001, and nothing is called.',
  },
  judge: (view) => {
    const { errors = [], calls } = view.observation;
    const [error] = errors;
    const [call] = calls;
    if (error === undefined) return { occurrences: 0, breaches: [] };
    return judgeEach([error], () =>
      holdsOr(call === undefined, () =>
        breach(
          `${call?.unit} was called, though the document is not valid: ${error}`,
          'no call',
          `${calls.length} calls`,
          { unit: call?.unit, at: call?.at },
        ),
      ),
    );
  },
});

export const nodeRules: readonly RunRule[] = [guardSkips, missingInput, invalidRefused];
