/** Findings as tests write them, and pieces of documents that many of them need. */

import type { Workflow, WorkflowNode } from '../../model/workflow.ts';
import { readOrbitText } from '../read.ts';

/** `line:column code message` of each finding, in their order. */
export function findingsIn(source: string): readonly string[] {
  return readOrbitText(source).findings.map(
    ({ line, column, code, message }) => `${line}:${column} ${code} ${message}`,
  );
}

export function codesIn(source: string): readonly string[] {
  return readOrbitText(source).findings.map(({ code }) => code);
}

/** The workflow of a document that must be valid, warnings allowed. */
export function workflowOf(source: string): Workflow {
  const { workflow, findings } = readOrbitText(source);
  if (workflow !== null) return workflow;
  throw new Error(findings.map(({ line, message }) => `${line}: ${message}`).join('\n'));
}

export function nodeOf(workflow: Workflow, id: string): WorkflowNode {
  const node = workflow.nodes.find((each) => each.id === id);
  if (node === undefined) throw new Error(`there is no node ${id}`);
  return node;
}

/** `a>b` for each edge of a type. */
export function edgesOf({ edges }: Workflow, type: 'control' | 'compensation'): readonly string[] {
  return edges.filter((edge) => edge.type === type).map(({ from, to }) => `${from}>${to}`);
}

/** Two tasks, of which the second undoes the first. */
export const TASKS = `task "a.run" { input { n: Int } output { v: Int } }
task "a.undo" { input { v: Int } output { ok: Bool } }
`;
