/** Checks one workflow: its steps, their values, their order, their compensations. */

import { quote } from '../../model/show.ts';
import { childrenOf } from '../expression/children.ts';
import { EXPRESSION_WORDS, type OrbitExpression } from '../expression/syntax.ts';
import { ticked } from '../show-name.ts';
import type { Name } from '../syntax/document.ts';
import {
  isDynamic,
  JSON_TYPE,
  mayBeNull,
  NULL,
  type OrbitType,
  typeText,
  UNKNOWN,
} from '../types.ts';
import { circlesIn } from './circles.ts';
import {
  checkCompensation,
  checkCompensationMembers,
  checkKey,
  checkPairing,
} from './compensation.ts';
import type { Contracts, WorkflowContract } from './contracts.ts';
import { firstOf } from './contracts.ts';
import { factsOf } from './facts.ts';
import { infer, inferTruth } from './infer.ts';
import { checkInputs } from './inputs.ts';
import { checkMembers, checkTimeout, reportFor } from './members.ts';
import { mismatch, reportNull } from './present.ts';
import {
  compensationScope,
  createWorkflowScope,
  forwardScope,
  returnScope,
  type WorkflowScope,
} from './scopes.ts';
import { addDependency, memberIn, type StepView, viewOf } from './step-view.ts';
import { targetOfTask, targetOfWorkflow } from './target.ts';
import { type TypeScope, within } from './type-scope.ts';
import { createWays } from './ways.ts';

export interface CheckedWorkflow {
  readonly contract: WorkflowContract;
  readonly views: readonly StepView[];
  /** What it returns. */
  readonly returns: OrbitType;
  /** Offsets of each `/` that divides whole numbers. */
  readonly divisions: ReadonlySet<number>;
}

/** @param returns What child workflows return; those that are not in it are not known. */
export function checkWorkflow(
  contract: WorkflowContract,
  contracts: Contracts,
  returns: ReadonlyMap<string, OrbitType>,
): CheckedWorkflow {
  const { declaration, file } = contract;
  const divisions = new Set<number>();
  const views = declaration.steps.map((step, index) => viewOf(step, index, contracts, returns));
  const scope = createWorkflowScope(contract, views, namesOf(views, contract), (part) => {
    divisions.add(part.operatorSpan.start);
  });
  if (declaration.timeout !== null) {
    checkTimeout('timeout', declaration.timeout, reportFor(file.findings, contract.name));
  }
  for (const view of views) checkForward(view, scope, contracts);
  const dependsOn = orderOf(views, scope);
  for (const view of views) checkUndoing(view, scope, contracts, dependsOn);
  const type = declaration.returns === null ? NULL : infer(declaration.returns, returnScope(scope));
  return { contract, views, returns: type, divisions };
}

/** Steps by name; of two of one name the first counts. */
function namesOf(
  views: readonly StepView[],
  { file }: WorkflowContract,
): ReadonlyMap<string, StepView> {
  const byName = new Map<string, StepView>();
  for (const view of views) {
    const { name } = view.step;
    const first = byName.get(view.name);
    if (first === undefined) byName.set(view.name, view);
    else {
      const details = { id: view.name, related: [firstOf(first.step.name)] };
      file.findings.add('U2004', name, `there is a step ${quote(view.name)} already`, details);
    }
    const reserved = reservedFor(name);
    if (reserved !== null) file.findings.add('U2009', name, reserved, { id: view.name });
  }
  return byName;
}

function reservedFor({ text }: Name): string | null {
  if (text === 'input' || text === 'execution') {
    return `${quote(text)} is a name of the language, and a step of that name could not be read`;
  }
  return EXPRESSION_WORDS.has(text) ? `${quote(text)} is a word of the language` : null;
}

/** All of a step but its compensation; on the way it is found out what the step waits for. */
function checkForward(view: StepView, workflow: WorkflowScope, contracts: Contracts): void {
  const { findings, byName } = workflow;
  const report = reportFor(findings, view.name);
  checkMembers(view, report);
  for (const name of memberIn(view, 'after')?.steps ?? []) {
    const step = byName.get(name.text);
    if (step === undefined) {
      const hint = findings.suggest(name.text, byName.keys());
      report('U2016', name, `there is no step ${quote(name.text)}${hint}`);
    } else addDependency(view, step.index);
  }
  const outside = forwardScope(workflow, view, false);
  const when = memberIn(view, 'when');
  if (when !== null) inferTruth(when.expression, outside);
  const facts = when === null ? [] : factsOf(when.expression, true);
  checkFor(view, workflow, within(outside, facts));
  const inside = within(forwardScope(workflow, view, true), facts);
  checkCall(view, contracts, inside);
  const key = memberIn(view, 'idempotency_key');
  if (key === null) return;
  checkKey(key.expression, inside);
  checkKeyOfElement(view, key.expression, false, inside);
}

function checkFor(view: StepView, { byName }: WorkflowScope, scope: TypeScope): void {
  const loop = memberIn(view, 'for');
  if (loop === null) return;
  const { variable, over } = loop;
  const report = reportFor(scope.findings, view.name);
  const reserved = reservedFor(variable);
  const step = byName.get(variable.text);
  if (reserved !== null) report('U2009', variable, reserved);
  else if (step !== undefined) {
    const related = [{ ...firstOf(step.step.name), message: 'the step' }];
    report('U2009', variable, `this loop variable hides step ${quote(variable.text)}`, { related });
  }
  const type = infer(over, scope);
  view.variable = UNKNOWN;
  if (mayBeNull(type)) reportNull(over, type, scope, "'for' takes a list");
  else if (type.kind === 'list') view.variable = type.of.kind === 'never' ? JSON_TYPE : type.of;
  else if (isDynamic(type)) view.variable = type;
  else mismatch(over, `'for' takes a list, not ${typeText(type)}`, scope);
}

function checkCall(view: StepView, contracts: Contracts, scope: TypeScope): void {
  const { action } = view;
  const { isBroken } = view.step;
  const entries = memberIn(view, 'with')?.entries ?? [];
  switch (action?.kind) {
    case 'worker':
      checkInputs(entries, targetOfTask(action.name, contracts, scope, isBroken), scope);
      return;
    case 'workflow':
      checkInputs(entries, targetOfWorkflow(action.name, contracts, scope, isBroken), scope);
      return;
    default:
      for (const { value } of entries) if (value !== null) infer(value, scope);
  }
}

/** The elements of a `for` are called under keys of their own, so that none counts as repeated. */
function checkKeyOfElement(
  view: StepView,
  key: OrbitExpression,
  isUndoing: boolean,
  { findings, id }: TypeScope,
): void {
  const variable = memberIn(view, 'for')?.variable.text;
  if (variable === undefined) return;
  const names = namesIn(key);
  if (names.has(variable) || (isUndoing && names.has(view.name))) return;
  const message = `this key is the same for every element of the 'for'`;
  const note = `let it depend on ${ticked(variable)}, or leave it out`;
  findings.add('U2505', key, message, { id, note });
}

function namesIn(expression: OrbitExpression): ReadonlySet<string> {
  const names = new Set<string>();
  const open = [expression];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.kind === 'name') names.add(next.name);
    open.push(...childrenOf(next));
  }
  return names;
}

/** Reports circles; where there are none, tells which steps depend on which. */
function orderOf(
  views: readonly StepView[],
  { findings }: WorkflowScope,
): (step: number, to: number) => boolean {
  const dependencies = views.map((view) => view.dependencies);
  const circles = circlesIn(dependencies);
  for (const circle of circles) {
    const members = circle.flatMap((index) => views[index] ?? []);
    const [first] = members;
    if (first === undefined) continue;
    const message =
      members.length === 1
        ? `step ${quote(first.name)} waits for itself`
        : `these steps wait for each other: ${wayText(members.map(({ name }) => name))}`;
    const related = members.slice(1, 1 + SHOWN).map(({ step: { name } }) => ({
      ...firstOf(name),
      message: 'this step is one of them',
    }));
    findings.add('U2030', first.step.name, message, { id: first.name, related });
  }
  // Where there is a circle, nothing more is said about what depends on what.
  return circles.length > 0 ? () => true : createWays(dependencies).dependsOn;
}

/** Members of a circle that a message shows. */
const SHOWN = 8;

/** `a → b → a`; of a long way its beginning. */
export function wayText(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map(quote);
  const [first = ''] = shown;
  const rest = names.length > SHOWN ? [`… (${names.length - SHOWN} more)`] : [];
  return [...shown, ...rest, first].join(' → ');
}

function checkUndoing(
  view: StepView,
  workflow: WorkflowScope,
  contracts: Contracts,
  dependsOn: (step: number, to: number) => boolean,
): void {
  const report = reportFor(workflow.findings, view.name);
  const when = memberIn(view, 'when');
  const facts = when === null ? [] : factsOf(when.expression, true);
  for (const member of view.step.members) {
    if (member.kind !== 'compensate') continue;
    checkCompensationMembers(member, report);
    const scope = within(compensationScope(workflow, view, dependsOn), facts);
    checkCompensation(member, contracts, scope, report);
    for (const inner of member.members) {
      if (inner.kind === 'idempotency_key') checkKeyOfElement(view, inner.expression, true, scope);
    }
  }
  checkPairing(view, report);
}
