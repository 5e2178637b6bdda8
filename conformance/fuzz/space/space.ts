/** All that can go otherwise with one document. Made once; nothing here changes. */

import type { JsonObject } from '../../../core/model/json.ts';
import type { Control, Scenario, TaskAnswer } from '../../../core/model/scenario.ts';
import type { Profile, Workflow } from '../../../core/model/workflow.ts';
import { createMap, emptyScenario } from '../../../core/scenario/empty.ts';
import type { FactSpace } from '../facts.ts';
import { type InputSpace, inputSpaceOf } from './input.ts';
import { type StepInfo, stepsOf } from './steps.ts';
import { type Values, valuesOf } from './values.ts';

export interface SpaceOptions {
  /** Null: the document's own. */
  readonly profile: Profile | null;
  /** Inputs to begin with; the first is the usual one. None: by the types of the document. */
  readonly inputs: readonly JsonObject[];
  /** Subworkflows by the reference that names them. */
  readonly documents: Scenario['documents'];
  /** Whether the far side may ignore idempotency keys. */
  readonly mayIgnoreKeys: boolean;
}

export interface Space extends FactSpace {
  readonly options: SpaceOptions;
  readonly profile: Profile;
  readonly steps: ReadonlyMap<string, StepInfo>;
  readonly values: Values;
  readonly input: InputSpace;
  /** Nothing goes wrong in these; the first is the usual one. */
  readonly bases: readonly Scenario[];
  /** How long a task takes where nothing is said, in ms. */
  readonly usual: number;
  readonly mayPause: boolean;
  readonly limits: { readonly events: number; readonly calls: number };
}

const USUAL = 100;
/** In ms: when signals come that are waited for. */
const SIGNALLED_AT = 1000;
const MOST_SIGNALS = 20;

export const spaceOf = (workflow: Workflow, options: SpaceOptions): Space => {
  const steps = stepsOf(workflow);
  const timeouts = new Map<string, number>();
  const signals = new Map<string, number>();
  const repeated = new Set(
    workflow.nodes.flatMap(({ loop }) => (loop === null ? [] : [loop.body])),
  );
  for (const [name, { node, timeout, isCalled }] of steps) {
    if (timeout !== null && isCalled) timeouts.set(name, timeout);
    const event = node.wait?.event ?? null;
    if (event === null) continue;
    const times = repeated.has(node.id) || name.includes('/') ? 8 : 1;
    signals.set(event, Math.min(MOST_SIGNALS, (signals.get(event) ?? 0) + times));
  }
  const shortest = Math.min(...timeouts.values(), Number.POSITIVE_INFINITY);
  const usual = Math.max(0, Math.min(USUAL, Math.floor(shortest / 2)));
  const profile = options.profile ?? workflow.profile;
  const values = valuesOf(workflow);
  const input = inputSpaceOf(workflow);
  const base: Scenario = {
    ...emptyScenario,
    profile: options.profile,
    default: { after: usual },
    tasks: usualAnswers(steps, values, usual),
    documents: options.documents,
    controls: signalsAt(signals, SIGNALLED_AT),
  };
  const inputs = options.inputs.length > 0 ? options.inputs : [input.base];
  const size = steps.size;
  return {
    workflow,
    options,
    profile,
    steps,
    timeouts,
    signals,
    values,
    input,
    bases: inputs.map((each) => ({ ...base, input: each })),
    usual,
    mayPause: profile === 'baseline',
    // A run of a large document is long by nature; one that is longer yet goes round in circles.
    limits: { events: 5000 + size * 50, calls: 2000 + size * 10 },
  };
};

/** Outputs of no declared type are what the document compares them with. */
const usualAnswers = (
  steps: ReadonlyMap<string, StepInfo>,
  values: Values,
  usual: number,
): Scenario['tasks'] => {
  const tasks = createMap<readonly TaskAnswer[]>();
  for (const [name, ports] of values) {
    const step = steps.get(name);
    const untyped = ports.filter(({ isTyped }) => !isTyped);
    if (step?.isCalled !== true || untyped.length === 0) continue;
    const output = { ...step.placeholder };
    for (const { port, values: known } of untyped) output[port] = known[0] ?? null;
    tasks[name] = [{ after: usual, then: { kind: 'ok', output }, applied: true, duplicate: false }];
  }
  return tasks;
};

export const signalsAt = (signals: ReadonlyMap<string, number>, at: number): readonly Control[] =>
  [...signals].flatMap(([name, times]) =>
    Array.from({ length: times }, (): Control => ({ at, action: 'signal', name, value: {} })),
  );
