/** What tests of the protocol share: a small plan, and worlds for it. */

import type { World } from '../record.ts';
import type { PerformParameters, PerformResult, ProtocolPlan } from '../schema/index.ts';
import type { SessionOptions } from '../session.ts';

export const suite: SessionOptions['suite'] = { name: 'unwind', version: 'test' };

type PlanNode = ProtocolPlan['nodes'][number];
type PlanEdge = ProtocolPlan['edges'][number];

export const node = (id: string, rest: Partial<PlanNode> = {}): PlanNode => ({
  id,
  kind: 'task',
  idempotent: true,
  join: 'all',
  quorum: null,
  inputs: [],
  outputs: [],
  guard: null,
  ...rest,
});

export const edge = (from: string, to: string, type: PlanEdge['type'] = 'control'): PlanEdge => ({
  from,
  to,
  type,
  condition: null,
  fromPort: null,
  toPort: null,
});

export const planOf = (
  nodes: readonly PlanNode[],
  edges: readonly PlanEdge[],
  rest: Partial<ProtocolPlan> = {},
): ProtocolPlan => ({
  plan: 1,
  id: 'test',
  profile: 'baseline',
  entry: null,
  onFailure: 'unwind',
  nodes,
  edges,
  timeout: null,
  ...rest,
});

export const retry = (
  maxAttempts: number,
  rest: Partial<NonNullable<PlanNode['retry']>> = {},
): NonNullable<PlanNode['retry']> => ({
  maxAttempts,
  backoff: 'fixed',
  initialDelay: 1000,
  maxDelay: null,
  multiplier: 2,
  jitter: 'none',
  ...rest,
});

export const ok = (after: number, output: PerformParameters['input'] = {}): PerformResult => ({
  after,
  then: { ok: output },
});

export const fails = (
  after: number,
  errorClass: string,
  rest: { readonly retryable?: boolean; readonly status?: number } = {},
): PerformResult => ({ after, then: { error: { class: errorClass, ...rest } } });

export const hangs: PerformResult = { then: { hang: true } };

/** By unit or step; entry n for attempt n, the last one for all later ones. */
export const worldOf =
  (tasks: { readonly [unit: string]: readonly PerformResult[] } = {}): World =>
  ({ unit, step, attempt, purpose }) => {
    const answers =
      tasks[purpose === 'reconcile' ? `reconcile:${unit}` : unit] ?? tasks[step] ?? [];
    return answers[Math.min(attempt, answers.length) - 1] ?? ok(10);
  };
