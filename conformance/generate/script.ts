/** What the world does to each attempt: by unit, as a driver could be told it. */

import type { Json, JsonObject } from '../../core/model/json.ts';
import { isPerformed } from '../../core/model/performed.ts';
import type { Scenario, TaskAnswer, TaskError } from '../../core/model/scenario.ts';
import type { Workflow, WorkflowNode } from '../../core/model/workflow.ts';
import type { Chance } from './chance.ts';
import { PERMANENT_CLASSES, type Setting, TRANSIENT_CLASSES } from './policies.ts';

export const generateScript = (
  chance: Chance,
  setting: Setting,
  workflow: Workflow,
): Scenario['tasks'] => {
  const { weights } = setting;
  const bodies = new Map(
    workflow.nodes.flatMap(({ loop }) => (loop === null ? [] : [[loop.body, loop] as const])),
  );
  const undoes = new Map(
    workflow.edges.flatMap(({ type, from, to }) => (type === 'compensation' ? [[to, from]] : [])),
  );
  const handled = new Set(
    workflow.edges.flatMap(({ type, from }) => (type === 'error' ? [from] : [])),
  );
  const tasks: { [unit: string]: readonly TaskAnswer[] } = {};
  for (const node of workflow.nodes) {
    if (!isPerformed(node.kind)) continue;
    const loop = bodies.get(node.id);
    const undone = undoes.get(node.id);
    const fannedOut =
      workflow.nodes.find(({ id }) => id === (undone ?? node.id))?.fanOut !== undefined;
    const isMany = loop !== undefined || fannedOut;
    const iterations = isMany ? Math.min((loop?.maxIterations ?? MOST_ELEMENTS) + 1, 6) : 1;
    for (let iteration = 0; iteration < iterations; iteration += 1) {
      const element = isMany ? `[${iteration}]` : '';
      const unit = `${node.id}${element}`;
      const failing =
        undone === undefined ? failingOf(setting, handled.has(node.id)) : weights.undoFails;
      const answers = answersFor(chance, setting, node, failing, iteration + 1);
      tasks[undone === undefined ? unit : nameOfUndo(setting, node.id, `${undone}${element}`)] =
        answers;
    }
  }
  return tasks;
};

const MOST_ELEMENTS = 3;

const failingOf = ({ weights }: Setting, isHandled: boolean): number =>
  isHandled ? Math.max(weights.fails, weights.handledFails) : weights.fails;

/** A script names what undoes by its own id, or, where it has none, by its unit. */
const nameOfUndo = ({ profile }: Setting, id: string, undone: string): string =>
  profile === 'orbit' ? `compensate:${undone}` : id;

const answersFor = (
  chance: Chance,
  setting: Setting,
  node: WorkflowNode,
  failing: number,
  ordinal: number,
): readonly TaskAnswer[] => {
  const { weights } = setting;
  if (chance.happens(failing * weights.always)) return [failure(chance, setting, node)];
  const length = chance.between(1, Math.min(5, (node.retry?.maxAttempts ?? 1) + 1));
  const answers = Array.from({ length }, () =>
    chance.happens(failing)
      ? failure(chance, setting, node)
      : success(chance, setting, node, ordinal),
  );
  // What fails and fails is `always`; after the last entry it is well.
  const last = answers[answers.length - 1];
  return last?.then.kind === 'ok' ? answers : [...answers, success(chance, setting, node, ordinal)];
};

/** Shorter than the timeout, where there is one, and not by little. */
const duration = (chance: Chance, { timeout }: WorkflowNode): number =>
  timeout === null ? chance.between(60, 3000) : chance.between(40, timeout.duration - 30);

const successDuration = (chance: Chance, { weights }: Setting, node: WorkflowNode): number => {
  const { timeout } = node;
  if (timeout !== null && chance.happens(weights.boundary)) return timeout.duration;
  if (timeout === null && chance.happens(weights.slow)) return chance.between(3000, 8000);
  return duration(chance, node);
};

const success = (
  chance: Chance,
  setting: Setting,
  node: WorkflowNode,
  ordinal: number,
): TaskAnswer => ({
  after: successDuration(chance, setting, node),
  then: { kind: 'ok', output: outputFor(chance, setting, node, ordinal) },
  applied: true,
  duplicate: false,
});

const outputFor = (
  chance: Chance,
  { profile }: Setting,
  { id, outputs }: WorkflowNode,
  ordinal: number,
): JsonObject => {
  const output: { [port: string]: Json } = {};
  for (const { name } of outputs) {
    if (name === 'id') output[name] = `${id}-${ordinal}-${chance.between(1000, 999_999)}`;
    else if (name === 'list')
      output[name] = Array.from({ length: chance.below(4) }, (_, i) => i + 3);
    else output[name] = id.endsWith('_body') || profile === 'orbit' ? ordinal : chance.below(5);
  }
  return output;
};

const failure = (chance: Chance, setting: Setting, node: WorkflowNode): TaskAnswer => {
  const { weights } = setting;
  if (node.timeout !== null && chance.happens(weights.late)) return tooLate(chance, setting, node);
  const error = errorFor(chance, setting, node);
  const mayBeLost = node.idempotent && (error.class === 'timeout' || error.class === 'transient');
  return {
    after: duration(chance, node),
    then: { kind: 'error', error },
    applied: mayBeLost && chance.happens(0.4),
    duplicate: false,
  };
};

const tooLate = (chance: Chance, setting: Setting, node: WorkflowNode): TaskAnswer => {
  if (chance.happens(setting.weights.hangs)) {
    return { after: 0, then: { kind: 'hang' }, applied: chance.happens(0.3), duplicate: false };
  }
  const after = (node.timeout?.duration ?? 0) + chance.between(100, 4000);
  if (chance.happens(0.7)) return { ...success(chance, setting, node, 1), after };
  const error = errorFor(chance, setting, node);
  return { after, then: { kind: 'error', error }, applied: false, duplicate: false };
};

const STATUSES: { readonly [name: string]: readonly number[] } = {
  rate_limit: [429],
  unavailable: [502, 503],
  timeout: [408, 504],
  invalid_input: [400, 422],
  unauthorized: [401, 403],
  not_found: [404],
  rejected: [402, 409],
  internal: [500],
};

/** Never one that contradicts itself: class, status and `retryable` say the same. */
const errorFor = (chance: Chance, setting: Setting, node: WorkflowNode): TaskError => {
  const { profile, weights } = setting;
  const isPermanent = setting.allows('non-retryable') && chance.happens(weights.permanent);
  const listed = node.retry?.retryOn ?? null;
  if (listed !== null && !isPermanent && chance.happens(0.7)) {
    return errorOf(chance, chance.oneOf(listed), null);
  }
  if (profile === 'orbit') {
    return errorOf(
      chance,
      isPermanent ? 'invalid_input' : 'unavailable',
      isPermanent ? false : null,
    );
  }
  if (!isPermanent) {
    // Whether such a call took effect is not certain, so a step that may not be repeated has none.
    const classes = node.idempotent ? TRANSIENT_CLASSES : (['rate_limit', 'unavailable'] as const);
    const chosen = chance.oneOf(classes);
    const says = profile === 'baseline' && listed === null && chance.happens(0.2) ? true : null;
    return errorOf(chance, chosen, says);
  }
  if (profile === 'harness') return errorOf(chance, chance.oneOf(PERMANENT_CLASSES), null);
  const says = listed === null && chance.happens(0.3) ? false : null;
  return errorOf(chance, chance.oneOf([...PERMANENT_CLASSES, 'rejected', 'stale_version']), says);
};

const errorOf = (chance: Chance, name: string, retryable: boolean | null): TaskError => {
  const statuses = STATUSES[name] ?? [];
  const status = statuses.length > 0 && chance.happens(0.4) ? chance.oneOf(statuses) : null;
  return { class: name, status, retryable, message: '' };
};
