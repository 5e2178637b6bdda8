/**
 * Which branches exclude each other (HX-3104): a tree of choices, where a node hangs below
 * the choice (decision, target) without which it never runs. Two nodes that hang below
 * different choices of one decision never both run.
 */

import { NONE } from '../model/lists.ts';
import { choosersOf } from './choosers.ts';
import { MAXIMUM_ORDER_STEPS } from './limits.ts';
import { orderOf } from './order.ts';
import { scopesOf } from './variables.ts';
import { type DocumentView, feedsRequired, type NodeView } from './view.ts';

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
  if (choosers.length === 0) return { excludes: () => null };
  const { loopsByBody } = scopesOf(view);
  const choices = new Array<Choice | null>(view.nodes.length).fill(null);
  let steps = 0;

  const climb = (choice: Choice): Choice | null => {
    steps += 1;
    return steps > MAXIMUM_ORDER_STEPS ? null : choice.above;
  };

  /** The deepest choice above both, and the ones right below it on either side. */
  const meet = (left: Choice | null, right: Choice | null) => {
    let a = left;
    let b = right;
    let belowA: Choice | null = null;
    let belowB: Choice | null = null;
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

  /** The deepest choice above all of them. */
  const common = (nodes: readonly NodeView[]): Choice | null => {
    let choice: Choice | null | undefined;
    for (const { index } of nodes) {
      const own = choices[index] ?? null;
      choice = choice === undefined || choice === own ? own : meet(choice, own).above;
    }
    return choice ?? null;
  };

  for (const each of orderOf(view).nodes) {
    if (each.node.id === view.workflow.entry) continue;
    const deciders = choosers[each.index] ?? NONE;
    const [decider, second] = deciders;
    const chosen =
      decider !== undefined && second === undefined
        ? choiceOf(decider, each, choices[decider.index] ?? null)
        : common(deciders);
    const joined: NodeView[] = [];
    const undone: NodeView[] = [];
    for (const { type, source } of each.incoming) {
      if (source !== null) (type === 'compensation' ? undone : joined).push(source);
    }
    let choice = common(joined);
    for (const edge of each.incoming) {
      // Without such a value the node never runs (§5.3.3).
      if (edge.source === null || !feedsRequired(edge)) continue;
      choice = deeper(choice, choices[edge.source.index] ?? null);
    }
    choice = deeper(choice, common(loopsByBody.get(each) ?? NONE));
    choice = deeper(choice, common(undone));
    choices[each.index] = deeper(choice, chosen);
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
