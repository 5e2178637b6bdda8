/** The rule about a return value that can't be made (ORBIT, abort). */

import type { Json } from '../../../core/model/json.ts';
import { isPerformed } from '../../../core/model/performed.ts';
import {
  compileOrbitExpression,
  parseOrbitExpression,
} from '../../../core/orbit/expression/index.ts';
import { abortOf } from '../abort.ts';
import { breach, type Checked, judgeEach, ms } from '../judge.ts';
import type { RunRule } from '../rule.ts';
import { rootCompensations } from '../unwinding.ts';
import { type Execution, forwardExecutions, successOf, type View } from '../view.ts';

/** What each step gave, by name; null where a step may still be open, or nobody knows. */
const outputsOf = (view: View): ReadonlyMap<string, Json> | null => {
  const { workflow } = view.observation;
  const undoing = new Set(
    workflow.edges.flatMap(({ type, to }) => (type === 'compensation' ? [to] : [])),
  );
  const outputs = new Map<string, Json>();
  for (const node of workflow.nodes) {
    if (undoing.has(node.id) || (node.kind === 'wait' && node.wait?.duration !== null)) continue;
    if (!isPerformed(node.kind) || node.guard !== null) return null;
    const executions = forwardExecutions(view).filter(({ step }) => step === node.id);
    const values = executions.map(outputOf);
    const known = values.flatMap((value) => (value === undefined ? [] : [value]));
    if (known.length === 0 || known.length < values.length) return null;
    // How many elements a list had, only the whole list tells.
    if (node.fanOut !== undefined) return null;
    outputs.set(node.id, known[0] ?? null);
  }
  return outputs;
};

const outputOf = (execution: Execution): Json | undefined => {
  const end = successOf(execution)?.end;
  return end?.how === 'succeeded' ? end.output : undefined;
};

/** Whether the return value surely can't be made of what the steps gave. */
const failsToReturn = (view: View): boolean => {
  const { workflow, input, run } = view.observation;
  const { orbit } = workflow;
  const outputs = outputsOf(view);
  if (orbit === undefined || orbit.returns === null || outputs === null) return false;
  const reading = parseOrbitExpression(orbit.returns);
  if (!reading.ok) return false;
  const evaluation = compileOrbitExpression(reading.expression)({
    input: () => input,
    execution: () => ({ id: run, workflow: workflow.id, version: orbit.version }),
    step: (name) => outputs.get(name) ?? null,
    variable: () => undefined,
  });
  return !evaluation.ok;
};

const returnCheck = (view: View): Checked => {
  const { report } = view.observation;
  if (report === null || report.outcome === 'stalled' || report.outcome === 'refused') {
    return 'not-judged';
  }
  const isAborted = view.cancelledAt < Number.POSITIVE_INFINITY || report.outcome === 'timed_out';
  if (isAborted || abortOf(view).at < Number.POSITIVE_INFINITY) return 'not-judged';
  if (report.outcome !== 'failed') {
    return breach(
      `the return value can't be made, and the run ended as ${report.outcome}`,
      'failed',
      report.outcome,
    );
  }
  const [undoing] = rootCompensations(view);
  if (undoing !== undefined) {
    const at = undoing.attempts[0]?.calls[0].at;
    return breach(
      `the return value can't be made, and ${undoing.undoes} was compensated`,
      'no compensation',
      `${undoing.step} at ${ms(at ?? 0)}`,
      { unit: undoing.unit, at },
    );
  }
  const { compensation } = report;
  return compensation === null || compensation === 'none'
    ? 'holds'
    : breach(
        `nothing was compensated, and the run reports compensation ${compensation}`,
        'none',
        compensation,
      );
};

const returnValue: RunRule = {
  kind: 'run',
  id: 'failure/return-value',
  title: 'ends FAILED without compensation when the return value fails',
  clause: 'ORBIT, abort',
  strength: 'MUST',
  profiles: ['orbit'],
  level: null,
  sees: ['world', 'outcome'],
  needs: [],
  trigger: 'all steps succeed, and the expression behind return fails',
  page: {
    why: 'Everything was done as ordered; only the receipt can’t be written. To undo the order for that would be worse than the fault.',
    wrong:
      'return total / 0: reserve and charge succeeded, and release is called; or the run ends well.',
    right: 'The run ends FAILED, compensation none, and what was done stays done.',
  },
  judge: (view) => judgeEach(failsToReturn(view) ? [view] : [], returnCheck),
};

export const returnValueRules: readonly RunRule[] = [returnValue];
