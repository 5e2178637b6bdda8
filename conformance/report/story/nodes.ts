/** Every node that a run can meet by the name that its trace has for it, subworkflows included. */

import type { Workflow, WorkflowNode } from '../../../core/model/workflow.ts';
import { readDocument } from '../../../core/read.ts';

export type Nodes = ReadonlyMap<string, WorkflowNode>;

/** Subworkflows within each other that are looked into. */
const DEEPEST = 8;
/** Nodes in all; beyond it a report knows less of the nodes of subworkflows. */
const MOST = 20_000;

/**
 * A node of a subworkflow goes by the path to it: `enrich/fetch`. ORBIT's documents hold theirs.
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
    for (const node of from.nodes) {
      nodes.set(path + node.id, node);
      if (node.subworkflow === null || depth === DEEPEST || nodes.size > MOST) continue;
      const { href } = node.subworkflow;
      const own = from.orbit?.children.find(({ id }) => id === href);
      const inner = own ?? load(href, documents, known);
      if (inner !== null) enter(inner, `${path}${node.id}/`, depth + 1);
    }
  };
  enter(workflow, '', 0);
  return nodes;
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
