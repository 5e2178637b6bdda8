/** HX-11xx, HX-20xx and HX-2501: what is named twice, and what is named and is not there. */

import type { Choices } from '../choices.ts';
import {
  type Element,
  edgesOf,
  element,
  everyElement,
  nodesOf,
  only,
  remove,
  removeValue,
  setValue,
  valueIn,
} from '../element.ts';
import {
  addArtifact,
  addDecision,
  addEdge,
  addLoop,
  addNode,
  addPort,
  addResource,
  anyOf,
  idOf,
  insert,
  kindOf,
  stepsOf,
} from '../fresh.ts';
import { changing, type Mutation } from '../mutation.ts';

const TWICE = 'HX-1101';
const NO_NODE = 'HX-2001';
const UNDO = 'HX-2004';
const STEP = 'HX-2005';
const MODEL = 'HX-2501';

const NOWHERE = ['nowhere', 'zz', 'Nowhere-1.x', '__proto__x', 'constructor2'];

function misled(of: Element | null, attribute: string, choices: Choices) {
  if (of === null) return null;
  setValue(of, attribute, choices.oneOf(NOWHERE));
  return { element: of, attribute };
}

/** The second of two elements of a space gets the name of the first. */
function twice(of: readonly Element[], attribute: 'id' | 'name', choices: Choices) {
  const second = of.at(-1);
  const first = anyOf(choices, of.slice(0, -1));
  if (second === undefined || first === null) return null;
  setValue(second, attribute, valueIn(first, attribute) ?? '');
  return { element: second, attribute };
}

/** Something that undoes a step, and is no step itself. */
export function addUndo(root: Element, undone: Element): Element {
  const undo = addNode(root, { compensates: idOf(undone) });
  addEdge(root, undone, undo, { type: 'compensation' });
  return undo;
}

export const referenceMutations: readonly Mutation[] = [
  changing(TWICE, 'two nodes have one id', ({ root }, choices) => {
    addNode(root, {});
    return twice(nodesOf(root), 'id', choices);
  }),
  changing(TWICE, 'two edges have one id', ({ root }, choices) => {
    const [a, b] = [addNode(root, {}), addNode(root, {})];
    addEdge(root, a, b, { id: 'zz-first' });
    addEdge(root, a, b, { id: 'zz-second' });
    const withId = edgesOf(root).filter((edge) => valueIn(edge, 'id') !== null);
    return twice(withId, 'id', choices);
  }),
  changing(TWICE, 'two resources have one id', ({ root }, choices) => {
    addResource(root, { id: 'zz-first' });
    addResource(root, { id: 'zz-second' });
    return twice(only(root, 'resources')?.children as Element[], 'id', choices);
  }),
  changing(TWICE, 'two artifacts have one id', ({ root }, choices) => {
    addArtifact(root, { id: 'zz-first' });
    addArtifact(root, { id: 'zz-second' });
    return twice(only(root, 'artifacts')?.children as Element[], 'id', choices);
  }),
  changing(TWICE, 'two ports of a direction have one name', ({ root }, choices) => {
    const node = choices.oneOf(nodesOf(root));
    const direction = choices.oneOf(['input', 'output'] as const);
    addPort(node, direction, { required: 'false' });
    addPort(node, direction, { required: 'false' });
    return twice(only(node, `${direction}s`)?.children as Element[], 'name', choices);
  }),
  changing('HX-1102', 'there are no nodes in <nodes>', ({ root }) => {
    removeValue(root, 'entry');
    const edges = only(root, 'edges');
    if (edges !== null) edges.children = [];
    const nodes = only(root, 'nodes');
    if (nodes === null) return null;
    nodes.children = [];
    return { element: nodes };
  }),
  changing(NO_NODE, 'an edge leads from nowhere', ({ root }, choices) =>
    misled(addEdge(root, addNode(root, {}), choices.oneOf(stepsOf(root))), 'from', choices),
  ),
  changing(NO_NODE, 'an edge leads nowhere', ({ root }, choices) =>
    misled(addEdge(root, choices.oneOf(nodesOf(root)), addNode(root, {})), 'to', choices),
  ),
  changing(NO_NODE, 'a case leads nowhere', ({ root }, choices) => {
    const decisions = nodesOf(root).filter((node) => only(node, 'cases') !== null);
    const cases = only(anyOf(choices, decisions) ?? addDecision(root), 'cases');
    if (cases === null) return null;
    const added = insert(cases, element('case', { when: '${true}', to: '' }));
    return misled(added, 'to', choices);
  }),
  changing(NO_NODE, 'an otherwise leads nowhere', ({ root }, choices) => {
    const cases = only(addDecision(root), 'cases');
    return cases === null ? null : misled(only(cases, 'otherwise'), 'to', choices);
  }),
  changing(NO_NODE, 'a loop has a body that is no node', ({ root }, choices) => {
    const loop = only(addLoop(root), 'loop');
    return loop === null ? null : misled(only(loop, 'body'), 'ref', choices);
  }),
  changing(NO_NODE, 'the entry is no node', ({ root }, choices) => misled(root, 'entry', choices)),
  changing('HX-2002', 'a resourceRef names no resource', ({ root }, choices) => {
    const ref = element('resourceRef', { ref: '' });
    insert(choices.oneOf(nodesOf(root)), ref);
    return misled(ref, 'ref', choices);
  }),
  changing('HX-2003', 'an artifactRef names no artifact', ({ root }, choices) => {
    const ref = element('artifactRef', { ref: '' });
    insert(choices.oneOf(nodesOf(root)), ref);
    return misled(ref, 'ref', choices);
  }),
  changing(UNDO, 'an undo names no node', ({ root }, choices) => {
    const undo = addUndo(root, choices.oneOf(nodesOf(root)));
    return misled(undo, 'compensates', choices);
  }),
  changing(UNDO, 'a node that no edge calls an undo names no node', ({ root }, choices) =>
    misled(addNode(root, {}), 'compensates', choices),
  ),
  changing(UNDO, 'an undo names another node than its edge', ({ root }, choices) => {
    const undo = addUndo(root, choices.oneOf(nodesOf(root)));
    setValue(undo, 'compensates', idOf(choices.happens(0.5) ? undo : addNode(root, {})));
    return { element: undo, attribute: 'compensates' };
  }),
  changing(STEP, 'a step leads to an undo', ({ root }, choices) => {
    removeValue(root, 'entry');
    const step = addNode(root, {});
    const undo = addUndo(root, choices.oneOf([step, ...nodesOf(root)]));
    if (choices.happens(0.5)) return { element: addEdge(root, step, undo), attribute: 'to' };
    addPort(step, 'output', { name: 'out' });
    addPort(undo, 'input', { name: 'in' });
    const ports = { type: 'data', fromPort: 'out', toPort: 'in' };
    return { element: addEdge(root, step, undo, ports), attribute: 'to' };
  }),
  changing(STEP, 'a way over several nodes leads to an undo', ({ root }, choices) => {
    const entry = valueIn(root, 'entry');
    const start = nodesOf(root).find((node) => idOf(node) === entry) ?? addNode(root, {});
    const undo = addUndo(root, choices.oneOf([start, ...nodesOf(root)]));
    let at = start;
    for (let left = 1 + choices.below(3); left > 0; left -= 1) {
      const next = addNode(root, {});
      addEdge(root, at, next, { type: choices.oneOf(['control', 'dependency']) });
      at = next;
    }
    return { element: addEdge(root, at, undo), attribute: 'to' };
  }),
  changing(MODEL, 'an inference node refers to nothing', ({ root }) => ({
    element: addNode(root, { type: 'inference' }),
  })),
  changing(MODEL, 'an inference node refers to no model', ({ root }, choices) => {
    const type = choices.oneOf(['service', 'compute', 'queue']);
    const ref = element('resourceRef', { ref: idOf(addResource(root, { type })), role: 'model' });
    return { element: addNode(root, { type: 'inference' }, [ref]) };
  }),
  changing(MODEL, 'the model of an inference node is taken away', ({ root }) => {
    const ref = element('resourceRef', { ref: idOf(addResource(root, { type: 'model' })) });
    const node = addNode(root, { type: 'inference' }, [ref]);
    remove(root, ref);
    return { element: node };
  }),
  changing(MODEL, 'the model of an inference node becomes a service', ({ root }, choices) => {
    const inference = nodesOf(root).filter((node) => kindOf(node) === 'inference');
    const models = everyElement(root).filter(
      (each) => each.name === 'resource' && valueIn(each, 'type') === 'model',
    );
    const [node] = inference;
    if (node === undefined || inference.length > 1) return null;
    for (const each of models) setValue(each, 'type', choices.oneOf(['service', 'device']));
    return { element: node };
  }),
];
