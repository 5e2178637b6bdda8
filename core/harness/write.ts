/**
 * A workflow written as a canonical HarnessXML document: the order of the structure tables,
 * two blanks a level, defaults left out. Reading it gives the same workflow again.
 */

import { formatDuration } from '../model/duration.ts';
import type {
  Artifact,
  Case,
  Edge,
  InputPort,
  Loop,
  Metadata,
  OutputPort,
  Property,
  Provenance,
  Resource,
  RetryPolicy,
  Security,
  Subworkflow,
  Timeout,
  Wait,
  Workflow,
  WorkflowNode,
} from '../model/workflow.ts';
import { HARNESS_NAMESPACE } from './tree.ts';
import { writeExtension } from './write-extension.ts';
import { type Output, toXml, unwritable } from './xml-writer.ts';

export type Written =
  | { readonly ok: true; readonly text: string }
  /** Something in the workflow that no XML document can hold. */
  | { readonly ok: false; readonly message: string };

/**
 * Writes a workflow of any profile. HarnessXML has no place for a profile, for what happens on
 * failure and for a timeout of the whole run: these are not written.
 */
export function writeHarness(workflow: Workflow): Written {
  const root = writeRoot(workflow);
  const character = firstUnwritable(root);
  if (character === null) return { ok: true, text: toXml(root) };
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return { ok: false, message: `the workflow holds the character U+${code}, which XML can't` };
}

function writeRoot(workflow: Workflow): Output {
  return element(
    'harness',
    [
      ['xmlns', HARNESS_NAMESPACE],
      ['id', workflow.id],
      ['specVersion', workflow.specVersion ?? '1.0'],
      ['name', workflow.name],
      ['entry', workflow.entry],
    ],
    [
      ...optional(workflow.metadata, writeMetadata),
      ...optional(workflow.security, writeSecurity),
      ...wrapped('resources', workflow.resources.map(writeResource)),
      ...wrapped('artifacts', workflow.artifacts.map(writeArtifact)),
      element('nodes', [], workflow.nodes.map(writeNode)),
      ...wrapped('edges', workflow.edges.map(writeEdge)),
      ...workflow.extensions.map(writeExtension),
    ],
  );
}

type Attributes = Output['attributes'];

function element(name: string, attributes: Attributes, children: readonly Output[] = []): Output {
  return { name, attributes, children, spaced: true };
}

function textElement(name: string, text: string | null): readonly Output[] {
  if (text === null) return [];
  return [{ name, attributes: [], children: text === '' ? [] : [text], spaced: false }];
}

function wrapped(name: string, children: readonly Output[]): readonly Output[] {
  return children.length === 0 ? [] : [element(name, [], children)];
}

function optional<T>(value: T | null, write: (value: T) => Output): readonly Output[] {
  return value === null ? [] : [write(value)];
}

/** An attribute that says no more than its default says is left out. */
function unless<T extends string | number>(value: T, byDefault: T): string | null {
  return value === byDefault ? null : String(value);
}

function writeMetadata(metadata: Metadata): Output {
  return element(
    'metadata',
    [],
    [
      ...textElement('title', metadata.title),
      ...textElement('description', metadata.description),
      ...textElement('author', metadata.author),
      ...textElement('organization', metadata.organization),
      ...textElement('created', metadata.created),
      ...textElement('modified', metadata.modified),
      ...textElement('license', metadata.license),
      ...textElement('documentVersion', metadata.documentVersion),
      ...wrapped(
        'tags',
        metadata.tags.flatMap((tag) => textElement('tag', tag)),
      ),
      ...optional(metadata.provenance, writeProvenance),
    ],
  );
}

function writeProvenance({ generator, sources, signature }: Provenance): Output {
  return element(
    'provenance',
    [],
    [
      ...optional(generator, ({ name, version, vendor }) =>
        element('generator', [
          ['name', name],
          ['version', version],
          ['vendor', vendor],
        ]),
      ),
      ...sources.map(({ uri, type, digest }) =>
        element('source', [
          ['uri', uri],
          ['type', type],
          ['digest', digest],
        ]),
      ),
      ...optional(signature, ({ algorithm, value, keyId }) =>
        element('signature', [
          ['algorithm', algorithm],
          ['value', value],
          ['keyId', keyId],
        ]),
      ),
    ],
  );
}

function writeSecurity({ principal, classification, isolation, permissions }: Security): Output {
  return element(
    'security',
    [
      ['principal', principal],
      ['classification', classification],
      ['isolation', isolation],
    ],
    permissions.map(({ action, resource }) =>
      element('permission', [
        ['action', action],
        ['resource', resource],
      ]),
    ),
  );
}

function writeProperty({ name, value }: Property): Output {
  return element('property', [
    ['name', name],
    ['value', value],
  ]);
}

function writeResource(resource: Resource): Output {
  return element(
    'resource',
    [
      ['id', resource.id],
      ['type', resource.type],
      ['name', resource.name],
      ['provider', resource.provider],
      ['uri', resource.uri],
    ],
    [
      ...textElement('description', resource.description),
      ...resource.properties.map(writeProperty),
      ...optional(resource.credential, ({ ref, store }) =>
        element('credential', [
          ['ref', ref],
          ['store', store],
        ]),
      ),
      ...resource.extensions.map(writeExtension),
    ],
  );
}

function writeArtifact(artifact: Artifact): Output {
  return element(
    'artifact',
    [
      ['id', artifact.id],
      ['type', artifact.type],
      ['name', artifact.name],
      ['uri', artifact.uri],
      ['mediaType', artifact.mediaType],
      ['digest', artifact.digest],
      ['classification', artifact.classification],
    ],
    [
      ...textElement('description', artifact.description),
      ...artifact.properties.map(writeProperty),
      ...artifact.extensions.map(writeExtension),
    ],
  );
}

function writeNode(node: WorkflowNode): Output {
  return element(
    'node',
    [
      ['id', node.id],
      ['type', node.kind],
      ['name', node.name],
      ['impl', node.implementation],
      ['idempotent', node.idempotent ? null : 'false'],
      ['joinPolicy', unless(node.join, 'all')],
      ['quorum', node.quorum === null ? null : String(node.quorum)],
      ['compensates', node.compensates],
    ],
    [
      ...textElement('description', node.description),
      ...wrapped(
        'inputs',
        node.inputs.map((port) => writePort('input', port)),
      ),
      ...wrapped(
        'outputs',
        node.outputs.map((port) => writePort('output', port)),
      ),
      ...wrapped('config', node.config.map(writeProperty)),
      ...node.resources.map(({ ref, role }) =>
        element('resourceRef', [
          ['ref', ref],
          ['role', role],
        ]),
      ),
      ...node.artifacts.map(({ ref, direction }) =>
        element('artifactRef', [
          ['ref', ref],
          ['direction', unless(direction, 'in')],
        ]),
      ),
      ...optional(node.guard, (when) => element('guard', [['when', when]])),
      ...optional(node.retry, writeRetry),
      ...optional(node.timeout, writeTimeout),
      ...optional(node.cases, (cases) => writeCases(cases, node.otherwise)),
      ...optional(node.loop, writeLoop),
      ...optional(node.subworkflow, writeSubworkflow),
      ...optional(node.wait, writeWait),
      ...optional(node.security, writeSecurity),
      ...node.extensions.map(writeExtension),
    ],
  );
}

function writePort(name: 'input' | 'output', port: InputPort | OutputPort): Output {
  return element(
    name,
    [
      ['name', port.name],
      ['type', port.type],
      ['required', port.required ? null : 'false'],
      ['default', port.default],
      ['value', port.value],
    ],
    [...textElement('description', port.description)],
  );
}

function writeRetry(retry: RetryPolicy): Output {
  return element('retry', [
    ['maxAttempts', String(retry.maxAttempts)],
    ['backoff', unless(retry.backoff, 'exponential')],
    ['initialDelay', unless(formatDuration(retry.initialDelay), 'PT1S')],
    ['maxDelay', retry.maxDelay === null ? null : formatDuration(retry.maxDelay)],
    ['multiplier', unless(decimalOf(retry.multiplier), '2')],
    ['jitter', retry.jitter === 'full' ? null : 'false'],
    ['retryOn', retry.retryOn === null ? null : retry.retryOn.join(' ')],
  ]);
}

/** A number without an exponent, since xs:decimal has none. */
function decimalOf(value: number): string {
  const [, whole = '', fraction = '', exponent] =
    /^([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/.exec(String(value)) ?? [];
  if (exponent === undefined) return String(value);
  const shift = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  return `${digits.slice(0, point).padEnd(point, '0')}${digits.length > point ? `.${digits.slice(point)}` : ''}`;
}

function writeTimeout({ duration, onTimeout }: Timeout): Output {
  return element('timeout', [
    ['duration', formatDuration(duration)],
    ['onTimeout', unless(onTimeout, 'fail')],
  ]);
}

function writeCases(cases: readonly Case[], otherwise: string | null): Output {
  return element(
    'cases',
    [],
    [
      ...cases.map(({ when, to }) =>
        element('case', [
          ['when', when],
          ['to', to],
        ]),
      ),
      ...optional(otherwise, (to) => element('otherwise', [['to', to]])),
    ],
  );
}

function writeLoop(loop: Loop): Output {
  return element(
    'loop',
    [
      ['kind', loop.kind],
      ['over', loop.over],
      ['var', unless(loop.var, 'item')],
      ['indexVar', unless(loop.indexVar, 'index')],
      ['while', loop.while],
      ['count', loop.count === null ? null : String(loop.count)],
      ['maxIterations', String(loop.maxIterations)],
      ['maxConcurrency', unless(loop.maxConcurrency, 1)],
      ['onItemFailure', unless(loop.onItemFailure, 'fail')],
    ],
    [element('body', [['ref', loop.body]])],
  );
}

function writeSubworkflow({ href, digest, specVersion }: Subworkflow): Output {
  return element('subworkflow', [
    ['href', href],
    ['digest', digest],
    ['specVersion', specVersion],
  ]);
}

function writeWait({ duration, until, event }: Wait): Output {
  return element('wait', [
    ['duration', duration === null ? null : formatDuration(duration)],
    ['until', until],
    ['event', event],
  ]);
}

function writeEdge(edge: Edge): Output {
  return element(
    'edge',
    [
      ['id', edge.id],
      ['from', edge.from],
      ['to', edge.to],
      ['type', unless(edge.type, 'control')],
      ['fromPort', edge.fromPort],
      ['toPort', edge.toPort],
      ['condition', edge.condition],
    ],
    [...textElement('description', edge.description), ...edge.extensions.map(writeExtension)],
  );
}

function firstUnwritable(output: Output): string | null {
  for (const [, value] of output.attributes) {
    const found = value === null ? null : unwritable(value);
    if (found !== null) return found;
  }
  for (const child of output.children) {
    const found = typeof child === 'string' ? unwritable(child) : firstUnwritable(child);
    if (found !== null) return found;
  }
  return null;
}
