/**
 * A workflow of ORBIT and a scenario from a seed alone, the same in every engine: chains and
 * branches, lists, conditions, waits, children, retries and undos, in a world where things go
 * wrong often. What it makes is a model such as ORBIT's compiler hands over.
 */

import { plainEdge } from '../core/model/plain.ts';
import type { Control, Scenario, TaskAnswer } from '../core/model/scenario.ts';
import type { NodeKind, RetryPolicy, Workflow } from '../core/model/workflow.ts';
import { type Chance, chanceOf, type Generated } from './generate.ts';
import { err, hang, lostReply, type NodeSketch, ok, scenarioOf, workflowOf } from './workflow.ts';

/** What a run must not meet if times may change without changing what happens. */
export interface Calm {
  /** One step after the other, no bounds on time, nothing from outside. */
  readonly isCalm: boolean;
}

const CLASSES = ['HTTP_ERROR', 'transient', 'invalid_input'] as const;
const CHILD = 'Child';

/** The workflow and scenario of a seed. */
export const generateOrbit = (seed: number, { isCalm }: Calm = { isCalm: false }): Generated => {
  const chance = chanceOf(seed);
  const child = workflowFor(chance, CHILD, [], isCalm);
  const workflow = workflowFor(chance, 'Main', [child], isCalm);
  const scenario = scenarioFor(chance, seed, [workflow, child], isCalm);
  return { workflow, scenario };
};

const workflowFor = (
  chance: Chance,
  id: string,
  children: readonly Workflow[],
  isCalm: boolean,
): Workflow => {
  const count = 1 + chance.below(children.length === 0 ? 3 : 7);
  const ids = Array.from({ length: count }, (_, index) => `n${index}`);
  const sketches: { [id: string]: NodeSketch } = {};
  const links: string[] = [...ids];
  ids.forEach((step, index) => {
    sketches[step] = sketchStep(chance, children.length > 0, isCalm);
    for (let source = 0; source < index; source += 1) {
      const isLinked = isCalm ? source === index - 1 : chance.happens(1.3 / index);
      if (isLinked) links.push(`${ids[source]} > ${step}`);
    }
    if (sketches[step]?.kind === 'wait' || chance.happens(0.35)) return;
    links.push(`${step} =comp=> compensate:${step}`);
    sketches[`compensate:${step}`] = {
      ...(chance.happens(0.3) ? { retry: policyOf(chance) } : {}),
      ...(chance.happens(0.1) && !isCalm ? { queueTimeout: 200 } : {}),
    };
  });
  return {
    ...workflowOf('', sketches),
    id,
    profile: 'orbit',
    specVersion: null,
    timeout: !isCalm && chance.happens(0.15) ? 500 + chance.below(9000) : null,
    edges: links.filter((link) => link.includes(' ')).map(edgeOf),
    orbit: {
      version: '1.0.0',
      returns: chance.oneOf([null, '{ done: true }', '1 / 0']),
      inputs: [],
      children,
    },
  };
};

/** The whiteboard knows no `:` in a name, and ORBIT's undos have one. */
const edgeOf = (link: string): Workflow['edges'][number] => {
  const [from = '', arrow, to = ''] = link.split(' ');
  return plainEdge(from, to, arrow === '>' ? 'control' : 'compensation');
};

const sketchStep = (chance: Chance, hasChild: boolean, isCalm: boolean): NodeSketch => {
  const kind: NodeKind = chance.oneOf<NodeKind>([
    ...(Array(7).fill('task') as 'task'[]),
    'wait',
    ...(hasChild ? (['subworkflow'] as const) : []),
  ]);
  const lists = ['[]', '[1]', '[1, 2]', '[1, 2, 3]'];
  const fanOut = {
    variable: 'item',
    over: chance.oneOf(lists),
    maxParallel: isCalm ? 1 : chance.oneOf([null, 1, 2]),
  };
  return {
    kind,
    ...(chance.happens(0.1) ? { guard: chance.oneOf(['true', 'false', 'not true']) } : {}),
    ...(kind === 'wait' ? waitOf(chance, isCalm) : {}),
    ...(kind === 'subworkflow'
      ? { subworkflow: { href: CHILD, digest: null, specVersion: null } }
      : {}),
    ...(kind !== 'wait' && chance.happens(0.25) ? { fanOut } : {}),
    ...(kind !== 'wait' && chance.happens(0.5) ? { retry: policyOf(chance) } : {}),
    ...(kind === 'task' && !isCalm && chance.happens(0.25)
      ? { timeout: { duration: 100 + chance.below(4000), onTimeout: 'fail' } as const }
      : {}),
    ...(kind === 'task' && !isCalm && chance.happens(0.2)
      ? { queueTimeout: chance.below(3000) }
      : {}),
    ...(chance.happens(0.2) ? { pool: 'special' } : {}),
  };
};

/** An `await` has a bound of its own, or it might wait for ever. */
const waitOf = (chance: Chance, isCalm: boolean): NodeSketch =>
  isCalm || chance.happens(0.6)
    ? { wait: { duration: chance.below(3000), until: null, event: null } }
    : {
        wait: { duration: null, until: null, event: 'go' },
        timeout: { duration: 500 + chance.below(4000), onTimeout: 'fail' },
      };

const policyOf = (chance: Chance): RetryPolicy => ({
  maxAttempts: 1 + chance.below(4),
  backoff: chance.oneOf(['none', 'fixed', 'linear', 'exponential']),
  initialDelay: chance.below(2000),
  maxDelay: chance.happens(0.3) ? 500 + chance.below(4000) : null,
  multiplier: chance.oneOf([1, 1.5, 2]),
  jitter: chance.oneOf(['none', 'full']),
  retryOn: null,
});

const scenarioFor = (
  chance: Chance,
  seed: number,
  workflows: readonly Workflow[],
  isCalm: boolean,
): Scenario => {
  const tasks: { [unit: string]: TaskAnswer[] } = {};
  for (const { nodes } of workflows) {
    for (const { id, timeout, fanOut } of nodes) {
      const units = fanOut === undefined ? [id] : [0, 1, 2].map((index) => `${id}[${index}]`);
      for (const unit of units) {
        const length = 1 + chance.below(3);
        tasks[unit] ??= Array.from({ length }, () => answerOf(chance, timeout !== null));
      }
    }
  }
  const controls: Control[] = [];
  if (!isCalm && chance.happens(0.2)) {
    controls.push({ at: chance.below(8000), action: 'cancel' });
  }
  if (chance.happens(0.3)) {
    controls.push({ at: chance.below(4000), action: 'signal', name: 'go', value: { by: 'ops' } });
  }
  const isSlow = chance.happens(0.3);
  return scenarioOf(tasks, {
    seed,
    controls,
    world: { honoursKeys: true, status: true },
    default: { after: chance.below(1000) },
    latency: { dispatch: isSlow ? chance.below(50) : 0, decide: isSlow ? chance.below(50) : 0 },
    workers: chance.happens(0.4) ? { default: 1 + chance.below(3), special: 1 } : {},
  });
};

const answerOf = (chance: Chance, hasTimeout: boolean): TaskAnswer => {
  const seconds = chance.below(4000) / 1000;
  if (chance.happens(0.72)) return { ...ok(seconds), duplicate: chance.happens(0.05) };
  const failing = chance.happens(0.7)
    ? err(seconds, chance.oneOf(CLASSES))
    : lostReply(seconds, chance.oneOf(CLASSES));
  if (hasTimeout && chance.happens(0.3)) return hang;
  return chance.happens(0.2) ? final(failing) : failing;
};

/** An error that says of itself that no retry would help. */
const final = (answer: TaskAnswer): TaskAnswer =>
  answer.then.kind === 'error'
    ? { ...answer, then: { kind: 'error', error: { ...answer.then.error, retryable: false } } }
    : answer;
