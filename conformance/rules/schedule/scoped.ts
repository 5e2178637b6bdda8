/** schedule/loop-iteration-scoped: nothing of one iteration in another (HarnessXML §7.2.3). */

import type { TransitionEvent } from '../../../core/model/trace.ts';
import { breach, type Checked, judgeEach, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import type { View } from '../view.ts';
import { ruleOfSchedule } from './common.ts';
import { checkInput } from './edges.ts';
import { allIterations, seenLoops } from './iterations.ts';
import type { IterationReading } from './reading/loop-reading.ts';

const scoped = ruleOfSchedule({
  id: 'schedule/loop-iteration-scoped',
  title: 'keeps the state and the values of one iteration out of another',
  clause: 'HarnessXML §7.2.3',
  sees: ['world', 'trace'],
  needs: ['loops'],
  trigger: 'a loop begins a second iteration',
  page: {
    why: 'Iterations are runs of one node. A variable, a counter of attempts or an output that they share makes the second work on what the first left.',
    wrong:
      'Iteration 0 takes three attempts; iteration 1 begins with attempt 4, or is called with the item of iteration 0.',
    right: 'Iteration 1 begins with attempt 1, and its own item.',
  },
  judge: (view) =>
    together(
      judgeEach(
        [...seenLoops(view).values()].flatMap(({ iterations }) => iterations),
        ({ index, execution }): Checked => {
          if (index === 0) return 'not-judged';
          const first = execution.attempts[0]?.number ?? 1;
          if (first === 1) return 'holds';
          return breach(
            `${execution.unit} began with attempt ${first}`,
            'attempt 1',
            `attempt ${first}`,
            { unit: execution.unit, at: execution.attempts[0]?.at },
          );
        },
      ),
      judgeEach(allIterations(view), ({ iteration }) => judgeInputs(iteration)),
      judgeTrace(view),
    ),
});

/** Whether each call of an iteration got its own values. */
const judgeInputs = ({ execution, inputs, opening }: IterationReading): Checked => {
  if (opening.kind !== 'call' || execution === null) return 'not-judged';
  const checks = execution.attempts.flatMap(({ calls }) =>
    calls.flatMap((call) => inputs.map((input) => checkInput(call, input))),
  );
  const judged = checks.filter((check) => check !== 'not-judged');
  return judged.find((check) => check !== 'holds') ?? judged[0] ?? 'not-judged';
};

const INDEX = /\[(\d+)\]$/;

/** The first transition of each iteration comes from PENDING, under its own number. */
const judgeTrace = (view: View): Judgement => {
  const bodies = new Set(view.observation.workflow.nodes.flatMap(({ loop }) => loop?.body ?? []));
  const first = new Map<string, TransitionEvent>();
  for (const event of view.observation.trace ?? []) {
    if (event.type !== 'transition' || event.unit.startsWith('compensate:')) continue;
    if (bodies.has(event.node) && !first.has(event.unit)) first.set(event.unit, event);
  }
  return judgeEach(first.values(), ({ unit, at, seq, from, iteration }): Checked => {
    const index = INDEX.exec(unit)?.[1];
    if (index === undefined || index === '0') return 'not-judged';
    if (from !== 'PENDING') {
      return breach(`${unit} began in state ${from}`, 'PENDING', from, { unit, at, seq });
    }
    if (iteration === undefined || iteration === Number(index)) return 'holds';
    return breach(`${unit} is told as iteration ${iteration}`, index, String(iteration), {
      unit,
      at,
      seq,
    });
  });
};

export const scopedRules: readonly RunRule[] = [scoped];
