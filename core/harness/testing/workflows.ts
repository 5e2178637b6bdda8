/**
 * Valid workflows made at random, with every construct of HarnessXML: what the reader must
 * accept, and the writer must be able to carry. Steps stand in an order that all edges follow;
 * beside them stand targets of decisions, bodies of loops and undos, each of which one step
 * refers to.
 */

import fc from 'fast-check';
import { MAXIMUM_TIME } from '../../model/duration.ts';
import type {
  Artifact,
  Edge,
  Extension,
  ForeignElement,
  InputPort,
  Metadata,
  NodeKind,
  OutputPort,
  Property,
  Resource,
  Security,
  Workflow,
  WorkflowNode,
} from '../../model/workflow.ts';

/** Draws a value; the same draw always comes out the same for one run of a property. */
type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

/** Letters of all sorts that XML can hold, those among them that need care. */
const letters = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...'abcXYZ019 _-.') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('<', '>', '&', '"', "'", ']]>', '\n', '\t', '\r', '$', '😀'),
  },
  { weight: 1, arbitrary: fc.constantFrom('\u0085', '\u2028', 'é', '\uFFFD', '&lt;', '<!--', '{') },
);
const text = fc.array(letters, { maxLength: 8 }).map((parts) => parts.join(''));
/** Texts without expressions, for places where one would be read. */
const plain = text.map((value) => value.replaceAll('$', ''));
const word = fc.stringMatching(/^[a-z][a-z_]{0,8}$/);
const uri = fc.constantFrom('urn:x:1', 'https://x.example/a?b=c&d', 'file:///tmp/a.b', 'x.hxml');
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const flag = fc.boolean();
const some = <T>(arbitrary: fc.Arbitrary<T>, maxLength = 2) => fc.array(arbitrary, { maxLength });
const time = fc.oneof(fc.nat(10_000_000), fc.constantFrom(0, 1, 999, MAXIMUM_TIME));
const count = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(MAXIMUM_TIME));
const types = ['string', 'number', 'json', 'array<string>', 'pose6d'] as const;
const classification = fc.constantFrom('public' as const, 'restricted' as const);

const property: fc.Arbitrary<Property> = fc.record({ name: word, value: text });

const security: fc.Arbitrary<Security> = fc.record({
  principal: orNull(text),
  classification: orNull(classification),
  isolation: orNull(text),
  permissions: fc.array(fc.record({ action: text, resource: text }), { maxLength: 2 }),
});

const foreign: fc.Arbitrary<ForeignElement> = fc
  .letrec<{ element: ForeignElement }>((tie) => ({
    element: fc.record({
      name: fc.constantFrom('x:a', 'y:a', 'b'),
      namespace: fc.constantFrom('urn:x', 'urn:y'),
      attributes: fc.uniqueArray(
        fc.record({
          name: fc.constantFrom('p', 'q', 'z:r'),
          namespace: fc.constant(''),
          value: text,
        }),
        { selector: ({ name }) => name, maxLength: 2 },
      ),
      children: fc
        .array(fc.oneof({ weight: 2, arbitrary: text }, tie('element')), { maxLength: 2 })
        .map(withoutEmptyText),
    }),
  }))
  .element.map(withNamespaces);

/** Texts are never empty and never side by side: as the reader gives them. */
function withoutEmptyText(
  children: readonly (string | ForeignElement)[],
): readonly (string | ForeignElement)[] {
  return children
    .filter((child) => child !== '')
    .filter((child, index, all) => typeof child !== 'string' || typeof all[index - 1] !== 'string');
}

function withNamespaces(element: ForeignElement): ForeignElement {
  return {
    ...element,
    attributes: element.attributes.map((attribute) => ({
      ...attribute,
      namespace: attribute.name.includes(':') ? 'urn:z' : '',
    })),
    children: element.children.map((child) =>
      typeof child === 'string' ? child : withNamespaces(child),
    ),
  };
}

const extension: fc.Arbitrary<Extension> = fc.record({
  namespace: uri,
  required: fc.constant(false),
  content: fc.array(foreign, { maxLength: 2 }),
});

const metadata: fc.Arbitrary<Metadata> = fc.record({
  title: orNull(text),
  description: orNull(text),
  author: orNull(text),
  organization: orNull(text),
  created: fc.constantFrom(null, '2026-08-04T09:00:00Z', '2024-02-29T24:00:00.000-14:00'),
  modified: fc.constantFrom(null, '0999-12-31T23:59:59.123456'),
  license: orNull(text),
  documentVersion: orNull(text),
  tags: some(text),
  provenance: orNull(
    fc.record({
      generator: orNull(fc.record({ name: text, version: orNull(text), vendor: orNull(text) })),
      sources: fc.array(fc.record({ uri: uri, type: orNull(text), digest: orNull(text) }), {
        maxLength: 2,
      }),
      signature: orNull(fc.record({ algorithm: text, value: text, keyId: orNull(text) })),
    }),
  ),
});

const resource = (id: string, type: Resource['type']): fc.Arbitrary<Resource> =>
  fc.record({
    id: fc.constant(id),
    type: fc.constant(type),
    name: orNull(text),
    description: orNull(text),
    provider: orNull(text),
    uri: orNull(uri),
    properties: some(property),
    credential: orNull(fc.record({ ref: text, store: orNull(text) })),
    extensions: some(extension, 1),
  });

const artifact = (id: string): fc.Arbitrary<Artifact> =>
  fc.record({
    id: fc.constant(id),
    type: fc.constantFrom('dataset' as const, 'log' as const),
    name: orNull(text),
    description: orNull(text),
    uri: orNull(uri),
    mediaType: orNull(text),
    digest: orNull(text),
    classification: orNull(classification),
    properties: some(property),
    extensions: some(extension, 1),
  });

/** What a step in the order is, for those who break it. */
export interface Made {
  readonly workflow: Workflow;
  readonly steps: readonly string[];
  readonly bodies: readonly { readonly body: string; readonly loop: string }[];
  readonly undos: readonly { readonly undo: string; readonly of: string }[];
}

const stepKinds: readonly NodeKind[] = [
  ...(['task', 'task', 'inference', 'transform', 'decision', 'loop', 'parallel'] as const),
  ...(['barrier', 'subworkflow', 'source', 'sink', 'wait', 'human'] as const),
];

/** Made of parts that are drawn on the way, which combinators would do far slower. */
class Drawn extends fc.Arbitrary<Made> {
  override generate(random: fc.Random, bias: number | undefined): fc.Value<Made> {
    const made = make((arbitrary) => arbitrary.generate(random, bias).value);
    return new fc.Value(made, undefined);
  }

  override canShrinkWithoutContext(_value: unknown): _value is Made {
    return false;
  }

  override shrink(): fc.Stream<fc.Value<Made>> {
    return fc.Stream.nil();
  }
}

export const validWorkflows: fc.Arbitrary<Made> = new Drawn();

interface Making {
  readonly draw: Draw;
  readonly nodes: WorkflowNode[];
  readonly edges: Edge[];
  readonly bodies: { body: string; loop: string }[];
  readonly undos: { undo: string; of: string }[];
  next: number;
}

function make(draw: Draw): Made {
  const making: Making = { draw, nodes: [], edges: [], bodies: [], undos: [], next: 0 };
  const size = draw(fc.integer({ min: 1, max: 6 }));
  const steps: WorkflowNode[] = [];
  for (let index = 0; index < size; index += 1) {
    const kind = draw(fc.constantFrom(...stepKinds));
    steps.push(connected(step(kind, steps, making), steps, making));
  }
  const all = [...steps, ...making.nodes];
  const workflow: Workflow = {
    id: newId(making, 'flow'),
    name: draw(orNull(text)),
    profile: 'harness',
    specVersion: draw(fc.constantFrom('1.0', '1.1')),
    entry: draw(fc.constantFrom(null, null, steps[0]?.id ?? null)),
    onFailure: 'unwind',
    timeout: null,
    metadata: draw(orNull(metadata)),
    security: draw(orNull(security)),
    resources: [draw(resource('llm', 'model')), draw(resource('db-1', 'datastore'))],
    artifacts: [draw(artifact('art.1'))],
    nodes: draw(fc.shuffledSubarray(all, { minLength: all.length })),
    edges: draw(fc.shuffledSubarray(making.edges, { minLength: making.edges.length })),
    extensions: draw(some(extension, 1)),
  };
  return { workflow, steps: steps.map(({ id }) => id), bodies: making.bodies, undos: making.undos };
}

function newId(making: Making, prefix: string): string {
  making.next += 1;
  const tail = making.draw(fc.constantFrom('', '-x', '.v1', '_y'));
  return `${prefix}${making.next}${tail}`;
}

function step(kind: NodeKind, before: readonly WorkflowNode[], making: Making): WorkflowNode {
  const { draw } = making;
  const id = newId(making, draw(fc.constantFrom('step', 'N', '_')));
  const node = bare(id, kind, making);
  const reads = readable(before, node);
  const idempotent = draw(flag);
  const made: WorkflowNode = {
    ...node,
    idempotent,
    guard: draw(flag) ? condition(reads, draw) : null,
    retry: idempotent && draw(flag) ? retry(draw) : null,
    inputs: ownInputs(reads, draw),
    resources: kind === 'inference' ? [{ ref: 'llm', role: draw(orNull(text)) }] : node.resources,
  };
  switch (kind) {
    case 'decision': {
      const targets = [0, 1].map(() => bare(newId(making, 'target'), 'task', making));
      making.nodes.push(...targets);
      const [first, second] = targets.map((target) => target.id) as [string, string];
      const cases = [{ when: condition(reads, draw), to: first }];
      if (draw(flag)) cases.push({ when: condition(reads, draw), to: second });
      const otherwise = cases.length === 1 || draw(flag) ? second : null;
      return { ...made, cases, otherwise };
    }
    case 'loop':
      return { ...made, loop: loop(id, reads, making, 0) };
    case 'subworkflow':
      return {
        ...made,
        subworkflow: {
          href: draw(uri),
          digest: draw(orNull(text)),
          specVersion: draw(fc.constantFrom(null, '1.0', '1.12')),
        },
      };
    case 'wait': {
      const none = { duration: null, until: null, event: null };
      const way = draw(fc.constantFrom('duration', 'until', 'event'));
      if (way === 'duration') return { ...made, wait: { ...none, duration: draw(time) } };
      if (way === 'until') return { ...made, wait: { ...none, until: condition(reads, draw) } };
      return { ...made, wait: { ...none, event: draw(text) } };
    }
    default:
      return made;
  }
}

/** A node that is sound wherever it stands: nothing is required, nothing is read. */
function bare(id: string, kind: NodeKind, { draw }: Making): WorkflowNode {
  return {
    id,
    kind,
    name: draw(orNull(text)),
    description: draw(orNull(text)),
    implementation: draw(orNull(text)),
    idempotent: draw(flag),
    join: 'all',
    quorum: null,
    compensates: null,
    inputs: [],
    outputs: draw(fc.constantFrom(['x'], ['x', 'total.sum'], [])).map((name) => output(name, draw)),
    config: draw(some(property)),
    resources: draw(flag) ? [{ ref: 'db-1', role: draw(orNull(text)) }] : [],
    artifacts: draw(flag)
      ? [{ ref: 'art.1', direction: draw(fc.constantFrom('in', 'out', 'inout')) }]
      : [],
    guard: null,
    retry: null,
    timeout: draw(flag)
      ? { duration: draw(time), onTimeout: draw(fc.constantFrom('fail', 'skip', 'retry')) }
      : null,
    cases: null,
    otherwise: null,
    loop: null,
    subworkflow: null,
    wait: null,
    security: draw(orNull(security)),
    extensions: draw(some(extension, 1)),
  };
}

function output(name: string, draw: Draw): OutputPort {
  return {
    name,
    description: draw(orNull(text)),
    type: draw(fc.constantFrom(null, ...types)),
    required: draw(flag),
    default: draw(orNull(text)),
    value: null,
  };
}

function input(name: string, rest: Partial<InputPort>, draw: Draw): InputPort {
  const description = draw(orNull(text));
  return { name, description, type: null, required: true, default: null, value: null, ...rest };
}

function ownInputs(reads: readonly string[], draw: Draw): readonly InputPort[] {
  return draw(fc.subarray(['a', 'b-1', 'c.2'])).map((name) => {
    const type = draw(fc.constantFrom(null, ...types));
    if (draw(flag))
      return input(name, { type, required: false, default: draw(orNull(text)) }, draw);
    return input(name, { type, value: draw(flag) ? draw(plain) : template(reads, draw) }, draw);
  });
}

function retry(draw: Draw): WorkflowNode['retry'] {
  return {
    maxAttempts: draw(fc.integer({ min: 1, max: 1000 })),
    backoff: draw(fc.constantFrom('none', 'fixed', 'linear', 'exponential')),
    initialDelay: draw(time),
    maxDelay: draw(orNull(time)),
    multiplier: draw(
      fc.oneof(
        fc.constantFrom(0, 1, 2, 1.5, 1e21, 1e-9),
        fc.double({ min: 0, max: 1e300, noNaN: true }),
      ),
    ),
    jitter: draw(fc.constantFrom('none', 'full')),
    retryOn: draw(orNull(some(word, 3))),
  };
}

function loop(
  own: string,
  reads: readonly string[],
  making: Making,
  depth: number,
): NonNullable<WorkflowNode['loop']> {
  const { draw } = making;
  const kind = draw(
    fc.constantFrom('forEach' as const, 'while' as const, 'until' as const, 'times' as const),
  );
  const variable = draw(fc.constantFrom('item', 'row', 'cell-1'));
  const nested = depth < 2 && draw(flag);
  const inner = bare(newId(making, 'body'), nested ? 'loop' : 'task', making);
  const visible = [...reads, variable, 'index'];
  const body: WorkflowNode = {
    ...inner,
    guard: draw(flag) ? `\${${variable} != null}` : null,
    inputs: [input('v', { value: template(visible, draw) }, draw)],
    loop: nested ? loop(inner.id, reads, making, depth + 1) : null,
  };
  making.nodes.push(body);
  making.bodies.push({ body: body.id, loop: own });
  const maxIterations = draw(count);
  const [port] = body.outputs;
  const until = port === undefined ? '${true}' : `\${${body.id}.${port.name} == null}`;
  return {
    kind,
    body: body.id,
    over: kind === 'forEach' || draw(flag) ? '${[1, 2]}' : null,
    while: kind === 'while' || kind === 'until' || draw(flag) ? until : null,
    count: kind === 'times' ? draw(fc.integer({ min: 1, max: Math.min(9, maxIterations) })) : null,
    var: variable,
    indexVar: 'index',
    maxIterations: Math.max(maxIterations, 9),
    maxConcurrency: draw(count),
    onItemFailure: draw(fc.constantFrom('fail', 'continue', 'break')),
  };
}

/** What a step can read: outputs of those before it. */
function readable(before: readonly WorkflowNode[], _own: WorkflowNode): readonly string[] {
  return before.flatMap(({ id, outputs }) => outputs.map(({ name }) => `${id}.${name}`));
}

function operand(reads: readonly string[], draw: Draw): string {
  return draw(
    fc.constantFrom("'}'", '1', '[1, "a"]', "artifact('art.1')", 'config.limit', ...reads),
  );
}

function condition(reads: readonly string[], draw: Draw): string {
  const operator = draw(fc.constantFrom('==', '!='));
  return `\${${operand(reads, draw)} ${operator} ${operand(reads, draw)}}`;
}

function template(reads: readonly string[], draw: Draw): string {
  return `${draw(plain)}\${${operand(reads, draw)}}$\${${draw(plain)}`;
}

/** A step with edges from those before it, and perhaps with an undo. */
function connected(
  node: WorkflowNode,
  before: readonly WorkflowNode[],
  making: Making,
): WorkflowNode {
  const { draw, edges } = making;
  const inputs: InputPort[] = [...node.inputs];
  let forward = 0;
  for (const source of before) {
    const type = draw(
      fc.constantFrom(
        null,
        null,
        'control' as const,
        'data' as const,
        'dependency' as const,
        'error' as const,
      ),
    );
    if (type === null) continue;
    const [port] = source.outputs;
    const ports = { fromPort: null as string | null, toPort: null as string | null };
    if (type === 'data') {
      if (port === undefined) continue;
      const name = `from_${before.indexOf(source)}`;
      const rest = { type: port.type, required: draw(flag), default: draw(orNull(text)) };
      inputs.push(input(name, rest, draw));
      ports.fromPort = port.name;
      ports.toPort = name;
    }
    if (type !== 'error') forward += 1;
    edges.push(edge(source.id, node.id, type, ports, readable([...before], node), making));
  }
  if (draw(fc.nat(3)) === 0) {
    const undo = bare(newId(making, 'undo'), 'task', making);
    const [port] = node.outputs;
    const reads = port === undefined ? [] : [`${node.id}.${port.name}`];
    making.nodes.push({
      ...undo,
      compensates: draw(flag) ? node.id : null,
      inputs: [input('what', { value: template(reads, draw) }, draw)],
    });
    making.undos.push({ undo: undo.id, of: node.id });
    edges.push(
      edge(node.id, undo.id, 'compensation', { fromPort: null, toPort: null }, [], making),
    );
  }
  const join = forward === 0 ? 'all' : draw(fc.constantFrom('all', 'any', 'quorum'));
  const quorum = join === 'quorum' ? draw(fc.integer({ min: 1, max: forward })) : null;
  return { ...node, inputs, join, quorum };
}

function edge(
  from: string,
  to: string,
  type: Edge['type'],
  ports: { readonly fromPort: string | null; readonly toPort: string | null },
  reads: readonly string[],
  making: Making,
): Edge {
  const { draw } = making;
  const own = reads.filter((name) => name.startsWith(`${from}.`));
  return {
    id: draw(flag) ? newId(making, 'edge') : null,
    description: draw(orNull(text)),
    from,
    to,
    type,
    ...ports,
    condition: draw(flag) ? condition(own, draw) : null,
    extensions: draw(some(extension, 1)),
  };
}
