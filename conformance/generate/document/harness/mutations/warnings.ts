/** The warnings with codes of our own (harness.md §2), each provoked once. */

import type { Choices } from '../choices.ts';
import {
  type Element,
  edgesOf,
  element,
  nodesOf,
  only,
  removeValue,
  setValue,
  valueIn,
} from '../element.ts';
import {
  addArtifact,
  addData,
  addDecision,
  addEdge,
  addNode,
  addPort,
  addResource,
  edgeType,
  ensure,
  idOf,
  insert,
  kindOf,
} from '../fresh.ts';
import { type Change, changing, type Mutation } from '../mutation.ts';
import { addUndo } from './references.ts';

/** A first compensation is a reason to warn of every subworkflow without one (U1010). */
function undoIsNoNews(root: Element): boolean {
  return (
    edgesOf(root).some((edge) => edgeType(edge) === 'compensation') ||
    nodesOf(root).every((node) => kindOf(node) !== 'subworkflow')
  );
}

function addTimeout(node: Element, onTimeout: string | null, duration = 'PT1S'): Element {
  return insert(node, element('timeout', { duration, onTimeout }));
}

function addRetry(root: Element, values: { [name: string]: string }): Element {
  return insert(addNode(root, {}), element('retry', { maxAttempts: '2', ...values }));
}

function nodeNamed(root: Element, id: string | null): Element {
  const found = nodesOf(root).find((node) => valueIn(node, 'id') === id);
  if (found === undefined) throw new Error(`there is no node ${id}`);
  return found;
}

/** A data edge into an input that needs it; the node that feeds it is the other result. */
function addNeed(root: Element): readonly [edge: Element, source: Element] {
  const edge = addData(root);
  const inputs = only(nodeNamed(root, valueIn(edge, 'to')), 'inputs');
  for (const port of inputs === null ? [] : inputs.children) {
    if (typeof port !== 'string') removeValue(port, 'required');
  }
  return [edge, nodeNamed(root, valueIn(edge, 'from'))];
}

/** Two elements of a space whose names differ in case alone. */
function likeEachOther(root: Element, choices: Choices) {
  const [a, b] = [addNode(root, {}), addNode(root, {})];
  const spaces: (() => readonly [Element, Element, 'id' | 'name'])[] = [
    () => [a, b, 'id'],
    () => [addEdge(root, a, b), addEdge(root, a, b), 'id'],
    () => [addResource(root, { id: 'zz-1' }), addResource(root, { id: 'zz-2' }), 'id'],
    () => [addArtifact(root, { id: 'zz-1' }), addArtifact(root, { id: 'zz-2' }), 'id'],
    () => [addPort(a, 'output'), addPort(a, 'output'), 'name'],
  ];
  const [first, second, attribute] = choices.oneOf(spaces)();
  setValue(first, attribute, 'zz-Like');
  setValue(second, attribute, 'zz-like');
  return { element: second, attribute };
}

/** Only what the entry leads to is reached, and what is added here is not. */
const BESIDE_THE_ENTRY = {
  also: { 'HX-3005': 'a document with an entry does not reach what is added beside it' },
};

function warning(code: string, title: string, change: Change): Mutation {
  return changing(code, title, change, BESIDE_THE_ENTRY);
}

export const warningMutations: readonly Mutation[] = [
  warning('U1001', 'control beside data', ({ root }) => {
    const [edge] = addNeed(root);
    const ends = [valueIn(edge, 'from'), valueIn(edge, 'to')].map((id) => nodeNamed(root, id));
    const [from = root, to = root] = ends;
    return { element: addEdge(root, from, to) };
  }),
  warning('U1002', 'a guarded producer feeds what is needed', ({ root }) => {
    const [edge, source] = addNeed(root);
    ensure(source, 'guard', { when: '${true}' });
    return { element: edge };
  }),
  warning('U1003', 'a decision without otherwise', ({ root }) => {
    const cases = only(addDecision(root), 'cases');
    if (cases === null) return null;
    cases.children = cases.children.slice(0, 1);
    return { element: cases };
  }),
  warning('U1004', 'a human without timeout', ({ root }) => ({
    element: addNode(root, { type: 'human' }),
  })),
  warning('U1005', 'an undo that is not idempotent', ({ root }, choices) => {
    if (!undoIsNoNews(root)) return null;
    const undo = addUndo(root, choices.oneOf([addNode(root, {})]));
    setValue(undo, 'idempotent', 'false');
    return { element: undo, attribute: 'idempotent' };
  }),
  warning('U1006', 'an undo that does not say so', ({ root }) => {
    if (!undoIsNoNews(root)) return null;
    const undo = addUndo(root, addNode(root, {}));
    removeValue(undo, 'compensates');
    return { element: undo };
  }),
  warning('U1007', 'an edge leaves an undo', ({ root }, choices) => {
    if (!undoIsNoNews(root)) return null;
    const undo = addUndo(root, addNode(root, {}));
    const type = choices.oneOf(['control', 'dependency', 'error']);
    return { element: addEdge(root, undo, addNode(root, {}), { type }) };
  }),
  warning('U1008', 'a side effect that may be skipped', ({ root }) => {
    const timeout = addTimeout(addNode(root, { idempotent: 'false' }), 'skip');
    return { element: timeout, attribute: 'onTimeout' };
  }),
  warning('U1009', 'a producer that may be skipped', ({ root }) => {
    const [edge, source] = addNeed(root);
    addTimeout(source, 'skip');
    return { element: edge };
  }),
  warning('U1010', 'a subworkflow that stays done', ({ root }) => {
    if (!undoIsNoNews(root)) return null;
    addUndo(root, addNode(root, {}));
    const part = element('subworkflow', { href: 'other.hxml' });
    return { element: addNode(root, { type: 'subworkflow' }, [part]) };
  }),
  warning('U1011', 'names that differ in case alone', ({ root }, choices) =>
    likeEachOther(root, choices),
  ),
  warning('U1012', 'a side effect that is never retried', ({ root }) => {
    const timeout = addTimeout(addNode(root, { idempotent: 'false' }), 'retry');
    return { element: timeout, attribute: 'onTimeout' };
  }),
  warning('U1013', 'a side effect of which nobody knows', ({ root }) => {
    if (!undoIsNoNews(root)) return null;
    const node = addNode(root, { idempotent: 'false' });
    addUndo(root, node);
    return { element: addTimeout(node, null) };
  }),
  warning('U1014', 'delays that shrink', ({ root }, choices) => {
    const multiplier = choices.oneOf(['0', '0.5', '.999', '0.0000001']);
    return { element: addRetry(root, { multiplier }), attribute: 'multiplier' };
  }),
  warning('U1015', 'delays that are cut at once', ({ root }, choices) => {
    const values = choices.oneOf([
      { maxDelay: 'PT0.5S' },
      { initialDelay: 'PT2M', maxDelay: 'PT1M59S' },
      { initialDelay: 'P1D', maxDelay: 'PT0S' },
    ]);
    return { element: addRetry(root, values), attribute: 'maxDelay' };
  }),
  warning('U1016', 'a timeout of nothing', ({ root }, choices) => {
    const duration = choices.oneOf(['PT0S', 'P0D', 'PT0H0M0.000S']);
    const timeout = addTimeout(addNode(root, {}), null, duration);
    return { element: timeout, attribute: 'duration' };
  }),
  warning('U1017', 'an error edge beside others', ({ root }, choices) => {
    const [source, target] = [addNode(root, {}), addNode(root, {})];
    addEdge(root, source, target, { type: choices.oneOf(['control', 'dependency', null]) });
    addEdge(root, source, target, { type: 'error' });
    return { element: target };
  }),
  warning('U1018', 'a barrier before nothing', ({ root }) => ({
    element: addNode(root, { type: 'barrier' }),
  })),
  warning('U1019', 'a quorum without its policy', ({ root }, choices) => {
    const node = addNode(root, { joinPolicy: choices.oneOf(['all', 'any', null]), quorum: '1' });
    addEdge(root, addNode(root, {}), node);
    return { element: node, attribute: 'quorum' };
  }),
  warning('U1020', 'a port on an edge without data', ({ root }, choices) => {
    const [source, target] = [addNode(root, {}), addNode(root, {})];
    const port = choices.oneOf(['fromPort', 'toPort'] as const);
    return { element: addEdge(root, source, target, { [port]: 'x' }), attribute: port };
  }),
  warning('U1021', 'an undo that no edge leads to', ({ root }, choices) => {
    const compensates = idOf(choices.oneOf(nodesOf(root)));
    return { element: addNode(root, { compensates }), attribute: 'compensates' };
  }),
  warning('U1022', 'a loop in itself', ({ root }, choices) => {
    const loop = (body: string): Element =>
      element('loop', { kind: 'times', count: '1', maxIterations: '1' }, [
        element('body', { ref: body }),
      ]);
    const first = loop('');
    const node = addNode(root, { type: 'loop' }, [first]);
    const second = choices.happens(0.5)
      ? addNode(root, { type: 'loop' }, [loop(idOf(node))])
      : node;
    first.children = [element('body', { ref: idOf(second) })];
    return { element: first };
  }),
];
