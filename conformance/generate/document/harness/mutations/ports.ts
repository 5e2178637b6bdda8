/** HX-21xx, HX-23xx and HX-3201: what feeds an input, and what a data edge binds. */

import type { Choices } from '../choices.ts';
import { type Element, edgesOf, nodesOf, removeValue, setValue, valueIn } from '../element.ts';
import { addData, addEdge, addNode, addPort, anyOf, edgeType } from '../fresh.ts';
import { changing, type Mutation } from '../mutation.ts';

const UNFED = 'HX-2101';
const FED_TWICE = 'HX-2102';

/** Types that no rule of §4.2 takes as compatible, whichever a runtime documents. */
const INCOMPATIBLE: readonly (readonly [from: string, to: string])[] = [
  ['string', 'number'],
  ['number', 'integer'],
  ['json', 'string'],
  ['pose6d', 'pointcloud'],
  ['String', 'string'],
  ['array<string>', 'array<number>'],
  ['map<string,number>', 'map<string,string>'],
  ['array<string>', 'string'],
];

function dataEdge(root: Element, choices: Choices): Element {
  const existing = edgesOf(root).filter((edge) => edgeType(edge) === 'data');
  return anyOf(choices, existing) ?? addData(root);
}

export const portMutations: readonly Mutation[] = [
  changing(UNFED, 'a required input is fed by nothing', ({ root }, choices) => {
    const node = choices.oneOf(nodesOf(root));
    const values = [{}, { required: 'true' }, { type: 'json' }, { default: 'x' }];
    return { element: addPort(node, 'input', choices.oneOf(values)) };
  }),
  changing(UNFED, 'the value of a required input is taken away', ({ root }, choices) => {
    const node = choices.oneOf(nodesOf(root));
    const port = addPort(node, 'input', { value: 'x' });
    removeValue(port, 'value');
    return { element: port };
  }),
  changing(UNFED, 'the data edge of a required input carries no data', ({ root }, choices) => {
    const source = addNode(root, {});
    const target = addNode(root, {});
    addPort(source, 'output', { name: 'out' });
    const port = addPort(target, 'input', { name: 'in' });
    const type = choices.oneOf(['control', 'dependency', 'error', null]);
    addEdge(root, source, target, { type, fromPort: 'out', toPort: 'in' });
    return { element: port };
  }),
  changing(FED_TWICE, 'an input has a value and a data edge', ({ root }, choices) => {
    const edge = dataEdge(root, choices);
    const target = nodesOf(root).find((node) => valueIn(node, 'id') === valueIn(edge, 'to'));
    const port = target === undefined ? null : inputNamed(target, valueIn(edge, 'toPort'));
    if (port === null) return null;
    setValue(port, 'value', choices.oneOf(['', 'x', '${1}']));
    return { element: port, attribute: 'value' };
  }),
  changing('HX-2301', 'a data edge names not both ports', ({ root }, choices) => {
    const edge = addData(root);
    const missing = choices.oneOf([['fromPort'], ['toPort'], ['fromPort', 'toPort']]);
    for (const name of missing) removeValue(edge, name);
    return { element: edge };
  }),
  changing('HX-2302', 'fromPort is no output', ({ root }, choices) => {
    const edge = dataEdge(root, choices);
    setValue(edge, 'fromPort', choices.oneOf(['nothing', 'in_zz', 'OUT', 'constructor']));
    return { element: edge, attribute: 'fromPort' };
  }),
  changing('HX-2303', 'toPort is no input', ({ root }, choices) => {
    const edge = addData(root);
    setValue(edge, 'toPort', choices.oneOf(['nothing', 'out', 'IN', '__proto__']));
    return { element: edge, attribute: 'toPort' };
  }),
  changing('HX-2304', 'a second data edge feeds an input', ({ root }, choices) => {
    const edge = dataEdge(root, choices);
    const target = nodesOf(root).find((node) => valueIn(node, 'id') === valueIn(edge, 'to'));
    const toPort = valueIn(edge, 'toPort');
    if (target === undefined || toPort === null) return null;
    const source = addNode(root, {});
    addPort(source, 'output', { name: 'out' });
    const ports = { type: 'data', fromPort: 'out', toPort };
    return { element: addEdge(root, source, target, ports), attribute: 'toPort' };
  }),
  changing('HX-3201', 'two ports are of types that do not fit', ({ root }, choices) => {
    const [from, to] = choices.oneOf(INCOMPATIBLE);
    const source = addNode(root, {});
    const target = addNode(root, {});
    addPort(source, 'output', { name: 'out', type: from });
    addPort(target, 'input', { name: 'in', type: to });
    const ports = { type: 'data', fromPort: 'out', toPort: 'in' };
    return { element: addEdge(root, source, target, ports) };
  }),
];

function inputNamed(node: Element, name: string | null): Element | null {
  const inputs = node.children.find(
    (child) => typeof child !== 'string' && child.name === 'inputs',
  );
  if (inputs === undefined || typeof inputs === 'string') return null;
  const port = inputs.children.find(
    (child) => typeof child !== 'string' && valueIn(child, 'name') === name,
  );
  return port === undefined || typeof port === 'string' ? null : port;
}
