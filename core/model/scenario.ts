/**
 * A scenario: what the outside world does to a run. Everything may be left out; times are
 * ms. The JSON form and the line format of the public HarnessXML corpus are read into it.
 */

import type { Json, JsonObject } from './json.ts';
import type { OnFailure, Profile } from './workflow.ts';

export interface Scenario {
  /** Any integer from 0 to 2^53 − 1. */
  readonly seed: number;
  readonly input: JsonObject;
  /** What a task without an entry does: succeed after so many ms. */
  readonly default: { readonly after: number };
  /** Entry n answers attempt n; the last one stands for all later ones. Keyed by unit or node. */
  readonly tasks: { readonly [unitOrNode: string]: readonly TaskAnswer[] };
  /** Null: the dialect's own. */
  readonly profile: Profile | null;
  /** Null: what the workflow says. */
  readonly onFailure: OnFailure | null;
  readonly tenant: string;
  readonly run: string;
  /** Replaces a unit's jitter draws, each in [0, 1); the seed serves those beyond. */
  readonly draws: { readonly [unit: string]: readonly number[] };
  readonly latency: { readonly dispatch: number; readonly decide: number };
  readonly workers: { readonly [pool: string]: number };
  /** Subworkflows by the reference that names them. */
  readonly documents: { readonly [reference: string]: string };
  readonly world: { readonly honoursKeys: boolean; readonly status: boolean };
  readonly environment: Environment;
  readonly controls: readonly Control[];
}

/**
 * What the platform under a run can't give. Everything that is not named is there: each map
 * says `false` of what is not, and of an artifact which digest its content really has.
 */
export interface Environment {
  /** By id: a resource that can't be resolved (HX-4102). */
  readonly resources: { readonly [id: string]: boolean };
  /** By id: the digest that an artifact's content has (HX-4105). */
  readonly artifacts: { readonly [id: string]: string };
  /** An identity, or a level of isolation, that can't be honoured (HX-4201). */
  readonly principals: { readonly [name: string]: boolean };
  readonly isolations: { readonly [name: string]: boolean };
  /** `action resource`: a permission that is denied (HX-4202). */
  readonly permissions: { readonly [permission: string]: boolean };
}

export interface TaskAnswer {
  /** How long the task takes; 0 if not given. */
  readonly after: number;
  readonly then: TaskOutcome;
  /** Whether the effect happened. True for `ok`; an error with true is a lost reply. */
  readonly applied: boolean;
  /** The call is delivered twice. */
  readonly duplicate: boolean;
}

export type TaskOutcome =
  /** What a task without an entry does: it succeeds with a placeholder for each output. */
  | { readonly kind: 'default' }
  | { readonly kind: 'ok'; readonly output: JsonObject }
  | { readonly kind: 'error'; readonly error: TaskError }
  | { readonly kind: 'hang' }
  /** The line format's `timeout`: the attempt takes longer than its limit, whatever that is. */
  | { readonly kind: 'timeout' };

export interface TaskError {
  readonly class: string;
  readonly status: number | null;
  /** Null: as the class says. */
  readonly retryable: boolean | null;
  readonly message: string;
}

/** A control happens at a time, or right after an event of the trace (by `seq`). */
export type ControlMoment = { readonly at: number } | { readonly event: number };

export type Control = ControlMoment &
  (
    | { readonly action: 'cancel' }
    | { readonly action: 'crash' }
    | { readonly action: 'resume' }
    | { readonly action: 'signal'; readonly name: string; readonly value: Json }
    | {
        readonly action: 'operator';
        readonly command: 'retry-step' | 'resume-run' | 'settle-uncertain';
        readonly step: string | null;
        readonly applied: boolean | null;
        readonly output: Json;
        readonly by: string;
        readonly reason: string;
        readonly authorised: boolean;
      }
  );
