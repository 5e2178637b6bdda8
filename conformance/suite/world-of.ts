/** What the tasks of a case do: its scenario, as the answers that a driver gets. */

import type { JsonObject } from '../../core/model/json.ts';
import type { Scenario, TaskAnswer } from '../../core/model/scenario.ts';
import type { WorkflowNode } from '../../core/model/workflow.ts';
import { placeholderOf } from '../../simulator/program/literal.ts';
import type { World } from '../protocol/record.ts';
import type { PerformParameters, PerformResult } from '../protocol/schema/index.ts';
import type { TestCase } from './case.ts';

/**
 * The world of one run. It remembers what happened in it, so that it can be asked.
 * @param scale What the runtime's clock makes of a plan's ms.
 */
export const worldOf = ({ workflow, scenario }: TestCase, scale = 1): World => {
  const nodes = new Map(workflow.nodes.map((node) => [node.id, node]));
  const isOrbit = workflow.orbit !== undefined;
  const placeholder: Placeholder = (node) => (node === null ? {} : placeholderOf(node, isOrbit));
  const effects = new Map<string, Effect>();
  return (call) => {
    const name = `${call.unit}\n${call.step}`;
    const node = nodes.get(call.step) ?? null;
    if (call.purpose === 'reconcile') {
      return scenario.world.status ? status(effects.get(name), call.at) : status(null, call.at);
    }
    const answer = answerTo(scenario, call);
    if (answer.applied && !effects.has(name)) {
      const output = answer.then.kind === 'ok' ? answer.then.output : placeholder(node);
      effects.set(name, { at: call.at + answer.after * scale, output });
    }
    return resultOf(answer, node, placeholder);
  };
};

interface Effect {
  /** When it happens, on the runtime's clock. */
  readonly at: number;
  readonly output: JsonObject;
}

/** Null: nobody can tell. */
const status = (effect: Effect | undefined | null, at: number): PerformResult => {
  if (effect === null) return { then: { ok: { applied: null } } };
  if (effect === undefined || effect.at > at) return { then: { ok: { applied: false } } };
  return { then: { ok: { applied: true, output: effect.output } } };
};

/** Entry n answers attempt n, the last one all later ones; by unit, then by node. */
const answerTo = (scenario: Scenario, { unit, step, attempt }: PerformParameters): TaskAnswer => {
  const answers = scenario.tasks[unit] ?? scenario.tasks[step] ?? [];
  return answers[Math.min(attempt, answers.length) - 1] ?? usual(scenario);
};

const usual = (scenario: Scenario): TaskAnswer => ({
  after: scenario.default.after,
  then: { kind: 'default' },
  applied: true,
  duplicate: false,
});

/** What a task without an entry hands back. */
type Placeholder = (node: WorkflowNode | null) => JsonObject;

const resultOf = (
  { after, then }: TaskAnswer,
  node: WorkflowNode | null,
  placeholder: Placeholder,
): PerformResult => {
  switch (then.kind) {
    case 'default':
      return { after, then: { ok: placeholder(node) } };
    case 'ok':
      return { after, then: { ok: then.output } };
    case 'hang':
      return { then: { hang: true } };
    case 'timeout':
      // The line format's word for an attempt that outlasts its limit, whatever that is.
      return node?.timeout == null
        ? { after, then: { error: { class: 'timeout' } } }
        : { then: { hang: true } };
    case 'error': {
      const { class: name, status, retryable, message } = then.error;
      return {
        after,
        then: {
          error: {
            class: name,
            ...(status === null ? {} : { status }),
            ...(retryable === null ? {} : { retryable }),
            message: message === '' ? `the task says ${name}` : message,
          },
        },
      };
    }
  }
};
