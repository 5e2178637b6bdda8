/**
 * What a document may hold: one table per element with its attributes and its children in
 * their order (§2 and the public schema). The checker and the model builder both read these
 * tables, so a datatype or a default stands here once.
 */

import type {
  ArtifactDirection,
  ArtifactType,
  Backoff,
  Classification,
  EdgeType,
  JoinPolicy,
  LoopKind,
  NodeKind,
  OnItemFailure,
  OnTimeout,
  ResourceType,
} from '../model/workflow.ts';
import {
  boolean,
  type Datatype,
  dateTime,
  duration,
  factor,
  identifier,
  minorVersion,
  notEmpty,
  oneOf,
  positiveInteger,
  specVersion,
  text,
  uri,
} from './datatypes.ts';

/** An attribute: `T` when its value can be read, `Missing` when it is left out or can't. */
export interface AttributeRule<T, Missing = T> {
  readonly datatype: Datatype<T>;
  readonly required: boolean;
  readonly missing: Missing;
  /** The code for leaving out a required one. */
  readonly missingCode: string;
}

export type AttributeRules = { readonly [name: string]: AttributeRule<unknown, unknown> };

export interface Part {
  readonly name: string;
  readonly rule: ElementRule;
  readonly minimum: 0 | 1;
  readonly maximum: 1 | 'many';
  /** The code for leaving out a part whose minimum is 1. */
  readonly missingCode: string;
}

export type Content =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly datatype: Datatype<string> }
  | { readonly kind: 'sequence' | 'any order'; readonly parts: readonly Part[] }
  | { readonly kind: 'foreign' };

export interface ElementRule {
  readonly attributes: AttributeRules;
  /** The names of those that must not be left out. */
  readonly required: readonly string[];
  readonly content: Content;
}

function elementRule(attributes: AttributeRules, content: Content): ElementRule {
  const required = Object.keys(attributes).filter((name) => attributes[name]?.required === true);
  // Without a prototype, `constructor` is no attribute of anything.
  return { attributes: Object.assign(Object.create(null), attributes), required, content };
}

const STRUCTURE = 'HX-1001';

function required<T>(datatype: Datatype<T>, missingCode = STRUCTURE): AttributeRule<T, null> {
  return { datatype, required: true, missing: null, missingCode };
}

function optional<T>(datatype: Datatype<T>): AttributeRule<T, null> {
  return { datatype, required: false, missing: null, missingCode: STRUCTURE };
}

function byDefault<T>(datatype: Datatype<T>, missing: T): AttributeRule<T> {
  return { datatype, required: false, missing, missingCode: STRUCTURE };
}

function maybe(name: string, rule: ElementRule): Part {
  return { name, rule, minimum: 0, maximum: 1, missingCode: STRUCTURE };
}

function any(name: string, rule: ElementRule): Part {
  return { name, rule, minimum: 0, maximum: 'many', missingCode: STRUCTURE };
}

function one(name: string, rule: ElementRule): Part {
  return { name, rule, minimum: 1, maximum: 1, missingCode: STRUCTURE };
}

function some(name: string, rule: ElementRule, missingCode = STRUCTURE): Part {
  return { name, rule, minimum: 1, maximum: 'many', missingCode };
}

function empty<Rules extends AttributeRules>(attributes: Rules): ElementRule {
  return elementRule(attributes, { kind: 'empty' });
}

function textOf(datatype: Datatype<string>): ElementRule {
  return elementRule({}, { kind: 'text', datatype });
}

function sequence(attributes: AttributeRules, ...parts: readonly Part[]): ElementRule {
  return elementRule(attributes, { kind: 'sequence', parts });
}

export const nodeKinds: readonly NodeKind[] = [
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
export const edgeTypes: readonly EdgeType[] = [
  'control',
  'data',
  'dependency',
  'error',
  'compensation',
];
export const resourceTypes: readonly ResourceType[] = [
  'model',
  'compute',
  'datastore',
  'queue',
  'device',
  'service',
  'secretstore',
];
export const artifactTypes: readonly ArtifactType[] = [
  'dataset',
  'model',
  'document',
  'image',
  'binary',
  'config',
  'log',
  'report',
];
const classifications: readonly Classification[] = [
  'public',
  'internal',
  'confidential',
  'restricted',
];
const joinPolicies: readonly JoinPolicy[] = ['all', 'any', 'quorum'];
const backoffs: readonly Backoff[] = ['none', 'fixed', 'linear', 'exponential'];
const onTimeouts: readonly OnTimeout[] = ['fail', 'skip', 'retry'];
const loopKinds: readonly LoopKind[] = ['forEach', 'while', 'until', 'times'];
const onItemFailures: readonly OnItemFailure[] = ['fail', 'continue', 'break'];
const directions: readonly ArtifactDirection[] = ['in', 'out', 'inout'];

export const harnessAttributes = {
  id: required(identifier),
  specVersion: required(specVersion, 'HX-1002'),
  name: optional(text),
  entry: optional(identifier),
};

export const extensionAttributes = {
  namespace: required(uri),
  required: byDefault(boolean, false),
};

export const permissionAttributes = { action: required(text), resource: required(text) };

export const securityAttributes = {
  principal: optional(text),
  classification: optional(oneOf(classifications)),
  isolation: optional(text),
};

export const generatorAttributes = {
  name: required(text),
  version: optional(text),
  vendor: optional(text),
};

export const sourceAttributes = {
  uri: required(uri),
  type: optional(text),
  digest: optional(text),
};

export const signatureAttributes = {
  algorithm: required(text),
  value: required(text),
  keyId: optional(text),
};

export const propertyAttributes = { name: required(identifier), value: required(text) };

export const credentialAttributes = { ref: required(text), store: optional(text) };

export const resourceAttributes = {
  id: required(identifier),
  type: required(oneOf(resourceTypes)),
  name: optional(text),
  provider: optional(text),
  uri: optional(uri),
};

export const artifactAttributes = {
  id: required(identifier),
  type: required(oneOf(artifactTypes)),
  name: optional(text),
  uri: optional(uri),
  mediaType: optional(text),
  digest: optional(text),
  classification: optional(oneOf(classifications)),
};

export const portAttributes = {
  name: required(identifier),
  type: optional(notEmpty),
  required: byDefault(boolean, true),
  default: optional(text),
  value: optional(text),
};

export const resourceReferenceAttributes = { ref: required(identifier), role: optional(text) };

export const artifactReferenceAttributes = {
  ref: required(identifier),
  direction: byDefault(oneOf(directions), 'in'),
};

export const guardAttributes = { when: required(text) };

export const retryAttributes = {
  maxAttempts: required(positiveInteger(1000)),
  backoff: byDefault(oneOf(backoffs), 'exponential'),
  initialDelay: byDefault(duration, 1000),
  maxDelay: optional(duration),
  multiplier: byDefault(factor, 2),
  jitter: byDefault(boolean, true),
  retryOn: optional(text),
};

export const timeoutAttributes = {
  duration: required(duration),
  onTimeout: byDefault(oneOf(onTimeouts), 'fail'),
};

export const caseAttributes = { when: required(text), to: required(identifier) };

export const otherwiseAttributes = { to: required(identifier) };

export const bodyAttributes = { ref: required(identifier) };

export const loopAttributes = {
  kind: required(oneOf(loopKinds)),
  over: optional(text),
  var: byDefault(identifier, 'item'),
  indexVar: byDefault(identifier, 'index'),
  while: optional(text),
  count: optional(positiveInteger()),
  maxIterations: required(positiveInteger()),
  maxConcurrency: byDefault(positiveInteger(), 1),
  onItemFailure: byDefault(oneOf(onItemFailures), 'fail'),
};

export const subworkflowAttributes = {
  href: required(uri),
  digest: optional(text),
  specVersion: optional(minorVersion),
};

export const waitAttributes = {
  duration: optional(duration),
  until: optional(text),
  event: optional(text),
};

export const nodeAttributes = {
  id: required(identifier),
  type: required(oneOf(nodeKinds)),
  name: optional(text),
  impl: optional(text),
  idempotent: byDefault(boolean, true),
  joinPolicy: byDefault(oneOf(joinPolicies), 'all'),
  quorum: optional(positiveInteger()),
  compensates: optional(identifier),
};

export const edgeAttributes = {
  id: optional(identifier),
  from: required(identifier),
  to: required(identifier),
  type: byDefault(oneOf(edgeTypes), 'control'),
  fromPort: optional(identifier),
  toPort: optional(identifier),
  condition: optional(text),
};

const description = textOf(text);
const extension = elementRule(extensionAttributes, { kind: 'foreign' });
const property = empty(propertyAttributes);
const security = sequence(securityAttributes, any('permission', empty(permissionAttributes)));
const port = sequence(portAttributes, maybe('description', description));

const provenance = sequence(
  {},
  maybe('generator', empty(generatorAttributes)),
  any('source', empty(sourceAttributes)),
  maybe('signature', empty(signatureAttributes)),
);

const metadata = elementRule(
  {},
  {
    kind: 'any order',
    parts: [
      maybe('title', textOf(text)),
      maybe('description', description),
      maybe('author', textOf(text)),
      maybe('organization', textOf(text)),
      maybe('created', textOf(dateTime)),
      maybe('modified', textOf(dateTime)),
      maybe('license', textOf(text)),
      maybe('documentVersion', textOf(text)),
      maybe('tags', sequence({}, some('tag', textOf(text)))),
      maybe('provenance', provenance),
    ],
  },
);

const resource = sequence(
  resourceAttributes,
  maybe('description', description),
  any('property', property),
  maybe('credential', empty(credentialAttributes)),
  any('extension', extension),
);

const artifact = sequence(
  artifactAttributes,
  maybe('description', description),
  any('property', property),
  any('extension', extension),
);

const cases = sequence(
  {},
  some('case', empty(caseAttributes), 'HX-2206'),
  maybe('otherwise', empty(otherwiseAttributes)),
);

const node = sequence(
  nodeAttributes,
  maybe('description', description),
  maybe('inputs', sequence({}, some('input', port))),
  maybe('outputs', sequence({}, some('output', port))),
  maybe('config', sequence({}, some('property', property))),
  any('resourceRef', empty(resourceReferenceAttributes)),
  any('artifactRef', empty(artifactReferenceAttributes)),
  maybe('guard', empty(guardAttributes)),
  maybe('retry', empty(retryAttributes)),
  maybe('timeout', empty(timeoutAttributes)),
  maybe('cases', cases),
  maybe('loop', sequence(loopAttributes, one('body', empty(bodyAttributes)))),
  maybe('subworkflow', empty(subworkflowAttributes)),
  maybe('wait', empty(waitAttributes)),
  maybe('security', security),
  any('extension', extension),
);

const edge = sequence(
  edgeAttributes,
  maybe('description', description),
  any('extension', extension),
);

export const harness = sequence(
  harnessAttributes,
  maybe('metadata', metadata),
  maybe('security', security),
  maybe('resources', sequence({}, some('resource', resource))),
  maybe('artifacts', sequence({}, some('artifact', artifact))),
  one('nodes', sequence({}, some('node', node, 'HX-1102'))),
  maybe('edges', sequence({}, any('edge', edge))),
  any('extension', extension),
);

/** The name of every element of the language, found by walking the tables. */
export const elementNames: ReadonlySet<string> = namesIn('harness', harness);

function namesIn(name: string, rule: ElementRule): Set<string> {
  const names = new Set([name]);
  if (rule.content.kind === 'sequence' || rule.content.kind === 'any order') {
    for (const part of rule.content.parts) {
      for (const inner of namesIn(part.name, part.rule)) names.add(inner);
    }
  }
  return names;
}
