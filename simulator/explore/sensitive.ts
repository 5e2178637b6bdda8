/**
 * What makes the order of returns matter. Where nothing of this happens from a state to the end of
 * a run in which nothing more goes wrong, every other order of returns comes to the same (README,
 * Orders).
 */

import type { TraceEvent } from '../../core/model/trace.ts';
import type { Workflow } from '../../core/model/workflow.ts';

/** Nodes that look at more than what they wait for, by id and where they are in a child by path. */
export const sensitiveNodes = (
  workflow: Workflow,
  ordered: readonly string[],
): ReadonlySet<string> => {
  const found = new Set<string>(ordered);
  collect(workflow, '', 0, found);
  return found;
};

const DEEPEST = 8;

const collect = (workflow: Workflow, path: string, depth: number, found: Set<string>): void => {
  const before = ancestorsIn(workflow);
  const ids = new Set(workflow.nodes.map(({ id }) => id));
  for (const node of workflow.nodes) {
    const { id, loop } = node;
    const texts = [
      node.guard,
      node.wait?.until ?? null,
      loop?.over ?? null,
      loop?.while ?? null,
      node.fanOut?.over ?? null,
      node.idempotencyKey ?? null,
      ...(node.cases ?? []).map(({ when }) => when),
      ...node.inputs.map(({ value }) => value),
      ...(workflow.orbit === undefined ? [] : node.config.map(({ value }) => value)),
    ];
    const looksAside = texts.some((text) => mentionsOthers(text, id, ids, before));
    const isRace = node.join !== 'all' || node.wait?.until != null || node.wait?.event != null;
    const isRacingLoop = loop !== null && loop.maxConcurrency > 1 && loop.while !== null;
    if (isRace || isRacingLoop || looksAside) found.add(path + id);
    const child = workflow.orbit?.children.find((one) => one.id === node.subworkflow?.href);
    if (child !== undefined && depth < DEEPEST) collect(child, `${path}${id}/`, depth + 1, found);
    // A document that is only given by name is not looked into.
    else if (node.subworkflow !== null) found.add(path + id);
  }
  for (const { from, condition } of workflow.edges) {
    if (mentionsOthers(condition, from, ids, before)) found.add(path + from);
  }
};

const NAME = /[A-Za-z_][\w-]*/g;

/** Whether an expression may read a node that need not have ended when it is asked. */
const mentionsOthers = (
  text: string | null,
  id: string,
  ids: ReadonlySet<string>,
  before: (id: string) => ReadonlySet<string>,
): boolean => {
  if (text === null) return false;
  for (const [name] of text.matchAll(NAME)) {
    if (name !== id && ids.has(name) && !before(id).has(name)) return true;
  }
  return false;
};

/** All that a node waits for, and what that waits for; found when first asked for. */
const ancestorsIn = ({ nodes, edges }: Workflow): ((id: string) => ReadonlySet<string>) => {
  const leading = new Map<string, string[]>();
  const lead = (from: string, to: string): void => {
    const known = leading.get(to);
    if (known === undefined) leading.set(to, [from]);
    else known.push(from);
  };
  for (const { from, to, type } of edges) if (type !== 'error') lead(from, to);
  for (const { id, cases, otherwise, loop } of nodes) {
    for (const { to } of cases ?? []) lead(id, to);
    if (otherwise !== null) lead(id, otherwise);
    if (loop !== null) lead(id, loop.body);
  }
  const known = new Map<string, ReadonlySet<string>>();
  return (id) => {
    const cached = known.get(id);
    if (cached !== undefined) return cached;
    const found = new Set<string>();
    const open = [id];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const from of leading.get(at) ?? []) {
        if (found.has(from)) continue;
        found.add(from);
        open.push(from);
      }
    }
    known.set(id, found);
    return found;
  };
};

/** Whether an event shows that order may have mattered. */
export const isSensitive = (event: TraceEvent, nodes: ReadonlySet<string>): boolean => {
  switch (event.type) {
    case 'transition':
      return event.to === 'FAILED' || event.to === 'CANCELLED' || nodes.has(event.node);
    case 'attempt.ended':
      return event.outcome !== 'succeeded';
    case 'timer.fired':
      return event.timer === 'timeout' || event.timer === 'queue';
    case 'attempt.started':
      return event.purpose !== 'forward' || nodes.has(event.unit);
    case 'timer.set':
    case 'unit.queued':
    case 'units.fanned_out':
      return false;
    case 'instance.ended':
      return event.outcome !== 'succeeded';
    default:
      return true;
  }
};
