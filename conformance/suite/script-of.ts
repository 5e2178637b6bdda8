/** The answers of a case by unit and attempt, for drivers that can't call back and ask. */

import { isPerformed } from '../../core/model/performed.ts';
import type { Scenario, TaskAnswer } from '../../core/model/scenario.ts';
import type { Workflow } from '../../core/model/workflow.ts';
import type { RunParameters } from '../protocol/schema/index.ts';
import { profileOf, type TestCase } from './case.ts';
import { worldOf } from './world-of.ts';

type Script = NonNullable<RunParameters['script']>;

/** Iterations of a loop that are spelled out; later ones are answered as the last of these. */
const MOST_ITERATIONS = 16;

export const scriptOf = (testCase: TestCase): Script => {
  const world = worldOf(testCase);
  const purposes = { run: '', call: 0, key: '', input: {}, at: 0 };
  return Object.fromEntries(
    [...unitsOf(testCase.workflow, profileOf(testCase)), ...unitsOfChildren(testCase)].map(
      ({ unit, step, isUndo }) => [
        unit,
        Array.from({ length: countOf(testCase.scenario, unit, step) }, (_, index) =>
          world({
            ...purposes,
            ...{ unit, step, attempt: index + 1, purpose: isUndo ? 'compensation' : 'forward' },
          }),
        ),
      ],
    ),
  );
};

/** Steps of child workflows are known by what the scenario says of them. */
const unitsOfChildren = ({ scenario }: TestCase): readonly Unit[] =>
  Object.keys(scenario.tasks)
    .filter((unit) => unit.includes('/'))
    .map((unit) => ({ unit, step: unit, isUndo: unit.includes('compensate:') }));

interface Unit {
  readonly unit: string;
  /** As a perform names it. */
  readonly step: string;
  readonly isUndo: boolean;
}

const unitsOf = ({ nodes, edges }: Workflow, profile: string): readonly Unit[] => {
  const loops = new Map(
    nodes.flatMap(({ loop }) => (loop === null ? [] : [[loop.body, loop] as const])),
  );
  const undone = new Map(
    edges.flatMap(({ type, from, to }) => (type === 'compensation' ? [[to, from] as const] : [])),
  );
  const namesOf = (id: string, isMany: boolean, most: number): readonly string[] =>
    isMany
      ? Array.from({ length: Math.min(most, MOST_ITERATIONS) }, (_, index) => `${id}[${index}]`)
      : [id];
  return nodes.flatMap((node): readonly Unit[] => {
    if (!isPerformed(node.kind)) return [];
    const from = undone.get(node.id);
    const id = from ?? node.id;
    const loop = loops.get(id);
    const isMany = loop !== undefined || nodes.find((each) => each.id === id)?.fanOut !== undefined;
    const names = namesOf(id, isMany, (loop?.maxIterations ?? MOST_ITERATIONS) + 1);
    if (from === undefined) return names.map((unit) => ({ unit, step: id, isUndo: false }));
    const step = profile === 'orbit' ? from : node.id;
    return names.map((name) => ({ unit: `compensate:${name}`, step, isUndo: true }));
  });
};

const countOf = ({ tasks }: Scenario, unit: string, step: string): number => {
  const answers: readonly TaskAnswer[] = tasks[unit] ?? tasks[step] ?? [];
  return Math.max(1, answers.length);
};
