/**
 * From a checked document to the model. A step becomes a node, each step that it waits for a
 * control edge, and a compensation a node `compensate:<step>` with a compensation edge.
 */

import { NONE } from '../model/lists.ts';
import { plainEdge } from '../model/plain.ts';
import type { Edge, OrbitWorkflow, Workflow, WorkflowNode } from '../model/workflow.ts';
import type { Contracts } from './check/contracts.ts';
import type { CheckedProgram } from './check/program.ts';
import { memberIn, type StepView } from './check/step-view.ts';
import type { CheckedWorkflow } from './check/workflow.ts';
import { compensationOf, nodeOf, type TextOf } from './compile-node.ts';
import { childrenOf } from './expression/children.ts';
import type { OrbitExpression } from './expression/syntax.ts';
import { typeText } from './types.ts';

/** Null where the document has no workflow. */
export function compileOrbit(
  { root, children }: CheckedProgram,
  contracts: Contracts,
): Workflow | null {
  if (root === null) return null;
  return compileWorkflow(
    root,
    contracts,
    children.map((child) => compileWorkflow(child, contracts, NONE)),
  );
}

function compileWorkflow(
  { contract, views, divisions }: CheckedWorkflow,
  contracts: Contracts,
  children: readonly Workflow[],
): Workflow {
  const { declaration, file } = contract;
  const text = textWriter(file.source, divisions);
  const nodes: WorkflowNode[] = [];
  const edges: Edge[] = [];
  for (const view of views) nodes.push(nodeOf(view, text));
  for (const view of views) {
    for (const index of view.dependencies) {
      edges.push(plainEdge((views[index] as StepView).name, view.name, 'control'));
    }
  }
  for (const view of views) {
    const compensation = memberIn(view, 'compensate');
    if (compensation === null) continue;
    const node = compensationOf(view, compensation.members, contracts, text);
    nodes.push(node);
    edges.push(plainEdge(view.name, node.id, 'compensation'));
  }
  const orbit: OrbitWorkflow = {
    version: declaration.version?.text ?? null,
    returns: declaration.returns === null ? null : text(declaration.returns),
    inputs: [...contract.input].map(([name, type]) => ({ name, type: typeText(type) })),
    children,
  };
  return {
    id: contract.name,
    name: null,
    profile: 'orbit',
    specVersion: null,
    entry: null,
    onFailure: 'unwind',
    timeout: declaration.timeout?.value ?? null,
    metadata: null,
    security: null,
    resources: NONE,
    artifacts: NONE,
    nodes,
    edges,
    extensions: NONE,
    orbit,
  };
}

function textWriter(source: string, divisions: ReadonlySet<number>): TextOf {
  return (expression) => {
    const { start, end } = expression;
    const places = divisions.size === 0 ? [] : divisionsIn(expression, divisions);
    let text = '';
    let from = start;
    for (const place of places) {
      text += `${source.slice(from, place)} div `;
      from = place + 1;
    }
    return text + source.slice(from, end);
  };
}

/** Offsets of the whole divisions in an expression, in their order. */
function divisionsIn(
  expression: OrbitExpression,
  divisions: ReadonlySet<number>,
): readonly number[] {
  const places: number[] = [];
  const open = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'chain') {
      for (const { operatorSpan } of next.rest) {
        if (divisions.has(operatorSpan.start)) places.push(operatorSpan.start);
      }
    }
    open.push(...childrenOf(next));
  }
  return places.sort((left, right) => left - right);
}
