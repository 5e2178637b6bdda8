/**
 * The document as the rules look at it: every node and edge with its element, its model and
 * its neighbours, found by id in constant time. Built once; each rule walks it once.
 */

import { grown, NONE } from '../model/lists.ts';
import { quote } from '../model/show.ts';
import type {
  Edge,
  EdgeType,
  InputPort,
  NodeKind,
  OutputPort,
  Workflow,
  WorkflowNode,
} from '../model/workflow.ts';
import type { ReadOptions } from '../reading.ts';
import { buildWorkflow, inside, readEdge, readNode } from './model.ts';
import { createNearest, type Nearest } from './near.ts';
import { portNamed } from './ports.ts';
import { edgeAttributes, nodeAttributes } from './structure.ts';
import { attributeOf, childNamed, childrenNamed, type XmlElement } from './tree.ts';

export interface NodeView {
  /** Position in document order. */
  readonly index: number;
  readonly element: XmlElement;
  readonly node: WorkflowNode;
  /** Null where the type is missing or not known. */
  readonly kind: NodeKind | null;
  readonly incoming: readonly EdgeView[];
  readonly outgoing: readonly EdgeView[];
}

export interface EdgeView {
  readonly index: number;
  readonly element: XmlElement;
  readonly edge: Edge;
  /** Null where the type is not known. */
  readonly type: EdgeType | null;
  /** Null where `from` names no node. */
  readonly source: NodeView | null;
  readonly target: NodeView | null;
}

export interface PortView<Port> {
  readonly element: XmlElement;
  readonly port: Port;
}

export interface DocumentView {
  readonly source: string;
  readonly root: XmlElement;
  readonly workflow: Workflow;
  readonly nodes: readonly NodeView[];
  readonly edges: readonly EdgeView[];
  /** The first node of each id. */
  readonly nodesById: ReadonlyMap<string, NodeView>;
  readonly resourceElements: readonly XmlElement[];
  readonly artifactElements: readonly XmlElement[];
  readonly resourceTypes: ReadonlyMap<string, string>;
  readonly artifactIds: ReadonlySet<string>;
  readonly options: ReadOptions;
  readonly nearest: Nearest;
}

interface GrowingNode extends NodeView {
  incoming: readonly EdgeView[];
  outgoing: readonly EdgeView[];
}

export function createView(
  source: string,
  root: XmlElement,
  options: ReadOptions,
  nearest: Nearest = createNearest(),
): DocumentView {
  const nodes = inside(root, 'nodes', 'node').map(viewNode);
  const nodesById = new Map<string, GrowingNode>();
  for (const view of nodes) {
    if (view.node.id !== '' && !nodesById.has(view.node.id)) nodesById.set(view.node.id, view);
  }
  const edges = inside(root, 'edges', 'edge').map((element, index) =>
    connect(element, index, nodesById),
  );
  const resourceElements = inside(root, 'resources', 'resource');
  const artifactElements = inside(root, 'artifacts', 'artifact');
  return {
    source,
    root,
    workflow: buildWorkflow(
      root,
      nodes.map((view) => view.node),
      edges.map((view) => view.edge),
    ),
    nodes,
    edges,
    nodesById,
    resourceElements,
    artifactElements,
    resourceTypes: typesOf(resourceElements),
    artifactIds: new Set(artifactElements.map((element) => attributeOf(element, 'id') ?? '')),
    options,
    nearest,
  };
}

/** Of two resources with one id the model counts: that there are two has its own finding. */
function typesOf(resources: readonly XmlElement[]): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const element of resources) {
    const id = attributeOf(element, 'id') ?? '';
    const type = attributeOf(element, 'type') ?? '';
    if (type === 'model' || !types.has(id)) types.set(id, type);
  }
  return types;
}

function viewNode(element: XmlElement, index: number): GrowingNode {
  const known = nodeAttributes.type.datatype.read(attributeOf(element, 'type') ?? '');
  return {
    index,
    element,
    node: readNode(element),
    kind: known.ok ? known.value : null,
    incoming: NONE,
    outgoing: NONE,
  };
}

function connect(
  element: XmlElement,
  index: number,
  nodes: ReadonlyMap<string, GrowingNode>,
): EdgeView {
  const edge = readEdge(element);
  const written = attributeOf(element, 'type');
  const known = written === null || edgeAttributes.type.datatype.read(written).ok;
  const source = nodes.get(edge.from) ?? null;
  const target = nodes.get(edge.to) ?? null;
  const view = { index, element, edge, type: known ? edge.type : null, source, target };
  if (source !== null) source.outgoing = grown(source.outgoing, view);
  if (target !== null) target.incoming = grown(target.incoming, view);
  return view;
}

/** The elements of a node's inputs, in the order of `node.inputs`. */
export function inputsOf(view: NodeView): readonly PortView<InputPort>[] {
  return portsOf(view, 'inputs', 'input', view.node.inputs);
}

export function outputsOf(view: NodeView): readonly PortView<OutputPort>[] {
  return portsOf(view, 'outputs', 'output', view.node.outputs);
}

function portsOf<Port>(
  view: NodeView,
  wrapper: string,
  name: string,
  ports: readonly Port[],
): readonly PortView<Port>[] {
  if (ports.length === 0) return [];
  const around = childNamed(view.element, wrapper);
  const elements = around === null ? [] : childrenNamed(around, name);
  return elements.flatMap((element, index) => {
    const port = ports[index];
    return port === undefined ? [] : [{ element, port }];
  });
}

/** The names of a node's ports, in document order; as few are made as are looked at. */
export function* portNames(ports: readonly { readonly name: string }[]): Generator<string> {
  for (const { name } of ports) yield name;
}

/** A node's own child such as `<retry>`, or its start tag where that is missing. */
export function partOf(view: NodeView, name: string): XmlElement {
  return childNamed(view.element, name) ?? view.element;
}

/** An edge as messages name it. */
export function edgeName(view: EdgeView): string {
  const { id, from, to } = view.edge;
  return id === null ? `the edge from ${quote(from)} to ${quote(to)}` : `edge ${quote(id)}`;
}

/** Edges that order the flow: those that joins wait for. */
export function isForward(type: EdgeType | null): boolean {
  return type === 'control' || type === 'data' || type === 'dependency';
}

/** Whether an edge feeds an input that must have a value and has no default. */
export function feedsRequired({ type, edge, target }: EdgeView): boolean {
  if (type !== 'data' || target === null || edge.toPort === null) return false;
  const port = portNamed(target.node.inputs, edge.toPort);
  return port?.required === true && port.default === null;
}
