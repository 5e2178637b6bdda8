/** A unit's way from READY to its end: guard, inputs, attempts, timeout, retry (§4 and §5). */

import type { JsonObject } from '../../../core/model/json.ts';
import type { NodeState } from '../../../core/model/trace.ts';
import type { RetryPolicy } from '../../../core/model/workflow.ts';
import { isBaseline, isRetryable, uncertainOf } from './baseline.ts';
import { delayBefore } from './delay.ts';
import { incomingOf } from './graph.ts';
import { perform, placeholders } from './perform.ts';
import {
  type Fault,
  type Instance,
  isInFlight,
  iterationsOf,
  NotRead,
  type Unit,
  unitOfNode,
} from './state.ts';
import { evaluate, evaluateCondition, inputsOf, internal } from './values.ts';

/** A unit that is READY goes on: guard, inputs, resources, then an attempt. */
export const begin = (instance: Instance, unit: Unit): void => {
  const fault = unit.isPrepared ? null : prepare(instance, unit);
  if (unit.state === 'SKIPPED') return;
  unit.state = 'RUNNING';
  unit.attempt += 1;
  // What fails before its task is called goes READY → RUNNING → FAILED, attempt 1.
  if (fault !== null) end(instance, unit, 'FAILED', fault);
  else {
    unit.isPrepared = true;
    startAttempt(instance, unit);
  }
};

const prepare = (instance: Instance, unit: Unit): Fault | null => {
  const { node } = unit;
  const broken = brokenCondition(instance, unit);
  if (broken !== null) return broken;
  const guard = node.guard === null ? true : evaluateCondition(instance, unit, node.guard);
  if (guard === false) end(instance, unit, 'SKIPPED', null);
  if (typeof guard !== 'boolean') return guard;
  if (!guard) return null;
  const inputs = inputsOf(instance, unit);
  if ('fault' in inputs) return inputs.fault;
  unit.input = inputs.input;
  const { resources } = instance.scenario.environment;
  return node.resources.some(({ ref }) => resources[ref] === false) ? internal('HX-4102') : null;
};

/** A condition that is no boolean decides nothing, so what it leads to fails. */
const brokenCondition = (instance: Instance, { node, iteration, undoes }: Unit): Fault | null => {
  if (iteration !== null || undoes !== null) return null;
  for (const edge of incomingOf(instance, node)) {
    const condition = unitOfNode(instance, edge.from)?.conditions.get(edge);
    if (typeof condition === 'object') return condition;
  }
  return null;
};

const startAttempt = (instance: Instance, unit: Unit): void => {
  const { node } = unit;
  const { now } = instance;
  if (node.retry !== null && (node.kind === 'loop' || node.kind === 'decision')) {
    throw new NotRead(`a retry policy of a ${node.kind}`);
  }
  if (node.kind === 'loop' && !node.idempotent) throw new NotRead('a loop that is not idempotent');
  unit.backoffEndsAt = null;
  unit.timesOutAt = node.timeout === null ? null : now + node.timeout.duration;
  switch (node.kind) {
    case 'task':
    case 'inference':
    case 'transform':
    case 'source':
    case 'sink':
      perform(instance, unit);
      return;
    case 'wait': {
      const duration = node.wait?.duration ?? null;
      if (node.wait?.until) throw new NotRead('a wait until a time');
      instance.performs += 1;
      const hasCome = instance.signals.includes(node.wait?.event ?? '');
      const at = duration === null ? (hasCome ? now : null) : now + duration;
      unit.returns = { at, order: instance.performs, result: { output: {} } };
      return;
    }
    case 'parallel':
    case 'barrier':
      succeed(instance, unit, {});
      return;
    case 'decision':
      decide(instance, unit);
      return;
    case 'loop':
      startLoop(instance, unit);
      return;
    case 'human':
    case 'subworkflow':
      throw new NotRead(`a node of type ${node.kind}`);
  }
};

/** The first true case in document order; none and no `otherwise` is HX-4103. */
const decide = (instance: Instance, unit: Unit): void => {
  const { cases, otherwise } = unit.node;
  for (const { when, to } of [...(cases ?? []), { when: '${true}', to: otherwise }]) {
    const holds = evaluateCondition(instance, unit, when);
    if (holds === false) continue;
    const fault = holds !== true ? holds : to === null ? internal('HX-4103') : null;
    if (fault !== null) end(instance, unit, 'FAILED', fault);
    else {
      unit.chosen = to;
      succeed(instance, unit, {});
    }
    return;
  }
};

/** `over` is evaluated once; the iterations follow in loops.ts. */
const startLoop = (instance: Instance, unit: Unit): void => {
  const over = unit.node.loop?.over ?? null;
  if (unit.node.loop?.kind !== 'forEach' || over === null) return;
  const list = evaluate(instance, unit, over);
  if ('fault' in list) end(instance, unit, 'FAILED', list.fault);
  else if (Array.isArray(list.value)) unit.elements = list.value;
  else end(instance, unit, 'FAILED', internal('HX-4106'));
};

/** The task in hand returns. */
export const takeReturn = (instance: Instance, unit: Unit): void => {
  const result = unit.returns?.result;
  if (result === undefined) return;
  if ('output' in result) succeed(instance, unit, result.output);
  else failOrAsk(instance, unit, result.fault, 'by policy');
};

/** The attempt in hand has taken too long (§8.2). */
export const takeTimeout = (instance: Instance, unit: Unit): void => {
  const { timeout } = unit.node;
  if (timeout?.onTimeout === 'skip') {
    end(instance, unit, 'SKIPPED', null);
    return;
  }
  const code = timeout?.onTimeout === 'fail' ? 'HX-4108' : null;
  const tries = timeout?.onTimeout === 'retry' ? 'any class' : 'by policy';
  failOrAsk(instance, unit, { class: 'timeout', code }, tries);
};

/** What it takes for another attempt, beside one that is left. */
type Tries = 'by policy' | 'any class' | 'always';

export const failOrAsk = (instance: Instance, unit: Unit, fault: Fault, tries: Tries): void => {
  const result = unit.returns?.result ?? { fault };
  switch (uncertainOf(instance, unit, fault)) {
    case 'happened':
      // What came of it is not told by a scenario: what this attempt would have handed back.
      succeed(instance, unit, 'output' in result ? result.output : placeholders(unit));
      return;
    case 'did not happen':
      failAttempt(instance, unit, fault, 'always');
      return;
    case 'unknown':
      failAttempt(instance, unit, { ...fault, isUncertain: true }, tries);
      return;
    case 'certain':
      failAttempt(instance, unit, fault, tries);
  }
};

/** The backoff is over: the next attempt is due. */
export const takeBackoff = (unit: Unit): void => {
  unit.state = 'READY';
};

export const succeed = (instance: Instance, unit: Unit, output: JsonObject): void => {
  unit.output = output;
  end(instance, unit, 'SUCCEEDED', null);
};

const failAttempt = (instance: Instance, unit: Unit, fault: Fault, tries: Tries): void => {
  const { retry, idempotent } = unit.node;
  // `maxAttempts` counts attempts, the first included; no policy means one (§8.1).
  const isLeft = retry !== null && unit.attempt - unit.spent < retry.maxAttempts;
  const isListed = isBaseline(instance) ? isRetryable : isOnList;
  const mayTry =
    tries === 'always' || (idempotent && (tries !== 'by policy' || isListed(retry, fault)));
  // What is discarded is over, so nothing tries it again.
  if (!isLeft || !mayTry || unit.isDiscarded) {
    end(instance, unit, 'FAILED', fault);
    return;
  }
  unit.state = 'RETRYING';
  unit.returns = null;
  unit.timesOutAt = null;
  const draw = retry.jitter === 'full' ? drawFor(instance, unit) : 1;
  unit.backoffEndsAt = instance.now + delayBefore(retry, unit.attempt - unit.spent + 1) * draw;
};

/** `retryOn` alone; without it any failure is retried (§8.1.2). */
const isOnList = (retry: RetryPolicy | null, fault: Fault): boolean =>
  retry?.retryOn?.includes(fault.class) ?? true;

/** The scenario's draws for a unit come first, one for each delay with jitter. */
const drawFor = ({ scenario, draws, jitters }: Instance, { name, node, attempt }: Unit): number => {
  const used = jitters.get(name) ?? 0;
  jitters.set(name, used + 1);
  return scenario.draws[name]?.[used] ?? draws(name, node.id, attempt);
};

/** A unit comes to its end, and the conditions of its edges are decided (§10). */
export const end = (
  instance: Instance,
  unit: Unit,
  state: NodeState,
  fault: Fault | null,
): void => {
  instance.endings += 1;
  Object.assign(unit, { state, fault, ended: instance.endings });
  Object.assign(unit, { returns: null, timesOutAt: null, backoffEndsAt: null });
  // A loop that ends gives up its iterations.
  for (const each of iterationsOf(instance, unit)) cancel(instance, each);
  if (unit.undoes !== null) return;
  if (fault !== null && !unit.isDiscarded) {
    instance.errors.push({ unit, fault, attempt: unit.attempt });
  }
  for (const edge of instance.workflow.edges) {
    if (edge.from !== unit.node.id || edge.condition === null) continue;
    unit.conditions.set(edge, evaluateCondition(instance, unit, edge.condition));
  }
};

/** Cancels a unit in flight; one that runs and must not be cancelled finishes for nothing. */
export const cancel = (instance: Instance, unit: Unit): void => {
  if (!isInFlight(unit)) return;
  if (unit.state === 'RUNNING' && !unit.node.idempotent) unit.isDiscarded = true;
  else end(instance, unit, 'CANCELLED', null);
};
