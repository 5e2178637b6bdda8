/** What the names of an expression mean, by where it stands. */

import { quote } from '../../model/show.ts';
import type { ChainPart } from '../expression/syntax.ts';
import type { Findings, Related } from '../findings.ts';
import { shown, ticked } from '../show-name.ts';
import type { Span } from '../syntax/token.ts';
import { NULL, type OrbitType, objectOf, STRING, UNKNOWN } from '../types.ts';
import type { WorkflowContract } from './contracts.ts';
import { addDependency, memberIn, type StepView, waitsFor } from './step-view.ts';
import type { TypeScope } from './type-scope.ts';

/** What all expressions of one workflow share. */
export interface WorkflowScope {
  readonly contract: WorkflowContract;
  readonly findings: Findings;
  readonly views: readonly StepView[];
  readonly byName: ReadonlyMap<string, StepView>;
  readonly input: OrbitType;
  readonly execution: OrbitType;
  readonly divides: (part: ChainPart) => void;
  /** By a loop variable the step that has it. */
  readonly loops: ReadonlyMap<string, string>;
}

export function createWorkflowScope(
  contract: WorkflowContract,
  views: readonly StepView[],
  byName: ReadonlyMap<string, StepView>,
  divides: (part: ChainPart) => void,
): WorkflowScope {
  const { findings } = contract.file;
  const input = objectOf(contract.input);
  const version = contract.declaration.version === null ? NULL : STRING;
  const execution = objectOf(
    new Map([
      ['id', STRING],
      ['workflow', STRING],
      ['version', version],
    ]),
  );
  const loops = new Map(
    views.flatMap((view): [string, string][] => {
      const loop = memberIn(view, 'for');
      return loop === null ? [] : [[loop.variable.text, view.name]];
    }),
  );
  return { contract, findings, views, byName, input, execution, divides, loops };
}

const NOTHING: ReadonlySet<string> = new Set();

/** A step that an expression names, or undefined where it has its own answer for the name. */
type Own = (name: string, span: Span) => OrbitType | undefined;

function scopeWith(workflow: WorkflowScope, id: string, own: Own, variables: string[]): TypeScope {
  const { findings, byName, input, execution, divides } = workflow;
  return {
    findings,
    id,
    present: NOTHING,
    divides,
    relatedOf: (path) => relatedOf(path, byName),
    typeOf(name, span) {
      if (name === 'input') return input;
      if (name === 'execution') return execution;
      const type = own(name, span);
      if (type !== undefined) return type;
      const names = ['input', 'execution', ...variables];
      const hint = findings.suggest(name, chain(names, byName.keys()));
      const message = `there is no step, loop variable or other value ${quote(name)}${hint}`;
      findings.add('U2010', span, message, { id, ...noteOf(name, workflow) });
      return UNKNOWN;
    },
  };
}

function* chain(one: Iterable<string>, other: Iterable<string>): Generator<string> {
  yield* one;
  yield* other;
}

/** Why a name is not there that stands somewhere. */
function noteOf(name: string, { contract, loops }: WorkflowScope): { readonly note?: string } {
  if (contract.input.has(name)) return { note: `an input is read as input.${shown(name)}` };
  const step = loops.get(name);
  if (step === undefined) return {};
  return {
    note: `the loop variable of step ${ticked(step)} is there in its \`with\`, \`idempotency_key\` and \`compensate\``,
  };
}

function relatedOf(path: string, byName: ReadonlyMap<string, StepView>): readonly Related[] {
  const task = byName.get(path)?.task ?? null;
  if (task === null || !task.isMain) return [];
  const { start, end } = task.declaration.name;
  return [{ start, end, message: 'its contract' }];
}

/** Reads steps, and waits for each that it reads; `isLooping` where the loop variable is there. */
export function forwardScope(
  workflow: WorkflowScope,
  view: StepView,
  isLooping: boolean,
): TypeScope {
  const loop = isLooping ? memberIn(view, 'for') : null;
  const variable = loop?.variable.text ?? null;
  const own: Own = (name) => {
    if (name === variable) return view.variable;
    const step = workflow.byName.get(name);
    if (step === undefined) return undefined;
    addDependency(view, step.index);
    return step.output;
  };
  return scopeWith(workflow, view.name, own, variable === null ? [] : [variable]);
}

/** The value behind `return` reads every step. */
export function returnScope(workflow: WorkflowScope): TypeScope {
  const own: Own = (name) => workflow.byName.get(name)?.output;
  return scopeWith(workflow, workflow.contract.name, own, []);
}

/**
 * A compensation reads its own step, as the output of what is undone, and the steps that its
 * step depends on (E0308 for all others); it adds no dependency.
 */
export function compensationScope(
  workflow: WorkflowScope,
  view: StepView,
  dependsOn: (step: number, to: number) => boolean,
): TypeScope {
  const variable = memberIn(view, 'for')?.variable.text ?? null;
  const own: Own = (name, span) => {
    if (name === variable) return view.variable;
    if (name === view.name) return view.element;
    const step = workflow.byName.get(name);
    if (step === undefined) return undefined;
    if (waitsFor(view, step.index) || dependsOn(view.index, step.index)) {
      return step.output;
    }
    const note = `a compensation for ${ticked(view.name)} can only read ${ticked(view.name)} and the steps it depends on`;
    const message = `step ${ticked(name)} cannot be referenced here`;
    workflow.findings.add('E0308', span, message, { id: view.name, note });
    return UNKNOWN;
  };
  return scopeWith(workflow, view.name, own, variable === null ? [] : [variable]);
}
