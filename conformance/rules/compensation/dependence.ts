/** Unwindings as calls show them: what belongs to one, when it had completed, what depended on it. */

import { scopeOf } from '../abort.ts';
import { oncePerView } from '../once-per-view.ts';
import { compensations, type Execution, forwardExecutions, successOf, type View } from '../view.ts';

/** Compensations of one run or subworkflow, in the order in which they began. */
export const unwindings = oncePerView((view: View): readonly (readonly Execution[])[] => {
  const byScope = new Map<string, Execution[]>();
  for (const execution of compensations(view)) {
    const scope = scopeOf(execution.undoes ?? execution.unit);
    const known = byScope.get(scope);
    if (known === undefined) byScope.set(scope, [execution]);
    else known.push(execution);
  }
  return [...byScope.values()];
});

/** When a unit succeeded, as far as calls show. */
export const completionTimes = oncePerView((view: View): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const execution of forwardExecutions(view)) {
    const success = successOf(execution);
    if (success !== null) times.set(execution.unit, success.end.at);
  }
  return times;
});

/** What each node leads to, by edges that surely order their ends. */
const successorsOf = oncePerView((view: View): ReadonlyMap<string, readonly string[]> => {
  const { nodes, edges } = view.observation.workflow;
  const successors = new Map<string, string[]>();
  const lead = (from: string, to: string): void => {
    const known = successors.get(from);
    if (known === undefined) successors.set(from, [to]);
    else known.push(to);
  };
  const succeeded = new Set(completionTimes(view).keys());
  for (const { from, to, type, condition } of edges) {
    if (type === 'compensation' || condition !== null) continue;
    if (type === 'error' && succeeded.has(from)) continue;
    lead(from, to);
  }
  for (const { id, cases, otherwise, loop } of nodes) {
    for (const { to } of cases ?? []) lead(id, to);
    if (otherwise !== null) lead(id, otherwise);
    if (loop === null) continue;
    lead(id, loop.body);
    lead(loop.body, id);
  }
  return successors;
});

/** The nodes that depend on a node. */
export const reachableFrom = (id: string, view: View): ReadonlySet<string> => {
  const reached = new Set<string>();
  const open = [id];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of successorsOf(view).get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
};
