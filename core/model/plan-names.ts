/** Names in a plan: declared once, and nothing refers to what is not there. */

import type { Problem } from './inspect.ts';
import { quote } from './show.ts';
import { didYouMean } from './suggest.ts';
import type { Workflow, WorkflowNode } from './workflow.ts';

interface Named {
  readonly name: string;
  readonly path: string;
}

/** Reports ids that occur twice, and references to nodes, artifacts and resources unknown. */
export function checkPlanNames(workflow: Workflow, problems: Problem[]): void {
  const { nodes, artifacts, resources } = workflow;
  const nodeIds = unique(namesOf(nodes, '/nodes'), 'node', problems);
  const artifactIds = unique(namesOf(artifacts, '/artifacts'), 'artifact', problems);
  const resourceIds = unique(namesOf(resources, '/resources'), 'resource', problems);
  if (workflow.profile !== 'orbit') refuseNamesOfUndo(namesOf(nodes, '/nodes'), problems);
  for (const [index, node] of nodes.entries()) {
    unique(portsOf(node.inputs, `/nodes/${index}/inputs`), 'input', problems);
    unique(portsOf(node.outputs, `/nodes/${index}/outputs`), 'output', problems);
    const path = `/nodes/${index}`;
    known(nodesOf(node, path), nodeIds, 'node', problems);
    known(refsOf(node.artifacts, `${path}/artifacts`), artifactIds, 'artifact', problems);
    known(refsOf(node.resources, `${path}/resources`), resourceIds, 'resource', problems);
  }
  known(nodesOfWorkflow(workflow), nodeIds, 'node', problems);
}

function refuseNamesOfUndo(named: readonly Named[], problems: Problem[]): void {
  for (const { name, path } of named) {
    if (!name.includes(':')) continue;
    const message = `${quote(name)} is an id of the orbit profile alone; give it a name without a colon`;
    problems.push({ path, message });
  }
}

function unique(named: readonly Named[], what: string, problems: Problem[]): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const { name, path } of named) {
    if (seen.has(name)) {
      problems.push({ path, message: `the ${what} ${quote(name)} is declared already` });
    }
    seen.add(name);
  }
  return seen;
}

function known(
  named: readonly Named[],
  declared: ReadonlySet<string>,
  what: string,
  problems: Problem[],
): void {
  for (const { name, path } of named) {
    if (declared.has(name)) continue;
    const message = `there is no ${what} ${quote(name)}${didYouMean(name, declared)}`;
    problems.push({ path, message });
  }
}

function namesOf(items: readonly { readonly id: string }[], path: string): Named[] {
  return items.map(({ id }, index) => ({ name: id, path: `${path}/${index}/id` }));
}

function portsOf(ports: readonly { readonly name: string }[], path: string): Named[] {
  return ports.map(({ name }, index) => ({ name, path: `${path}/${index}/name` }));
}

function refsOf(references: readonly { readonly ref: string }[], path: string): Named[] {
  return references.map(({ ref }, index) => ({ name: ref, path: `${path}/${index}/ref` }));
}

function nodesOf(node: WorkflowNode, path: string): Named[] {
  const named = (node.cases ?? []).map(({ to }, index) => ({
    name: to,
    path: `${path}/cases/${index}/to`,
  }));
  if (node.otherwise !== null) named.push({ name: node.otherwise, path: `${path}/otherwise` });
  if (node.loop !== null) named.push({ name: node.loop.body, path: `${path}/loop/body` });
  if (node.compensates !== null) {
    named.push({ name: node.compensates, path: `${path}/compensates` });
  }
  return named;
}

function nodesOfWorkflow({ entry, edges }: Workflow): Named[] {
  const named = edges.flatMap(({ from, to }, index) => [
    { name: from, path: `/edges/${index}/from` },
    { name: to, path: `/edges/${index}/to` },
  ]);
  return entry === null ? named : [{ name: entry, path: '/entry' }, ...named];
}
