/** How the expressions of a document are read: each dialect has a language of its own. */

import {
  compileExpression,
  compileTemplate,
  type Declarations,
  parseCondition,
  parseTemplate,
} from '../../core/expression/index.ts';
import type { Json } from '../../core/model/json.ts';
import type { InputPort, Workflow, WorkflowNode } from '../../core/model/workflow.ts';
import { literalOf } from './literal.ts';
import { orbitLanguage } from './orbit-language.ts';
import type { Evaluate, Language } from './program.ts';

export const languageOf = (workflow: Workflow): Language =>
  workflow.orbit === undefined ? harnessLanguage(workflow) : orbitLanguage;

/** A text that a validator would have refused fails the node that evaluates it. */
const unreadable = (text: string): Evaluate => ({
  language: 'harness',
  in: () => ({
    ok: false,
    code: 'HX-4106',
    message: `the expression ${text.slice(0, 40)} can't be read`,
  }),
});

const harnessLanguage = (workflow: Workflow): Language => {
  const declarationsFor = declarationsOf(workflow);
  return {
    expression: (text, node) => {
      if (text === null) return null;
      const parsed = parseCondition(text, declarationsFor(node));
      return parsed.ok
        ? { language: 'harness', in: compileExpression(parsed.expression) }
        : unreadable(text);
    },
    value: (port, node) => (port.value === null ? null : templateOf(port.value, port, node)),
  };

  function templateOf(text: string, { type }: InputPort, node: WorkflowNode): Evaluate {
    const parsed = parseTemplate(text, declarationsFor(node));
    if (!parsed.ok) return unreadable(text);
    const { parts } = parsed.template;
    if (parts.some((part) => typeof part !== 'string')) {
      return { language: 'harness', in: compileTemplate(parsed.template) };
    }
    const value: Json = literalOf(parts.join(''), type);
    return { language: 'harness', in: () => ({ ok: true, value }) };
  }
};

/** What the expressions of each node may name. */
const declarationsOf = (workflow: Workflow): ((node: WorkflowNode) => Declarations) => {
  const nodes = new Map<string, WorkflowNode>();
  const ports = new Map<string, ReadonlySet<string>>();
  const variables = new Set<string>();
  for (const node of workflow.nodes) {
    nodes.set(node.id, node);
    if (node.loop !== null) variables.add(node.loop.var).add(node.loop.indexVar);
    if (node.fanOut !== undefined) variables.add(node.fanOut.variable);
  }
  const portsOf = (id: string): ReadonlySet<string> => {
    const known = ports.get(id);
    if (known !== undefined) return known;
    const names = new Set(nodes.get(id)?.outputs.map((port) => port.name));
    ports.set(id, names);
    return names;
  };
  return (node) => ({
    hasNode: (id) => nodes.has(id),
    hasPort: (id, port) => portsOf(id).has(port),
    hasVariable: (name) => variables.has(name),
    hasConfig: (name) => node.config.some((property) => property.name === name),
  });
};
