/**
 * Which branches exclude each other (HX-3104): a tree of choices, where a node hangs below
 * the choice (decision, target) without which it never runs. Two nodes that hang below
 * different choices of one decision never both run.
 */

import { MAXIMUM_ORDER_STEPS } from './limits.ts';
import { choosersOf, orderOf } from './order.ts';
import { scopesOf } from './variables.ts';
import { type DocumentView, type EdgeView, feedsRequired, type NodeView } from './view.ts';

interface Choice {
  readonly decision: NodeView;
  readonly target: NodeView;
  readonly above: Choice | null;
  readonly depth: number;
}

export interface Branches {
  /** The decision of which the two need different outcomes, or null. */
  excludes(left: NodeView, right: NodeView): NodeView | null;
}

const trees = new WeakMap<DocumentView, Branches>();

export function branchesOf(view: DocumentView): Branches {
  const known = trees.get(view);
  if (known !== undefined) return known;
  const made = createBranches(view);
  trees.set(view, made);
  return made;
}

function createBranches(view: DocumentView): Branches {
  const choosers = choosersOf(view);
  if (choosers.size === 0) return { excludes: () => null };
  const { loopsByBody } = scopesOf(view);
  const choices = new Array<Choice | null>(view.nodes.length).fill(null);
  let steps = 0;

  const climb = (choice: Choice): Choice | null => {
    steps += 1;
    return steps > MAXIMUM_ORDER_STEPS ? null : choice.above;
  };

  /** The deepest choice above both, and the ones right below it on either side. */
  const meet = (left: Choice | null, right: Choice | null) => {
    let [a, b] = [left, right];
    let [belowA, belowB]: [Choice | null, Choice | null] = [null, null];
    while (a !== b) {
      if (a !== null && (b === null || a.depth >= b.depth)) {
        belowA = a;
        a = climb(a);
      } else if (b !== null) {
        belowB = b;
        b = climb(b);
      }
    }
    return { above: a, belowA, belowB };
  };

  const common = (sources: readonly NodeView[]): Choice | null => {
    const [first, ...others] = sources;
    let choice = first === undefined ? null : (choices[first.index] ?? null);
    for (const other of others) {
      if (choice === null) return null;
      choice = meet(choice, choices[other.index] ?? null).above;
    }
    return choice;
  };

  for (const each of orderOf(view).nodes) {
    if (each.node.id === view.workflow.entry) continue;
    const deciders = choosers.get(each) ?? [];
    const joined = sources(each.incoming, (edge) => edge.type !== 'compensation');
    // Without these values the node never runs (§5.3.3).
    const needed = sources(each.incoming, feedsRequired).map(
      (source) => choices[source.index] ?? null,
    );
    const [decider, second] = deciders;
    const chosen =
      decider !== undefined && second === undefined
        ? choiceOf(decider, each, choices[decider.index] ?? null)
        : common(deciders);
    choices[each.index] = [
      common(joined),
      ...needed,
      common(loopsByBody.get(each) ?? []),
      common(sources(each.incoming, (edge) => edge.type === 'compensation')),
      chosen,
    ].reduce(deeper, null);
  }

  return {
    excludes(left, right) {
      const { belowA, belowB } = meet(choices[left.index] ?? null, choices[right.index] ?? null);
      return belowA !== null && belowB !== null && belowA.decision === belowB.decision
        ? belowA.decision
        : null;
    },
  };
}

function choiceOf(decision: NodeView, target: NodeView, above: Choice | null): Choice {
  return { decision, target, above, depth: (above?.depth ?? 0) + 1 };
}

function deeper(left: Choice | null, right: Choice | null): Choice | null {
  return (right?.depth ?? 0) > (left?.depth ?? 0) ? right : left;
}

function sources(
  edges: readonly EdgeView[],
  wanted: (edge: EdgeView) => boolean,
): readonly NodeView[] {
  return edges.flatMap((edge) => (edge.source !== null && wanted(edge) ? [edge.source] : []));
}
