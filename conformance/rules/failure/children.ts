/** The rule about child workflows in flight when their parent is aborted (ORBIT, abort). */

import type { Edge, Workflow } from '../../../core/model/workflow.ts';
import { abortOf, isClearlyBefore, spans } from '../abort.ts';
import { isSurelyCalled } from '../graph.ts';
import { breach, type Checked, isBefore, judgeEach, ms, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { rootCompensations, undoersByUnit } from '../unwinding.ts';
import {
  beginningOf,
  compensations,
  type Execution,
  forwardExecutions,
  lastAttempt,
  successOf,
  type View,
} from '../view.ts';

const NOTHING: Judgement = { occurrences: 0, breaches: [] };

/** A child that had an attempt in flight when its parent was aborted. */
interface Child {
  /** What its units begin with: `ship/`, `ship[2]/`. */
  readonly scope: string;
  /** Null where the documents at hand do not hold it. */
  readonly workflow: Workflow | null;
}

const childrenAtAbort = (view: View): readonly Child[] => {
  const { at } = abortOf(view);
  const scopes = new Set<string>();
  for (const { unit, attempts } of forwardExecutions(view)) {
    const slash = unit.indexOf('/');
    if (slash < 0 || !attempts.some((attempt) => spans(attempt, at, view))) continue;
    scopes.add(unit.slice(0, slash + 1));
  }
  return [...scopes].map((scope) => ({ scope, workflow: workflowOf(scope, view) }));
};

const workflowOf = (scope: string, { nodes, observation }: View): Workflow | null => {
  const step = scope.replace(/[[#].*$|\/$/, '');
  const href = nodes.get(step)?.subworkflow?.href;
  return observation.workflow.orbit?.children.find(({ id }) => id === href) ?? null;
};

const isWithin = ({ unit, undoes }: Execution, scope: string): boolean =>
  (undoes ?? unit).startsWith(scope);

/** Nothing forward begins in a child that is cancelled. */
const beginsNothing = ({ scope }: Child, view: View): Judgement => {
  const { at } = abortOf(view);
  const late = forwardExecutions(view).filter(
    (execution) => isWithin(execution, scope) && isClearlyBefore(at, beginningOf(execution), view),
  );
  return judgeEach(late, (execution) =>
    breach(
      `${execution.unit} began after the run that its child workflow belongs to was aborted`,
      `no forward step after ${ms(at)}`,
      ms(beginningOf(execution)),
      { unit: execution.unit, at: beginningOf(execution) },
    ),
  );
};

/** What succeeded in it is undone by its own compensations. */
const undoesItself = ({ scope, workflow }: Child, view: View): Judgement => {
  const { report } = view.observation;
  const edges = (workflow?.edges ?? []).filter(({ type }) => type === 'compensation');
  if (workflow === null || report === null || report.outcome === 'stalled') return NOTHING;
  const own = forwardExecutions(view).filter(
    ({ unit }) => unit.startsWith(scope) && !unit.slice(scope.length).includes('/'),
  );
  return judgeEach(own, (execution) => {
    const step = execution.unit.slice(scope.length).replace(/\[.*$/, '');
    const edge = edges.find(({ from }) => from === step);
    return edge === undefined ? 'not-judged' : undoneCheck(execution, edge, workflow, view);
  });
};

const undoneCheck = (execution: Execution, edge: Edge, workflow: Workflow, view: View): Checked => {
  const success = successOf(execution);
  if (success === null || success.call.settledAt === null) return 'not-judged';
  if ((undoersByUnit(view).get(execution.unit) ?? []).length > 0) return 'holds';
  const target = workflow.nodes.find(({ id }) => id === edge.to);
  if (target === undefined || !isSurelyCalled(target, workflow)) return 'not-judged';
  return breach(
    `${execution.unit} succeeded in a child workflow that was cancelled, and was not compensated`,
    'its compensation is called',
    'no call',
    { unit: execution.unit, at: success.end.at },
  );
};

/** The parent undoes nothing of its own before the child has ended. */
const isAwaited = ({ scope }: Child, view: View): Judgement => {
  const [first] = rootCompensations(view);
  if (first === undefined) return NOTHING;
  const own = [...forwardExecutions(view), ...compensations(view)].filter((execution) =>
    isWithin(execution, scope),
  );
  return judgeEach(own, (execution) => {
    const { end } = lastAttempt(execution);
    const isKnown = end.how === 'succeeded' || end.how === 'failed' || end.how === 'timed-out';
    if (!isKnown || !isBefore(abortOf(view).at, end.at)) return 'not-judged';
    const began = beginningOf(first);
    if (!isBefore(began, end.at)) return 'holds';
    return breach(
      `${first.unit} began while ${execution.unit} of a child workflow was under way`,
      `not before ${ms(end.at)}`,
      ms(began),
      { unit: first.unit, at: began },
    );
  });
};

const childCancelled: RunRule = {
  kind: 'run',
  id: 'failure/child-cancelled',
  title:
    'cancels a child workflow in flight at the abort, lets it compensate itself, and awaits it',
  clause: 'ORBIT, abort',
  strength: 'MUST',
  profiles: ['orbit'],
  level: null,
  sees: ['world', 'outcome'],
  needs: ['subworkflows', 'parallel', 'compensation'],
  trigger: 'a run is aborted while an attempt of a child workflow is in flight',
  page: {
    why: 'A child that nobody stops goes on ordering for a parent that is undone; one that is cut off leaves its half behind.',
    wrong:
      'ship, a child workflow, booked a van at 1 s and loads it until 6 s; charge fails at 2 s; the run ends, and the van stays booked.',
    right:
      'Loading is awaited until 6 s, nothing else begins in ship, it cancels its van, and then the parent undoes what is its own.',
  },
  judge: (view) =>
    abortOf(view).at === Number.POSITIVE_INFINITY
      ? NOTHING
      : together(
          ...childrenAtAbort(view).map((child) =>
            together(beginsNothing(child, view), undoesItself(child, view), isAwaited(child, view)),
          ),
        ),
};

export const childRules: readonly RunRule[] = [childCancelled];
