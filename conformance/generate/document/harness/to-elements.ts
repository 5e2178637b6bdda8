/** A workflow as elements in the order of the public schema. */

import type {
  Artifact,
  Edge,
  Extension,
  ForeignElement,
  InputPort,
  Loop,
  Metadata,
  Property,
  Provenance,
  Resource,
  RetryPolicy,
  Security,
  Workflow,
  WorkflowNode,
} from '../../../../core/model/workflow.ts';
import { choicesFrom } from './choices.ts';
import { type Element, element } from './element.ts';
import { type Lexical, lexicalOf } from './lexical.ts';
import type { Style } from './style.ts';

export function toElements(workflow: Workflow, style: Style): Element {
  const lexical = lexicalOf(choicesFrom(style.seed), style.variety);
  const { id, specVersion, name, entry, metadata, security, extensions } = workflow;
  const wrap = (name: string, children: readonly Element[], always = false): Element | null =>
    children.length > 0 || always ? element(name, {}, children) : null;
  return element('harness', { id, specVersion, name, entry }, [
    metadata === null ? null : ofMetadata(lexical, metadata),
    security === null ? null : ofSecurity(security),
    wrap(
      'resources',
      workflow.resources.map((each) => ofResource(lexical, each)),
    ),
    wrap(
      'artifacts',
      workflow.artifacts.map((each) => ofArtifact(lexical, each)),
    ),
    wrap(
      'nodes',
      workflow.nodes.map((each) => ofNode(lexical, each)),
      true,
    ),
    wrap(
      'edges',
      workflow.edges.map((each) => ofEdge(lexical, each)),
      lexical.writesDefault(),
    ),
    ...extensions.map((each) => ofExtension(lexical, each)),
  ]);
}

function textOf(name: string, text: string | null): Element | null {
  return text === null ? null : element(name, {}, text === '' ? [] : [text]);
}

/** Null where a default needs no writing. */
function unless<T>(lexical: Lexical, value: T, byDefault: T, write: (value: T) => string) {
  return value === byDefault && !lexical.writesDefault() ? null : write(value);
}

const asIs = (value: string): string => value;

function given<T>(value: T | null, write: (value: T) => string): string | null {
  return value === null ? null : write(value);
}

function ofNode(lexical: Lexical, node: WorkflowNode): Element {
  const { retry, timeout, loop, subworkflow, wait, guard, cases, otherwise } = node;
  const { duration, integer } = lexical;
  const values = {
    id: node.id,
    type: node.kind,
    name: node.name,
    impl: node.implementation,
    idempotent: unless(lexical, node.idempotent, true, lexical.boolean),
    joinPolicy: unless(lexical, node.join, 'all', asIs),
    quorum: given(node.quorum, integer),
    compensates: node.compensates,
  };
  return element('node', values, [
    textOf('description', node.description),
    ports(lexical, 'input', node.inputs),
    ports(lexical, 'output', node.outputs),
    node.config.length === 0 ? null : element('config', {}, node.config.map(ofProperty)),
    ...node.resources.map(({ ref, role }) => element('resourceRef', { ref, role })),
    ...node.artifacts.map(({ ref, direction }) =>
      element('artifactRef', { ref, direction: unless(lexical, direction, 'in', asIs) }),
    ),
    guard === null ? null : element('guard', { when: guard }),
    retry === null ? null : ofRetry(lexical, retry),
    timeout === null
      ? null
      : element('timeout', {
          duration: duration(timeout.duration),
          onTimeout: unless(lexical, timeout.onTimeout, 'fail', asIs),
        }),
    cases === null
      ? null
      : element('cases', {}, [
          ...cases.map(({ when, to }) => element('case', { when, to })),
          otherwise === null ? null : element('otherwise', { to: otherwise }),
        ]),
    loop === null ? null : ofLoop(lexical, loop),
    subworkflow === null
      ? null
      : element('subworkflow', { ...subworkflow, href: lexical.uri(subworkflow.href) }),
    wait === null ? null : element('wait', { ...wait, duration: given(wait.duration, duration) }),
    node.security === null ? null : ofSecurity(node.security),
    ...node.extensions.map((each) => ofExtension(lexical, each)),
  ]);
}

function ports(
  lexical: Lexical,
  name: 'input' | 'output',
  list: readonly InputPort[],
): Element | null {
  if (list.length === 0) return null;
  const children = list.map((port) =>
    element(
      name,
      {
        name: port.name,
        type: port.type,
        required: unless(lexical, port.required, true, lexical.boolean),
        default: port.default,
        value: port.value,
      },
      [textOf('description', port.description)],
    ),
  );
  return element(`${name}s`, {}, children);
}

function ofRetry(lexical: Lexical, retry: RetryPolicy): Element {
  const { integer, decimal, duration, boolean, words } = lexical;
  return element('retry', {
    maxAttempts: integer(retry.maxAttempts),
    backoff: unless(lexical, retry.backoff, 'exponential', asIs),
    initialDelay: unless(lexical, retry.initialDelay, 1000, duration),
    maxDelay: given(retry.maxDelay, duration),
    multiplier: unless(lexical, retry.multiplier, 2, decimal),
    jitter: unless(lexical, retry.jitter === 'full', true, boolean),
    retryOn: given(retry.retryOn, words),
  });
}

function ofLoop(lexical: Lexical, loop: Loop): Element {
  const { integer } = lexical;
  const values = {
    kind: loop.kind,
    over: loop.over,
    var: unless(lexical, loop.var, 'item', asIs),
    indexVar: unless(lexical, loop.indexVar, 'index', asIs),
    while: loop.while,
    count: given(loop.count, integer),
    maxIterations: integer(loop.maxIterations),
    maxConcurrency: unless(lexical, loop.maxConcurrency, 1, integer),
    onItemFailure: unless(lexical, loop.onItemFailure, 'fail', asIs),
  };
  return element('loop', values, [element('body', { ref: loop.body })]);
}

function ofEdge(lexical: Lexical, edge: Edge): Element {
  const { id, from, to, type, fromPort, toPort, condition } = edge;
  const written = unless(lexical, type, 'control', asIs);
  return element('edge', { id, from, to, type: written, fromPort, toPort, condition }, [
    textOf('description', edge.description),
    ...edge.extensions.map((each) => ofExtension(lexical, each)),
  ]);
}

function ofProperty({ name, value }: Property): Element {
  return element('property', { name, value });
}

function ofResource(lexical: Lexical, resource: Resource): Element {
  const { id, type, name, provider, uri, credential } = resource;
  return element('resource', { id, type, name, provider, uri: given(uri, lexical.uri) }, [
    textOf('description', resource.description),
    ...resource.properties.map(ofProperty),
    credential === null ? null : element('credential', { ...credential }),
    ...resource.extensions.map((each) => ofExtension(lexical, each)),
  ]);
}

function ofArtifact(lexical: Lexical, artifact: Artifact): Element {
  const { id, type, name, uri, mediaType, digest, classification } = artifact;
  const written = given(uri, lexical.uri);
  return element('artifact', { id, type, name, uri: written, mediaType, digest, classification }, [
    textOf('description', artifact.description),
    ...artifact.properties.map(ofProperty),
    ...artifact.extensions.map((each) => ofExtension(lexical, each)),
  ]);
}

function ofSecurity({ principal, classification, isolation, permissions }: Security): Element {
  const children = permissions.map((permission) => element('permission', { ...permission }));
  return element('security', { principal, classification, isolation }, children);
}

function ofMetadata(lexical: Lexical, metadata: Metadata): Element {
  const { tags, provenance } = metadata;
  const tag = (text: string): Element | null => textOf('tag', text);
  const children = [
    textOf('title', metadata.title),
    textOf('description', metadata.description),
    textOf('author', metadata.author),
    textOf('organization', metadata.organization),
    textOf('created', given(metadata.created, lexical.time)),
    textOf('modified', given(metadata.modified, lexical.time)),
    textOf('license', metadata.license),
    textOf('documentVersion', metadata.documentVersion),
    tags.length === 0 ? null : element('tags', {}, tags.map(tag)),
    provenance === null ? null : ofProvenance(lexical, provenance),
  ];
  // Their order is free (§2).
  return element('metadata', {}, lexical.writesDefault() ? children.reverse() : children);
}

function ofProvenance(lexical: Lexical, { generator, sources, signature }: Provenance): Element {
  return element('provenance', {}, [
    generator === null ? null : element('generator', { ...generator }),
    ...sources.map((source) => element('source', { ...source, uri: lexical.uri(source.uri) })),
    signature === null ? null : element('signature', { ...signature }),
  ]);
}

function ofExtension(lexical: Lexical, extension: Extension): Element {
  const values = {
    namespace: lexical.uri(extension.namespace),
    required: unless(lexical, extension.required, false, lexical.boolean),
  };
  const content = extension.content.filter((each) => typeof each !== 'string');
  return element('extension', values, content.map(ofForeign));
}

function ofForeign({ name, namespace, attributes, children }: ForeignElement): Element {
  return {
    name,
    namespace,
    attributes: attributes.map((attribute) => ({
      name: attribute.name,
      value: attribute.value,
      ...(attribute.namespace === '' ? {} : { namespace: attribute.namespace }),
    })),
    children: children.map((child) => (typeof child === 'string' ? child : ofForeign(child))),
  };
}
