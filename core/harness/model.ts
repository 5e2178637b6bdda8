/**
 * From the tree to the workflow. It is lenient: what can't be read has a finding already, and
 * something harmless stands for it, so that the rules can look at all the rest.
 */

import { grown, NONE } from '../model/lists.ts';
import type {
  Artifact,
  ArtifactReference,
  Case,
  Edge,
  Extension,
  ForeignElement,
  ForeignNode,
  InputPort,
  Loop,
  Metadata,
  OutputPort,
  Property,
  Provenance,
  Resource,
  ResourceReference,
  RetryPolicy,
  Security,
  Subworkflow,
  Timeout,
  Wait,
  Workflow,
  WorkflowNode,
} from '../model/workflow.ts';
import { read } from './attributes.ts';
import { collapse } from './datatypes.ts';
import { namespaceOfAttribute } from './namespaces.ts';
import {
  artifactAttributes,
  artifactReferenceAttributes,
  bodyAttributes,
  caseAttributes,
  credentialAttributes,
  edgeAttributes,
  extensionAttributes,
  generatorAttributes,
  guardAttributes,
  harnessAttributes,
  loopAttributes,
  nodeAttributes,
  otherwiseAttributes,
  permissionAttributes,
  portAttributes,
  propertyAttributes,
  resourceAttributes,
  resourceReferenceAttributes,
  retryAttributes,
  securityAttributes,
  signatureAttributes,
  sourceAttributes,
  subworkflowAttributes,
  timeoutAttributes,
  waitAttributes,
} from './structure.ts';
import {
  childNamed,
  childrenNamed,
  HARNESS_NAMESPACE,
  XMLNS_NAMESPACE,
  type XmlElement,
} from './tree.ts';

/** The workflow that `<harness>` describes, its nodes and edges read already. */
export function buildWorkflow(
  root: XmlElement,
  nodes: readonly WorkflowNode[],
  edges: readonly Edge[],
): Workflow {
  return {
    id: read(root, harnessAttributes, 'id') ?? '',
    name: read(root, harnessAttributes, 'name'),
    profile: 'harness',
    specVersion: read(root, harnessAttributes, 'specVersion'),
    entry: read(root, harnessAttributes, 'entry'),
    onFailure: 'unwind',
    timeout: null,
    metadata: whereThere(childNamed(root, 'metadata'), readMetadata),
    security: whereThere(childNamed(root, 'security'), readSecurity),
    resources: inside(root, 'resources', 'resource').map(readResource),
    artifacts: inside(root, 'artifacts', 'artifact').map(readArtifact),
    nodes,
    edges,
    extensions: extensionsOf(root),
  };
}

export function readNode(element: XmlElement): WorkflowNode {
  const parts = partsOf(element);
  const { cases } = parts;
  return {
    id: read(element, nodeAttributes, 'id') ?? '',
    kind: read(element, nodeAttributes, 'type') ?? 'task',
    name: read(element, nodeAttributes, 'name'),
    description: parts.description?.text ?? null,
    implementation: read(element, nodeAttributes, 'impl'),
    idempotent: read(element, nodeAttributes, 'idempotent'),
    join: read(element, nodeAttributes, 'joinPolicy'),
    quorum: read(element, nodeAttributes, 'quorum'),
    compensates: read(element, nodeAttributes, 'compensates'),
    inputs: listOf(parts.inputs, 'input', readPort),
    outputs: listOf(parts.outputs, 'output', readPort),
    config: listOf(parts.config, 'property', readProperty),
    resources: readAll(parts.resources, readResourceReference),
    artifacts: readAll(parts.artifacts, readArtifactReference),
    guard: whereThere(parts.guard, (child) => read(child, guardAttributes, 'when')),
    retry: whereThere(parts.retry, readRetry),
    timeout: whereThere(parts.timeout, readTimeout),
    cases: whereThere(cases, (child) => childrenNamed(child, 'case').map(readCase)),
    otherwise: whereThere(cases, readOtherwise),
    loop: whereThere(parts.loop, readLoop),
    subworkflow: whereThere(parts.subworkflow, readSubworkflow),
    wait: whereThere(parts.wait, readWait),
    security: whereThere(parts.security, readSecurity),
    extensions: readAll(parts.extensions, readExtension),
  };
}

export function readEdge(element: XmlElement): Edge {
  return {
    id: read(element, edgeAttributes, 'id'),
    description: childNamed(element, 'description')?.text ?? null,
    from: read(element, edgeAttributes, 'from') ?? '',
    to: read(element, edgeAttributes, 'to') ?? '',
    type: read(element, edgeAttributes, 'type'),
    condition: read(element, edgeAttributes, 'condition'),
    fromPort: read(element, edgeAttributes, 'fromPort'),
    toPort: read(element, edgeAttributes, 'toPort'),
    extensions: extensionsOf(element),
  };
}

/** The grandchildren that a wrapping element such as `<nodes>` holds. */
export function inside(root: XmlElement, wrapper: string, name: string): readonly XmlElement[] {
  const around = childNamed(root, wrapper);
  return around === null ? [] : childrenNamed(around, name);
}

interface NodeParts {
  description: XmlElement | null;
  inputs: XmlElement | null;
  outputs: XmlElement | null;
  config: XmlElement | null;
  guard: XmlElement | null;
  retry: XmlElement | null;
  timeout: XmlElement | null;
  cases: XmlElement | null;
  loop: XmlElement | null;
  subworkflow: XmlElement | null;
  wait: XmlElement | null;
  security: XmlElement | null;
  resources: readonly XmlElement[];
  artifacts: readonly XmlElement[];
  extensions: readonly XmlElement[];
}

/** The children of a node sorted by name in one walk; of a doubled one the first. */
function partsOf(element: XmlElement): NodeParts {
  const parts: NodeParts = {
    description: null,
    inputs: null,
    outputs: null,
    config: null,
    guard: null,
    retry: null,
    timeout: null,
    cases: null,
    loop: null,
    subworkflow: null,
    wait: null,
    security: null,
    resources: NONE,
    artifacts: NONE,
    extensions: NONE,
  };
  for (const child of element.children) {
    if (child.uri !== HARNESS_NAMESPACE) continue;
    switch (child.local) {
      case 'resourceRef':
        parts.resources = grown(parts.resources, child);
        break;
      case 'artifactRef':
        parts.artifacts = grown(parts.artifacts, child);
        break;
      case 'extension':
        parts.extensions = grown(parts.extensions, child);
        break;
      case 'description':
        parts.description ??= child;
        break;
      case 'inputs':
        parts.inputs ??= child;
        break;
      case 'outputs':
        parts.outputs ??= child;
        break;
      case 'config':
        parts.config ??= child;
        break;
      case 'guard':
        parts.guard ??= child;
        break;
      case 'retry':
        parts.retry ??= child;
        break;
      case 'timeout':
        parts.timeout ??= child;
        break;
      case 'cases':
        parts.cases ??= child;
        break;
      case 'loop':
        parts.loop ??= child;
        break;
      case 'subworkflow':
        parts.subworkflow ??= child;
        break;
      case 'wait':
        parts.wait ??= child;
        break;
      case 'security':
        parts.security ??= child;
        break;
    }
  }
  return parts;
}

/** What the children of one name in a wrapping element such as `<inputs>` say. */
function listOf<T>(
  around: XmlElement | null,
  name: string,
  make: (element: XmlElement) => T,
): readonly T[] {
  if (around === null || around.children.length === 0) return NONE;
  return readAll(childrenNamed(around, name), make);
}

function readAll<T>(
  elements: readonly XmlElement[],
  make: (element: XmlElement) => T,
): readonly T[] {
  return elements.length === 0 ? NONE : elements.map(make);
}

function whereThere<T>(
  element: XmlElement | null | undefined,
  make: (element: XmlElement) => T,
): T | null {
  return element === null || element === undefined ? null : make(element);
}

function readPort(element: XmlElement): InputPort & OutputPort {
  return {
    name: read(element, portAttributes, 'name') ?? '',
    description: childNamed(element, 'description')?.text ?? null,
    type: read(element, portAttributes, 'type'),
    required: read(element, portAttributes, 'required'),
    default: read(element, portAttributes, 'default'),
    value: read(element, portAttributes, 'value'),
  };
}

function readProperty(element: XmlElement): Property {
  return {
    name: read(element, propertyAttributes, 'name') ?? '',
    value: read(element, propertyAttributes, 'value') ?? '',
  };
}

function readRetry(element: XmlElement): RetryPolicy {
  const retryOn = read(element, retryAttributes, 'retryOn');
  return {
    maxAttempts: read(element, retryAttributes, 'maxAttempts') ?? 1,
    backoff: read(element, retryAttributes, 'backoff'),
    initialDelay: read(element, retryAttributes, 'initialDelay'),
    maxDelay: read(element, retryAttributes, 'maxDelay'),
    multiplier: read(element, retryAttributes, 'multiplier'),
    jitter: read(element, retryAttributes, 'jitter') ? 'full' : 'none',
    retryOn: retryOn === null ? null : wordsOf(retryOn),
  };
}

function wordsOf(list: string): readonly string[] {
  const collapsed = collapse(list);
  return collapsed === '' ? [] : collapsed.split(' ');
}

function readTimeout(element: XmlElement): Timeout {
  return {
    duration: read(element, timeoutAttributes, 'duration') ?? 0,
    onTimeout: read(element, timeoutAttributes, 'onTimeout'),
  };
}

function readResourceReference(element: XmlElement): ResourceReference {
  return {
    ref: read(element, resourceReferenceAttributes, 'ref') ?? '',
    role: read(element, resourceReferenceAttributes, 'role'),
  };
}

function readArtifactReference(element: XmlElement): ArtifactReference {
  return {
    ref: read(element, artifactReferenceAttributes, 'ref') ?? '',
    direction: read(element, artifactReferenceAttributes, 'direction'),
  };
}

function readOtherwise(cases: XmlElement): string | null {
  const otherwise = childNamed(cases, 'otherwise');
  return whereThere(otherwise, (child) => read(child, otherwiseAttributes, 'to'));
}

function readCase(element: XmlElement): Case {
  return {
    when: read(element, caseAttributes, 'when') ?? '',
    to: read(element, caseAttributes, 'to') ?? '',
  };
}

function readLoop(element: XmlElement): Loop {
  return {
    kind: read(element, loopAttributes, 'kind') ?? 'times',
    body:
      whereThere(childNamed(element, 'body'), (body) => read(body, bodyAttributes, 'ref')) ?? '',
    over: read(element, loopAttributes, 'over'),
    while: read(element, loopAttributes, 'while'),
    count: read(element, loopAttributes, 'count'),
    var: read(element, loopAttributes, 'var'),
    indexVar: read(element, loopAttributes, 'indexVar'),
    maxIterations: read(element, loopAttributes, 'maxIterations') ?? 1,
    maxConcurrency: read(element, loopAttributes, 'maxConcurrency'),
    onItemFailure: read(element, loopAttributes, 'onItemFailure'),
  };
}

function readSubworkflow(element: XmlElement): Subworkflow {
  return {
    href: read(element, subworkflowAttributes, 'href') ?? '',
    digest: read(element, subworkflowAttributes, 'digest'),
    specVersion: read(element, subworkflowAttributes, 'specVersion'),
  };
}

function readWait(element: XmlElement): Wait {
  return {
    duration: read(element, waitAttributes, 'duration'),
    until: read(element, waitAttributes, 'until'),
    event: read(element, waitAttributes, 'event'),
  };
}

function readSecurity(element: XmlElement): Security {
  return {
    principal: read(element, securityAttributes, 'principal'),
    classification: read(element, securityAttributes, 'classification'),
    isolation: read(element, securityAttributes, 'isolation'),
    permissions: childrenNamed(element, 'permission').map((child) => ({
      action: read(child, permissionAttributes, 'action') ?? '',
      resource: read(child, permissionAttributes, 'resource') ?? '',
    })),
  };
}

function readResource(element: XmlElement): Resource {
  return {
    id: read(element, resourceAttributes, 'id') ?? '',
    type: read(element, resourceAttributes, 'type') ?? 'service',
    name: read(element, resourceAttributes, 'name'),
    description: childNamed(element, 'description')?.text ?? null,
    provider: read(element, resourceAttributes, 'provider'),
    uri: read(element, resourceAttributes, 'uri'),
    properties: childrenNamed(element, 'property').map(readProperty),
    credential: whereThere(childNamed(element, 'credential'), (child) => ({
      ref: read(child, credentialAttributes, 'ref') ?? '',
      store: read(child, credentialAttributes, 'store'),
    })),
    extensions: extensionsOf(element),
  };
}

function readArtifact(element: XmlElement): Artifact {
  return {
    id: read(element, artifactAttributes, 'id') ?? '',
    type: read(element, artifactAttributes, 'type') ?? 'binary',
    name: read(element, artifactAttributes, 'name'),
    description: childNamed(element, 'description')?.text ?? null,
    uri: read(element, artifactAttributes, 'uri'),
    mediaType: read(element, artifactAttributes, 'mediaType'),
    digest: read(element, artifactAttributes, 'digest'),
    classification: read(element, artifactAttributes, 'classification'),
    properties: childrenNamed(element, 'property').map(readProperty),
    extensions: extensionsOf(element),
  };
}

function readMetadata(element: XmlElement): Metadata {
  const textOf = (name: string): string | null => childNamed(element, name)?.text ?? null;
  const timeOf = (name: string): string | null =>
    whereThere(childNamed(element, name), (child) => collapse(child.text));
  return {
    title: textOf('title'),
    description: textOf('description'),
    author: textOf('author'),
    organization: textOf('organization'),
    created: timeOf('created'),
    modified: timeOf('modified'),
    license: textOf('license'),
    documentVersion: textOf('documentVersion'),
    tags: inside(element, 'tags', 'tag').map((tag) => tag.text),
    provenance: whereThere(childNamed(element, 'provenance'), readProvenance),
  };
}

function readProvenance(element: XmlElement): Provenance {
  return {
    generator: whereThere(childNamed(element, 'generator'), (child) => ({
      name: read(child, generatorAttributes, 'name') ?? '',
      version: read(child, generatorAttributes, 'version'),
      vendor: read(child, generatorAttributes, 'vendor'),
    })),
    sources: childrenNamed(element, 'source').map((child) => ({
      uri: read(child, sourceAttributes, 'uri') ?? '',
      type: read(child, sourceAttributes, 'type'),
      digest: read(child, sourceAttributes, 'digest'),
    })),
    signature: whereThere(childNamed(element, 'signature'), (child) => ({
      algorithm: read(child, signatureAttributes, 'algorithm') ?? '',
      value: read(child, signatureAttributes, 'value') ?? '',
      keyId: read(child, signatureAttributes, 'keyId'),
    })),
  };
}

function extensionsOf(element: XmlElement): readonly Extension[] {
  return listOf(element, 'extension', readExtension);
}

function readExtension(element: XmlElement): Extension {
  return {
    namespace: read(element, extensionAttributes, 'namespace') ?? '',
    required: read(element, extensionAttributes, 'required'),
    content: element.children.map(readForeign),
  };
}

function readForeign(element: XmlElement): ForeignElement {
  const content = element.mixed ?? (element.text === '' ? element.children : [element.text]);
  return {
    name: element.name,
    namespace: element.uri,
    attributes: Object.entries(element.attributes).flatMap(([name, value]) => {
      const namespace = namespaceOfAttribute(name, element.scope);
      if (value === undefined || namespace === XMLNS_NAMESPACE) return [];
      return [{ name, namespace, value }];
    }),
    children: content.map(
      (part): ForeignNode => (typeof part === 'string' ? part : readForeign(part)),
    ),
  };
}
