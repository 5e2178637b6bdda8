/** Observations written by hand, for tests of rules: what a right or a wrong runtime would show. */

import type { Json } from '../../../core/model/json.ts';
import type { TraceEvent } from '../../../core/model/trace.ts';
import type { Profile, Workflow } from '../../../core/model/workflow.ts';
import type { Call, Observation, ReplyOutcome, RunReport, TimedControl } from '../observation.ts';
import type { Judgement, Rule } from '../rule.ts';
import { createView } from '../view.ts';

/** One call; what is left out is what a right runtime would do. Times are ms. */
export interface CallSketch {
  readonly unit: string;
  readonly at: number;
  /** How long the task takes. */
  readonly after?: number;
  readonly ok?: Json;
  /** The class of its failure. */
  readonly error?: string;
  readonly retryable?: boolean;
  readonly message?: string;
  readonly hang?: true;
  /** The far side's answer to a reconcile. */
  readonly applied?: boolean | null;
  /** One more than the calls of this unit before it, if left out. */
  readonly attempt?: number;
  readonly step?: string;
  readonly undoes?: string;
  readonly purpose?: Call['purpose'];
  readonly key?: string | null;
  readonly input?: Json;
  readonly redelivered?: true;
  readonly abortedAt?: number;
}

export interface ObservationSketch {
  readonly calls: readonly CallSketch[];
  readonly profile?: Profile;
  readonly controls?: readonly TimedControl[];
  readonly onFailure?: 'pause';
  readonly tenant?: string;
  readonly run?: string;
  readonly choices?: Observation['choices'];
  readonly toleranceMs?: number;
  /** Codes of what makes the document invalid. */
  readonly errors?: readonly string[];
  readonly canReconcile?: boolean;
  readonly trace?: readonly TraceEvent[];
  /** An outcome alone, or all of a report. */
  readonly outcome?: RunReport['outcome'];
  readonly report?: Partial<RunReport>;
}

export const observe = (workflow: Workflow, sketch: ObservationSketch): Observation => ({
  profile: sketch.profile ?? workflow.profile,
  workflow,
  tenant: sketch.tenant ?? 'default',
  run: sketch.run ?? 'run-1',
  input: {},
  onFailure: sketch.onFailure ?? workflow.onFailure,
  controls: sketch.controls ?? [],
  clock: { toleranceMs: sketch.toleranceMs ?? 0, mayQueue: false },
  capabilities: null,
  canReconcile: sketch.canReconcile ?? false,
  choices: sketch.choices ?? {},
  calls: callsOf(sketch.calls),
  trace: sketch.trace ?? null,
  ...(sketch.errors === undefined ? {} : { errors: sketch.errors }),
  report:
    sketch.outcome === undefined && sketch.report === undefined
      ? null
      : {
          outcome: sketch.outcome ?? 'succeeded',
          compensation: null,
          error: null,
          failures: [],
          output: undefined,
          ...sketch.report,
        },
});

/** What a rule says of a hand-written observation. */
export const judge = (
  rules: readonly Rule[],
  id: string,
  workflow: Workflow,
  sketch: ObservationSketch,
): Judgement => {
  const rule = rules.find((each) => each.id === id);
  if (rule?.kind !== 'run') throw new Error(`there is no rule ${id} that judges runs`);
  return rule.judge(createView(observe(workflow, sketch)));
};

/** As `judge`, with what tests compare: how often it occurred, and the messages. */
export const judged = (
  rules: readonly Rule[],
  id: string,
  workflow: Workflow,
  sketch: ObservationSketch,
): { readonly occurrences: number; readonly messages: readonly string[] } => {
  const { occurrences, breaches } = judge(rules, id, workflow, sketch);
  return { occurrences, messages: breaches.map(({ message }) => message) };
};

const callsOf = (sketches: readonly CallSketch[]): readonly Call[] => {
  const counts = new Map<string, number>();
  return sketches.map((sketch, index) => {
    const count = (counts.get(sketch.unit) ?? 0) + 1;
    counts.set(sketch.unit, count);
    const { unit, at, after = 0, abortedAt = null } = sketch;
    const isUndo = unit.startsWith('compensate:');
    const undoes = sketch.undoes ?? (isUndo ? unit.slice('compensate:'.length) : null);
    const returns = sketch.hang !== true && abortedAt === null;
    return {
      index,
      step: sketch.step ?? (undoes ?? unit).replace(/\[.*$/, ''),
      unit,
      undoes,
      purpose: sketch.purpose ?? (isUndo ? 'compensation' : 'forward'),
      attempt: sketch.attempt ?? count,
      redelivered: sketch.redelivered ?? false,
      key: sketch.key === undefined ? `key of ${unit}` : sketch.key,
      input: sketch.input,
      at,
      reply: { after, then: outcomeOf(sketch) },
      settledAt: returns ? at + after : null,
      abortedAt,
    };
  });
};

const outcomeOf = (sketch: CallSketch): ReplyOutcome => {
  if (sketch.hang === true) return { kind: 'hang' };
  if (sketch.applied !== undefined) return { kind: 'status', applied: sketch.applied };
  return sketch.error === undefined
    ? { kind: 'ok', output: sketch.ok ?? {} }
    : {
        kind: 'error',
        error: {
          class: sketch.error,
          retryable: sketch.retryable ?? null,
          ...(sketch.message === undefined ? {} : { message: sketch.message }),
        },
      };
};
