/** Runtimes for tests of the suite: the built-in one, and one that reads plans in its own way. */

import type { Workflow, WorkflowNode } from '../../core/model/workflow.ts';
import { simulate } from '../../simulator/index.ts';
import { observationOfRun } from '../judge/observation-of-run.ts';
import type { Hello } from '../protocol/hello.ts';
import type { CertifyOptions } from './course.ts';
import type { Runtime } from './runtime.ts';
import { simulatedRuntime } from './simulated-runtime.ts';

/** It runs another workflow than it was asked to. */
export const runtimeThatReads = (
  change: (node: WorkflowNode) => WorkflowNode,
  hello: Partial<Hello> = {},
): Runtime => {
  const right = simulatedRuntime();
  const changed = (workflow: Workflow): Workflow => ({
    ...workflow,
    nodes: workflow.nodes.map(change),
  });
  return {
    ...right,
    hello: { ...right.hello, ...hello },
    observe: ({ workflow, scenario }) => {
      const run = simulate(changed(workflow), scenario);
      return {
        kind: 'observed',
        observation: observationOfRun(workflow, scenario, run, hello.choices ?? {}),
      };
    },
  };
};

/** One attempt more than a policy allows. */
export const oneMore = (node: WorkflowNode): WorkflowNode =>
  node.retry === null
    ? node
    : { ...node, retry: { ...node.retry, maxAttempts: node.retry.maxAttempts + 1 } };

export const optionsFor = (rest: Partial<CertifyOptions>): CertifyOptions => ({
  version: '0',
  rules: [],
  cases: [],
  profiles: ['harness'],
  runs: 50,
  seed: 1,
  level: null,
  globs: [],
  now: () => 0,
  ...rest,
});
