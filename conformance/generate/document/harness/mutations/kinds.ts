/** HX-22xx, HX-24xx and HX-3301: what belongs to one type of node, and what it must say. */

import {
  type Element,
  element,
  nodesOf,
  only,
  removeValue,
  setValue,
  valueIn,
} from '../element.ts';
import {
  addDecision,
  addEdge,
  addLoop,
  addNode,
  anyOf,
  ensure,
  idOf,
  insert,
  into,
  kindOf,
} from '../fresh.ts';
import { changing, type Mutation } from '../mutation.ts';

/** For each part the kind of node that must have it, and a part that breaks nothing else. */
const PARTS: readonly (readonly [code: string, kind: string, make: (root: Element) => Element])[] =
  [
    [
      'HX-2201',
      'decision',
      (root) =>
        element('cases', {}, [element('case', { when: '${true}', to: idOf(addNode(root, {})) })]),
    ],
    [
      'HX-2202',
      'loop',
      (root) =>
        element('loop', { kind: 'times', count: '1', maxIterations: '1' }, [
          element('body', { ref: idOf(addNode(root, {})) }),
        ]),
    ],
    ['HX-2203', 'subworkflow', () => element('subworkflow', { href: 'other.hxml' })],
    ['HX-2204', 'wait', () => element('wait', { duration: 'PT1S' })],
  ];

const partMutations = PARTS.flatMap(([code, kind, make]) => [
  changing(code, `a ${kind} node has no part of its own`, ({ root }) => ({
    element: addNode(root, { type: kind }),
  })),
  changing(code, `a part of a ${kind} node stands on another`, ({ root }, choices) => {
    const others = nodesOf(root).filter((node) => kindOf(node) !== kind);
    const node = anyOf(choices, others) ?? addNode(root, {});
    return { element: insert(node, make(root)) };
  }),
  changing(code, `a node with the part of a ${kind} gets another type`, ({ root }, choices) => {
    const type = choices.oneOf(['task', 'transform', 'human', 'parallel']);
    const part = make(root);
    addNode(root, { type }, [part]);
    return { element: part };
  }),
]);

function addWait(root: Element): Element {
  const wait = element('wait', { duration: 'PT1S' });
  addNode(root, { type: 'wait' }, [wait]);
  return wait;
}

function loopOf(root: Element, kind: string, others: { [name: string]: string }): Element | null {
  return only(addLoop(root, { kind, count: null, ...others }), 'loop');
}

export const kindMutations: readonly Mutation[] = [
  ...partMutations,
  changing('HX-2205', 'a wait says nothing', ({ root }) => {
    const wait = addWait(root);
    removeValue(wait, 'duration');
    return { element: wait };
  }),
  changing('HX-2205', 'a wait says two things', ({ root }, choices) => {
    const wait = addWait(root);
    const [name, value] = choices.oneOf([
      ['until', '${true}'],
      ['event', 'done'],
    ] as const);
    setValue(wait, name, value);
    return { element: wait, attribute: name };
  }),
  changing('HX-2206', 'cases has no case', ({ root }, choices) => {
    const cases = only(addDecision(root), 'cases');
    if (cases === null) return null;
    cases.children = choices.happens(0.5) ? [] : cases.children.slice(1);
    return { element: cases };
  }),
  changing('HX-2207', 'a loop lacks what its kind needs', ({ root }, choices) => {
    const kind = choices.oneOf(['forEach', 'while', 'until', 'times']);
    const others = { over: '${[1]}', while: '${true}', count: '1' };
    const needed = kind === 'forEach' ? 'over' : kind === 'times' ? 'count' : 'while';
    const loop = loopOf(root, kind, choices.happens(0.5) ? others : {});
    if (loop === null) return null;
    removeValue(loop, needed);
    return { element: loop };
  }),
  changing('HX-2208', 'a loop counts beyond its bound', ({ root }, choices) => {
    const [count, maxIterations] = choices.oneOf([
      ['2', '1'],
      ['1001', '1000'],
      ['9007199254740993', '9007199254740992'],
      ['99999999999999999999', '99999999999999999998'],
      [' +0010 ', '9'],
    ] as const);
    const loop = loopOf(root, 'times', { count, maxIterations });
    return loop === null ? null : { element: loop, attribute: 'count' };
  }),
  changing('HX-2401', 'a quorum join has no quorum', ({ root }, choices) => {
    const node = choices.oneOf(nodesOf(root));
    removeValue(node, 'quorum');
    setValue(node, 'joinPolicy', 'quorum');
    return { element: node, attribute: 'joinPolicy' };
  }),
  changing('HX-2402', 'a quorum is above the number of edges', ({ root }, choices) => {
    const node = choices.oneOf(nodesOf(root));
    const edges = into(root, node, 'control', 'data', 'dependency').length;
    const quorum = edges + choices.oneOf([1, 2, 1000]);
    setValue(node, 'joinPolicy', 'quorum');
    setValue(node, 'quorum', String(quorum));
    return { element: node, attribute: 'quorum' };
  }),
  changing('HX-2402', 'a quorum counts edges that no join waits for', ({ root }, choices) => {
    const source = addNode(root, {});
    const node = addNode(root, { joinPolicy: 'quorum', quorum: '2' });
    addEdge(root, source, node);
    const type = choices.oneOf(['error', 'compensation']);
    addEdge(root, source, node, { type });
    // A node that is undone and a step as well is wrong for another reason.
    return type === 'compensation' ? null : { element: node, attribute: 'quorum' };
  }),
  changing('HX-3301', 'what must not happen twice gets a retry', ({ root }, choices) => {
    const once = nodesOf(root).filter(
      (node) => only(node, 'retry') === null && isFalse(valueIn(node, 'idempotent')),
    );
    const node = anyOf(choices, once) ?? addNode(root, { idempotent: 'false' });
    return { element: ensure(node, 'retry', { maxAttempts: '1' }) };
  }),
  changing('HX-3301', 'what is retried must not happen twice', ({ root }, choices) => {
    const retried = nodesOf(root).filter((node) => only(node, 'retry') !== null);
    const node = anyOf(choices, retried) ?? addNode(root, { type: 'transform' });
    setValue(node, 'idempotent', choices.oneOf(['false', '0', ' false ']));
    return { element: ensure(node, 'retry', { maxAttempts: '2' }) };
  }),
];

function isFalse(value: string | null): boolean {
  return value !== null && /^\s*(false|0)\s*$/.test(value);
}
