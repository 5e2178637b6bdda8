/**
 * Cases for the second reading, from a seed alone: those of `generateOrbit`, and in them what an
 * interpreter of a whole document must know too: expressions over what steps gave, keys of the
 * document's own, children that fail or run out of time, undos with a timeout, two cancels.
 */

import type { JsonObject } from '../../../../core/model/json.ts';
import { plainPort } from '../../../../core/model/plain.ts';
import type { Control, Scenario, TaskAnswer } from '../../../../core/model/scenario.ts';
import type { FanOut, Timeout, Workflow, WorkflowNode } from '../../../../core/model/workflow.ts';
import { type Chance, chanceOf } from '../../../../testing/generate.ts';
import { generateOrbit } from '../../../../testing/generate-orbit.ts';
import { err, hang, ok } from '../../../../testing/workflow.ts';

export interface Case {
  readonly workflow: Workflow;
  readonly scenario: Scenario;
}

/** Above all seeds of `generateOrbit`, so that both draw apart. */
const APART = 2 ** 40;

export const caseOf = (seed: number): Case => {
  const { workflow, scenario } = generateOrbit(seed);
  const chance = chanceOf(APART + seed);
  const children = (workflow.orbit?.children ?? []).map((child) => enriched(child, chance));
  const whole = enriched(workflow, chance);
  const orbit = { version: '1.0.0', returns: null, inputs: [], ...whole.orbit, children };
  return {
    workflow: { ...whole, orbit },
    scenario: enrichedScenario({ ...whole, orbit }, scenario, chance),
  };
};

const enriched = (workflow: Workflow, chance: Chance): Workflow => {
  const nodes = workflow.nodes.map((node) => enrichedNode(node, workflow, chance));
  const returns = chance.happens(0.5)
    ? `{ a: ${readable(null, workflow, chance)}, b: [n0, execution.id] }`
    : (workflow.orbit?.returns ?? null);
  const orbit = { version: '1.0.0', inputs: [], children: [], ...workflow.orbit, returns };
  return { ...workflow, nodes, orbit };
};

const enrichedNode = (node: WorkflowNode, workflow: Workflow, chance: Chance): WorkflowNode => {
  const undone = workflow.edges.find(({ type, to }) => type === 'compensation' && to === node.id);
  const step = workflow.nodes.find(({ id }) => id === (undone?.from ?? node.id)) ?? node;
  const calls = node.kind !== 'wait';
  const read = () => readable(step, workflow, chance, undone !== undefined);
  return {
    ...node,
    ...(calls && chance.happens(0.4) ? { inputs: [port('v', read()), port('w', read())] } : {}),
    ...(calls && chance.happens(0.15) ? { idempotencyKey: keyOf(node, step, chance) } : {}),
    ...(undone === undefined && chance.happens(0.1) ? { guard: `${read()} != 2` } : {}),
    ...(node.fanOut !== undefined && chance.happens(0.2)
      ? { fanOut: { ...node.fanOut, over: listOf(chance, read) } }
      : {}),
    ...(calls && node.timeout === null && chance.happens(0.2) ? { timeout: limit(chance) } : {}),
    ...(undone !== undefined && chance.happens(0.2) ? { pool: 'special' } : {}),
  };
};

const port = (name: string, value: string) => ({ ...plainPort(name), value });

const limit = (chance: Chance): Timeout => ({
  duration: 100 + chance.below(5000),
  onTimeout: 'fail',
});

const listOf = (chance: Chance, read: () => string): string =>
  chance.oneOf(['input.list', 'range(2)', `[${read()}, 7]`, 'input.n']);

/** Most are texts, one is no text, and one may be that of several units. */
const keyOf = ({ id }: WorkflowNode, { fanOut }: WorkflowNode, chance: Chance): string =>
  chance.happens(0.1)
    ? chance.oneOf(['1', '""', '"one for all"'])
    : `execution.id + "/own/${id}"${fanOut === undefined ? '' : ` + string(${fanOut.variable})`}`;

/** Something that an expression of a step may read; in rare cases it has no value. */
const readable = (
  step: WorkflowNode | null,
  { nodes, edges }: Workflow,
  chance: Chance,
  isUndo = false,
): string => {
  if (chance.happens(0.015)) return '1 / 0';
  const before = edges.filter(({ type, to }) => type === 'control' && to === step?.id);
  const known = step === null ? nodes.filter(({ id }) => !id.includes(':')) : [];
  const others = [...before.map(({ from }) => from), ...known.map(({ id }) => id)];
  const fanOut: FanOut | undefined = step?.fanOut;
  return chance.oneOf([
    'input.n',
    'execution.workflow',
    ...(fanOut === undefined || (step?.fanOut !== undefined && !isUndo) ? [] : [fanOut.variable]),
    ...(isUndo && step !== null && step.kind === 'task' ? [`${step.id}.v`, step.id] : []),
    ...others,
    ...others,
  ]);
};

const enrichedScenario = (whole: Workflow, scenario: Scenario, chance: Chance): Scenario => {
  const tasks: { [unit: string]: readonly TaskAnswer[] } = {};
  for (const [unit, answers] of Object.entries(scenario.tasks)) {
    tasks[unit] = answers.map((answer) => withOutput(answer, chance));
  }
  for (const child of whole.orbit?.children ?? []) {
    for (const [unit, hasTimeout] of unitsOfChildren(whole, child)) {
      if (chance.happens(0.6)) tasks[unit] = answersOf(chance, hasTimeout);
    }
  }
  const controls: Control[] = [...scenario.controls].map(laterThanTheBeginning);
  if (chance.happens(0.2)) controls.push({ at: 1 + chance.below(9000), action: 'cancel' });
  const isSlow = chance.happens(0.15);
  const input: JsonObject = { n: chance.below(3), list: [1, 2, 3].slice(chance.below(3)) };
  return {
    ...scenario,
    tasks,
    controls,
    input,
    run: `run-${chance.below(9)}`,
    tenant: chance.happens(0.1) ? 'acme' : 'default',
    latency: isSlow ? { dispatch: chance.below(600), decide: chance.below(600) } : scenario.latency,
  };
};

/** What is at 0 ms beside a run's beginning is a tie on which nothing may hang. */
const laterThanTheBeginning = (control: Control): Control =>
  'at' in control ? { ...control, at: control.at + 1 } : control;

/** What may be called in children, and whether it has a timeout: else it must return. */
const unitsOfChildren = (
  whole: Workflow,
  child: Workflow,
): readonly (readonly [unit: string, hasTimeout: boolean])[] =>
  whole.nodes
    .filter(({ kind }) => kind === 'subworkflow')
    .flatMap(({ id }) =>
      child.nodes.flatMap((node) => {
        const [undo, undone] = node.id.split(':');
        const units =
          undone === undefined
            ? [`${id}/${node.id}`, `${id}[1]/${node.id}`, `${id}#2/${node.id}`]
            : [`${undo}:${id}/${undone}`];
        return units.map((unit) => [unit, node.timeout !== null] as const);
      }),
    );

const answersOf = (chance: Chance, hasTimeout: boolean): readonly TaskAnswer[] =>
  Array.from({ length: 1 + chance.below(2) }, (): TaskAnswer => {
    const seconds = chance.below(3000) / 1000;
    if (chance.happens(0.65)) return withOutput(ok(seconds), chance);
    return hasTimeout && chance.happens(0.2) ? hang : err(seconds, 'CHILD');
  });

const withOutput = (answer: TaskAnswer, chance: Chance): TaskAnswer =>
  answer.then.kind === 'ok' && chance.happens(0.9)
    ? { ...answer, then: { kind: 'ok', output: { v: chance.below(4) } } }
    : answer;
