/** The expressions of a workflow, each read once. */

import {
  compileExpression,
  compileTemplate,
  type Declarations,
  type Evaluation,
  parseCondition,
  parseTemplate,
  type Scope,
} from '../../../../core/expression/index.ts';
import type { Workflow, WorkflowNode } from '../../../../core/model/workflow.ts';

/** Null where the text is no expression: such a document is not valid. */
export type Compiled = ((scope: Scope) => Evaluation) | null;

interface Texts {
  readonly ports: ReadonlyMap<string, ReadonlySet<string>>;
  readonly variables: ReadonlySet<string>;
  readonly conditions: Map<string, Compiled>;
  readonly templates: Map<string, Compiled>;
}

const workflows = new WeakMap<Workflow, Texts>();

const textsOf = (workflow: Workflow): Texts => {
  const known = workflows.get(workflow);
  if (known !== undefined) return known;
  const made: Texts = {
    ports: new Map(
      workflow.nodes.map(({ id, outputs }) => [id, new Set(outputs.map(({ name }) => name))]),
    ),
    variables: new Set(
      workflow.nodes.flatMap(({ loop }) => (loop === null ? [] : [loop.var, loop.indexVar])),
    ),
    conditions: new Map(),
    templates: new Map(),
  };
  workflows.set(workflow, made);
  return made;
};

const declarationsOf = ({ ports, variables }: Texts, node: WorkflowNode): Declarations => ({
  hasNode: (id) => ports.has(id),
  hasPort: (id, port) => ports.get(id)?.has(port) ?? false,
  hasVariable: (name) => variables.has(name),
  hasConfig: (name) => node.config.some((property) => property.name === name),
});

/** A guard, case, condition, or what a loop asks; `node` is the one that evaluates it. */
export const conditionOf = (workflow: Workflow, node: WorkflowNode, text: string): Compiled => {
  const texts = textsOf(workflow);
  const name = `${node.id}\n${text}`;
  const known = texts.conditions.get(name);
  if (known !== undefined) return known;
  const reading = parseCondition(text, declarationsOf(texts, node));
  const made = reading.ok ? compileExpression(reading.expression) : null;
  texts.conditions.set(name, made);
  return made;
};

/** The value of a port: text and expressions mixed. */
export const templateOf = (workflow: Workflow, node: WorkflowNode, text: string): Compiled => {
  const texts = textsOf(workflow);
  const name = `${node.id}\n${text}`;
  const known = texts.templates.get(name);
  if (known !== undefined) return known;
  const reading = parseTemplate(text, declarationsOf(texts, node));
  const made = reading.ok ? compileTemplate(reading.template) : null;
  texts.templates.set(name, made);
  return made;
};
