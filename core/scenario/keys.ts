/** Units and nodes that a scenario names, looked up in the workflow that it is meant for. */

import type { Problem } from '../model/inspect.ts';
import { isPerformed } from '../model/performed.ts';
import { quote } from '../model/show.ts';
import { didYouMean } from '../model/suggest.ts';
import type { NodeKind, Workflow } from '../model/workflow.ts';
import type { Draft } from './draft.ts';

const COMPENSATION = 'compensate:';
/** What tells an element, or a second attempt of a child, from its node: `kids[0]#2/pack`. */
const INSTANCES = /(?:\[(?:0|[1-9]\d*)\])+(?=[#/]|$)|#[1-9]\d*(?=\/)/g;
const ELEMENTS = /\[(?:0|[1-9]\d*)\](?=[#[/]|$)/;

/** Children within each other that are looked into. */
const DEEPEST = 8;
/** Nodes in all; beyond it no more children are looked into. */
const MOST = 20_000;

interface Known {
  readonly kinds: Map<string, NodeKind>;
  /** Nodes that something undoes. */
  readonly undone: Set<string>;
  repeats: boolean;
  /** Children were left out, so a key that is not known may be right. */
  isPartial: boolean;
}

/**
 * Reports each key that can answer nothing: `ship[1]`, `compensate:charge` and plain ids must
 * lead to a node that calls a task. Nothing is reported of a workflow with subworkflows that it
 * does not hold, as ORBIT's do: their nodes are not known here.
 */
export function checkKeys(draft: Draft, workflow: Workflow, problems: Problem[]): void {
  const isOrbit = workflow.orbit !== undefined;
  if (!isOrbit && workflow.nodes.some((node) => node.kind === 'subworkflow')) return;
  const known: Known = { kinds: new Map(), undone: new Set(), repeats: false, isPartial: false };
  enter(workflow, workflow.orbit?.children ?? [], '', 0, known);
  const { kinds, undone, repeats } = known;
  for (const { unit, path } of draft.mentions) {
    const isCompensation = unit.startsWith(COMPENSATION);
    const id = (isCompensation ? unit.slice(COMPENSATION.length) : unit).replace(INSTANCES, '');
    const kind = kinds.get(id);
    if (kind === undefined) {
      if (known.isPartial) continue;
      const what = `no node ${quote(id)} is in the workflow${didYouMean(id, kinds.keys())}`;
      problems.push({ path, message: what });
    } else if (!repeats && ELEMENTS.test(unit)) {
      const message = `the workflow repeats nothing, so ${quote(id)} has no elements; write ${quote(unit.replace(INSTANCES, ''))}`;
      problems.push({ path, message });
    } else if (isCompensation) {
      if (undone.has(id)) continue;
      if (isOrbit) {
        problems.push({ path, message: `${quote(id)} has no block 'compensate'` });
      } else if (workflow.profile !== 'orbit') {
        problems.push({ path, message: `${quote(id)} has no compensation: no edge leads to one` });
      }
    } else if (!isPerformed(kind)) {
      const message = `${quote(id)} is of type ${kind}, which calls no task: it has no answers`;
      problems.push({ path, message });
    }
  }
}

/** The nodes of a workflow by the path to them, and of ORBIT's children: `kid/pack`. */
function enter(
  { nodes, edges, orbit }: Workflow,
  children: readonly Workflow[],
  path: string,
  depth: number,
  known: Known,
): void {
  for (const { type, from } of edges) if (type === 'compensation') known.undone.add(path + from);
  for (const { id, kind, fanOut, subworkflow } of nodes) {
    // A block that undoes answers as `compensate:kid/pack`, and not by its own place.
    if (orbit !== undefined && id.startsWith(COMPENSATION)) continue;
    known.kinds.set(path + id, kind);
    if (kind === 'loop' || fanOut !== undefined) known.repeats = true;
    const child = children.find((one) => one.id === subworkflow?.href);
    if (child === undefined) continue;
    if (depth === DEEPEST || known.kinds.size > MOST) known.isPartial = true;
    else enter(child, children, `${path}${id}/`, depth + 1, known);
  }
}
