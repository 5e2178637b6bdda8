/** A workflow out of plan JSON: shapes, ranges, and names that lead somewhere. */

import {
  isPresent,
  itemsAt,
  type Located,
  member,
  objectAt,
  type Problem,
  report,
} from './inspect.ts';
import { checkPlanNames } from './plan-names.ts';
import {
  idAt,
  listAt,
  MAXIMUM_ENTRIES,
  oneOf,
  plainTextAt,
  propertiesAt,
  stated,
  statedOrNull,
  timeAt,
} from './read-plan-fields.ts';
import { readPlanNode } from './read-plan-node.ts';
import { show } from './show.ts';
import type {
  Artifact,
  ArtifactType,
  Classification,
  Edge,
  EdgeType,
  OnFailure,
  Profile,
  Resource,
  ResourceType,
  Workflow,
} from './workflow.ts';

export interface PlanReading {
  /** Null where there is any problem. */
  readonly workflow: Workflow | null;
  readonly problems: readonly Problem[];
}

const PROFILES: readonly Profile[] = ['harness', 'baseline', 'orbit'];
const ON_FAILURE: readonly OnFailure[] = ['unwind', 'pause'];
const EDGE_TYPES: readonly EdgeType[] = ['control', 'data', 'dependency', 'error', 'compensation'];
const ARTIFACT_TYPES: readonly ArtifactType[] = [
  ...(['dataset', 'model', 'document', 'image', 'binary', 'config', 'log', 'report'] as const),
];
const RESOURCE_TYPES: readonly ResourceType[] = [
  ...(['model', 'compute', 'datastore', 'queue', 'device', 'service', 'secretstore'] as const),
];
const CLASSIFICATIONS: readonly Classification[] = [
  ...(['public', 'internal', 'confidential', 'restricted'] as const),
];
const FIELDS = [
  ...['plan', 'id', 'profile', 'entry', 'onFailure', 'nodes', 'edges', 'timeout'],
  ...['artifacts', 'resources'],
];

/**
 * Reads parsed plan JSON. Fields, ranges and references between nodes are checked, each
 * problem with its JSON pointer; rules that look at the graph or into expressions are a
 * validator's.
 */
export function fromPlan(json: unknown): PlanReading {
  const problems: Problem[] = [];
  const root = objectAt({ value: json, path: '', problems }, FIELDS);
  if (root === undefined) {
    if (json === undefined) problems.push({ path: '', message: 'a plan is missing' });
    return { workflow: null, problems };
  }
  const workflow = readWorkflow(root);
  if (problems.length === 0) checkPlanNames(workflow, problems);
  return { workflow: problems.length === 0 ? workflow : null, problems };
}

function readWorkflow(plan: Located): Workflow {
  checkVersion(plan);
  const profile = stated(plan, 'profile', oneOf(PROFILES)) ?? 'baseline';
  return {
    id: stated(plan, 'id', idAt) ?? '',
    name: null,
    profile,
    specVersion: null,
    entry: statedOrNull(plan, 'entry', idAt),
    onFailure: stated(plan, 'onFailure', oneOf(ON_FAILURE)) ?? 'unwind',
    timeout: readTimeout(plan, profile),
    metadata: null,
    security: null,
    resources: listAt(member(plan, 'resources'), RESOURCE_FIELDS, readResource),
    artifacts: listAt(member(plan, 'artifacts'), ARTIFACT_FIELDS, readArtifact),
    nodes: stated(plan, 'nodes', (nodes) => readNodes(nodes, profile)) ?? [],
    edges: stated(plan, 'edges', (edges) => listAt(edges, EDGE_FIELDS, readEdge)) ?? [],
    extensions: [],
  };
}

function checkVersion(plan: Located): void {
  const version = member(plan, 'plan');
  if (version.value === 1) return;
  if (!isPresent(version)) report(version, 'is missing; write 1, the version of the format');
  else report(version, `only version 1 is known, not ${show(version.value)}`);
}

function readTimeout(plan: Located, profile: Profile): number | null {
  const timeout = statedOrNull(plan, 'timeout', timeAt);
  if (timeout !== null && profile !== 'orbit') {
    report(member(plan, 'timeout'), `is null in the ${profile} profile: only orbit has it`);
  }
  return timeout;
}

function readNodes(located: Located, profile: Profile) {
  const items = itemsAt(located, MAXIMUM_ENTRIES) ?? [];
  if (Array.isArray(located.value) && items.length === 0) {
    report(located, 'has no node; a workflow has at least one');
  }
  return items.map((item) => readPlanNode(item, profile)).filter((node) => node !== undefined);
}

const EDGE_FIELDS = ['from', 'to', 'type', 'condition', 'fromPort', 'toPort'];

function readEdge(edge: Located): Edge {
  return {
    id: null,
    description: null,
    from: stated(edge, 'from', idAt) ?? '',
    to: stated(edge, 'to', idAt) ?? '',
    type: stated(edge, 'type', oneOf(EDGE_TYPES)) ?? 'control',
    condition: statedOrNull(edge, 'condition', plainTextAt),
    fromPort: statedOrNull(edge, 'fromPort', idAt),
    toPort: statedOrNull(edge, 'toPort', idAt),
    extensions: [],
  };
}

const ARTIFACT_FIELDS = [
  ...['id', 'type', 'name', 'uri', 'mediaType', 'digest', 'classification', 'properties'],
];

function readArtifact(artifact: Located): Artifact {
  return {
    id: stated(artifact, 'id', idAt) ?? '',
    type: stated(artifact, 'type', oneOf(ARTIFACT_TYPES)) ?? 'document',
    name: statedOrNull(artifact, 'name', plainTextAt),
    description: null,
    uri: statedOrNull(artifact, 'uri', plainTextAt),
    mediaType: statedOrNull(artifact, 'mediaType', plainTextAt),
    digest: statedOrNull(artifact, 'digest', plainTextAt),
    classification: statedOrNull(artifact, 'classification', oneOf(CLASSIFICATIONS)),
    properties: stated(artifact, 'properties', propertiesAt) ?? [],
    extensions: [],
  };
}

const RESOURCE_FIELDS = ['id', 'type', 'name', 'provider', 'uri', 'properties'];

function readResource(resource: Located): Resource {
  return {
    id: stated(resource, 'id', idAt) ?? '',
    type: stated(resource, 'type', oneOf(RESOURCE_TYPES)) ?? 'service',
    name: statedOrNull(resource, 'name', plainTextAt),
    description: null,
    provider: statedOrNull(resource, 'provider', plainTextAt),
    uri: statedOrNull(resource, 'uri', plainTextAt),
    properties: stated(resource, 'properties', propertiesAt) ?? [],
    credential: null,
    extensions: [],
  };
}
