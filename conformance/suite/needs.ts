/** What a runtime must be able to do for a case to be sent to it (driver protocol, capabilities). */

import type { WorkflowNode } from '../../core/model/workflow.ts';
import type { Capability } from '../protocol/schema/names.ts';
import { profileOf, type TestCase } from './case.ts';

export const needsOf = (testCase: TestCase): ReadonlySet<Capability> => {
  const { workflow, scenario } = testCase;
  const needs = new Set<Capability>();
  for (const node of workflow.nodes) for (const need of needsOfNode(node)) needs.add(need);
  for (const { type, condition } of workflow.edges) {
    if (type === 'data') needs.add('data');
    if (type === 'dependency') needs.add('dependency-edges');
    if (type === 'error') needs.add('error-edges');
    if (type === 'compensation') needs.add('compensation');
    if (condition !== null) needs.add('conditions');
  }
  if (mayRunSideBySide(testCase)) needs.add('parallel');
  if (workflow.timeout !== null) needs.add('workflow-timeout');
  if ((scenario.onFailure ?? workflow.onFailure) === 'pause') needs.add('operators');
  for (const { action } of scenario.controls) {
    if (action === 'cancel') needs.add('cancel');
    if (action === 'crash') needs.add('resume');
    if (action === 'signal') needs.add('signals');
    if (action === 'operator') needs.add('operators');
  }
  if (hasPermanentFailure(testCase)) needs.add('non-retryable');
  return needs;
};

const needsOfNode = (node: WorkflowNode): readonly Capability[] => {
  const { retry, timeout, wait } = node;
  const needs: Capability[] = [];
  if (retry !== null) {
    needs.push('retry');
    if (retry.maxAttempts > 1) needs.push(`backoff.${retry.backoff}`);
    if (retry.maxDelay !== null) needs.push('max-delay');
    if (retry.jitter === 'full') needs.push('jitter');
    if (retry.retryOn !== null) needs.push('retry-on');
  }
  if (timeout !== null) {
    needs.push('timeout');
    if (timeout.onTimeout !== 'fail') needs.push(`on-timeout.${timeout.onTimeout}`);
  }
  if (!node.idempotent) needs.push('idempotent');
  if (node.join !== 'all') needs.push(`join.${node.join}`);
  if (node.guard !== null) needs.push('guards');
  if (node.cases !== null) needs.push('decisions');
  if (node.loop !== null || node.fanOut !== undefined) needs.push('loops');
  if (node.subworkflow !== null) needs.push('subworkflows');
  if (wait !== null) needs.push(wait.event === null ? 'waits' : 'signals');
  return needs;
};

/** Two steps can be open at once: more than one begins, or more than one follows. */
const mayRunSideBySide = ({ workflow }: TestCase): boolean => {
  const forward = workflow.edges.filter(({ type }) => type !== 'error' && type !== 'compensation');
  const followers = new Map<string, number>();
  for (const { from } of forward) followers.set(from, (followers.get(from) ?? 0) + 1);
  if ([...followers.values()].some((count) => count > 1)) return true;
  const reached = new Set(workflow.edges.map(({ to }) => to));
  for (const { cases, otherwise, loop, fanOut } of workflow.nodes) {
    if (fanOut !== undefined && fanOut.maxParallel !== 1) return true;
    for (const { to } of cases ?? []) reached.add(to);
    if (otherwise !== null) reached.add(otherwise);
    if (loop !== null) reached.add(loop.body);
    if (loop !== null && loop.maxConcurrency > 1) return true;
  }
  return workflow.entry === null && workflow.nodes.filter(({ id }) => !reached.has(id)).length > 1;
};

/** A failure that has attempts left and must not be tried again, by itself and not by `retryOn`. */
const hasPermanentFailure = (testCase: TestCase): boolean => {
  const { workflow, scenario } = testCase;
  if (profileOf(testCase) === 'harness') return false;
  const retried = workflow.nodes.filter(({ retry }) => retry !== null && retry.retryOn === null);
  return retried.some(({ id }) =>
    Object.entries(scenario.tasks).some(
      ([unit, answers]) =>
        (unit === id || unit.startsWith(`${id}[`) || unit === `compensate:${id}`) &&
        answers.some(({ then }) => then.kind === 'error' && isPermanent(then.error)),
    ),
  );
};

const WORTH_ANOTHER_TRY = new Set(['transient', 'rate_limit', 'unavailable', 'timeout']);

const isPermanent = (error: { readonly class: string; readonly retryable: boolean | null }) =>
  error.retryable === false || (error.retryable === null && !WORTH_ANOTHER_TRY.has(error.class));
