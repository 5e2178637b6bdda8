/** Fixed cases: each is about one rule and reads like the clause that it tests. */

import type { Control, Scenario, TaskAnswer } from '../../core/model/scenario.ts';
import type { Edge, Profile, Workflow } from '../../core/model/workflow.ts';
import { readDocument } from '../../core/read.ts';
import type { Observation } from '../rules/observation.ts';
import type { CaseDocument, TestCase } from '../suite/case.ts';
import { type NodeSketch, scenarioOf, workflowOf } from './whiteboard.ts';

/** What is written down; times of answers and controls are made by the whiteboard's words. */
export interface CaseSketch {
  /** The rule that it is about. */
  readonly rule: string;
  /** What happens, and what must follow. */
  readonly title: string;
  readonly profiles: readonly Profile[];
  /** Edges in the whiteboard's arrows; not needed where a valid document says it all. */
  readonly flow?: string;
  readonly document?: CaseDocument;
  readonly nodes?: { readonly [id: string]: NodeSketch };
  readonly tasks?: { readonly [unit: string]: readonly TaskAnswer[] };
  readonly controls?: readonly Control[];
  readonly input?: Scenario['input'];
  readonly onFailure?: 'pause';
  /** How many calls of each pool may be open at once. */
  readonly workers?: Scenario['workers'];
  readonly world?: Partial<Scenario['world']>;
  readonly tenant?: string;
  readonly entry?: string;
  readonly timeout?: number;
  /** On edges, by `from > to`. */
  readonly conditions?: { readonly [edge: string]: string };
  /** How many runs it takes, each with a seed of its own; 1 if left out. */
  readonly repeat?: number;
  /** The question whose readings it tells apart: by the rules, unless `reads` tells which it is. */
  readonly question?: string;
  readonly reads?: ReadsReading;
}

/** Which reading a run shows; null where it shows none. */
export type ReadsReading = (observation: Observation) => string | null;

export interface FixedCase {
  readonly rule: string;
  /** Counts the cases of a rule, from 1. */
  readonly number: number;
  readonly title: string;
  readonly profiles: readonly Profile[];
  readonly repeat: number;
  readonly question: string | null;
  readonly reads: ReadsReading | null;
  /** The case in a profile, as its `turn`th run (from 0). */
  readonly testCase: (profile: Profile, turn: number) => TestCase;
}

/** Numbers the cases of each rule in the order in which they are written. */
export const numbered = (sketches: readonly CaseSketch[]): readonly FixedCase[] => {
  const counts = new Map<string, number>();
  return sketches.map((sketch) => {
    const number = (counts.get(sketch.rule) ?? 0) + 1;
    counts.set(sketch.rule, number);
    return fixedCase(sketch, number);
  });
};

const fixedCase = (sketch: CaseSketch, number: number): FixedCase => {
  const { rule, title, profiles, repeat = 1, question = null, reads = null } = sketch;
  const workflow = workflowFrom(sketch);
  const document = sketch.document === undefined ? {} : { document: sketch.document };
  const name = `${rule} #${number}`;
  return {
    ...{ rule, number, title, profiles, repeat, question, reads },
    testCase: (profile, turn) => {
      const run = `${profile}-${name.replaceAll(/[^a-z0-9]+/gi, '-')}-${turn}`;
      return {
        name: repeat === 1 ? name : `${name} (${turn + 1} of ${repeat})`,
        ...document,
        ...inNamesOf(profile, {
          workflow: { ...workflow, profile, specVersion: profile === 'orbit' ? null : '1.0' },
          scenario: scenarioFrom(sketch, profile, run, number * 1000 + turn),
        }),
      };
    },
  };
};

type Made = Pick<TestCase, 'workflow' | 'scenario'>;

/** In ORBIT what undoes a step has no name of its own. */
const inNamesOf = (profile: Profile, made: Made): Made => {
  if (profile !== 'orbit' || made.workflow.orbit !== undefined) return made;
  const { workflow, scenario } = made;
  const names = new Map(
    workflow.edges.flatMap(({ type, from, to }) =>
      type === 'compensation' ? [[to, `compensate:${from}`] as const] : [],
    ),
  );
  const named = (id: string): string => names.get(id) ?? id;
  return {
    workflow: {
      ...workflow,
      nodes: workflow.nodes.map((node) => ({ ...node, id: named(node.id) })),
      edges: workflow.edges.map((edge) => ({ ...edge, to: named(edge.to) })),
    },
    scenario: {
      ...scenario,
      tasks: Object.fromEntries(
        Object.entries(scenario.tasks).map(([unit, answers]) => [named(unit), answers]),
      ),
    },
  };
};

const workflowFrom = ({
  flow = '',
  document,
  nodes,
  entry,
  conditions,
  timeout,
  onFailure,
}: CaseSketch): Workflow => {
  const read = document === undefined ? null : readDocument(document.text).workflow;
  if (read !== null) return read;
  const workflow = workflowOf(flow, nodes ?? {});
  const conditioned = (edge: Edge): Edge => ({
    ...edge,
    condition: conditions?.[`${edge.from} > ${edge.to}`] ?? edge.condition,
  });
  return {
    ...workflow,
    id: 'case',
    entry: entry ?? null,
    timeout: timeout ?? null,
    onFailure: onFailure ?? 'unwind',
    edges: workflow.edges.map(conditioned),
  };
};

const scenarioFrom = (
  { tasks, controls, input, onFailure, world, tenant, workers }: CaseSketch,
  profile: Profile,
  run: string,
  seed: number,
): Scenario =>
  scenarioOf(tasks ?? {}, {
    seed,
    profile,
    run,
    tenant: tenant ?? 'default',
    input: input ?? {},
    default: { after: 100 },
    onFailure: onFailure ?? 'unwind',
    controls: controls ?? [],
    workers: workers ?? {},
    world: { honoursKeys: true, status: true, ...world },
  });
