/** The parts of a workflow that take no part in its flow (§2, §8, §9, §11, §12). */

import type {
  Artifact,
  ArtifactType,
  Extension,
  ForeignElement,
  ForeignNode,
  Metadata,
  Property,
  Provenance,
  Resource,
  ResourceType,
  RetryPolicy,
  Security,
  Timeout,
} from '../../../../core/model/workflow.ts';
import type { Choices } from './choices.ts';
import { anyLiteral, anyText, identifier, maybe, URIS } from './words.ts';

export const RESOURCE_TYPES: readonly ResourceType[] = [
  'service',
  'model',
  'compute',
  'datastore',
  'queue',
  'device',
  'secretstore',
];

export const ARTIFACT_TYPES: readonly ArtifactType[] = [
  'document',
  'dataset',
  'model',
  'image',
  'binary',
  'config',
  'log',
  'report',
];

const CLASSIFICATIONS = ['public', 'internal', 'confidential', 'restricted'] as const;

/** In ms: forms of all lengths can say them. */
const DURATIONS = [
  1000,
  0,
  1,
  500,
  60_000,
  90_500,
  3_600_000,
  86_400_000,
  123_456_789,
  2 ** 53 - 1,
];

export function anyDuration(choices: Choices): number {
  return choices.oneOf(DURATIONS);
}

export function anyRetry(choices: Choices): RetryPolicy {
  return {
    maxAttempts: choices.oneOf([3, 1, 2, 1000]),
    backoff: choices.oneOf(['exponential', 'none', 'fixed', 'linear']),
    initialDelay: anyDuration(choices),
    maxDelay: maybe(choices, 0.4, () => anyDuration(choices)),
    multiplier: choices.oneOf([2, 1, 0, 0.5, 1.25, 10, 1000]),
    jitter: choices.oneOf(['full', 'none']),
    retryOn: maybe(choices, 0.4, () =>
      choices.someOf(['timeout', 'rate_limit', 'transient', 'my:own-class'], 3),
    ),
  };
}

export function anyTimeout(choices: Choices): Timeout {
  return { duration: anyDuration(choices), onTimeout: choices.oneOf(['fail', 'skip', 'retry']) };
}

export function anyProperties(choices: Choices, most: number): Property[] {
  return Array.from({ length: choices.below(most + 1) }, (_, index) => ({
    name: identifier(choices, 'setting', index),
    value: anyLiteral(choices),
  }));
}

export function anySecurity(choices: Choices): Security {
  return {
    principal: maybe(choices, 0.5, () => anyText(choices)),
    classification: maybe(choices, 0.5, () => choices.oneOf(CLASSIFICATIONS)),
    isolation: maybe(choices, 0.5, () => choices.oneOf(['process', 'container', 'vm', ''])),
    permissions: Array.from({ length: choices.below(3) }, () => ({
      action: anyText(choices),
      resource: anyText(choices),
    })),
  };
}

export function anyResource(choices: Choices, index: number): Resource {
  return {
    id: identifier(choices, 'resource', index),
    type: choices.oneOf(RESOURCE_TYPES),
    name: maybe(choices, 0.3, () => anyText(choices)),
    description: maybe(choices, 0.3, () => anyText(choices)),
    provider: maybe(choices, 0.3, () => anyText(choices)),
    uri: maybe(choices, 0.3, () => choices.oneOf(URIS)),
    properties: anyProperties(choices, 2),
    credential: maybe(choices, 0.4, () => ({
      ref: choices.oneOf(['API_KEY', 'vault:kv/key', '']),
      store: maybe(choices, 0.5, () => anyText(choices)),
    })),
    extensions: anyExtensions(choices, 0.2),
  };
}

export function anyArtifact(choices: Choices, index: number): Artifact {
  return {
    id: identifier(choices, 'artifact', index),
    type: choices.oneOf(ARTIFACT_TYPES),
    name: maybe(choices, 0.3, () => anyText(choices)),
    description: maybe(choices, 0.3, () => anyText(choices)),
    uri: maybe(choices, 0.3, () => choices.oneOf(URIS)),
    mediaType: maybe(choices, 0.3, () => choices.oneOf(['text/plain', '', 'a b'])),
    digest: maybe(choices, 0.3, () => `sha256:${'0a'.repeat(32)}`),
    classification: maybe(choices, 0.3, () => choices.oneOf(CLASSIFICATIONS)),
    properties: anyProperties(choices, 2),
    extensions: anyExtensions(choices, 0.2),
  };
}

const TIMES = [
  '2026-01-31T09:30:00Z',
  '2024-02-29T24:00:00.000+14:00',
  '0001-12-31T23:59:59.999999-00:30',
  '-0044-03-15T12:00:00',
  '12026-01-01T00:00:00',
];

export function anyMetadata(choices: Choices): Metadata {
  const text = (): string | null => maybe(choices, 0.4, () => anyText(choices));
  const time = (): string | null => maybe(choices, 0.4, () => choices.oneOf(TIMES));
  return {
    title: text(),
    description: text(),
    author: text(),
    organization: text(),
    created: time(),
    modified: time(),
    license: text(),
    documentVersion: text(),
    tags: Array.from({ length: choices.below(3) }, () => anyText(choices)),
    provenance: maybe(choices, 0.4, () => anyProvenance(choices)),
  };
}

function anyProvenance(choices: Choices): Provenance {
  const text = (): string | null => maybe(choices, 0.5, () => anyText(choices));
  return {
    generator: maybe(choices, 0.5, () => ({
      name: anyText(choices),
      version: text(),
      vendor: text(),
    })),
    sources: Array.from({ length: choices.below(3) }, () => ({
      uri: choices.oneOf(URIS),
      type: text(),
      digest: text(),
    })),
    signature: maybe(choices, 0.3, () => ({
      algorithm: 'ed25519',
      value: anyText(choices),
      keyId: text(),
    })),
  };
}

const FOREIGN = [
  { prefix: 'acme:', namespace: 'https://acme.example/harness/1' },
  { prefix: '', namespace: 'urn:visual' },
  { prefix: 'hx:', namespace: 'urn:not-harness' },
  { prefix: 'é-1:', namespace: 'urn:x?a=1&b=2' },
];

export function anyExtensions(choices: Choices, probability: number): Extension[] {
  if (!choices.happens(probability)) return [];
  return Array.from({ length: 1 + choices.below(2) }, () => ({
    namespace: choices.oneOf(FOREIGN.map((each) => each.namespace)),
    required: false,
    content: Array.from({ length: choices.below(3) }, () => anyForeign(choices, 2)),
  }));
}

function anyForeign(choices: Choices, depth: number): ForeignElement {
  const { prefix, namespace } = choices.oneOf(FOREIGN);
  const attributes = choices.someOf(
    [
      { name: 'x', namespace: '', value: anyText(choices) },
      { name: 'id', namespace: '', value: 'free' },
      { name: 'acme:x', namespace: 'https://acme.example/harness/1', value: anyText(choices) },
      { name: 'xml:lang', namespace: 'http://www.w3.org/XML/1998/namespace', value: 'de' },
    ],
    3,
  );
  return {
    name: `${prefix}${choices.oneOf(['limit', 'node', 'Grenze_ß', 'a.b-c'])}`,
    namespace,
    attributes,
    children: depth === 0 ? [] : anyMixed(choices, depth),
  };
}

/** Text and elements; texts that touch are one text in XML, so they never do here. */
function anyMixed(choices: Choices, depth: number): ForeignNode[] {
  const children: ForeignNode[] = [];
  for (let wanted = choices.below(4); wanted > 0; wanted -= 1) {
    const text = choices.happens(0.5) ? anyText(choices) : '';
    if (text !== '') children.push(text);
    if (text === '' || choices.happens(0.5)) children.push(anyForeign(choices, depth - 1));
    else break;
  }
  return children;
}
