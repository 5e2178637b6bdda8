/** Checks all of a document: declarations, records, workflows, and who calls whom. */

import { quote } from '../../model/show.ts';
import type { Name } from '../syntax/document.ts';
import type { OrbitType } from '../types.ts';
import { circlesIn } from './circles.ts';
import type { Contracts, RecordEntry, WorkflowContract } from './contracts.ts';
import { ACTIONS } from './step-view.ts';
import { type CheckedWorkflow, checkWorkflow, wayText } from './workflow.ts';

export interface CheckedProgram {
  /** The workflow that runs: the last of the document that no other of it calls. */
  readonly root: CheckedWorkflow | null;
  /** The workflows that it calls, directly and through others, each before those that call it. */
  readonly children: readonly CheckedWorkflow[];
}

export function checkProgram(contracts: Contracts): CheckedProgram {
  const { findings } = contracts.main;
  checkRecords(contracts);
  checkContracts(contracts);
  const calls = callsOf(contracts);
  checkRecursion(calls, contracts);
  const checked = new Map<string, CheckedWorkflow>();
  const returns = new Map<string, OrbitType>();
  for (const contract of calls.order) {
    const result = checkWorkflow(contract, contracts, returns);
    checked.set(contract.name, result);
    returns.set(contract.name, result.returns);
  }
  const root = rootOf(contracts, calls);
  if (root === null) {
    if (contracts.workflows.length === 0 && !findings.hasErrors) {
      findings.add(
        'U2501',
        { start: 0, end: 1 },
        'no workflow is declared here, so nothing can run',
      );
    }
    return { root: null, children: [] };
  }
  const reached = reachedFrom(root, calls);
  return {
    root: checked.get(root.name) ?? null,
    children: calls.order.flatMap((contract) =>
      contract !== root && reached.has(contract.name) ? (checked.get(contract.name) ?? []) : [],
    ),
  };
}

function checkContracts({ tasks, task, taskNames, main: { findings } }: Contracts): void {
  for (const { name, declaration } of tasks) {
    const by = declaration.compensatedBy;
    if (by === null || task(by.text) !== null) continue;
    const hint = findings.suggest(by.text, taskNames());
    const message = `there is no contract for task ${quote(by.text)}${hint}`;
    findings.add('U2014', by, message, { id: name });
  }
}

/** A record whose field must hold the record again has no value. */
function checkRecords({ records, main: { findings } }: Contracts): void {
  const indexes = new Map(records.map(({ type }, index) => [type, index]));
  const edges = records.map(({ fields }) =>
    [...fields.values()].flatMap((field) => indexes.get(field) ?? []),
  );
  for (const circle of circlesIn(edges)) {
    const names = circle.map((index) => (records[index] as RecordEntry).declaration.name);
    const [first] = names;
    if (first === undefined) continue;
    const way = wayText(names.map(({ text }) => text));
    const note = 'make one of the fields optional, or a list';
    findings.add('U2032', first, `no value has this type: ${way}`, { id: first.text, note });
  }
}

interface Calls {
  /** Every workflow of the document, and those of others that they call: callees first. */
  readonly order: readonly WorkflowContract[];
  /** By a workflow's name the names that its steps call, with the place of each. */
  readonly called: ReadonlyMap<string, readonly Name[]>;
}

function callsOf({ workflows, workflow }: Contracts): Calls {
  const called = new Map<string, readonly Name[]>();
  const order: WorkflowContract[] = [];
  const open: { readonly contract: WorkflowContract; next: number }[] = [];
  const begin = (contract: WorkflowContract): void => {
    if (called.has(contract.name)) return;
    called.set(contract.name, namesCalledBy(contract));
    open.push({ contract, next: 0 });
  };
  for (const root of workflows) {
    begin(root);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const name = called.get(top.contract.name)?.[top.next];
      top.next += 1;
      if (name === undefined) {
        order.push(top.contract);
        open.pop();
        continue;
      }
      const callee = workflow(name.text);
      if (callee !== null) begin(callee);
    }
  }
  return { order, called };
}

function namesCalledBy({ declaration }: WorkflowContract): readonly Name[] {
  return declaration.steps.flatMap(({ members }) => {
    const action = members.find(({ kind }) => ACTIONS.some((known) => known === kind));
    return action?.kind === 'workflow' ? [action.name] : [];
  });
}

function checkRecursion({ order, called }: Calls, { main: { findings } }: Contracts): void {
  const indexes = new Map(order.map(({ name }, index) => [name, index]));
  const edges = order.map(({ name }) =>
    (called.get(name) ?? []).flatMap(({ text }) => indexes.get(text) ?? []),
  );
  for (const circle of circlesIn(edges)) {
    const names = circle.map((index) => (order[index] as WorkflowContract).name);
    const at = circle.findIndex((index) => (order[index] as WorkflowContract).isMain);
    const contract = order[circle[at] ?? -1];
    if (contract === undefined) continue;
    const way = [...names.slice(at), ...names.slice(0, at)];
    const next = way[1 % way.length];
    const call = called.get(contract.name)?.find(({ text }) => text === next);
    const message = `workflow ${quote(contract.name)} calls itself: ${wayText(way)}`;
    findings.add('U2031', call ?? contract.declaration.name, message, { id: contract.name });
  }
}

function rootOf({ workflows }: Contracts, { called }: Calls): WorkflowContract | null {
  const callees = new Set(
    workflows.flatMap(({ name }) => (called.get(name) ?? []).map(({ text }) => text)),
  );
  return workflows.findLast(({ name }) => !callees.has(name)) ?? null;
}

function reachedFrom(root: WorkflowContract, { called }: Calls): ReadonlySet<string> {
  const reached = new Set([root.name]);
  const open = [root.name];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const { text } of called.get(name) ?? []) {
      if (reached.has(text)) continue;
      reached.add(text);
      open.push(text);
    }
  }
  return reached;
}
