/** HX-1001: order, number and places of elements, and attributes that must be there. */

import {
  type Element,
  element,
  elementsIn,
  everyElement,
  only,
  remove,
  removeValue,
  valueIn,
} from '../element.ts';
import {
  addDecision,
  addEdge,
  addLoop,
  addNode,
  anyOf,
  containersOf,
  copyOf,
  ensure,
  insert,
  insertAnywhere,
  isEmptyElement,
  isMentioned,
  isText,
} from '../fresh.ts';
import { changing, type Mutation } from '../mutation.ts';
import { bare, ELEMENT_NAMES, requiredOf, shapeOf } from '../schema.ts';

const STRUCTURE = 'HX-1001';

/** Attributes whose loss changes what other things mean; they have mutations of their own. */
const TELLING = ['edge from', 'edge to', 'case to', 'otherwise to', 'body ref'];

/** Wrappers that must hold something, with what may hold them. */
const WRAPPERS = [
  ['harness', 'resources'],
  ['harness', 'artifacts'],
  ['node', 'inputs'],
  ['node', 'outputs'],
  ['node', 'config'],
  ['metadata', 'tags'],
] as const;

const ONCE = [
  ...['metadata', 'security', 'resources', 'artifacts', 'nodes', 'edges', 'description', 'inputs'],
  ...['outputs', 'config', 'guard', 'retry', 'timeout', 'cases', 'loop', 'subworkflow', 'wait'],
  ...['credential', 'otherwise', 'body', 'title', 'created', 'tags', 'provenance', 'generator'],
];

/** The attribute of a fresh element is left out. */
function without(of: Element, attribute: string): { element: Element } {
  removeValue(of, attribute);
  return { element: of };
}

export const structureMutations: readonly Mutation[] = [
  changing(STRUCTURE, 'a required attribute is missing', ({ root }, choices) => {
    const candidates = everyElement(root).flatMap((each) =>
      requiredOf(shapeOf(each.name))
        .filter((name) => !TELLING.includes(`${each.name} ${name}`))
        .filter((name) => {
          const value = valueIn(each, name);
          const names = name === 'id' || (name === 'name' && each.name !== 'generator');
          return value !== null && !(names && isMentioned(root, value, each));
        })
        .map((name) => ({ each, name })),
    );
    const chosen = anyOf(choices, candidates);
    return chosen === null ? null : without(chosen.each, chosen.name);
  }),
  changing(STRUCTURE, 'an edge has no from', ({ root }) =>
    without(addEdge(root, addNode(root, {}), addNode(root, {})), 'from'),
  ),
  changing(STRUCTURE, 'an edge has no to', ({ root }) =>
    without(addEdge(root, addNode(root, {}), addNode(root, {})), 'to'),
  ),
  changing(STRUCTURE, 'a case or an otherwise has no to', ({ root }, choices) => {
    const cases = only(addDecision(root), 'cases');
    return without(choices.oneOf(cases === null ? [] : elementsIn(cases)), 'to');
  }),
  changing(STRUCTURE, 'a loop body has no ref', ({ root }) => {
    const body = only(only(addLoop(root), 'loop') ?? root, 'body');
    return body === null ? null : without(body, 'ref');
  }),
  changing(STRUCTURE, 'a loop has no body', ({ root }) => {
    const loop = only(addLoop(root), 'loop');
    if (loop === null) return null;
    loop.children = [];
    return { element: loop };
  }),
  changing(STRUCTURE, 'there are no nodes', ({ root }) => {
    removeValue(root, 'entry');
    for (const name of ['nodes', 'edges']) {
      const part = only(root, name);
      if (part !== null) remove(root, part);
    }
    return { element: root };
  }),
  changing(STRUCTURE, 'what must hold something is empty', ({ root }, choices) => {
    const candidates = WRAPPERS.flatMap(([around, name]) =>
      everyElement(root)
        .filter((each) => each.name === around && only(each, name) === null)
        .map((each) => ({ each, name })),
    );
    const chosen = anyOf(choices, candidates);
    return chosen === null ? null : { element: insert(chosen.each, element(chosen.name)) };
  }),
  changing(STRUCTURE, 'two children stand in the wrong order', ({ root }, choices) => {
    const candidates = containersOf(root)
      .filter(({ name }) => shapeOf(name).content !== 'any order')
      .flatMap((each) =>
        each.children.flatMap((child, index) => {
          const next = each.children[index + 1];
          if (typeof child === 'string' || next === undefined || typeof next === 'string')
            return [];
          return child.name === next.name ? [] : [{ each, child, next, index }];
        }),
      );
    const chosen = anyOf(choices, candidates);
    if (chosen === null) return null;
    chosen.each.children.splice(chosen.index, 2, chosen.next, chosen.child);
    return { element: chosen.child };
  }),
  changing(STRUCTURE, 'what stands once stands twice', ({ root }, choices) => {
    const candidates = containersOf(root).flatMap((each) =>
      elementsIn(each)
        .filter(({ name }) => ONCE.includes(name))
        .map((child) => ({ each, child })),
    );
    const chosen = anyOf(choices, candidates);
    if (chosen === null) return null;
    const second = copyOf(chosen.child);
    chosen.each.children.splice(chosen.each.children.indexOf(chosen.child) + 1, 0, second);
    return { element: second };
  }),
  changing(STRUCTURE, 'a known element stands where it cannot', ({ root }, choices) => {
    const around = choices.oneOf(everyElement(root));
    const allowed = shapeOf(around.name).children.map(bare);
    const name = choices.oneOf(ELEMENT_NAMES.filter((each) => !allowed.includes(each)));
    const child = element(name);
    insertAnywhere(choices, around, child);
    return { element: child };
  }),
  changing(STRUCTURE, 'text stands between elements', ({ root }, choices) => {
    const around = choices.oneOf(containersOf(root));
    insertAnywhere(choices, around, choices.oneOf(['text', '😀', ' & ', '\n0']));
    return { element: around, text: true };
  }),
  changing(STRUCTURE, 'text stands in an extension', ({ root }, choices) => {
    const extension = ensure(root, 'extension', { namespace: 'urn:x' });
    insertAnywhere(choices, extension, 'text');
    return { element: extension, text: true };
  }),
  changing(STRUCTURE, 'text stands in an empty element', ({ root }, choices) => {
    const around = anyOf(
      choices,
      everyElement(root).filter(({ name }) => isEmptyElement(name)),
    );
    around?.children.push('text');
    return around === null ? null : { element: around, text: true };
  }),
  changing(STRUCTURE, 'blanks stand in an empty element', ({ root }, choices) => {
    const around = anyOf(
      choices,
      everyElement(root).filter(({ name }) => isEmptyElement(name) && name !== 'extension'),
    );
    around?.children.push(choices.oneOf([' ', '\n', '\t']));
    return around === null ? null : { element: around };
  }),
  changing(STRUCTURE, 'an element stands in a text', ({ root }, choices) => {
    const around = anyOf(
      choices,
      everyElement(root).filter(({ name }) => isText(name) && shapeOf(name).content === 'text'),
    );
    const child = element(choices.oneOf(ELEMENT_NAMES));
    around?.children.push(child);
    return around === null ? null : { element: child };
  }),
];
