/**
 * From the tree to the workflow. It is lenient: what can't be read has a finding already, and
 * something harmless stands for it, so that the rules can look at all the rest.
 */

import type {
  Artifact,
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
  const cases = parts['cases'] ?? null;
  const security = parts['security'] ?? null;
  return {
    id: read(element, nodeAttributes, 'id') ?? '',
    kind: read(element, nodeAttributes, 'type') ?? 'task',
    name: read(element, nodeAttributes, 'name'),
    description: parts['description']?.text ?? null,
    implementation: read(element, nodeAttributes, 'impl'),
    idempotent: read(element, nodeAttributes, 'idempotent'),
    join: read(element, nodeAttributes, 'joinPolicy'),
    quorum: read(element, nodeAttributes, 'quorum'),
    compensates: read(element, nodeAttributes, 'compensates'),
    inputs: named(parts['inputs'], 'input').map(readPort),
    outputs: named(parts['outputs'], 'output').map(readPort),
    config: named(parts['config'], 'property').map(readProperty),
    resources: named(parts['resourceRef'] === undefined ? undefined : element, 'resourceRef').map(
      (child) => ({
        ref: read(child, resourceReferenceAttributes, 'ref') ?? '',
        role: read(child, resourceReferenceAttributes, 'role'),
      }),
    ),
    artifacts: named(parts['artifactRef'] === undefined ? undefined : element, 'artifactRef').map(
      (child) => ({
        ref: read(child, artifactReferenceAttributes, 'ref') ?? '',
        direction: read(child, artifactReferenceAttributes, 'direction'),
      }),
    ),
    guard: whereThere(parts['guard'], (child) => read(child, guardAttributes, 'when')),
    retry: whereThere(parts['retry'], readRetry),
    timeout: whereThere(parts['timeout'], readTimeout),
    cases: whereThere(cases, (child) => childrenNamed(child, 'case').map(readCase)),
    otherwise: whereThere(cases, (child) =>
      whereThere(childNamed(child, 'otherwise'), (otherwise) =>
        read(otherwise, otherwiseAttributes, 'to'),
      ),
    ),
    loop: whereThere(parts['loop'], readLoop),
    subworkflow: whereThere(parts['subworkflow'], readSubworkflow),
    wait: whereThere(parts['wait'], readWait),
    security: whereThere(security, readSecurity),
    extensions: parts['extension'] === undefined ? [] : extensionsOf(element),
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

/** The first child of each name. */
function partsOf(element: XmlElement): { readonly [name: string]: XmlElement | undefined } {
  const parts: { [name: string]: XmlElement | undefined } = Object.create(null);
  for (const child of element.children) {
    if (child.uri === HARNESS_NAMESPACE && parts[child.local] === undefined) {
      parts[child.local] = child;
    }
  }
  return parts;
}

function named(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element === undefined ? [] : childrenNamed(element, name);
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
  return childrenNamed(element, 'extension').map((child) => ({
    namespace: read(child, extensionAttributes, 'namespace') ?? '',
    required: read(child, extensionAttributes, 'required'),
    content: child.children.map(readForeign),
  }));
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
