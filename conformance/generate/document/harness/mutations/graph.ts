/** HX-3001 to HX-3005: where a run begins, what repeats, and what is never reached. */

import type { ReadOptions } from '../../../../../core/reading.ts';
import type { Choices } from '../choices.ts';
import {
  type Element,
  edgesOf,
  element,
  HARNESS,
  nodesOf,
  only,
  removeValue,
  valueIn,
} from '../element.ts';
import {
  addEdge,
  addLoop,
  addNode,
  addPort,
  anyOf,
  edgeType,
  idOf,
  into,
  isBody,
  isDecisionTarget,
  stepsOf,
} from '../fresh.ts';
import { changing, type Mutation } from '../mutation.ts';

const RECURSION = 'HX-3002';
const CYCLE = 'HX-3003';
const BODY = 'HX-3004';

const NOTHING_BEGINS = 'where the cycle takes in the only node that begins, none is left';
const NOW_BEHIND = 'what ran beside the cycle and led into it now runs before all of it';

function subworkflow(href: string): string {
  return `<harness xmlns="${HARNESS}" id="h" specVersion="1.0"><nodes>
    <node id="s" type="subworkflow"><subworkflow href="${href}"/></node></nodes></harness>`;
}

/** A subworkflow that leads back by what the reader is given beside the document. */
function recursive(root: Element, href: string, options: ReadOptions) {
  const part = element('subworkflow', { href });
  addNode(root, { type: 'subworkflow' }, [part]);
  return { element: part, attribute: 'href', options };
}

/** All that forward edges lead to. */
function behind(root: Element, start: Element): Element[] {
  const forward = edgesOf(root).filter((edge) =>
    ['control', 'data', 'dependency'].includes(edgeType(edge)),
  );
  const ids = new Set<string>();
  const waiting = [idOf(start)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const edge of forward) {
      const to = valueIn(edge, 'to') ?? '';
      if (valueIn(edge, 'from') !== id || ids.has(to)) continue;
      ids.add(to);
      waiting.push(to);
    }
  }
  return nodesOf(root).filter((node) => ids.has(idOf(node)));
}

function orderingEdge(root: Element, choices: Choices, from: Element, to: Element): Element {
  const type = choices.oneOf(['control', 'dependency', 'data']);
  if (type !== 'data') return addEdge(root, from, to, { type });
  addPort(from, 'output', { name: 'zz-out' });
  addPort(to, 'input', { name: 'zz-in' });
  return addEdge(root, from, to, { type, fromPort: 'zz-out', toPort: 'zz-in' });
}

export const graphMutations: readonly Mutation[] = [
  changing(
    'HX-3001',
    'no node can begin',
    ({ root }, choices) => {
      removeValue(root, 'entry');
      for (const node of nodesOf(root)) {
        const types = ['control', 'data', 'dependency', 'error', 'compensation'];
        if (into(root, node, ...types).length > 0) continue;
        if (isBody(root, node) || isDecisionTarget(root, node)) continue;
        addEdge(root, choices.oneOf(nodesOf(root)), node, { type: 'error' });
      }
      const nodes = only(root, 'nodes');
      return nodes === null ? null : { element: nodes };
    },
    { also: { 'HX-3104': 'what began before is now behind what reads it' } },
  ),
  changing(RECURSION, 'a subworkflow is the document itself', ({ root }, choices) => {
    const [href, reference] = choices.oneOf([
      ['self.hxml', 'self.hxml'],
      ['./self.hxml', 'self.hxml'],
      ['../flows/self.hxml', 'flows/self.hxml'],
      ['', 'self.hxml'],
      ['', null],
      ['#part', 'flows/self.hxml?x=1'],
      ['?x=1', 'self.hxml?x=1'],
      ['https://x.example/a/self.hxml', 'https://x.example/a/self.hxml'],
    ] as const);
    return recursive(root, href, reference === null ? {} : { reference });
  }),
  changing(RECURSION, 'a subworkflow leads back over others', ({ root }, choices) => {
    const back = choices.oneOf(['self.hxml', 'zz-b.hxml', 'zz-c.hxml', '', ' self.hxml\n']);
    const documents = new Map([
      ['zz-b.hxml', subworkflow('zz-c.hxml')],
      ['zz-c.hxml', subworkflow(back)],
    ]);
    return recursive(root, 'zz-b.hxml', { reference: 'self.hxml', documents });
  }),
  changing(
    CYCLE,
    'an edge leads back',
    ({ root }, choices) => {
      removeValue(root, 'entry');
      const steps = stepsOf(root).filter((node) => behind(root, node).length > 0);
      const start = anyOf(choices, steps);
      if (start === null) return null;
      const end = choices.oneOf(behind(root, start));
      return { element: orderingEdge(root, choices, end, start) };
    },
    { also: { 'HX-3001': NOTHING_BEGINS, 'HX-3104': NOW_BEHIND } },
  ),
  changing(
    CYCLE,
    'an edge leads from a node to itself',
    ({ root }, choices) => {
      const node = choices.oneOf([addNode(root, {}), ...stepsOf(root)]);
      return { element: addEdge(root, node, node) };
    },
    { also: { 'HX-3001': NOTHING_BEGINS } },
  ),
  changing(BODY, 'an edge leads into a loop body', ({ root }, choices) => {
    addLoop(root);
    const body = choices.oneOf(nodesOf(root).filter((node) => isBody(root, node)));
    const type = choices.oneOf(['control', 'dependency', null]);
    return { element: addEdge(root, addNode(root, {}), body, { type }), attribute: 'to' };
  }),
  changing('HX-3005', 'a node is never reached', ({ root }) => {
    const node = addNode(root, {});
    addEdge(root, node, node, { type: 'error' });
    return { element: node, attribute: 'id' };
  }),
];
