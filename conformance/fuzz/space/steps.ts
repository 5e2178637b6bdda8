/** The steps of a document and of its children, as far as a search must know them. */

import type { JsonObject } from '../../../core/model/json.ts';
import { isPerformed } from '../../../core/model/performed.ts';
import type { RetryPolicy, Workflow, WorkflowNode } from '../../../core/model/workflow.ts';
import { placeholderOf } from '../../../simulator/program/literal.ts';

export interface StepInfo {
  /** `charge`, `compensate:charge` where only ORBIT has a name for it, `pay/charge` in a child. */
  readonly name: string;
  readonly node: WorkflowNode;
  readonly isCalled: boolean;
  readonly timeout: number | null;
  readonly retry: RetryPolicy | null;
  readonly placeholder: JsonObject;
}

const DEEPEST = 8;
const MOST = 20_000;

/** By name, in document order, children behind the steps that they belong to. */
export const stepsOf = (workflow: Workflow): ReadonlyMap<string, StepInfo> => {
  const steps = new Map<string, StepInfo>();
  const enter = ({ nodes, orbit }: Workflow, path: string, depth: number): void => {
    for (const node of nodes) {
      const { id, kind, timeout, retry, subworkflow } = node;
      const isUndo = orbit !== undefined && id.startsWith('compensate:');
      const name = isUndo ? `compensate:${path}${id.slice('compensate:'.length)}` : path + id;
      steps.set(name, {
        name,
        node,
        isCalled: isPerformed(kind),
        timeout: timeout?.duration ?? null,
        retry,
        placeholder: placeholderOf(node, orbit !== undefined),
      });
      const child = workflow.orbit?.children.find((one) => one.id === subworkflow?.href);
      if (child !== undefined && depth < DEEPEST && steps.size < MOST) {
        enter(child, `${path}${id}/`, depth + 1);
      }
    }
  };
  enter(workflow, '', 0);
  return steps;
};
