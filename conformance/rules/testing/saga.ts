/** Words in which tests of failure and compensation are written. Every task takes a second. */

import type { Profile, Workflow } from '../../../core/model/workflow.ts';
import { type NodeSketch, workflowOf } from '../../../testing/workflow.ts';
import type { CallSketch } from './observe.ts';

export const flow = (
  links: string,
  nodes: { readonly [id: string]: NodeSketch } = {},
  profile: Profile = 'harness',
): Workflow => ({ ...workflowOf(links, nodes), profile });

export const ok = (unit: string, at: number, rest: Partial<CallSketch> = {}): CallSketch => ({
  unit,
  at,
  after: 1000,
  ...rest,
});

export const fails = (unit: string, at: number, rest: Partial<CallSketch> = {}): CallSketch =>
  ok(unit, at, { error: 'internal', ...rest });

/** What undoes A is uA; ORBIT names it by what it undoes. */
export const undo = (
  profile: Profile,
  unit: string,
  at: number,
  rest: Partial<CallSketch> = {},
): CallSketch =>
  ok(`compensate:${unit}`, at, { step: profile === 'orbit' ? unit : `u${unit}`, ...rest });

/** A loop that runs a node so many times. */
export const loopOver = (body: string, count: number): NodeSketch => ({
  kind: 'loop',
  loop: {
    kind: 'times',
    body,
    over: null,
    while: null,
    count,
    var: 'item',
    indexVar: 'index',
    maxIterations: count,
    maxConcurrency: count,
    onItemFailure: 'continue',
  },
});
