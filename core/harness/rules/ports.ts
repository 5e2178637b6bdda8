/** HX-2101, HX-2102 and HX-23xx: what feeds an input, and what a data edge binds. */

import { quote } from '../../model/show.ts';
import type { InputPort } from '../../model/workflow.ts';
import { isReadable } from '../attributes.ts';
import { relatedSpot, spotOf } from '../findings.ts';
import { suggestion } from '../near.ts';
import { portNamed } from '../ports.ts';
import { portAttributes } from '../structure.ts';
import {
  type DocumentView,
  type EdgeView,
  edgeName,
  inputsOf,
  type PortView,
  portNames,
} from '../view.ts';
import { compatible } from './port-types.ts';
import type { Report, Rule } from './rule.ts';

/** Up to so many edges a look at each is quicker than a table. */
const FEW = 16;

/** The first data edge that feeds an input, in document order. */
function feederOf(incoming: readonly EdgeView[]): (port: string) => EdgeView | undefined {
  const feeds = (edge: EdgeView, port: string): boolean =>
    edge.type === 'data' && edge.edge.toPort === port;
  if (incoming.length <= FEW) return (port) => incoming.find((edge) => feeds(edge, port));
  const table = new Map<string, EdgeView>();
  for (const edge of incoming) {
    const port = edge.edge.toPort;
    if (edge.type === 'data' && port !== null && !table.has(port)) table.set(port, edge);
  }
  return (port) => table.get(port);
}

function requiredInputsAreFed(view: DocumentView, report: Report): void {
  for (const each of view.nodes) {
    const { inputs, id } = each.node;
    if (inputs.length === 0) continue;
    const feeder = feederOf(each.incoming);
    let mayFeed: ReadonlySet<string | null> | null = null;
    let elements: readonly PortView<InputPort>[] | null = null;
    for (const [index, port] of inputs.entries()) {
      const fed = !port.required || port.value !== null || port.name === '';
      if (fed || feeder(port.name) !== undefined) continue;
      mayFeed ??= portsThatMayBeFed(each.incoming);
      if (mayFeed.has(port.name)) continue;
      elements ??= inputsOf(each);
      const element = elements[index]?.element ?? each.element;
      if (!isReadable(element, portAttributes, 'required')) continue;
      const remedy =
        port.default === null
          ? 'add a data edge or a value, or required="false"'
          : 'a default stands in only with required="false"';
      report(
        spotOf(element),
        `required input ${quote(port.name)} of ${quote(id)} is fed by nothing: ${remedy}`,
      );
    }
  }
}

/** An edge of no known type has its own finding, and perhaps is meant to carry data. */
function portsThatMayBeFed(incoming: readonly EdgeView[]): ReadonlySet<string | null> {
  return new Set(incoming.flatMap(({ type, edge }) => (type === null ? [edge.toPort] : [])));
}

function oneSourcePerInput(view: DocumentView, report: Report): void {
  for (const each of view.nodes) {
    const { inputs, id } = each.node;
    if (inputs.every((port) => port.value === null)) continue;
    const feeder = feederOf(each.incoming);
    let elements: readonly PortView<InputPort>[] | null = null;
    for (const [index, port] of inputs.entries()) {
      const edge = feeder(port.name);
      if (port.value === null || edge === undefined) continue;
      elements ??= inputsOf(each);
      report(
        spotOf(elements[index]?.element ?? each.element, 'value'),
        `input ${quote(port.name)} of ${quote(id)} is fed by a value and by ${edgeName(edge)}: keep one of them`,
        { related: [relatedSpot(edgeName(edge), edge.element, 'toPort')] },
      );
    }
  }
}

function dataEdgesNamePorts(view: DocumentView, report: Report): void {
  for (const each of view.edges) {
    if (each.type !== 'data') continue;
    const { fromPort, toPort } = each.edge;
    const missing = [
      ...(fromPort === null && !written(each, 'fromPort') ? ['fromPort'] : []),
      ...(toPort === null && !written(each, 'toPort') ? ['toPort'] : []),
    ];
    if (missing.length === 0) continue;
    report(
      spotOf(each.element),
      `${edgeName(each)} is a data edge and has no ${missing.join(' and no ')}`,
    );
  }
}

function written(edge: EdgeView, attribute: string): boolean {
  return edge.element.attributes[attribute] !== undefined;
}

function sourcesHaveOutputs(view: DocumentView, report: Report): void {
  for (const each of view.edges) {
    const { fromPort } = each.edge;
    if (each.type !== 'data' || fromPort === null || each.source === null) continue;
    const { id, outputs } = each.source.node;
    if (portNamed(outputs, fromPort) !== undefined) continue;
    const near = suggestion(view.nearest(fromPort, portNames(outputs)));
    report(
      spotOf(each.element, 'fromPort'),
      `fromPort ${quote(fromPort)} of ${edgeName(each)} is no output of node ${quote(id)}${near}`,
    );
  }
}

function targetsHaveInputs(view: DocumentView, report: Report): void {
  for (const each of view.edges) {
    const { toPort } = each.edge;
    if (each.type !== 'data' || toPort === null || each.target === null) continue;
    const { id, inputs } = each.target.node;
    if (portNamed(inputs, toPort) !== undefined) continue;
    const near = suggestion(view.nearest(toPort, portNames(inputs)));
    report(
      spotOf(each.element, 'toPort'),
      `toPort ${quote(toPort)} of ${edgeName(each)} is no input of node ${quote(id)}${near}`,
    );
  }
}

function oneDataEdgePerInput(view: DocumentView, report: Report): void {
  for (const each of view.nodes) {
    if (each.incoming.length < 2) continue;
    const feeder = feederOf(each.incoming);
    for (const edge of each.incoming) {
      const port = edge.edge.toPort;
      if (edge.type !== 'data' || port === null) continue;
      const first = feeder(port);
      if (first === undefined || first === edge) continue;
      report(
        spotOf(edge.element, 'toPort'),
        `input ${quote(port)} of ${quote(each.node.id)} is fed by a second data edge: two producers have no defined winner`,
        { related: [relatedSpot(`the first: ${edgeName(first)}`, first.element, 'toPort')] },
      );
    }
  }
}

function typesAgree(view: DocumentView, report: Report): void {
  for (const each of view.edges) {
    if (each.type !== 'data' || each.source === null || each.target === null) continue;
    const from = portNamed(each.source.node.outputs, each.edge.fromPort ?? '');
    const to = portNamed(each.target.node.inputs, each.edge.toPort ?? '');
    if (from?.type == null || to?.type == null || compatible(from.type, to.type)) continue;
    report(
      spotOf(each.element),
      `${edgeName(each)} carries ${quote(from.type)} from ${quote(from.name)} into ${quote(to.name)}, which is ${quote(to.type)}: the types are not compatible`,
    );
  }
}

export const portRules: readonly Rule[] = [
  {
    code: 'HX-2101',
    severity: 'error',
    title: 'each required input is fed',
    check: requiredInputsAreFed,
  },
  {
    code: 'HX-2102',
    severity: 'error',
    title: 'no input is fed by a value and a data edge',
    check: oneSourcePerInput,
  },
  {
    code: 'HX-2301',
    severity: 'error',
    title: 'a data edge names both ports',
    check: dataEdgesNamePorts,
  },
  {
    code: 'HX-2302',
    severity: 'error',
    title: 'fromPort is an output of the source',
    check: sourcesHaveOutputs,
  },
  {
    code: 'HX-2303',
    severity: 'error',
    title: 'toPort is an input of the target',
    check: targetsHaveInputs,
  },
  {
    code: 'HX-2304',
    severity: 'error',
    title: 'at most one data edge feeds an input',
    check: oneDataEdgePerInput,
  },
  {
    code: 'HX-3201',
    severity: 'error',
    title: 'the types of two bound ports are compatible',
    check: typesAgree,
  },
];
