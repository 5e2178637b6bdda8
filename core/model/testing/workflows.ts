/**
 * Workflows made at random: every field of every kind, names that lead somewhere. Nothing else
 * makes them sound; they are for tests of what carries a workflow from one form to another.
 */

import { fc } from '@fast-check/vitest';
import { MAXIMUM_TIME } from '../duration.ts';
import type { Edge, NodeKind, Workflow, WorkflowNode } from '../workflow.ts';

const id = fc.constantFrom('a', 'b-1', 'c.2', '_d', '__proto__', 'constructor', 'node', 'x-y.z');
const text = fc.string({ unit: 'binary', maxLength: 8 });
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
const time = fc.oneof(fc.nat(), fc.double({ min: 0, max: MAXIMUM_TIME, noNaN: true }));
const positive = fc.integer({ min: 1, max: MAXIMUM_TIME });
const properties = fc.array(fc.record({ name: text, value: text }), { maxLength: 2 });
const unused = { description: fc.constant(null), extensions: fc.constant([]) };

const input = fc.record({
  name: id,
  description: fc.constant(null),
  type: orNull(text),
  required: fc.boolean(),
  default: orNull(text),
  value: orNull(text),
});

const output = fc.record({
  name: id,
  description: fc.constant(null),
  type: orNull(text),
  required: fc.constant(true),
  default: fc.constant(null),
  value: fc.constant(null),
});

const retry = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 1000 }),
  backoff: fc.constantFrom('none' as const, 'fixed' as const, 'linear' as const),
  initialDelay: time,
  maxDelay: orNull(time),
  multiplier: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  jitter: fc.constantFrom('none' as const, 'full' as const),
  retryOn: orNull(fc.array(fc.constantFrom('transient', 'timeout', 'x'), { maxLength: 2 })),
});

const timeout = fc.record({
  duration: time,
  onTimeout: fc.constantFrom('fail' as const, 'skip' as const, 'retry' as const),
});

const wait = fc.oneof(
  time.map((duration) => ({ duration, until: null, event: null })),
  text.map((until) => ({ duration: null, until, event: null })),
  text.map((event) => ({ duration: null, until: null, event })),
);

const artifact = fc.record({
  id,
  type: fc.constantFrom('dataset' as const, 'report' as const),
  name: orNull(text),
  uri: orNull(text),
  mediaType: orNull(text),
  digest: orNull(text),
  classification: orNull(fc.constantFrom('public' as const, 'restricted' as const)),
  properties,
  ...unused,
});

const resource = fc.record({
  id,
  type: fc.constantFrom('model' as const, 'secretstore' as const),
  name: orNull(text),
  provider: orNull(text),
  uri: orNull(text),
  properties,
  credential: fc.constant(null),
  ...unused,
});

const distinct = <Item>(item: fc.Arbitrary<Item>, name: (item: Item) => string, maxLength = 3) =>
  fc.uniqueArray(item, { selector: name, maxLength });

/** A node among these others. */
function node(
  own: string,
  others: readonly string[],
  artifacts: readonly string[],
  resources: readonly string[],
  isOrbit: boolean,
): fc.Arbitrary<WorkflowNode> {
  const other = fc.constantFrom(...others);
  const kinds: fc.Arbitrary<NodeKind> = fc.constantFrom(
    ...(['task', 'decision', 'loop', 'barrier', 'subworkflow', 'wait', 'human'] as const),
  );
  const loop = fc
    .constantFrom('forEach' as const, 'until' as const, 'times' as const)
    .chain((kind) =>
      fc.record({
        kind: fc.constant(kind),
        body: other,
        over: kind === 'forEach' ? text : orNull(text),
        while: kind === 'until' ? text : orNull(text),
        count: kind === 'times' ? fc.nat() : orNull(fc.nat()),
        var: id,
        indexVar: id,
        maxIterations: positive,
        maxConcurrency: positive,
        onItemFailure: fc.constantFrom('fail' as const, 'continue' as const, 'break' as const),
      }),
    );
  const onlyIf = <Value>(condition: boolean, arbitrary: fc.Arbitrary<Value>) =>
    condition ? arbitrary : fc.constant(null);
  const references = <Reference>(
    declared: readonly string[],
    make: (ref: fc.Arbitrary<string>) => fc.Arbitrary<Reference>,
  ) =>
    declared.length === 0
      ? fc.constant([])
      : fc.array(make(fc.constantFrom(...declared)), { maxLength: 2 });
  return fc
    .tuple(kinds, fc.constantFrom('all' as const, 'any' as const, 'quorum' as const))
    .chain(([kind, join]) =>
      fc.record({
        id: fc.constant(own),
        kind: fc.constant(kind),
        name: fc.constant(null),
        implementation: fc.constant(null),
        idempotent: fc.boolean(),
        join: fc.constant(join),
        quorum: onlyIf(join === 'quorum', positive),
        compensates: orNull(other),
        inputs: distinct(input, ({ name }) => name),
        outputs: distinct(output, ({ name }) => name),
        config: properties,
        resources: references(resources, (ref) => fc.record({ ref, role: orNull(text) })),
        artifacts: references(artifacts, (ref) =>
          fc.record({ ref, direction: fc.constantFrom('in' as const, 'inout' as const) }),
        ),
        guard: orNull(text),
        retry: orNull(retry),
        timeout: orNull(timeout),
        cases: onlyIf(
          kind === 'decision',
          fc.array(fc.record({ when: text, to: other }), { minLength: 1, maxLength: 2 }),
        ),
        otherwise: onlyIf(kind === 'decision', orNull(other)),
        loop: onlyIf(kind === 'loop', loop),
        subworkflow: onlyIf(
          kind === 'subworkflow',
          fc.record({ href: text, digest: orNull(text), specVersion: orNull(text) }),
        ),
        wait: onlyIf(kind === 'wait', wait),
        security: fc.constant(null),
        ...unused,
      }),
    )
    .chain((made) => (isOrbit ? withOrbitFields(made) : fc.constant(made)));
}

/** Some or none of what only nodes of the orbit profile have. */
function withOrbitFields(node: WorkflowNode): fc.Arbitrary<WorkflowNode> {
  const fields = fc.record(
    {
      queueTimeout: time,
      fanOut: fc.record({ variable: id, over: text, maxParallel: orNull(positive) }),
      pool: text,
      idempotencyKey: text,
    },
    { requiredKeys: [] },
  );
  return fields.map((given) => ({ ...node, ...given }));
}

function edge(others: readonly string[]): fc.Arbitrary<Edge> {
  const other = fc.constantFrom(...others);
  return fc.record({
    id: fc.constant(null),
    from: other,
    to: other,
    type: fc.constantFrom('control' as const, 'data' as const, 'compensation' as const),
    condition: orNull(text),
    fromPort: orNull(id),
    toPort: orNull(id),
    ...unused,
  });
}

/** Workflows that lose nothing when they become a plan. */
export const planWorkflows: fc.Arbitrary<Workflow> = fc
  .record({
    ids: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
    artifacts: distinct(artifact, (declared) => declared.id, 2),
    resources: distinct(resource, (declared) => declared.id, 2),
    profile: fc.constantFrom('harness' as const, 'baseline' as const, 'orbit' as const),
  })
  .chain(({ ids, artifacts, resources, profile }) =>
    fc.record({
      id,
      name: fc.constant(null),
      profile: fc.constant(profile),
      specVersion: fc.constant(null),
      entry: orNull(fc.constantFrom(...ids)),
      onFailure: fc.constantFrom('unwind' as const, 'pause' as const),
      timeout: profile === 'orbit' ? orNull(time) : fc.constant(null),
      metadata: fc.constant(null),
      security: fc.constant(null),
      resources: fc.constant(resources),
      artifacts: fc.constant(artifacts),
      nodes: fc.tuple(
        ...ids.map((own) =>
          node(
            own,
            ids,
            artifacts.map((declared) => declared.id),
            resources.map((declared) => declared.id),
            profile === 'orbit',
          ),
        ),
      ),
      edges: fc.array(edge(ids), { maxLength: 4 }),
      extensions: fc.constant([]),
    }),
  );
