/** From a step, or a compensation, to a node of the model. */

import { NONE } from '../model/lists.ts';
import { type Building, plainNode } from '../model/plain.ts';
import type { InputPort, OutputPort, RetryPolicy, WorkflowNode } from '../model/workflow.ts';
import type { Contracts } from './check/contracts.ts';
import { memberIn, type StepView } from './check/step-view.ts';
import type { OrbitExpression } from './expression/syntax.ts';
import type { Entry, Member, RetrySyntax } from './syntax/document.ts';
import { memberOf } from './syntax/document.ts';
import { type Fields, mayBeLeftOut, typeText } from './types.ts';

/** Writes an expression as it stands in the document, but with `div` for a whole division. */
export type TextOf = (expression: OrbitExpression) => string;

export function nodeOf(view: StepView, text: TextOf): WorkflowNode {
  const { action, task, child } = view;
  const node = plainNode(view.name);
  switch (action?.kind) {
    case 'worker':
      node.implementation = action.name.text;
      node.outputs = outputsOf(task?.output ?? new Map());
      break;
    case 'workflow':
      node.kind = 'subworkflow';
      node.subworkflow = { href: action.name.text, digest: null, specVersion: null };
      break;
    case 'sleep':
      node.kind = 'wait';
      node.wait = { duration: action.duration.value, until: null, event: null };
      break;
    case 'await':
      node.kind = 'wait';
      node.wait = { duration: null, until: null, event: action.name.text };
      break;
    default:
  }
  const when = memberIn(view, 'when');
  if (when !== null) node.guard = text(when.expression);
  const loop = memberIn(view, 'for');
  if (loop !== null) {
    const maxParallel = memberIn(view, 'max_parallel')?.count.value ?? null;
    node.fanOut = { variable: loop.variable.text, over: text(loop.over), maxParallel };
  }
  fill(node, view.step.members, task?.input ?? child?.input ?? null, text);
  return node;
}

/** What a step and a compensation have in common. */
function fill(
  node: Building<WorkflowNode>,
  members: readonly Member[],
  inputs: Fields | null,
  text: TextOf,
): void {
  node.inputs = inputsOf(memberOf(members, 'with')?.entries ?? [], inputs, text);
  const retry = memberOf(members, 'retry');
  if (retry !== null) node.retry = policyOf(retry.policy);
  const timeout = memberOf(members, 'timeout');
  if (timeout !== null) node.timeout = { duration: timeout.duration.value, onTimeout: 'fail' };
  const queueTimeout = memberOf(members, 'queue_timeout');
  if (queueTimeout !== null) node.queueTimeout = queueTimeout.duration.value;
  const pool = memberOf(members, 'using');
  if (pool !== null) node.pool = pool.name.text;
  const key = memberOf(members, 'idempotency_key');
  if (key !== null) node.idempotencyKey = text(key.expression);
}

/** The node that undoes a step. */
export function compensationOf(
  view: StepView,
  members: readonly Member[],
  contracts: Contracts,
  text: TextOf,
): WorkflowNode {
  const node = plainNode(`compensate:${view.name}`);
  const worker = memberOf(members, 'worker');
  node.implementation = worker?.name.text ?? null;
  node.compensates = view.name;
  const task = worker === null ? null : contracts.task(worker.name.text);
  node.outputs = outputsOf(task?.output ?? new Map());
  fill(node, members, task?.input ?? null, text);
  return node;
}

function inputsOf(
  entries: readonly Entry[],
  types: Fields | null,
  text: TextOf,
): readonly InputPort[] {
  if (entries.length === 0) return NONE;
  return entries.flatMap(({ name, value }) => {
    if (value === null) return [];
    const type = types?.get(name.text);
    return [
      {
        name: name.text,
        description: null,
        type: type === undefined ? null : typeText(type),
        required: type === undefined || !mayBeLeftOut(type),
        default: null,
        value: text(value),
      },
    ];
  });
}

function outputsOf(fields: Fields): readonly OutputPort[] {
  if (fields.size === 0) return NONE;
  return [...fields].map(([name, type]) => ({
    name,
    description: null,
    type: typeText(type),
    required: !mayBeLeftOut(type),
    default: null,
    value: null,
  }));
}

/** What is left out is as in HarnessXML, save jitter: ORBIT's decider records the delay. */
function policyOf(retry: RetrySyntax): RetryPolicy {
  return {
    maxAttempts: retry.attempts?.value ?? 1,
    backoff: retry.backoff?.value ?? 'exponential',
    initialDelay: retry.initialDelay?.value ?? 1000,
    maxDelay: retry.maxDelay?.value ?? null,
    multiplier: retry.multiplier?.value ?? 2,
    jitter: retry.jitter?.value === true ? 'full' : 'none',
    retryOn: null,
  };
}
