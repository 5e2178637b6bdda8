/** U3005: an error edge takes a failure away from the compensation, and leads nowhere. */

import { formatTime, joinWords } from '../../../simulator/trace/explain/words.ts';
import type { DesignContext } from '../context.ts';
import type { Analysis, Draft } from '../draft.ts';
import { standingEffects } from '../effects.ts';
import { faultsAt } from '../failing.ts';

export const hiddenFailure: Analysis = {
  code: 'U3005',
  find: (context) =>
    context.workflow.nodes.flatMap(({ id }) => {
      if (context.flow.errorEdges(id).length === 0) return [];
      const draft = draftFor(context, id);
      return draft === null ? [] : [draft];
    }),
};

const draftFor = (context: DesignContext, id: string): Draft | null => {
  const { flow, nodes } = context;
  const behind = flow.behind(id);
  const handlers = flow.handlers(id);
  // Who goes on by another way has not given up.
  if (behind.size === 0 || [...handlers].some((each) => behind.has(each))) return null;
  const isUndoneThere = (node: string): boolean =>
    flow.undos.some(({ from, to }) => {
      if (from !== node) return false;
      const work = nodes.get(to)?.implementation ?? null;
      return [...handlers].some(
        (each) => each === to || (work !== null && nodes.get(each)?.implementation === work),
      );
    });
  for (const { scenario, run, failed } of faultsAt(context, id, 'refused')) {
    if (run.outcome !== 'succeeded' || run.states[failed.unit] !== 'FAILED') continue;
    const left = standingEffects(run).filter(
      ({ node }) => flow.isUndone(node) && node !== id && !isUndoneThere(node),
    );
    const never = [...behind].filter(
      (each) => context.space.steps.get(each)?.isCalled === true && !(each in called(run.trace)),
    );
    if (left.length === 0 || never.length === 0) continue;
    const stays = joinWords(left.map(({ unit }) => `'${unit}'`));
    const targets = joinWords(flow.errorEdges(id).map(({ to }) => `'${to}'`));
    const failure = run.trace.find(
      (event) => event.type === 'transition' && event.unit === failed.unit && event.to === 'FAILED',
    );
    return {
      nodes: [id, ...new Set(left.map(({ node }) => node))],
      message: `the failure of '${id}' is handled by ${targets}, which leads back to nothing: the run ends succeeded, ${joinWords(never.map((each) => `'${each}'`))} never ran, and what ${stays} did is not undone`,
      numbers: { left: left.length },
      scenario,
      run,
      facts: [
        ...left.map(({ unit, at }) => `at ${formatTime(at)} '${unit}' takes effect`),
        `at ${formatTime(failure?.at ?? run.endedAt)} '${failed.unit}' fails, and its error edge handles that`,
        `the run ends succeeded at ${formatTime(run.endedAt)}, and the effect of ${stays} stands`,
      ],
      step: failure?.seq ?? null,
    };
  }
  return null;
};

const called = (
  trace: readonly { readonly type: string; readonly node?: string }[],
): { readonly [node: string]: true } => {
  const nodes: { [node: string]: true } = {};
  for (const { type, node } of trace) {
    if (type === 'attempt.started' && node !== undefined) nodes[node] = true;
  }
  return nodes;
};
