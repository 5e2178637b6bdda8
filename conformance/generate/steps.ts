/** What a step is by itself: its kind, its policies, its guard, and what undoes it. */

import { isPerformed } from '../../core/model/performed.ts';
import type {
  FanOut,
  NodeKind,
  Profile,
  RetryPolicy,
  Timeout,
  WorkflowNode,
} from '../../core/model/workflow.ts';
import { makeEdge, nodeOf } from '../cases/whiteboard.ts';
import type { Chance } from './chance.ts';
import { type Draft, type DraftStep, inputPort } from './draft.ts';
import { attemptTimeout, retryPolicy, type Setting } from './policies.ts';

/** Policies, guard and ports of a step; a loop's body and what undoes it beside it. */
export const finishStep = (
  chance: Chance,
  setting: Setting,
  draft: Draft,
  step: DraftStep,
): void => {
  const { weights } = setting;
  const guard = chance.happens(weights.guard)
    ? expressionAbout(chance, sourcesBefore(draft, step))
    : null;
  if (step.kind === 'loop') {
    step.node = { ...step.node, guard, ...loopOf(chance, setting, draft, step) };
  } else if (step.kind === 'wait') {
    step.node = { ...step.node, guard, wait: waitOf(chance, setting, draft, step) };
  } else if (isPerformed(step.kind)) {
    step.node = { ...step.node, guard, ...performedBy(chance, setting) };
    if (chance.happens(weights.fanOut))
      step.node = { ...step.node, fanOut: fanOut(chance, setting) };
    addInputs(chance, draft, step);
    if (chance.happens(weights.undo)) addUndo(chance, setting, draft, step.id);
  } else if (step.kind !== 'decision') {
    step.node = { ...step.node, guard };
  }
};

const fanOut = (chance: Chance, { allows }: Setting): FanOut => {
  const list = Array.from({ length: chance.between(1, 3) }, (_, index) => index * 10 + 7);
  const most = allows('parallel') ? chance.oneOf([null, 1, 2]) : 1;
  return { variable: 'item', over: `\${[${list.join(', ')}]}`, maxParallel: most };
};

/** Whether it may be repeated, how often it is tried, and how long it may take. */
const performedBy = (
  chance: Chance,
  setting: Setting,
): Pick<WorkflowNode, 'idempotent' | 'retry' | 'timeout'> => {
  const { weights, profile } = setting;
  const idempotent = !chance.happens(weights.nonIdempotent);
  // HX-3301; in the baseline it means one attempt all the same.
  const mayRetry = idempotent || profile === 'baseline';
  const retry = mayRetry && chance.happens(weights.retry) ? retryPolicy(chance, setting) : null;
  const timeout = chance.happens(weights.timeout) ? attemptTimeout(chance, setting) : null;
  const isOverridden = timeout?.onTimeout === 'retry' && chance.happens(0.6);
  return { idempotent, retry: isOverridden ? withoutTimeout(retry) : retry, timeout };
};

/** A list that leaves `timeout` out, which `onTimeout="retry"` overrides. */
const withoutTimeout = (retry: RetryPolicy | null): RetryPolicy | null => {
  if (retry === null || retry.retryOn === null) return retry;
  const retryOn = retry.retryOn.filter((name) => name !== 'timeout');
  return { ...retry, retryOn: retryOn.length === 0 ? ['transient'] : retryOn };
};

/**
 * Steps before this one whose outputs can be read. What is behind a decision may exclude this one
 * (HX-3104), unless this one follows it alone.
 */
const sourcesBefore = ({ steps, edges }: Draft, step: DraftStep): readonly DraftStep[] => {
  const decisions = new Set(
    steps.flatMap(({ kind, index }) => (kind === 'decision' ? [index] : [])),
  );
  const incoming = edges.filter(({ to }) => to === step.id);
  return steps.filter(({ id, index, kind, isTarget, before, node }) => {
    // What a step gave for each of many elements is a list.
    if (!step.before.has(index) || !isPerformed(kind) || node.fanOut !== undefined) return false;
    const isBehindDecision = isTarget || [...before].some((other) => decisions.has(other));
    return !isBehindDecision || (incoming.length === 1 && incoming[0]?.from === id);
  });
};

/** Something true or false, at best about what a step before handed back (0 to 4, or nothing). */
export const expressionAbout = (chance: Chance, sources: readonly DraftStep[]): string => {
  if (sources.length === 0 || chance.happens(0.3)) return `\${${chance.happens(0.5)}}`;
  return `\${(${chance.oneOf(sources).id}.n ?? 0) ${chance.oneOf(['>', '<'])} ${chance.between(1, 3)}}`;
};

const addInputs = (chance: Chance, draft: Draft, step: DraftStep): void => {
  const sources = sourcesBefore(draft, step);
  if (sources.length > 0 && chance.happens(0.12)) {
    const { id } = chance.oneOf(sources);
    const value = chance.oneOf([
      ...[`\${(${id}.n ?? 0) + 1}`, `n is \${${id}.n ?? 0}`, `\${${id}.n}`],
      ...[`\${${id}.id}`, `for \${${id}.id}`],
    ]);
    step.inputs.push(inputPort('given', { value, required: !/^\$\{\w+\.\w+\}$/.test(value) }));
  } else if (chance.happens(0.06)) {
    step.inputs.push(inputPort('fixed', { default: 'as ever', required: false }));
  }
};

const undoName = (profile: Profile, id: string): string =>
  profile === 'orbit' ? `compensate:${id}` : `undo_${id}`;

const addUndo = (chance: Chance, setting: Setting, draft: Draft, undone: string): void => {
  const { weights, profile } = setting;
  const id = undoName(profile, undone);
  const idempotent = profile === 'orbit' || !chance.happens(weights.nonIdempotent / 3);
  const hasPolicy = chance.happens(weights.undoPolicy);
  draft.others.push(
    nodeOf(id, {
      idempotent,
      compensates: profile !== 'orbit' && chance.happens(0.3) ? undone : null,
    }),
  );
  const last = draft.others.length - 1;
  const retry =
    hasPolicy && (idempotent || profile === 'baseline') ? retryPolicy(chance, setting) : null;
  const timeout: Timeout | null =
    hasPolicy && chance.happens(weights.timeout) ? attemptTimeout(chance, setting) : null;
  draft.others[last] = { ...(draft.others[last] as WorkflowNode), retry, timeout };
  draft.edges.push(makeEdge(undone, id, 'compensation'));
};

const waitOf = (
  chance: Chance,
  { weights }: Setting,
  draft: Draft,
  step: DraftStep,
): WorkflowNode['wait'] => {
  // A signal may come before a step waits for it, where steps go before: what then is left open.
  if (step.before.size === 0 && !step.isTarget && chance.happens(weights.signal)) {
    const event = `go_${step.id}`;
    draft.signals.push(event);
    return { duration: null, until: null, event };
  }
  return { duration: chance.between(200, 3000), until: null, event: null };
};

const loopOf = (
  chance: Chance,
  setting: Setting,
  draft: Draft,
  step: DraftStep,
): Pick<WorkflowNode, 'loop'> => {
  const kinds = ['times', 'forEach', 'forEach', 'while', 'until'] as const;
  const kind = chance.oneOf(kinds);
  const body = `${step.id}_body`;
  const count = kind === 'times' ? chance.between(1, 3) : chance.below(4);
  const lists = sourcesBefore(draft, step);
  const isSerial = kind === 'while' || kind === 'until' || !setting.allows('parallel');
  const spare = kind === 'times' ? chance.below(3) : chance.oneOf([-1, -1, 0, 1]);
  const value = kind === 'forEach' ? '${item}' : '${index}';
  const inputs = [inputPort('element', { value })];
  const performed = performedBy(chance, setting);
  draft.others.push({ ...nodeOf(body, { outputs: ['n', 'id'], inputs }), ...performed });
  if (chance.happens(setting.weights.undo)) addUndo(chance, setting, draft, body);
  return {
    loop: {
      kind,
      body,
      over: kind === 'forEach' ? listFor(chance, lists, count) : null,
      while: kind === 'until' && chance.happens(0.4) ? '${true}' : conditionOf(kind, body, count),
      count: kind === 'times' ? count : null,
      var: 'item',
      indexVar: 'index',
      maxIterations: Math.max(1, count + spare),
      maxConcurrency: isSerial ? 1 : chance.oneOf([1, 1, 2, 3]),
      onItemFailure: chance.oneOf(['fail', 'continue', 'break']),
    },
  };
};

const listFor = (chance: Chance, sources: readonly DraftStep[], count: number): string => {
  if (sources.length > 0 && chance.happens(0.4)) {
    const source = chance.oneOf(sources);
    source.hasList = true;
    return `\${${source.id}.list ?? []}`;
  }
  return `\${[${Array.from({ length: count }, (_, index) => index * 10 + 7).join(', ')}]}`;
};

/** The body hands back how often it has run. */
const conditionOf = (kind: string, body: string, count: number): string | null => {
  if (kind === 'while') return `\${(${body}.n ?? 0) < ${count}}`;
  return kind === 'until' ? `\${(${body}.n ?? 0) >= ${Math.max(1, count)}}` : null;
};

/** What a step is: mostly a task. */
export const kindOf = (chance: Chance, { weights, profile }: Setting, later: number): NodeKind => {
  if (later >= 2 && chance.happens(weights.decision)) return 'decision';
  if (chance.happens(weights.loop)) return 'loop';
  if (chance.happens(weights.wait)) return 'wait';
  return profile === 'orbit' ? 'task' : chance.oneOf([...TASKS, 'transform', 'sink']);
};

const TASKS: readonly NodeKind[] = Array<NodeKind>(14).fill('task');
