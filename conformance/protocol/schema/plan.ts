/** The plan: a workflow as JSON. A test holds it equal to `core/model/plan-format.ts`. */

import { Type } from '@sinclair/typebox';
import { choice, count, flag, nullable, type Of, object, text, time } from './build.ts';

const optional = Type.Optional;
const perhaps = nullable(text());

const input = object({
  name: text(),
  type: perhaps,
  required: flag(),
  default: perhaps,
  value: perhaps,
});
const output = object({ name: text(), type: perhaps });

const retry = object({
  maxAttempts: count(1, 'The first included.'),
  backoff: choice(['none', 'fixed', 'linear', 'exponential']),
  initialDelay: time(),
  maxDelay: nullable(time()),
  multiplier: Type.Number({ minimum: 0 }),
  jitter: choice(['none', 'full']),
  retryOn: optional(Type.Array(text(), { description: 'Absent: any failure.' })),
});

const timeout = object({
  duration: time('Bounds one attempt.'),
  onTimeout: choice(['fail', 'skip', 'retry']),
});

const loop = object({
  kind: choice(['forEach', 'while', 'until', 'times']),
  body: text(),
  over: perhaps,
  while: perhaps,
  count: nullable(count(0)),
  var: text(),
  indexVar: text(),
  maxIterations: count(0),
  maxConcurrency: count(1),
  onItemFailure: choice(['fail', 'continue', 'break']),
});

const property = object({ name: text(), value: text() });

const node = object({
  id: text(),
  kind: choice([
    'task',
    'inference',
    'transform',
    'decision',
    'loop',
    'parallel',
    'barrier',
    'subworkflow',
    'source',
    'sink',
    'wait',
    'human',
  ]),
  idempotent: flag(),
  join: choice(['all', 'any', 'quorum']),
  quorum: nullable(count(1)),
  inputs: Type.Array(input),
  outputs: Type.Array(output),
  guard: perhaps,
  retry: optional(retry),
  timeout: optional(timeout),
  cases: optional(Type.Array(object({ when: text(), to: text() }))),
  otherwise: optional(perhaps),
  loop: optional(loop),
  subworkflow: optional(object({ href: text(), digest: perhaps, specVersion: perhaps })),
  wait: optional(
    Type.Union([
      object({ duration: time() }),
      object({ until: text() }),
      object({ event: text() }),
    ]),
  ),
  compensates: optional(text()),
  config: optional(Type.Array(property)),
  resources: optional(Type.Array(object({ ref: text(), role: perhaps }))),
  artifacts: optional(
    Type.Array(object({ ref: text(), direction: choice(['in', 'out', 'inout']) })),
  ),
  queueTimeout: optional(time('Orbit: how long a unit may wait for a worker.')),
  for: optional(object({ variable: text(), over: text() }, 'Orbit: a unit for each element.')),
  maxParallel: optional(nullable(count(1, 'Orbit: how many elements may be open at once.'))),
  pool: optional(text('Orbit: the workers that perform it.')),
  idempotencyKey: optional(text('Orbit: an expression.')),
});

const edge = object({
  from: text(),
  to: text(),
  type: choice(['control', 'data', 'dependency', 'error', 'compensation']),
  condition: perhaps,
  fromPort: perhaps,
  toPort: perhaps,
});

const artifact = object({
  id: text(),
  type: choice(['dataset', 'model', 'document', 'image', 'binary', 'config', 'log', 'report']),
  name: perhaps,
  uri: perhaps,
  mediaType: perhaps,
  digest: perhaps,
  classification: nullable(choice(['public', 'internal', 'confidential', 'restricted'])),
  properties: Type.Array(property),
});

const resource = object({
  id: text(),
  type: choice(['model', 'compute', 'datastore', 'queue', 'device', 'service', 'secretstore']),
  name: perhaps,
  provider: perhaps,
  uri: perhaps,
  properties: Type.Array(property),
});

export const plan = object({
  plan: Type.Literal(1),
  id: text(),
  profile: choice(['harness', 'baseline', 'orbit']),
  entry: perhaps,
  onFailure: choice(['unwind', 'pause']),
  nodes: Type.Array(node),
  edges: Type.Array(edge),
  timeout: nullable(time('Bounds the whole run; orbit alone.')),
  artifacts: optional(Type.Array(artifact)),
  resources: optional(Type.Array(resource)),
});

export type ProtocolPlan = Of<typeof plan>;
