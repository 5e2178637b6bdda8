/** Every node that a run can meet by the name that its trace has for it, subworkflows included. */

import type { Workflow, WorkflowNode } from '../../../core/model/workflow.ts';
import { readDocument } from '../../../core/read.ts';
import { isNamedByUndone } from '../../../simulator/trace/explain/words.ts';

export type Nodes = ReadonlyMap<string, WorkflowNode>;

/** The step of a list as a whole, which makes no call of its own: its elements do (ORBIT). */
export function isList(
  { iteration }: { readonly iteration?: number | null },
  node: WorkflowNode | undefined,
): boolean {
  return node?.fanOut !== undefined && (iteration ?? null) === null;
}

/** Subworkflows within each other that are looked into. */
const DEEPEST = 8;
/** Nodes in all; beyond it a report knows less of the nodes of subworkflows. */
const MOST = 20_000;

/**
 * A node of a subworkflow goes by the path to it: `enrich/fetch`. ORBIT's documents hold theirs.
 * What undoes a step is there by its unit too: `compensate:charge`.
 * @param documents Subworkflows by the reference that names them, or its last part; those
 *   that are missing or invalid are left out.
 */
export function nodesOf(
  workflow: Workflow,
  documents: { readonly [reference: string]: string } = {},
): Nodes {
  const nodes = new Map<string, WorkflowNode>();
  const known = new Map<string, Workflow | null>();
  const enter = (from: Workflow, path: string, depth: number): void => {
    const byId = new Map(from.nodes.map((node) => [node.id, node]));
    for (const edge of from.edges) {
      const by = edge.type === 'compensation' ? byId.get(edge.to) : undefined;
      const unit = `compensate:${path}${edge.from}`;
      if (by !== undefined && !nodes.has(unit)) nodes.set(unit, by);
    }
    for (const node of from.nodes) {
      nodes.set(path + node.id, node);
      if (node.subworkflow === null || depth === DEEPEST || nodes.size > MOST) continue;
      const { href } = node.subworkflow;
      const own = workflow.orbit?.children.find(({ id }) => id === href);
      const inner = own ?? load(href, documents, known);
      if (inner !== null) enter(inner, `${path}${node.id}/`, depth + 1);
    }
  };
  enter(workflow, '', 0);
  return nodes;
}

/** The node whose policies an event goes by: ORBIT tells a compensation by the step undone. */
export function nodeBehind(
  nodes: Nodes,
  { node, unit }: { readonly node: string; readonly unit: string },
): WorkflowNode | undefined {
  return nodes.get(isNamedByUndone(node, unit) ? `compensate:${node}` : node);
}

function load(
  href: string,
  documents: { readonly [reference: string]: string },
  known: Map<string, Workflow | null>,
): Workflow | null {
  const seen = known.get(href);
  if (seen !== undefined) return seen;
  const name = [href, href.slice(href.lastIndexOf('/') + 1)].find((each) =>
    Object.hasOwn(documents, each),
  );
  const text = name === undefined ? undefined : documents[name];
  const workflow = text === undefined ? null : readDocument(text).workflow;
  known.set(href, workflow);
  return workflow;
}
