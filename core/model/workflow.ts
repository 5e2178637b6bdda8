/**
 * The workflow as data. Every dialect is read into these types, and nothing below the
 * dialects knows XML or ORBIT. Durations are milliseconds; an expression is kept as its
 * source text, `${}` included, so that a model can be written back as it was read.
 */

export type Profile = 'harness' | 'baseline' | 'orbit';

/** HarnessXML §3.2: the closed list of node types. */
export type NodeKind =
  | 'task'
  | 'inference'
  | 'transform'
  | 'decision'
  | 'loop'
  | 'parallel'
  | 'barrier'
  | 'subworkflow'
  | 'source'
  | 'sink'
  | 'wait'
  | 'human';

/** HarnessXML §4: the closed list of edge types. */
export type EdgeType = 'control' | 'data' | 'dependency' | 'error' | 'compensation';

export type JoinPolicy = 'all' | 'any' | 'quorum';
export type Backoff = 'none' | 'fixed' | 'linear' | 'exponential';
export type Jitter = 'none' | 'full';
export type OnTimeout = 'fail' | 'skip' | 'retry';
export type LoopKind = 'forEach' | 'while' | 'until' | 'times';
export type OnItemFailure = 'fail' | 'continue' | 'break';
export type OnFailure = 'unwind' | 'pause';
export type Classification = 'public' | 'internal' | 'confidential' | 'restricted';
export type ResourceType =
  | 'model'
  | 'compute'
  | 'datastore'
  | 'queue'
  | 'device'
  | 'service'
  | 'secretstore';
export type ArtifactType =
  | 'dataset'
  | 'model'
  | 'document'
  | 'image'
  | 'binary'
  | 'config'
  | 'log'
  | 'report';
export type ArtifactDirection = 'in' | 'out' | 'inout';

export interface Workflow {
  readonly id: string;
  readonly name: string | null;
  readonly profile: Profile;
  /** `1.N` in HarnessXML; null where the dialect has none. */
  readonly specVersion: string | null;
  readonly entry: string | null;
  readonly onFailure: OnFailure;
  /** Bound on the whole run in ms; null where there is none (always, in HarnessXML). */
  readonly timeout: number | null;
  readonly metadata: Metadata | null;
  readonly security: Security | null;
  readonly resources: readonly Resource[];
  readonly artifacts: readonly Artifact[];
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly Edge[];
  readonly extensions: readonly Extension[];
  /**
   * Present exactly in documents of ORBIT: then every expression in the model is ORBIT's, as
   * it is written, without `${}`.
   */
  readonly orbit?: OrbitWorkflow;
}

/** What only ORBIT's documents say of a workflow. */
export interface OrbitWorkflow {
  readonly version: string | null;
  /** The expression behind `return`; null where there is none. */
  readonly returns: string | null;
  readonly inputs: readonly { readonly name: string; readonly type: string }[];
  /** Child workflows that its steps may name, by id: those of the same file and of documents given. */
  readonly children: readonly Workflow[];
}

export interface WorkflowNode {
  readonly id: string;
  readonly kind: NodeKind;
  readonly name: string | null;
  readonly description: string | null;
  /** The opaque handle that a runtime resolves (`impl`, §3.1.1). */
  readonly implementation: string | null;
  readonly idempotent: boolean;
  readonly join: JoinPolicy;
  readonly quorum: number | null;
  /** The node that this one undoes, where it says so (`compensates`). */
  readonly compensates: string | null;
  readonly inputs: readonly InputPort[];
  readonly outputs: readonly OutputPort[];
  readonly config: readonly Property[];
  readonly resources: readonly ResourceReference[];
  readonly artifacts: readonly ArtifactReference[];
  /** An expression that must be true for the node to run (§7.1.1). */
  readonly guard: string | null;
  readonly retry: RetryPolicy | null;
  readonly timeout: Timeout | null;
  readonly cases: readonly Case[] | null;
  /** Where a decision goes when no case is true; null on other nodes and where it is left out. */
  readonly otherwise: string | null;
  readonly loop: Loop | null;
  readonly subworkflow: Subworkflow | null;
  readonly wait: Wait | null;
  readonly security: Security | null;
  readonly extensions: readonly Extension[];
  /** ORBIT: bound on the wait for a worker in ms (`queue_timeout`). */
  readonly queueTimeout?: number;
  /** ORBIT: one unit for each element of a list (`for x in list`). */
  readonly fanOut?: FanOut;
  /** ORBIT: the pool of workers that its calls are for (`using`); `default` where it is absent. */
  readonly pool?: string;
  /** ORBIT: the expression that gives the idempotency key, where the document has one. */
  readonly idempotencyKey?: string;
}

export interface FanOut {
  /** The loop variable: the element. */
  readonly variable: string;
  /** The expression that gives the list. */
  readonly over: string;
  /** How many units may be under way at once, at least 1; null for as many as there are. */
  readonly maxParallel: number | null;
}

export interface InputPort {
  readonly name: string;
  readonly description: string | null;
  readonly type: string | null;
  readonly required: boolean;
  /** Plain text: `${` means nothing here. */
  readonly default: string | null;
  /** Text and expressions mixed (§10.2). */
  readonly value: string | null;
}

export interface OutputPort {
  readonly name: string;
  readonly description: string | null;
  readonly type: string | null;
  readonly required: boolean;
  readonly default: string | null;
  readonly value: string | null;
}

export interface RetryPolicy {
  /** Attempts, the first included: 1 to 1000 (§8.1). */
  readonly maxAttempts: number;
  readonly backoff: Backoff;
  readonly initialDelay: number;
  readonly maxDelay: number | null;
  /** Finite and not negative. */
  readonly multiplier: number;
  readonly jitter: Jitter;
  /** Error classes that are retried; null means any (§8.1.2). */
  readonly retryOn: readonly string[] | null;
}

export interface Timeout {
  /** Bound on a single attempt in ms (§8.2). */
  readonly duration: number;
  readonly onTimeout: OnTimeout;
}

export interface Case {
  readonly when: string;
  readonly to: string;
}

export interface Loop {
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

export interface Subworkflow {
  readonly href: string;
  readonly digest: string | null;
  readonly specVersion: string | null;
}

/** Exactly one of the three is not null (HX-2205). */
export interface Wait {
  readonly duration: number | null;
  readonly until: string | null;
  readonly event: string | null;
}

export interface Edge {
  readonly id: string | null;
  readonly description: string | null;
  readonly from: string;
  readonly to: string;
  readonly type: EdgeType;
  readonly condition: string | null;
  readonly fromPort: string | null;
  readonly toPort: string | null;
  readonly extensions: readonly Extension[];
}

export interface Property {
  readonly name: string;
  readonly value: string;
}

export interface ResourceReference {
  readonly ref: string;
  readonly role: string | null;
}

export interface ArtifactReference {
  readonly ref: string;
  readonly direction: ArtifactDirection;
}

export interface Resource {
  readonly id: string;
  readonly type: ResourceType;
  readonly name: string | null;
  readonly description: string | null;
  readonly provider: string | null;
  readonly uri: string | null;
  readonly properties: readonly Property[];
  /** A credential is only ever named, never held (§9, §14.5). */
  readonly credential: { readonly ref: string; readonly store: string | null } | null;
  readonly extensions: readonly Extension[];
}

export interface Artifact {
  readonly id: string;
  readonly type: ArtifactType;
  readonly name: string | null;
  readonly description: string | null;
  readonly uri: string | null;
  readonly mediaType: string | null;
  readonly digest: string | null;
  readonly classification: Classification | null;
  readonly properties: readonly Property[];
  readonly extensions: readonly Extension[];
}

export interface Security {
  readonly principal: string | null;
  readonly classification: Classification | null;
  readonly isolation: string | null;
  readonly permissions: readonly { readonly action: string; readonly resource: string }[];
}

export interface Metadata {
  readonly title: string | null;
  readonly description: string | null;
  readonly author: string | null;
  readonly organization: string | null;
  readonly created: string | null;
  readonly modified: string | null;
  readonly license: string | null;
  readonly documentVersion: string | null;
  readonly tags: readonly string[];
  readonly provenance: Provenance | null;
}

export interface Provenance {
  readonly generator: {
    readonly name: string;
    readonly version: string | null;
    readonly vendor: string | null;
  } | null;
  readonly sources: readonly {
    readonly uri: string;
    readonly type: string | null;
    readonly digest: string | null;
  }[];
  readonly signature: {
    readonly algorithm: string;
    readonly value: string;
    readonly keyId: string | null;
  } | null;
}

/** Foreign content, kept so that it can be written back (§2). */
export interface Extension {
  readonly namespace: string;
  readonly required: boolean;
  readonly content: readonly ForeignNode[];
}

export type ForeignNode = string | ForeignElement;

export interface ForeignElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: readonly {
    readonly name: string;
    readonly namespace: string;
    readonly value: string;
  }[];
  readonly children: readonly ForeignNode[];
}
