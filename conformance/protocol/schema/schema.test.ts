import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Plan } from '../../../core/model/plan.ts';
import { fromPlan } from '../../../core/model/plan.ts';
import type { TraceEvent } from '../../../core/model/trace.ts';
import { PROTOCOL_VERSION } from './names.ts';
import type { ProtocolPlan } from './plan.ts';
import { createReader } from './read.ts';
import { type KnownTraceEvent, TRACE_EVENT_TYPES } from './trace-event.ts';

const reading = createReader(false);
const validating = createReader(true);

const hello = {
  protocol: PROTOCOL_VERSION,
  runtime: { name: 'acme', version: '2.1.0', language: 'go', homepage: 'https://acme.example' },
  profiles: ['baseline'],
  dialects: ['plan'],
  clock: { kind: 'virtual' },
  concurrentRuns: 8,
  capabilities: ['retry', 'backoff.exponential'],
  unsupported: { jitter: 'no randomness in this runtime' },
  choices: { Q1: 'failed' },
};

const perform = {
  run: 'r-1',
  call: 1,
  step: 'pay',
  unit: 'pay',
  purpose: 'forward',
  attempt: 1,
  input: {},
  at: 0.5,
};

const task = {
  id: 'reserve',
  kind: 'task',
  idempotent: true,
  join: 'all',
  quorum: null,
  inputs: [{ name: 'amount', type: 'number', required: true, default: null, value: null }],
  outputs: [{ name: 'id', type: 'string' }],
  guard: null,
  retry: {
    maxAttempts: 4,
    backoff: 'exponential',
    initialDelay: 1000,
    maxDelay: 60000,
    multiplier: 2,
    jitter: 'full',
    retryOn: ['transient'],
  },
  timeout: { duration: 180000, onTimeout: 'retry' },
};

const plan = {
  plan: 1,
  id: 'order',
  profile: 'harness',
  entry: null,
  onFailure: 'unwind',
  nodes: [
    { ...task, inputs: [] },
    { ...task, id: 'release', inputs: [] },
  ],
  edges: [
    {
      from: 'reserve',
      to: 'release',
      type: 'compensation',
      condition: null,
      fromPort: null,
      toPort: null,
    },
  ],
  timeout: null,
};

const run = {
  run: 'r-1',
  tenant: 'default',
  seed: 1,
  plan,
  input: {},
  controls: [
    { at: 500, action: 'cancel' },
    { at: 600, action: 'signal', name: 'go', value: [1] },
    {
      at: 700,
      action: 'operator',
      command: 'settle-uncertain',
      step: 'pay',
      applied: true,
      output: {},
      by: 'ops@example.org',
      reason: 'seen in the ledger',
      authorised: true,
    },
  ],
  limits: { time: 1e6, calls: 100 },
};

const result = {
  outcome: 'failed',
  compensation: 'completed',
  error: { code: 'HX-4108', class: 'timeout', step: 'pay', message: 'late', uncertain: false },
  failures: [{ step: 'refund', unit: 'compensate:pay', code: 'HX-4110', class: 'internal' }],
  output: null,
  trace: [
    {
      seq: 12,
      at: 705,
      type: 'transition',
      node: 'charge',
      unit: 'charge',
      from: 'RUNNING',
      to: 'RETRYING',
      attempt: 1,
      iteration: 0,
      delay: 1000,
      cause: 11,
      error: { class: 'transient', code: 'X', message: 'no' },
    },
    { seq: 13, at: 705, type: 'acme.worker.lost', worker: 7 },
  ],
};

describe('messages of the protocol', () => {
  test.each([
    ['initialize', 'params', { protocol: 1, suite: { name: 'unwind', version: '1' } }],
    ['initialize', 'result', hello],
    ['initialize', 'result', { ...hello, clock: { kind: 'real', toleranceMs: 25, scale: 0.001 } }],
    ['perform', 'params', perform],
    ['perform', 'result', { after: 120, then: { ok: { reservation_id: 'r-1' } } }],
    ['perform', 'result', { then: { error: { class: 'rate_limit', status: 429 } } }],
    ['perform', 'result', { then: { hang: true } }],
    ['run', 'params', run],
    ['run', 'result', result],
    ['settled', 'params', { run: 'r-1', call: 1, at: 10 }],
    ['check', 'result', { valid: true, findings: [] }],
    ['shutdown', 'result', {}],
  ] as const)('%s, %s: are what their schemas say', (method, part, value) => {
    expect(validating.fault(method, part, value)).toBeNull();
    expect(reading.fault(method, part, value)).toBeNull();
  });

  test.each([
    ['a member too many', 'initialize', 'result', { ...hello, nickname: 'a' }, 'nickname'],
    [
      'an unknown capability',
      'initialize',
      'result',
      { ...hello, capabilities: ['rety'] },
      "'retry'",
    ],
    [
      'an unknown reading',
      'initialize',
      'result',
      { ...hello, choices: { Q1: 'fail' } },
      "'failed'",
    ],
    ['an unknown question', 'initialize', 'result', { ...hello, choices: { Q99: 'x' } }, 'Q99'],
    ['a member of perform', 'perform', 'params', { ...perform, atempt: 1 }, "'attempt'"],
    [
      'a known event without its members',
      'trace',
      'params',
      { run: 'r-1', events: [{ seq: 1, at: 0, type: 'timer.set', unit: 'a', attempt: 1, due: 1 }] },
      'params.events[0].timer is missing; expected one of timeout, backoff, wait',
    ],
  ] as const)('%s: passes, unless traffic is validated', (_, method, part, value, told) => {
    expect(reading.fault(method, part, value)).toBeNull();
    expect(validating.fault(method, part, value)).toContain(told);
  });

  test.each([
    [
      'initialize',
      'result',
      { ...hello, clock: { kind: 'reel' } },
      `the result of initialize: result.clock.kind must be one of virtual, real, not "reel"; did you mean 'real'?`,
    ],
    [
      'initialize',
      'result',
      { ...hello, clock: { kind: 'real' } },
      'the result of initialize: result.clock.toleranceMs is missing; expected a number from 0 on',
    ],
    [
      'initialize',
      'result',
      { ...hello, concurrentRuns: 0 },
      'the result of initialize: result.concurrentRuns must be a whole number from 1 on, not 0',
    ],
    [
      'perform',
      'params',
      { ...perform, unit: undefined, at: -1, purpose: 'forwards' },
      `the parameters of perform: params.unit is missing; expected a text; params.purpose must be one of forward, compensation, reconcile, not "forwards"; did you mean 'forward'?; params.at must be a number from 0 on, not -1`,
    ],
    [
      'perform',
      'result',
      { then: { error: { klass: 'x' } } },
      'the result of perform: result.then.error.class is missing; expected a text',
    ],
    [
      'perform',
      'result',
      { then: { okay: 1 } },
      'the result of perform: result.then must have one of the members ok, error, hang, and has {"okay":1}',
    ],
    ['run', 'result', 7, 'the result of run: result must be an object, not 7'],
    [
      'run',
      'result',
      { ...result, outcome: 'suceeded' },
      `the result of run: result.outcome must be one of succeeded, failed, compensated, cancelled, timed_out, paused, stalled, refused, not "suceeded"; did you mean 'succeeded'?`,
    ],
    [
      'run',
      'params',
      { ...run, controls: [{ at: 1, action: 'stop' }] },
      'the parameters of run: params.controls[0].action must be one of cancel, crash, resume, signal, operator, not "stop"',
    ],
  ] as const)('%s, %s: what is wrong is told with its place', (method, part, value, told) => {
    expect(reading.fault(method, part, value)).toBe(told);
  });
});

test("the simulator's events are among the protocol's", () => {
  expectTypeOf<TraceEvent>().toExtend<KnownTraceEvent>();
  expect(TRACE_EVENT_TYPES).toContain('unit.queued');
});

describe('the plan of the protocol', () => {
  test("is the model's plan", () => {
    expectTypeOf<Plan>().toExtend<ProtocolPlan>();
    expect(fromPlan(plan).problems).toEqual([]);
    expect(validating.fault('run', 'params', { ...run, plan })).toBeNull();
  });
});
