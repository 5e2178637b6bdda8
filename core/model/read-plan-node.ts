/** A node of a plan. */

import {
  booleanAt,
  isPresent,
  itemsAt,
  type Located,
  member,
  nullable,
  objectAt,
  report,
  textAt,
} from './inspect.ts';
import {
  COUNT,
  idAt,
  listAt,
  MAXIMUM_ENTRIES,
  oneOf,
  POSITIVE,
  plainTextAt,
  propertiesAt,
  stated,
  statedOrNull,
  timeAt,
  within,
} from './read-plan-fields.ts';
import type {
  ArtifactReference,
  Backoff,
  Case,
  FanOut,
  InputPort,
  Jitter,
  JoinPolicy,
  Loop,
  LoopKind,
  NodeKind,
  OnItemFailure,
  OnTimeout,
  OutputPort,
  Profile,
  ResourceReference,
  RetryPolicy,
  Subworkflow,
  Timeout,
  Wait,
  WorkflowNode,
} from './workflow.ts';

const KINDS: readonly NodeKind[] = [
  ...(['task', 'inference', 'transform', 'decision', 'loop', 'parallel', 'barrier'] as const),
  ...(['subworkflow', 'source', 'sink', 'wait', 'human'] as const),
];
const JOINS: readonly JoinPolicy[] = ['all', 'any', 'quorum'];
const BACKOFFS: readonly Backoff[] = ['none', 'fixed', 'linear', 'exponential'];
const JITTERS: readonly Jitter[] = ['none', 'full'];
const ON_TIMEOUTS: readonly OnTimeout[] = ['fail', 'skip', 'retry'];
const LOOP_KINDS: readonly LoopKind[] = ['forEach', 'while', 'until', 'times'];
const ON_ITEM_FAILURES: readonly OnItemFailure[] = ['fail', 'continue', 'break'];

/** What a loop of each kind goes by (HX-2207). */
const LOOP_NEEDS = { forEach: 'over', while: 'while', until: 'while', times: 'count' } as const;

/** Fields of one kind of node; the kind has them all, and no other kind has any. */
const KIND_FIELDS: { readonly [field: string]: NodeKind } = {
  cases: 'decision',
  otherwise: 'decision',
  loop: 'loop',
  wait: 'wait',
  subworkflow: 'subworkflow',
};

/** Fields of the orbit profile alone. */
const ORBIT_FIELDS = ['queueTimeout', 'for', 'maxParallel', 'pool', 'idempotencyKey'];

const NODE_FIELDS = [
  ...['id', 'kind', 'idempotent', 'join', 'quorum', 'inputs', 'outputs', 'guard', 'retry'],
  ...['timeout', ...Object.keys(KIND_FIELDS)],
  ...['compensates', 'config', 'resources', 'artifacts'],
  ...ORBIT_FIELDS,
];

/** @param profile The plan's own: some fields occur in one profile alone. */
export function readPlanNode(located: Located, profile: Profile): WorkflowNode | undefined {
  const node = objectAt(located, NODE_FIELDS);
  if (node === undefined) return undefined;
  const statedKind = stated(node, 'kind', oneOf(KINDS));
  if (statedKind !== undefined) checkKindFields(node, statedKind);
  const join = stated(node, 'join', oneOf(JOINS)) ?? 'all';
  const optional = <Value>(name: string, read: (located: Located) => Value): Value | null =>
    isPresent(member(node, name)) ? read(member(node, name)) : null;
  return {
    id: stated(node, 'id', idAt) ?? '',
    kind: statedKind ?? 'task',
    name: null,
    description: null,
    implementation: null,
    idempotent: stated(node, 'idempotent', booleanAt) ?? true,
    join,
    quorum: readQuorum(node, join),
    compensates: optional('compensates', idAt) ?? null,
    inputs: stated(node, 'inputs', readInputs) ?? [],
    outputs: stated(node, 'outputs', readOutputs) ?? [],
    config: optional('config', propertiesAt) ?? [],
    resources: optional('resources', readResources) ?? [],
    artifacts: optional('artifacts', readArtifacts) ?? [],
    guard: statedOrNull(node, 'guard', plainTextAt),
    retry: optional('retry', readRetry) ?? null,
    timeout: optional('timeout', readTimeout) ?? null,
    cases: optional('cases', readCases),
    otherwise: optional('otherwise', readOtherwise) ?? null,
    loop: optional('loop', readLoop) ?? null,
    subworkflow: optional('subworkflow', readSubworkflow) ?? null,
    wait: optional('wait', readWait) ?? null,
    security: null,
    extensions: [],
    ...readOrbitFields(node, profile),
  };
}

type OrbitFields = Pick<WorkflowNode, 'queueTimeout' | 'fanOut' | 'pool' | 'idempotencyKey'>;

function readOrbitFields(node: Located, profile: Profile): OrbitFields {
  const given = ORBIT_FIELDS.filter((name) => isPresent(member(node, name)));
  if (given.length === 0) return {};
  if (profile !== 'orbit') {
    for (const name of given) {
      report(member(node, name), `belongs to the orbit profile, and this plan is of ${profile}`);
    }
    return {};
  }
  const optional = <Value>(name: string, read: (located: Located) => Value): Value | undefined =>
    isPresent(member(node, name)) ? read(member(node, name)) : undefined;
  const queueTimeout = optional('queueTimeout', timeAt);
  const fanOut = readFanOut(node);
  const pool = optional('pool', plainTextAt);
  const idempotencyKey = optional('idempotencyKey', plainTextAt);
  return {
    ...(queueTimeout === undefined ? {} : { queueTimeout }),
    ...(fanOut === undefined ? {} : { fanOut }),
    ...(pool === undefined ? {} : { pool }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}

function readFanOut(node: Located): FanOut | undefined {
  const located = member(node, 'for');
  const bound = member(node, 'maxParallel');
  if (!isPresent(located)) {
    if (isPresent(bound)) report(bound, 'belongs to a node with for');
    return undefined;
  }
  const fields = objectAt(located, ['variable', 'over']);
  if (fields === undefined) return undefined;
  return {
    variable: stated(fields, 'variable', idAt) ?? '',
    over: stated(fields, 'over', plainTextAt) ?? '',
    maxParallel: isPresent(bound) ? (nullable(bound, within(POSITIVE)) ?? null) : null,
  };
}

function checkKindFields(node: Located, kind: NodeKind): void {
  for (const [field, owner] of Object.entries(KIND_FIELDS)) {
    const located = member(node, field);
    if (isPresent(located) === (kind === owner)) continue;
    if (isPresent(located)) report(located, `belongs to a ${owner}, and this is a ${kind}`);
    else report(located, `is missing; a ${owner} has it`);
  }
}

function readQuorum(node: Located, join: JoinPolicy): number | null {
  const located = member(node, 'quorum');
  const quorum = statedOrNull(node, 'quorum', within(POSITIVE));
  if (isPresent(located) && (located.value !== null) !== (join === 'quorum')) {
    report(located, 'is a number where join is quorum, and null elsewhere');
  }
  return quorum;
}

function readInputs(located: Located): readonly InputPort[] {
  return listAt(located, ['name', 'type', 'required', 'default', 'value'], (input) => ({
    name: stated(input, 'name', idAt) ?? '',
    description: null,
    type: statedOrNull(input, 'type', plainTextAt),
    required: stated(input, 'required', booleanAt) ?? true,
    default: statedOrNull(input, 'default', plainTextAt),
    value: statedOrNull(input, 'value', plainTextAt),
  }));
}

function readOutputs(located: Located): readonly OutputPort[] {
  return listAt(located, ['name', 'type'], (output) => ({
    name: stated(output, 'name', idAt) ?? '',
    description: null,
    type: statedOrNull(output, 'type', plainTextAt),
    required: true,
    default: null,
    value: null,
  }));
}

function readResources(located: Located): readonly ResourceReference[] {
  return listAt(located, ['ref', 'role'], (reference) => ({
    ref: stated(reference, 'ref', idAt) ?? '',
    role: statedOrNull(reference, 'role', plainTextAt),
  }));
}

function readArtifacts(located: Located): readonly ArtifactReference[] {
  return listAt(located, ['ref', 'direction'], (reference) => ({
    ref: stated(reference, 'ref', idAt) ?? '',
    direction: stated(reference, 'direction', oneOf(['in', 'out', 'inout'])) ?? 'in',
  }));
}

const RETRY_FIELDS = [
  ...['maxAttempts', 'backoff', 'initialDelay', 'maxDelay', 'multiplier', 'jitter', 'retryOn'],
];

function readRetry(located: Located): RetryPolicy | undefined {
  const retry = objectAt(located, RETRY_FIELDS);
  if (retry === undefined) return undefined;
  const attempts = { minimum: 1, maximum: 1000, integer: true };
  const factor = { minimum: 0, maximum: Number.MAX_VALUE };
  return {
    maxAttempts: stated(retry, 'maxAttempts', within(attempts)) ?? 1,
    backoff: stated(retry, 'backoff', oneOf(BACKOFFS)) ?? 'none',
    initialDelay: stated(retry, 'initialDelay', timeAt) ?? 0,
    maxDelay: statedOrNull(retry, 'maxDelay', timeAt),
    multiplier: stated(retry, 'multiplier', within(factor)) ?? 1,
    jitter: stated(retry, 'jitter', oneOf(JITTERS)) ?? 'none',
    retryOn: readClasses(member(retry, 'retryOn')),
  };
}

function readClasses(located: Located): readonly string[] | null {
  if (!isPresent(located)) return null;
  const word = { pattern: /^[^ \t\r\n]+$/, what: 'one word' };
  return (itemsAt(located, MAXIMUM_ENTRIES) ?? []).map((item) => textAt(item, word) ?? '');
}

function readTimeout(located: Located): Timeout | undefined {
  const timeout = objectAt(located, ['duration', 'onTimeout']);
  if (timeout === undefined) return undefined;
  return {
    duration: stated(timeout, 'duration', timeAt) ?? 0,
    onTimeout: stated(timeout, 'onTimeout', oneOf(ON_TIMEOUTS)) ?? 'fail',
  };
}

function readCases(located: Located): readonly Case[] {
  const cases = listAt(located, ['when', 'to'], (entry) => ({
    when: stated(entry, 'when', plainTextAt) ?? '',
    to: stated(entry, 'to', idAt) ?? '',
  }));
  if (Array.isArray(located.value) && located.value.length === 0) {
    report(located, 'has no case; a decision has at least one');
  }
  return cases;
}

function readOtherwise(located: Located): string | null | undefined {
  return located.value === null ? null : idAt(located);
}

const LOOP_FIELDS = [
  ...['kind', 'body', 'over', 'while', 'count', 'var', 'indexVar', 'maxIterations'],
  ...['maxConcurrency', 'onItemFailure'],
];

function readLoop(located: Located): Loop | undefined {
  const loop = objectAt(located, LOOP_FIELDS);
  if (loop === undefined) return undefined;
  const kind = stated(loop, 'kind', oneOf(LOOP_KINDS)) ?? 'times';
  const need = LOOP_NEEDS[kind];
  if (member(loop, need).value === null) {
    report(member(loop, need), `is null, but a loop of kind ${kind} goes by it`);
  }
  return {
    kind,
    body: stated(loop, 'body', idAt) ?? '',
    over: statedOrNull(loop, 'over', plainTextAt),
    while: statedOrNull(loop, 'while', plainTextAt),
    count: statedOrNull(loop, 'count', within(COUNT)),
    var: stated(loop, 'var', idAt) ?? 'item',
    indexVar: stated(loop, 'indexVar', idAt) ?? 'index',
    maxIterations: stated(loop, 'maxIterations', within(POSITIVE)) ?? 1,
    maxConcurrency: stated(loop, 'maxConcurrency', within(POSITIVE)) ?? 1,
    onItemFailure: stated(loop, 'onItemFailure', oneOf(ON_ITEM_FAILURES)) ?? 'fail',
  };
}

function readSubworkflow(located: Located): Subworkflow | undefined {
  const subworkflow = objectAt(located, ['href', 'digest', 'specVersion']);
  if (subworkflow === undefined) return undefined;
  return {
    href: stated(subworkflow, 'href', plainTextAt) ?? '',
    digest: statedOrNull(subworkflow, 'digest', plainTextAt),
    specVersion: statedOrNull(subworkflow, 'specVersion', plainTextAt),
  };
}

function readWait(located: Located): Wait | undefined {
  const wait = objectAt(located, ['duration', 'until', 'event']);
  if (wait === undefined) return undefined;
  const given = ['duration', 'until', 'event'].filter((name) => isPresent(member(wait, name)));
  if (given.length !== 1) report(wait, 'has exactly one of duration, until and event');
  return {
    duration: timeAt(member(wait, 'duration')) ?? null,
    until: textAt(member(wait, 'until')) ?? null,
    event: textAt(member(wait, 'event')) ?? null,
  };
}
