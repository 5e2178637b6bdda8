// @ts-check
/**
 * A plan as a transaction of Medusa, in the orchestrator's own words: its steps are put into layers
 * (a step stands one below the lowest of those that it follows), each layer is what Medusa's
 * `parallelize` makes, and the next one follows it.
 */

import { OrchestratorBuilder } from '@medusajs/orchestration';

const TASKS = ['task', 'inference', 'transform', 'source', 'sink', 'human'];

/**
 * The steps of a plan, with what Medusa is told of each.
 *
 * @param {any} plan
 * @param {number} scale ms of the machine for one of the plan.
 */
export function definitionOf(plan, scale) {
  const builder = new OrchestratorBuilder();
  for (const layer of layersOf(plan)) {
    for (const node of layer) builder.addAction(node.id, optionsOf(node, plan, scale));
    const [first, ...others] = layer.map(({ id }) => id);
    if (others.length > 0) builder.mergeActions(first, ...others);
  }
  return builder.build();
}

/** @param {any} node @param {any} plan @param {number} scale */
function optionsOf({ id, retry }, plan, scale) {
  const policy =
    retry === undefined
      ? {}
      : {
          maxRetries: retry.maxAttempts - 1,
          ...(retry.backoff === 'fixed'
            ? { retryInterval: (retry.initialDelay * scale) / 1000 }
            : {}),
        };
  return { ...policy, noCompensation: undoOf(plan, id) === undefined };
}

/** The node that undoes another. @param {any} plan @param {string} id */
export function undoOf(plan, id) {
  const edge = plan.edges.find(
    (/** @type {any} */ { type, from }) => type === 'compensation' && from === id,
  );
  return edge && plan.nodes.find((/** @type {any} */ node) => node.id === edge.to);
}

/** @param {any} plan @returns {any[][]} */
function layersOf(plan) {
  const before = plan.edges.filter((/** @type {any} */ { type }) => type === 'control');
  /** @type {Map<string, number>} */
  const depths = new Map();
  const depthOf = (/** @type {string} */ id) => {
    const known = depths.get(id);
    if (known !== undefined) return known;
    const sources = before.filter((/** @type {any} */ { to }) => to === id);
    const depth = Math.max(-1, ...sources.map((/** @type {any} */ { from }) => depthOf(from))) + 1;
    depths.set(id, depth);
    return depth;
  };
  /** @type {any[][]} */
  const layers = [];
  for (const node of forwardOf(plan)) {
    const depth = depthOf(node.id);
    layers[depth] = [...(layers[depth] ?? []), node];
  }
  return layers;
}

/** @param {any} plan */
function forwardOf(plan) {
  const undoing = new Set(
    plan.edges.flatMap((/** @type {any} */ { type, to }) => (type === 'compensation' ? [to] : [])),
  );
  return plan.nodes.filter((/** @type {any} */ { id }) => !undoing.has(id));
}

/** What no transaction of Medusa can say; null where this plan can be said. @param {any} plan */
export function whyUnsupported(plan) {
  if (plan === undefined) return 'only plans are run';
  for (const node of forwardOf(plan)) {
    if (!TASKS.includes(node.kind)) return `a step of kind ${node.kind}`;
    const edges = plan.edges.filter(
      (/** @type {any} */ { type, from }) => type === 'compensation' && from === node.id,
    );
    if (edges.length > 1) return 'a step has one compensation function at most';
    const undo = undoOf(plan, node.id);
    if (undo !== undefined && !isSamePolicy(node.retry, undo.retry)) {
      return 'a compensation is retried by the policy of its step and has none of its own';
    }
  }
  return null;
}

/** @param {any} left @param {any} right */
function isSamePolicy(left, right) {
  if (attemptsOf(left) !== attemptsOf(right)) return false;
  return (
    attemptsOf(left) === 1 || (left.backoff === right.backoff && delayOf(left) === delayOf(right))
  );
}

const attemptsOf = (/** @type {any} */ policy) => policy?.maxAttempts ?? 1;
const delayOf = (/** @type {any} */ policy) =>
  policy.backoff === 'none' ? 0 : policy.initialDelay;
