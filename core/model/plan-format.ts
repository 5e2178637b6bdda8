/**
 * The workflow as JSON, version 1: what drivers of runtimes are handed. Every field is stated,
 * null where it means nothing. Left out are `retry`, `timeout`, `retryOn` (any failure) and
 * what a kind of node does not have; and, where they are empty, the declarations that
 * expressions read. Durations are ms and may be fractions.
 */

import type {
  ArtifactDirection,
  ArtifactType,
  Backoff,
  Classification,
  EdgeType,
  Jitter,
  JoinPolicy,
  LoopKind,
  NodeKind,
  OnFailure,
  OnItemFailure,
  OnTimeout,
  Profile,
  ResourceType,
} from './workflow.ts';

export interface Plan {
  readonly plan: 1;
  readonly id: string;
  readonly profile: Profile;
  readonly entry: string | null;
  readonly onFailure: OnFailure;
  readonly nodes: readonly PlanNode[];
  readonly edges: readonly PlanEdge[];
  /** Bound on the whole run; always null but in the orbit profile. */
  readonly timeout: number | null;
  readonly artifacts?: readonly PlanArtifact[];
  readonly resources?: readonly PlanResource[];
}

export interface PlanNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly idempotent: boolean;
  readonly join: JoinPolicy;
  readonly quorum: number | null;
  readonly inputs: readonly PlanInput[];
  readonly outputs: readonly PlanOutput[];
  readonly guard: string | null;
  readonly retry?: PlanRetry;
  readonly timeout?: PlanTimeout;
  readonly cases?: readonly PlanCase[];
  readonly otherwise?: string | null;
  readonly loop?: PlanLoop;
  readonly subworkflow?: PlanSubworkflow;
  readonly wait?: PlanWait;
  readonly compensates?: string;
  readonly config?: readonly PlanProperty[];
  readonly resources?: readonly { readonly ref: string; readonly role: string | null }[];
  readonly artifacts?: readonly { readonly ref: string; readonly direction: ArtifactDirection }[];
  /** Orbit profile alone: bound on the wait for a worker. */
  readonly queueTimeout?: number;
  /** Orbit profile alone: a unit for each element of a list. */
  readonly for?: { readonly variable: string; readonly over: string };
  /** Where there is `for`: how many units may be under way at once; null or absent, no bound. */
  readonly maxParallel?: number | null;
  /** Orbit profile alone: the workers that its calls are for. */
  readonly pool?: string;
  /** Orbit profile alone: an expression. */
  readonly idempotencyKey?: string;
}

export interface PlanInput {
  readonly name: string;
  readonly type: string | null;
  readonly required: boolean;
  readonly default: string | null;
  readonly value: string | null;
}

export interface PlanOutput {
  readonly name: string;
  readonly type: string | null;
}

export interface PlanRetry {
  readonly maxAttempts: number;
  readonly backoff: Backoff;
  readonly initialDelay: number;
  readonly maxDelay: number | null;
  readonly multiplier: number;
  readonly jitter: Jitter;
  readonly retryOn?: readonly string[];
}

export interface PlanTimeout {
  readonly duration: number;
  readonly onTimeout: OnTimeout;
}

export interface PlanCase {
  readonly when: string;
  readonly to: string;
}

export interface PlanLoop {
  readonly kind: LoopKind;
  readonly body: string;
  readonly over: string | null;
  readonly while: string | null;
  readonly count: number | null;
  readonly var: string;
  readonly indexVar: string;
  readonly maxIterations: number;
  readonly maxConcurrency: number;
  readonly onItemFailure: OnItemFailure;
}

export interface PlanSubworkflow {
  readonly href: string;
  readonly digest: string | null;
  readonly specVersion: string | null;
}

/** Exactly one of the three. */
export type PlanWait =
  | { readonly duration: number }
  | { readonly until: string }
  | { readonly event: string };

export interface PlanEdge {
  readonly from: string;
  readonly to: string;
  readonly type: EdgeType;
  readonly condition: string | null;
  readonly fromPort: string | null;
  readonly toPort: string | null;
}

export interface PlanProperty {
  readonly name: string;
  readonly value: string;
}

export interface PlanArtifact {
  readonly id: string;
  readonly type: ArtifactType;
  readonly name: string | null;
  readonly uri: string | null;
  readonly mediaType: string | null;
  readonly digest: string | null;
  readonly classification: Classification | null;
  readonly properties: readonly PlanProperty[];
}

export interface PlanResource {
  readonly id: string;
  readonly type: ResourceType;
  readonly name: string | null;
  readonly provider: string | null;
  readonly uri: string | null;
  readonly properties: readonly PlanProperty[];
}
