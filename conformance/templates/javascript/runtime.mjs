// @ts-check
/**
 * A toy runtime, so that this driver works before yours is put in its place: it runs the
 * tasks of a plan in the order of their edges, with retries, timeouts, compensation and
 * cancels, on a virtual clock, and forgets everything when it ends.
 *
 * Replace it by calls to your own runtime. Keep what `runWorkflow` is handed and hands back.
 */

import { createHash } from 'node:crypto';

/** @typedef {{ class: string, retryable?: boolean, message?: string, code?: string }} TaskError */
/** @typedef {{ after?: number, then: { ok?: any, error?: TaskError, hang?: true } }} Answer */
/**
 * What stands for the outside world: the suite.
 * @typedef {object} World
 * @property {(call: object) => Promise<Answer>} perform Asks what a task does; time stands still.
 * @property {(call: number, at: number) => void} settled The task of a call has returned.
 * @property {(call: number, at: number) => void} aborted Nobody waits for a call any more.
 * @property {() => boolean} isAbandoned Nobody wants the run any more.
 */
/**
 * One execution of one node: forward, or as the compensation of another.
 * @typedef {object} Unit
 * @property {string} id
 * @property {any} node
 * @property {Unit | null} undoes
 * @property {'pending' | 'ready' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'} state
 * @property {number} attempt
 * @property {number | null} call The open call; null where there is none.
 * @property {any} input
 * @property {any} output
 * @property {(TaskError & { uncertain?: boolean }) | null} error
 */

export const CAPABILITIES = [
  ...['retry', 'backoff.none', 'backoff.fixed', 'backoff.linear', 'backoff.exponential'],
  ...['max-delay', 'jitter', 'retry-on', 'non-retryable', 'timeout', 'idempotent', 'keys'],
  ...['parallel', 'data', 'compensation', 'compensation.native', 'cancel'],
];

/** At one instant: returns first, then timeouts, then ends of backoff, then controls. */
const RANK = { return: 0, timeout: 1, backoff: 2, control: 3 };
/** Longer times than this are not told apart. */
const END_OF_TIME = Number.MAX_SAFE_INTEGER;
/** What is worth another attempt where neither the policy nor the error says. */
const RETRYABLE = ['transient', 'rate_limit', 'timeout', 'unavailable'];
const PERFORMING = ['task', 'inference', 'transform', 'source', 'sink', 'human'];

/**
 * Runs a plan to its end.
 * @param {any} request What `run` of the protocol carries.
 * @param {World} world
 */
export async function runWorkflow(request, world) {
  const { plan, controls, limits } = request;
  const reason = whyUnsupported(plan);
  if (reason !== null) {
    return {
      outcome: 'refused',
      error: { code: 'unsupported', class: 'internal', message: reason },
    };
  }
  const random = createRandom(request.seed);
  /** @type {{ at: number, rank: number, order: number, act: () => void }[]} */
  const agenda = [];
  const units = forwardUnits(plan);
  /** @type {Unit[]} */ const completed = [];
  /** @type {Unit[]} */ let owed = [];
  /** @type {Unit | null} */ let compensating = null;
  /** @type {any[]} */ const failures = [];
  /** @type {'forward' | 'unwinding' | 'cancelling'} */ let phase = 'forward';
  /** @type {Unit | null} */ let failed = null;
  let isCancelled = false;
  let compensated = 0;
  let now = 0;
  let calls = 0;
  let planned = 0;

  const later = (
    /** @type {number} */ at,
    /** @type {number} */ rank,
    /** @type {() => void} */ act,
  ) => {
    planned += 1;
    agenda.push({ at: Math.min(at, END_OF_TIME), rank, order: planned, act });
  };

  /** The next thing that happens; null where nothing does. */
  const takeNext = (/** @type {number} */ latest) => {
    let first = null;
    for (const each of agenda) if (first === null || isEarlier(each, first)) first = each;
    if (first === null || first.at > latest) return null;
    agenda.splice(agenda.indexOf(first), 1);
    return first;
  };

  /** Has the unit's task performed once more. False: the limit of calls does not allow it. */
  const start = async (/** @type {Unit} */ unit) => {
    if (calls >= limits.calls) return false;
    calls += 1;
    const call = calls;
    unit.state = 'running';
    unit.attempt += 1;
    unit.call = call;
    const { timeout } = unit.node;
    const answer = await world.perform({
      run: request.run,
      call,
      step: unit.node.id,
      unit: unit.id,
      ...(unit.undoes === null ? {} : { undoes: unit.undoes.id }),
      purpose: unit.undoes === null ? 'forward' : 'compensation',
      attempt: unit.attempt,
      key: keyOf(request.tenant, request.run, unit.id, unit.node.id),
      input: unit.input,
      at: now,
    });
    const { ok, error, hang } = answer.then;
    if (hang !== true) {
      later(now + (answer.after ?? 0), RANK.return, () => returned(unit, call, ok, error ?? null));
    }
    if (timeout !== undefined)
      later(now + timeout.duration, RANK.timeout, () => timedOut(unit, call));
    return true;
  };

  const returned = (
    /** @type {Unit} */ unit,
    /** @type {number} */ call,
    /** @type {any} */ output,
    /** @type {TaskError | null} */ error,
  ) => {
    world.settled(call, now);
    if (unit.call !== call) return; // Too late: its attempt is over, and nothing takes the result.
    unit.call = null;
    if (error !== null) attemptFailed(unit, error);
    else {
      unit.state = 'succeeded';
      unit.output = output ?? {};
      if (unit.undoes === null) completed.push(unit);
    }
  };

  const timedOut = (/** @type {Unit} */ unit, /** @type {number} */ call) => {
    if (unit.call !== call) return;
    world.aborted(call, now);
    unit.call = null;
    const message = `attempt ${unit.attempt} took longer than ${unit.node.timeout.duration} ms`;
    attemptFailed(unit, { class: 'timeout', message });
  };

  const attemptFailed = (/** @type {Unit} */ unit, /** @type {TaskError} */ error) => {
    const isForward = unit.undoes === null;
    if (mayRetry(unit, error) && (!isForward || phase === 'forward')) {
      unit.state = 'waiting';
      const delay = delayBefore(unit.node.retry, unit.attempt + 1, random);
      later(now + delay, RANK.backoff, () => {
        if (unit.state === 'waiting') unit.state = 'ready';
      });
      return;
    }
    // Nobody can tell whether a call that is not idempotent took effect: it is never sent again.
    const uncertain =
      !unit.node.idempotent && (error.class === 'timeout' || error.class === 'transient');
    unit.state = 'failed';
    const { class: errorClass, message } = error;
    unit.error = { class: errorClass, ...(message === undefined ? {} : { message }), uncertain };
    if (isForward && phase === 'forward') failed ??= unit;
  };

  /** Fails a unit before its task is called: no other attempt would find what is missing. */
  const reject = (/** @type {Unit} */ unit, /** @type {string} */ message) => {
    unit.state = 'failed';
    unit.error = { class: 'internal', code: 'HX-4101', message, uncertain: false };
    failed ??= unit;
  };

  /** Stops all that is under way; a call that is not idempotent is let finish. */
  const stop = (/** @type {'unwinding' | 'cancelling'} */ next) => {
    phase = next;
    for (const unit of units) {
      if (unit.state === 'running' && !unit.node.idempotent) continue;
      if (unit.call !== null) world.aborted(unit.call, now);
      unit.call = null;
      if (['running', 'waiting', 'ready', 'pending'].includes(unit.state)) unit.state = 'cancelled';
    }
  };

  /** @returns {Promise<any>} The result where the run is over; null where it goes on. */
  const decideForward = async () => {
    for (const unit of units) {
      if (unit.state === 'pending' && isReached(unit, plan, units)) {
        const missing = resolveInput(unit, plan, units, request.input);
        if (missing === null) unit.state = 'ready';
        else reject(unit, missing);
      }
      if (unit.state !== 'ready') continue;
      if (!PERFORMING.includes(unit.node.kind)) unit.state = 'succeeded';
      else if (!(await start(unit))) return stalled();
    }
    if (failed !== null) return decideStop();
    if (units.some(({ state, id }) => state === 'succeeded' && opens(id))) return decideForward();
    if (units.some(({ state }) => state === 'running' || state === 'waiting')) return null;
    return { outcome: 'succeeded', compensation: 'none', output: outputOf(plan, completed) };
  };

  /** Whether something that can begin stands behind a node: after one that performs nothing. */
  const opens = (/** @type {string} */ id) =>
    units.some(
      (unit) =>
        unit.state === 'pending' &&
        plan.edges.some((/** @type {any} */ edge) => edge.from === id && edge.to === unit.id) &&
        isReached(unit, plan, units),
    );

  /** @returns {Promise<any>} */
  const decideStop = () => {
    stop(failed === null ? 'cancelling' : 'unwinding');
    return decide();
  };

  /** @returns {Promise<any>} */
  const decide = () => {
    if (phase === 'forward') return failed !== null || isCancelled ? decideStop() : decideForward();
    if (units.some(({ state }) => state === 'running')) return Promise.resolve(null);
    if (phase === 'unwinding') return decideUnwinding();
    return Promise.resolve({ outcome: 'cancelled', compensation: 'none' });
  };

  /** Most recently completed first, one at a time; one that fails does not stop the others. */
  const decideUnwinding = async () => {
    if (compensating === null) owed = compensations(plan, completed, units);
    for (;;) {
      if (compensating !== null) {
        if (compensating.state === 'running' || compensating.state === 'waiting') return null;
        if (compensating.state === 'ready') return (await start(compensating)) ? null : stalled();
        if (compensating.state === 'succeeded') compensated += 1;
        else failures.push(failureOf(compensating));
      }
      const next = owed.shift();
      if (next === undefined) break;
      compensating = next;
    }
    const error = { ...failed?.error, step: failed?.node.id };
    if (failures.length > 0) return { outcome: 'failed', compensation: 'failed', error, failures };
    return compensated > 0
      ? { outcome: 'compensated', compensation: 'completed', error }
      : { outcome: 'failed', compensation: 'none', error };
  };

  for (const control of controls) {
    if (control.action === 'cancel') {
      later(control.at, RANK.control, () => {
        if (phase === 'forward') isCancelled = true;
      });
    }
  }
  for (;;) {
    const result = await decide();
    if (result !== null) return result;
    if (world.isAbandoned()) return stalled();
    const event = takeNext(limits.time);
    if (event === null) return stalled();
    now = event.at;
    event.act();
    for (let due = takeNext(now); due !== null; due = takeNext(now)) due.act();
  }
}

const stalled = () => ({ outcome: 'stalled' });

/**
 * @param {{ at: number, rank: number, order: number }} left
 * @param {{ at: number, rank: number, order: number }} right
 */
function isEarlier(left, right) {
  if (left.at !== right.at) return left.at < right.at;
  return left.rank === right.rank ? left.order < right.order : left.rank < right.rank;
}

/** @param {any} plan */
function whyUnsupported(plan) {
  if (plan === undefined) return 'only plans are run, no documents';
  if (plan.onFailure !== 'unwind') return 'there are no operators';
  for (const { id, kind, join, guard, timeout, inputs } of plan.nodes) {
    if (!PERFORMING.includes(kind) && kind !== 'parallel' && kind !== 'barrier') {
      return `${id} is a ${kind}`;
    }
    if (join !== 'all' || guard !== null) return `${id} has a guard, or another join than all`;
    if (timeout !== undefined && timeout.onTimeout !== 'fail')
      return `${id} does not fail at a timeout`;
    const computed = inputs.some((/** @type {any} */ { value }) =>
      /(^|[^$])\$\{/.test(value ?? ''),
    );
    if (computed) return `${id} has an input that is computed`;
  }
  for (const { type, condition } of plan.edges) {
    if (!['control', 'data', 'compensation'].includes(type))
      return `there is an edge of type ${type}`;
    if (condition !== null) return 'there is an edge with a condition';
  }
  return null;
}

/**
 * Units of the nodes that can be reached: from the entry, or from all nodes that nothing leads
 * to. A compensation is reached by unwinding alone.
 * @param {any} plan
 * @returns {Unit[]}
 */
function forwardUnits(plan) {
  const forward = plan.edges.filter((/** @type {any} */ { type }) => type !== 'compensation');
  const reached = new Set(
    plan.entry !== null
      ? [plan.entry]
      : plan.nodes
          .map((/** @type {any} */ { id }) => id)
          .filter(
            (/** @type {string} */ id) =>
              !plan.edges.some((/** @type {any} */ { to }) => to === id),
          ),
  );
  for (const id of reached) for (const { from, to } of forward) if (from === id) reached.add(to);
  return plan.nodes
    .filter((/** @type {any} */ { id }) => reached.has(id))
    .map((/** @type {any} */ node) => createUnit(node.id, node, null));
}

/**
 * @param {string} id
 * @param {any} node
 * @param {Unit | null} undoes
 * @returns {Unit}
 */
function createUnit(id, node, undoes) {
  return {
    ...{ id, node, undoes, state: undoes === null ? 'pending' : 'ready', attempt: 0, call: null },
    ...{
      input: undoes && { input: undoes.input, output: undoes.output },
      output: null,
      error: null,
    },
  };
}

/** @param {Unit} unit @param {any} plan @param {Unit[]} units */
function isReached(unit, plan, units) {
  return plan.edges.every((/** @type {any} */ { type, from, to }) => {
    if (to !== unit.id || type === 'compensation') return true;
    const source = units.find(({ id }) => id === from);
    return source === undefined || source.state === 'succeeded';
  });
}

/**
 * Sets what a unit is handed: its inputs by port, or the run's input where it has none.
 * @param {Unit} unit
 * @param {any} plan
 * @param {Unit[]} units
 * @param {any} input
 * @returns {string | null} What is missing.
 */
function resolveInput(unit, plan, units, input) {
  unit.input = input;
  if (unit.node.inputs.length === 0) return null;
  unit.input = {};
  for (const port of unit.node.inputs) {
    const edge = plan.edges.find(
      (/** @type {any} */ { type, to, toPort }) =>
        type === 'data' && to === unit.id && toPort === port.name,
    );
    const source = edge && units.find(({ id }) => id === edge.from);
    const literal =
      port.value === null ? null : literalOf(port.value.replaceAll('$${', '${'), port.type);
    const fallback = port.default === null ? null : literalOf(port.default, port.type);
    const value = source?.output?.[edge.fromPort] ?? literal ?? fallback;
    if (value !== null) unit.input[port.name] = value;
    else if (port.required) return `the required input ${port.name} has no value`;
  }
  return null;
}

/** @param {string} text @param {string | null} type */
function literalOf(text, type) {
  if (!['number', 'integer', 'boolean', 'json', 'array', 'map'].includes(type ?? '')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {any} plan @param {Unit[]} completed @param {Unit[]} units @returns {Unit[]} */
function compensations(plan, completed, units) {
  const nodes = new Map(plan.nodes.map((/** @type {any} */ node) => [node.id, node]));
  return completed
    .filter((unit) => units.includes(unit))
    .reverse()
    .flatMap((unit) =>
      plan.edges
        .filter((/** @type {any} */ { type, from }) => type === 'compensation' && from === unit.id)
        .map((/** @type {any} */ { to }) =>
          createUnit(`compensate:${unit.id}`, nodes.get(to), unit),
        ),
    );
}

/** @param {Unit} unit */
function failureOf(unit) {
  return {
    step: unit.node.id,
    unit: unit.id,
    code: 'HX-4110',
    class: unit.error?.class ?? 'internal',
  };
}

/** @param {Unit} unit @param {TaskError} error */
function mayRetry({ node, attempt }, error) {
  const { retry, idempotent } = node;
  if (retry === undefined || !idempotent || attempt >= retry.maxAttempts) return false;
  if (retry.retryOn !== undefined) return retry.retryOn.includes(error.class);
  return error.retryable ?? RETRYABLE.includes(error.class);
}

/**
 * The wait before attempt n, by the formula, then clamped, then jittered. It is multiplied
 * step by step, so that no number overflows on the way.
 * @param {any} retry @param {number} attempt @param {() => number} random
 */
function delayBefore({ backoff, initialDelay, multiplier, maxDelay, jitter }, attempt, random) {
  let delay = backoff === 'none' ? 0 : initialDelay;
  if (backoff === 'linear') delay = initialDelay * multiplier * (attempt - 1);
  if (backoff === 'exponential') {
    for (let step = 2; step < attempt && delay > 0 && delay < END_OF_TIME; step += 1) {
      if (multiplier === 1) break;
      delay *= multiplier;
    }
  }
  delay = Math.min(delay, maxDelay ?? END_OF_TIME, END_OF_TIME);
  return jitter === 'full' ? delay * random() : delay;
}

/** The same for each attempt of a unit, and for no other unit, run or tenant. @param {string[]} parts */
function keyOf(...parts) {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** What nodes that nothing follows have handed back. @param {any} plan @param {Unit[]} completed */
function outputOf(plan, completed) {
  const last = completed.filter(
    ({ id }) =>
      !plan.edges.some(
        (/** @type {any} */ { type, from }) => type !== 'compensation' && from === id,
      ),
  );
  return Object.fromEntries(last.map(({ id, output }) => [id, output]));
}

/** Draws in [0, 1), always the same for a seed (mulberry32). @param {number} seed */
function createRandom(seed) {
  let state = (seed ^ (seed / 2 ** 32)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}
