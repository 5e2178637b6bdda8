/** HX-31xx: expressions that are none, or that read what is not there. */

import type { Choices } from '../choices.ts';
import { type Element, element, elementsIn, nodesOf, only, setValue, valueIn } from '../element.ts';
import {
  addData,
  addDecision,
  addEdge,
  addLoop,
  addNode,
  addPort,
  ensure,
  idOf,
  stepsOf,
} from '../fresh.ts';
import { changing, type Mutation, type Target } from '../mutation.ts';
import { addUndo } from './references.ts';

const MALFORMED = 'HX-3101';
const VARIABLE = 'HX-3102';
const UNDECLARED = 'HX-3103';
const EARLY = 'HX-3104';

/** Malformed in a condition and in a value alike. */
const BROKEN = [
  ...['${', '${true', '${}', '${ }', '${1 +}', '${+}', '${1 2}', '${(1}', '${1)}', "${'a}", '${"a'],
  ...['${1 === 1}', '${x = 1}', '${[1,}', '${[1 2]}', '${not}', '${1 ? 2 : 3}', '${len(1}'],
  ...['${@}', '${1 .. 2}', '${a.}', '${.a}', '${1;2}', '${true and}', '${or true}', '${1 % % 2}'],
];

/** Malformed where exactly one expression must stand. */
const NO_CONDITION = [
  ...['', 'true', '${true} and more', 'more ${true}', '${true}${false}', '$${true}', '$true'],
];

const UNKNOWN_FUNCTIONS = [
  ...['${now()}', '${random()}', "${env('HOME')}", '${Len([])}', '${length([])}', '${uuid()}'],
  ...['${constructor(1)}', '${toString(1)}', '${1 + sum([1])}', '${len(sort([1]))}'],
];

/** A place for an expression that `node` evaluates as it starts. */
function addSite(node: Element, choices: Choices, expression: string): Target {
  const cases = only(node, 'cases');
  const sites: (() => Target)[] = [
    () => at(ensure(node, 'guard'), 'when', expression),
    () => at(addPort(node, 'input'), 'value', expression),
    () => at(addPort(node, 'output'), 'value', `text ${expression}`),
  ];
  if (cases !== null) {
    sites.push(() => {
      const added = element('case', { when: expression, to: targetOf(cases) });
      cases.children.unshift(added);
      return at(added, 'when', expression);
    });
  }
  return choices.oneOf(sites)();
}

function at(of: Element, attribute: string, value: string): Target {
  setValue(of, attribute, value);
  return { element: of, attribute };
}

function targetOf(cases: Element): string {
  const [first] = elementsIn(cases);
  return (first === undefined ? null : valueIn(first, 'to')) ?? '';
}

/** Any place where a document may have an expression. */
function anySite(root: Element, choices: Choices, expression: string): Target {
  const loop = (kind: string, attribute: string): Target => {
    const part = only(addLoop(root, { kind, [attribute]: '' }), 'loop') ?? root;
    return at(part, attribute, expression);
  };
  const wait = element('wait', {});
  const sites: (() => Target)[] = [
    () => addSite(choices.oneOf(nodesOf(root)), choices, expression),
    () => addSite(addDecision(root), choices, expression),
    () => at(addData(root), 'condition', expression),
    () => loop('forEach', 'over'),
    () => loop('while', 'while'),
    () => loop('until', 'while'),
    () => {
      addNode(root, { type: 'wait' }, [wait]);
      return at(wait, 'until', expression);
    },
  ];
  return choices.oneOf(sites)();
}

/** The value of an output of its own, as an expression. */
function outputOf(node: Element): string {
  return `\${${idOf(node)}.${valueIn(addPort(node, 'output'), 'name')}}`;
}

function readBy(reader: Element, read: Element, choices: Choices): Target {
  return addSite(reader, choices, outputOf(read));
}

/** A node behind another, over some more. */
function addBehind(root: Element, choices: Choices, start: Element): Element {
  let node = start;
  for (let left = 1 + choices.below(3); left > 0; left -= 1) {
    const next = addNode(root, {});
    addEdge(root, node, next, { type: choices.oneOf(['control', 'dependency']) });
    node = next;
  }
  return node;
}

/** The two nodes that a new decision leads to. */
function addBranches(root: Element): readonly [Element, Element] {
  const cases = only(addDecision(root), 'cases');
  const ids = cases === null ? [] : elementsIn(cases).map((each) => valueIn(each, 'to'));
  const [first, second] = nodesOf(root).filter((node) => ids.includes(idOf(node)));
  if (first === undefined || second === undefined) throw new Error('a decision has two targets');
  return [first, second];
}

function bodyOf(root: Element, loop: Element): Element {
  const part = only(loop, 'loop');
  const ref = part === null ? null : valueIn(only(part, 'body') ?? part, 'ref');
  const body = nodesOf(root).find((node) => idOf(node) === ref);
  if (body === undefined) throw new Error('a loop has a body');
  return body;
}

export const expressionMutations: readonly Mutation[] = [
  changing(MALFORMED, 'an expression is malformed', ({ root }, choices) =>
    anySite(root, choices, choices.oneOf(BROKEN)),
  ),
  changing(MALFORMED, 'a condition is not exactly one expression', ({ root }, choices) => {
    const node = choices.oneOf(nodesOf(root));
    return at(ensure(node, 'guard'), 'when', choices.oneOf(NO_CONDITION));
  }),
  changing('HX-3105', 'a function is not known', ({ root }, choices) =>
    anySite(root, choices, choices.oneOf(UNKNOWN_FUNCTIONS)),
  ),
  changing(VARIABLE, 'a loop variable is read outside of its loop', ({ root }, choices) => {
    const name = choices.oneOf(['zz_row', 'zz.row']);
    const loop = addLoop(root, { [choices.oneOf(['var', 'indexVar'])]: name });
    const others = nodesOf(root).filter((node) => node !== bodyOf(root, loop));
    return addSite(choices.oneOf(others), choices, `\${${name}}`);
  }),
  changing(VARIABLE, 'a loop reads its own variable', ({ root }, choices) => {
    const [kind, attribute] = choices.oneOf([
      ['forEach', 'over'],
      ['while', 'while'],
      ['until', 'while'],
    ] as const);
    const loop = only(addLoop(root, { kind, indexVar: 'zz_i', [attribute]: '' }), 'loop');
    return loop === null ? null : at(loop, attribute, '${[zz_i]}');
  }),
  changing(UNDECLARED, 'an expression names nothing', ({ root }, choices) => {
    const wrong = ['nowhere.out', 'nowhere', 'artifact("zz")', "resource('zz')", 'zz.a.b', 'true2'];
    return anySite(root, choices, `\${${choices.oneOf(wrong)}}`);
  }),
  changing(UNDECLARED, 'an expression names a node and no output of it', ({ root }, choices) => {
    const read = addNode(root, {});
    addPort(read, 'input', { name: 'in', required: 'false' });
    const name = choices.oneOf(['', '.nothing', '.in', '.constructor', '.length']);
    return addSite(addNode(root, {}), choices, `\${${idOf(read)}${name}}`);
  }),
  changing(EARLY, 'a node reads its own output', ({ root }, choices) => {
    const node = addNode(root, {});
    return readBy(node, node, choices);
  }),
  changing(EARLY, 'a node reads what comes behind it', ({ root }, choices) => {
    const node = choices.oneOf(nodesOf(root));
    return readBy(node, addBehind(root, choices, node), choices);
  }),
  changing(EARLY, 'a condition reads where its edge leads', ({ root }, choices) => {
    const source = choices.oneOf(nodesOf(root));
    const target = addNode(root, {});
    return at(addEdge(root, source, target), 'condition', outputOf(target));
  }),
  changing(EARLY, 'a node reads its handler or its undo', ({ root }, choices) => {
    const node = choices.oneOf(stepsOf(root));
    const other = addNode(root, {});
    addEdge(root, node, other, { type: choices.oneOf(['error', 'compensation']) });
    return readBy(node, other, choices);
  }),
  changing(EARLY, 'a decision reads where it leads', ({ root }, choices) => {
    const [target] = addBranches(root);
    const decision = nodesOf(root).at(-1);
    return decision === undefined ? null : readBy(decision, target, choices);
  }),
  changing(EARLY, 'a node reads what another branch produces', ({ root }, choices) => {
    const [left, right] = addBranches(root);
    const reader = choices.happens(0.5) ? left : addBehind(root, choices, left);
    const read = choices.happens(0.5) ? right : addBehind(root, choices, right);
    return readBy(reader, read, choices);
  }),
  changing(EARLY, 'a loop iterates over what its body produces', ({ root }) => {
    const loop = addLoop(root, { kind: 'forEach', over: '' });
    const part = only(loop, 'loop');
    return part === null ? null : at(part, 'over', outputOf(bodyOf(root, loop)));
  }),
  changing(EARLY, 'a body reads its loop', ({ root }, choices) => {
    const loop = addLoop(root);
    return readBy(bodyOf(root, loop), loop, choices);
  }),
  changing(EARLY, 'a node reads the body of a loop behind it', ({ root }, choices) => {
    const node = choices.oneOf(nodesOf(root));
    const loop = addLoop(root);
    addEdge(root, node, loop);
    return readBy(node, bodyOf(root, loop), choices);
  }),
  changing(EARLY, 'a step reads what only undoes', ({ root }, choices) => {
    const reader = addNode(root, {});
    return readBy(reader, addUndo(root, choices.oneOf(stepsOf(root))), choices);
  }),
  changing(EARLY, 'an undo reads what need not have run', ({ root }, choices) => {
    const undo = addUndo(root, addNode(root, {}));
    return readBy(undo, addNode(root, {}), choices);
  }),
];
