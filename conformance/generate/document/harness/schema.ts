/** The structure of documents (harness.md §1), as one table read apart from the reader's. */

export type Datatype =
  | 'text'
  | 'uri'
  | 'identifier'
  | 'boolean'
  | 'duration'
  | 'decimal'
  | 'count'
  | 'attempts'
  | 'type'
  | 'version'
  | readonly string[];

export interface Shape {
  /** Names of children; `*` may stand often, `+` too and at least once, `!` exactly once. */
  readonly children: readonly string[];
  /** Names of attributes with their datatypes; `!` marks those that must be there. */
  readonly attributes: { readonly [name: string]: Datatype };
  readonly content?: 'text' | 'time' | 'foreign' | 'any order';
}

const CLASSIFICATION = ['public', 'internal', 'confidential', 'restricted'];

const NODE_TYPES = [
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
];

function text(content: 'text' | 'time' = 'text'): Shape {
  return { children: [], attributes: {}, content };
}

function port(): Shape {
  return {
    children: ['description'],
    attributes: {
      'name!': 'identifier',
      type: 'type',
      required: 'boolean',
      default: 'text',
      value: 'text',
    },
  };
}

function leaf(attributes: Shape['attributes']): Shape {
  return { children: [], attributes };
}

function list(child: string): Shape {
  return { children: [child], attributes: {} };
}

export const SHAPES: { readonly [name: string]: Shape } = {
  harness: {
    children: ['metadata', 'security', 'resources', 'artifacts', 'nodes!', 'edges', 'extension*'],
    attributes: {
      'id!': 'identifier',
      specVersion: 'text',
      name: 'text',
      entry: 'identifier',
    },
  },
  metadata: {
    content: 'any order',
    children: [
      'title',
      'description',
      'author',
      'organization',
      'created',
      'modified',
      'license',
      'documentVersion',
      'tags',
      'provenance',
    ],
    attributes: {},
  },
  title: text(),
  description: text(),
  author: text(),
  organization: text(),
  created: text('time'),
  modified: text('time'),
  license: text(),
  documentVersion: text(),
  tags: list('tag+'),
  tag: text(),
  provenance: { children: ['generator', 'source*', 'signature'], attributes: {} },
  generator: leaf({ 'name!': 'text', version: 'text', vendor: 'text' }),
  source: leaf({ 'uri!': 'uri', type: 'text', digest: 'text' }),
  signature: leaf({ 'algorithm!': 'text', 'value!': 'text', keyId: 'text' }),
  security: {
    children: ['permission*'],
    attributes: { principal: 'text', classification: CLASSIFICATION, isolation: 'text' },
  },
  permission: leaf({ 'action!': 'text', 'resource!': 'text' }),
  resources: list('resource+'),
  resource: {
    children: ['description', 'property*', 'credential', 'extension*'],
    attributes: {
      'id!': 'identifier',
      'type!': ['model', 'compute', 'datastore', 'queue', 'device', 'service', 'secretstore'],
      name: 'text',
      provider: 'text',
      uri: 'uri',
    },
  },
  property: leaf({ 'name!': 'identifier', 'value!': 'text' }),
  credential: leaf({ 'ref!': 'text', store: 'text' }),
  artifacts: list('artifact+'),
  artifact: {
    children: ['description', 'property*', 'extension*'],
    attributes: {
      'id!': 'identifier',
      'type!': ['dataset', 'model', 'document', 'image', 'binary', 'config', 'log', 'report'],
      name: 'text',
      uri: 'uri',
      mediaType: 'text',
      digest: 'text',
      classification: CLASSIFICATION,
    },
  },
  nodes: list('node+'),
  node: {
    children: [
      'description',
      'inputs',
      'outputs',
      'config',
      'resourceRef*',
      'artifactRef*',
      'guard',
      'retry',
      'timeout',
      'cases',
      'loop',
      'subworkflow',
      'wait',
      'security',
      'extension*',
    ],
    attributes: {
      'id!': 'identifier',
      'type!': NODE_TYPES,
      name: 'text',
      impl: 'text',
      idempotent: 'boolean',
      joinPolicy: ['all', 'any', 'quorum'],
      quorum: 'count',
      compensates: 'identifier',
    },
  },
  inputs: list('input+'),
  input: port(),
  outputs: list('output+'),
  output: port(),
  config: list('property+'),
  resourceRef: leaf({ 'ref!': 'identifier', role: 'text' }),
  artifactRef: leaf({ 'ref!': 'identifier', direction: ['in', 'out', 'inout'] }),
  guard: leaf({ 'when!': 'text' }),
  retry: leaf({
    'maxAttempts!': 'attempts',
    backoff: ['none', 'fixed', 'linear', 'exponential'],
    initialDelay: 'duration',
    maxDelay: 'duration',
    multiplier: 'decimal',
    jitter: 'boolean',
    retryOn: 'text',
  }),
  timeout: leaf({ 'duration!': 'duration', onTimeout: ['fail', 'skip', 'retry'] }),
  cases: { children: ['case+', 'otherwise'], attributes: {} },
  case: leaf({ 'when!': 'text', 'to!': 'identifier' }),
  otherwise: leaf({ 'to!': 'identifier' }),
  loop: {
    children: ['body!'],
    attributes: {
      'kind!': ['forEach', 'while', 'until', 'times'],
      over: 'text',
      var: 'identifier',
      indexVar: 'identifier',
      while: 'text',
      count: 'count',
      'maxIterations!': 'count',
      maxConcurrency: 'count',
      onItemFailure: ['fail', 'continue', 'break'],
    },
  },
  body: leaf({ 'ref!': 'identifier' }),
  subworkflow: leaf({ 'href!': 'uri', digest: 'text', specVersion: 'version' }),
  wait: leaf({ duration: 'duration', until: 'text', event: 'text' }),
  edges: list('edge*'),
  edge: {
    children: ['description', 'extension*'],
    attributes: {
      id: 'identifier',
      'from!': 'identifier',
      'to!': 'identifier',
      type: ['control', 'data', 'dependency', 'error', 'compensation'],
      fromPort: 'identifier',
      toPort: 'identifier',
      condition: 'text',
    },
  },
  extension: {
    children: [],
    attributes: { 'namespace!': 'uri', required: 'boolean' },
    content: 'foreign',
  },
};

export const ELEMENT_NAMES: readonly string[] = Object.keys(SHAPES);

export function shapeOf(name: string): Shape {
  const shape = SHAPES[name];
  if (shape === undefined) throw new Error(`<${name}> is no element of HarnessXML`);
  return shape;
}

export function isRequired(name: string): boolean {
  return name.endsWith('!');
}

/** A name without its mark. */
export function bare(name: string): string {
  return name.replace(/[!*+]$/, '');
}

export function attributesOf({ attributes }: Shape): readonly (readonly [string, Datatype])[] {
  return Object.entries(attributes).map(([name, type]) => [bare(name), type]);
}

export function requiredOf({ attributes }: Shape): readonly string[] {
  return Object.keys(attributes).filter(isRequired).map(bare);
}

/** Where a child of a name stands among its siblings; -1 where it can't. */
export function rankOf({ children }: Shape, name: string): number {
  return children.map(bare).indexOf(name);
}
