/**
 * A workflow and a scenario from a seed alone, the same in every engine: graphs with every
 * kind of edge, join, policy and control, biased so that things go wrong often. For tests
 * of the simulator; what it makes is valid enough to run, not always valid HarnessXML.
 */

import type { Control, Scenario, TaskAnswer } from '../core/model/scenario.ts';
import type {
  Edge,
  EdgeType,
  NodeKind,
  RetryPolicy,
  Timeout,
  Workflow,
  WorkflowNode,
} from '../core/model/workflow.ts';
import { drawFor } from '../simulator/random.ts';
import { err, hang, lostReply, type NodeSketch, ok, scenarioOf, workflowOf } from './workflow.ts';

export interface Generated {
  readonly workflow: Workflow;
  readonly scenario: Scenario;
}

/** Choices in a row, each drawn for itself. */
export interface Chance {
  /** Below `probability`, in [0, 1]. */
  happens(probability: number): boolean;
  /** An integer from 0 to `count` − 1. */
  below(count: number): number;
  oneOf<Item>(items: readonly Item[]): Item;
}

/** The choices of a seed. */
export const chanceOf = (seed: number): Chance => {
  let drawn = 0;
  const draw = (): number => {
    drawn += 1;
    return drawFor(seed, 'generate', 'choice', drawn);
  };
  const below = (count: number): number => Math.floor(draw() * count);
  return {
    happens: (probability) => draw() < probability,
    below,
    oneOf: (items) => items[below(items.length)] as (typeof items)[number],
  };
};

const CLASSES = ['transient', 'rate_limit', 'timeout', 'invalid_input', 'internal'] as const;

/** The workflow and scenario of a seed. */
export const generate = (seed: number): Generated => {
  const chance = chanceOf(seed);
  const count = 2 + chance.below(8);
  const ids = Array.from({ length: count }, (_, index) => `n${index}`);
  const sketches: { [id: string]: NodeSketch } = {};
  const links: string[] = [...ids];
  const conditions: { readonly link: string; readonly holds: boolean }[] = [];

  ids.forEach((id, index) => {
    sketches[id] = sketchNode(chance, index, ids);
    for (let source = 0; source < index; source += 1) {
      if (!chance.happens(1.6 / index)) continue;
      const link = `${ids[source]} ${chance.oneOf(['>', '>', '>', '=dep=>', '=err=>'])} ${id}`;
      links.push(link);
      if (chance.happens(0.15)) conditions.push({ link, holds: chance.happens(0.5) });
    }
    if (chance.happens(0.5)) {
      links.push(`${id} =comp=> u${index}`);
      sketches[`u${index}`] = sketchUndo(chance);
    }
  });
  const plain = workflowOf(links.join(';'), sketches);
  const workflow = { ...plain, edges: withConditions(plain.edges, conditions) };
  return { workflow, scenario: scenarioFor(chance, seed, workflow) };
};

const ARROW: { readonly [type in EdgeType]: string } = {
  control: '>',
  data: '=>',
  dependency: '=dep=>',
  error: '=err=>',
  compensation: '=comp=>',
};

const withConditions = (
  edges: readonly Edge[],
  conditions: readonly { readonly link: string; readonly holds: boolean }[],
): Edge[] =>
  edges.map((edge) => {
    const link = `${edge.from} ${ARROW[edge.type]} ${edge.to}`;
    const found = conditions.find((condition) => condition.link === link);
    return found === undefined ? edge : { ...edge, condition: `\${${found.holds}}` };
  });

const sketchNode = (chance: Chance, index: number, ids: readonly string[]): NodeSketch => {
  const later = ids.slice(index + 1);
  const kind: NodeKind = chance.oneOf([
    ...(Array(12).fill('task') as 'task'[]),
    'transform',
    'parallel',
    'barrier',
    'wait',
    'loop',
    ...(later.length > 0 ? (['decision', 'decision'] as const) : []),
  ]);
  return {
    kind,
    idempotent: chance.happens(0.7),
    join: chance.oneOf(['all', 'all', 'all', 'any', 'quorum']),
    quorum: 1 + chance.below(2),
    ...(chance.happens(0.1) ? { guard: `\${${chance.happens(0.5)}}` } : {}),
    ...(chance.happens(0.5) ? { retry: policyOf(chance) } : {}),
    ...(chance.happens(0.3) ? { timeout: timeoutOf(chance) } : {}),
    ...(kind === 'wait'
      ? { wait: { duration: chance.below(5000), until: null, event: null } }
      : {}),
    ...(kind === 'decision' ? decisionOf(chance, later) : {}),
    ...(kind === 'loop' ? loopOf(chance, index) : {}),
  };
};

const decisionOf = (chance: Chance, later: readonly string[]): NodeSketch => ({
  cases: [{ when: `\${${chance.happens(0.5)}}`, to: chance.oneOf(later) }],
  otherwise: chance.happens(0.8) ? chance.oneOf(later) : null,
});

const loopOf = (chance: Chance, index: number): NodeSketch => ({
  loop: {
    kind: 'times',
    body: `body${index}`,
    over: null,
    while: null,
    count: chance.below(4),
    var: 'item',
    indexVar: 'index',
    maxIterations: 1 + chance.below(3),
    maxConcurrency: 1 + chance.below(2),
    onItemFailure: chance.oneOf(['fail', 'continue', 'break']),
  },
});

const sketchUndo = (chance: Chance): NodeSketch => ({
  idempotent: chance.happens(0.9),
  ...(chance.happens(0.3) ? { retry: policyOf(chance) } : {}),
  ...(chance.happens(0.2) ? { timeout: timeoutOf(chance) } : {}),
});

const policyOf = (chance: Chance): RetryPolicy => ({
  maxAttempts: 1 + chance.below(4),
  backoff: chance.oneOf(['none', 'fixed', 'linear', 'exponential']),
  initialDelay: chance.below(4000),
  maxDelay: chance.happens(0.3) ? 500 + chance.below(4000) : null,
  multiplier: chance.oneOf([0.5, 1, 1.5, 2, 3]),
  jitter: chance.oneOf(['none', 'full']),
  retryOn: chance.happens(0.3) ? [chance.oneOf(CLASSES), chance.oneOf(CLASSES)] : null,
});

const timeoutOf = (chance: Chance): Timeout => ({
  duration: 100 + chance.below(4000),
  onTimeout: chance.oneOf(['fail', 'skip', 'retry']),
});

const scenarioFor = (chance: Chance, seed: number, workflow: Workflow): Scenario => {
  const tasks: { [id: string]: TaskAnswer[] } = {};
  for (const node of workflow.nodes) {
    const length = 1 + chance.below(3);
    tasks[node.id] = Array.from({ length }, () => answerOf(chance, node));
  }
  const controls: Control[] = chance.happens(0.15)
    ? [{ at: chance.below(8000), action: 'cancel' }]
    : [];
  const world = { honoursKeys: chance.happens(0.5), status: true };
  return scenarioOf(tasks, { seed, controls, world, default: { after: chance.below(1000) } });
};

const answerOf = (chance: Chance, node: WorkflowNode): TaskAnswer => {
  const seconds = chance.below(5000) / 1000;
  if (chance.happens(0.6)) return { ...ok(seconds), duplicate: chance.happens(0.05) };
  if (chance.happens(0.6)) return err(seconds, chance.oneOf(CLASSES));
  if (chance.happens(0.5)) return lostReply(seconds, chance.oneOf(CLASSES));
  return node.timeout === null ? err(seconds, 'internal') : hang;
};
