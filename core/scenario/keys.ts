/** Units and nodes that a scenario names, looked up in the workflow that it is meant for. */

import type { Problem } from '../model/inspect.ts';
import { quote } from '../model/show.ts';
import { didYouMean } from '../model/suggest.ts';
import type { NodeKind, Workflow } from '../model/workflow.ts';
import type { Draft } from './draft.ts';

/** Of these kinds each instance calls a task; the others have no answer to script. */
const CALLING: ReadonlySet<NodeKind> = new Set([
  'task',
  'inference',
  'transform',
  'source',
  'sink',
  'human',
]);

const COMPENSATION = 'compensate:';
const ELEMENTS = /(?:\[(?:0|[1-9]\d*)\])+$/;

/**
 * Reports each key that can answer nothing: `ship[1]`, `compensate:charge` and plain ids must
 * lead to a node that calls a task. Nothing is reported of a workflow with subworkflows, whose
 * nodes are not known here.
 */
export function checkKeys(draft: Draft, workflow: Workflow, problems: Problem[]): void {
  const kinds = new Map(workflow.nodes.map((node) => [node.id, node.kind]));
  const undone = new Set(
    workflow.edges.filter((edge) => edge.type === 'compensation').map((edge) => edge.from),
  );
  if (workflow.nodes.some((node) => node.kind === 'subworkflow')) return;
  const repeats = workflow.nodes.some((node) => node.kind === 'loop' || node.fanOut !== undefined);
  for (const { unit, path } of draft.mentions) {
    const isCompensation = unit.startsWith(COMPENSATION);
    const id = (isCompensation ? unit.slice(COMPENSATION.length) : unit).replace(ELEMENTS, '');
    const kind = kinds.get(id);
    if (kind === undefined) {
      const what = `no node ${quote(id)} is in the workflow${didYouMean(id, kinds.keys())}`;
      problems.push({ path, message: what });
    } else if (!repeats && ELEMENTS.test(unit)) {
      const message = `the workflow repeats nothing, so ${quote(id)} has no elements; write ${quote(unit.replace(ELEMENTS, ''))}`;
      problems.push({ path, message });
    } else if (isCompensation) {
      if (workflow.profile !== 'orbit' && !undone.has(id)) {
        problems.push({ path, message: `${quote(id)} has no compensation: no edge leads to one` });
      }
    } else if (!CALLING.has(kind)) {
      const message = `${quote(id)} is of type ${kind}, which calls no task: it has no answers`;
      problems.push({ path, message });
    }
  }
}
