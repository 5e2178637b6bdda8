/** Values that are read too early, handed to others, or not made at all; and steps that wait. */

import type { Json } from '../../../core/model/json.ts';
import { callsAs } from '../levers/calls.ts';
import { stepsOf } from '../levers/meddling.ts';
import { readsEdges, readsNodes } from '../levers/plan.ts';
import type { Mutant } from '../mutant.ts';

/** An expression as it would come out before any step has run. */
const tooEarly = (expression: string | null): string | null =>
  expression?.replaceAll(/\b[a-z]\w*\.(?:n|id|list)\b/g, 'null') ?? null;

export const dataMutants: readonly Mutant[] = [
  {
    id: 'guards-too-early',
    title: 'evaluates guards before the steps that they read have run',
    why: 'The plan is resolved when the run is created.',
    caughtBy: ['schedule/guard-skips'],
    profiles: ['harness'],
    change: readsNodes((node) => ({ ...node, guard: tooEarly(node.guard) })),
  },
  {
    id: 'conditions-too-early',
    title: 'evaluates conditions of edges before the steps that they read have run',
    why: 'The graph is pruned when the run is created.',
    caughtBy: ['schedule/edge-condition'],
    profiles: ['harness'],
    change: readsEdges((edge) => ({ ...edge, condition: tooEarly(edge.condition) })),
  },
  {
    id: 'always-otherwise',
    title: 'takes `otherwise`, whatever the cases say',
    why: 'Cases are compared as texts, and no text is true.',
    caughtBy: ['schedule/decision-first-true'],
    profiles: ['harness'],
    change: readsNodes((node) =>
      node.cases === null
        ? node
        : { ...node, cases: node.cases.map(({ to }) => ({ when: '${false}', to })) },
    ),
  },
  {
    id: 'hands-over-templates',
    title: 'hands over the text of an expression instead of its value',
    why: 'Templates are resolved by the user interface alone.',
    caughtBy: ['schedule/data-edge'],
    profiles: ['harness'],
    change: callsAs((workflow) => (call) => {
      const node = workflow.nodes.find(({ id }) => id === call.step);
      if (call.purpose !== 'forward' || node === undefined) return call;
      const texts = node.inputs.flatMap(({ name, value }) =>
        value === null ? [] : [[name, value]],
      );
      return { ...call, input: { ...(call.input as object), ...Object.fromEntries(texts) } };
    }),
  },
  {
    id: 'waits-do-not-wait',
    title: 'passes steps that wait for a time at once',
    why: 'A wait is a task without a worker, and such tasks are done.',
    caughtBy: ['schedule/control-edge'],
    profiles: ['harness'],
    change: readsNodes((node) =>
      node.wait !== null && node.wait.duration !== null
        ? { ...node, wait: { ...node.wait, duration: 0 } }
        : node,
    ),
  },
  {
    id: 'needs-no-signal',
    title: 'passes steps that wait for a signal at once',
    why: 'Signals are events, and the engine has no events yet.',
    caughtBy: ['schedule/control-edge'],
    profiles: ['harness'],
    change: readsNodes((node) =>
      node.wait !== null && node.wait.event !== null
        ? { ...node, wait: { duration: 0, until: null, event: null } }
        : node,
    ),
  },
  {
    id: 'elements-in-reverse',
    title: 'hands the last element to the first iteration',
    why: 'The list is a stack to the engine.',
    caughtBy: ['schedule/loop-iteration-scoped'],
    profiles: ['harness'],
    change: {
      meddles: () => {
        const met = new Set<object>();
        return (engine) => {
          for (const { looping } of stepsOf(engine)) {
            if (looping?.elements == null || met.has(looping)) continue;
            met.add(looping);
            // The list itself may be the document's own, which other runs share.
            const turned: { elements: readonly Json[] } = {
              elements: looping.elements.toReversed(),
            };
            Object.assign(looping, turned);
          }
        };
      },
    },
  },
];
