/**
 * Documents damaged at random that stay well-formed XML: elements and attributes stand where
 * they should not, twice or not at all, and values are those of others. So every rule meets
 * what none was made for.
 */

import fc from 'fast-check';
import { type Choices, choicesOf } from './choices.ts';
import { samples, write } from './document.ts';
import { type Attribute, type Element, elementsIn, everyElement } from './element.ts';
import { marked } from './mutation.ts';
import { print } from './print.ts';
import { attributesOf, shapeOf } from './schema.ts';

const VALUES = [
  ...[
    '',
    ' ',
    'a',
    'n0',
    'n1',
    '-1',
    '0',
    '1',
    '99999999999999999999',
    '1e9',
    'true',
    'P1M',
    'PT0S',
  ],
  ...[
    'compensation',
    'error',
    'data',
    'loop',
    'decision',
    'quorum',
    'until',
    'skip',
    '2.0',
    '../x',
  ],
  ...['${n0.out0}', '${item}', '${index == 1}', '${', '${1 + }', "${artifact('a')}", '${n0}', '}'],
  ...['${not not true}', '${[1, [2]] in n1.out0.x}', '${a-b.c.d-e}', '$${', '${x}${y}', '\u202e😀'],
  ...['map<string,array<', 'json', 'constructor', '__proto__', '😀', 'x'.repeat(300), 'PT1.5S'],
];

type Damage = (root: Element, choices: Choices) => void;

function anyAttribute(root: Element, choices: Choices): Attribute | undefined {
  return choices.oneOf(everyElement(root).flatMap(({ attributes }) => attributes));
}

/** An element and what it stands in; undefined where there is only the root. */
function anyChild(root: Element, choices: Choices): readonly [Element, Element] | undefined {
  const children = everyElement(root).flatMap((parent) =>
    elementsIn(parent).map((child) => [parent, child] as const),
  );
  return choices.oneOf(children);
}

function clone(of: Element): Element {
  return {
    ...of,
    attributes: of.attributes.map((attribute) => ({ ...attribute })),
    children: of.children.map((child) => (typeof child === 'string' ? child : clone(child))),
  };
}

const valueOfAnother: Damage = (root, choices) => {
  const to = anyAttribute(root, choices);
  const from = anyAttribute(root, choices);
  if (to !== undefined && from !== undefined) to.value = from.value;
};

const anyValue: Damage = (root, choices) => {
  const attribute = anyAttribute(root, choices);
  if (attribute !== undefined) attribute.value = choices.oneOf(VALUES);
};

const withoutAttribute: Damage = (root, choices) => {
  const of = choices.oneOf(everyElement(root));
  of.attributes.splice(choices.below(of.attributes.length), 1);
};

const moreAttributes: Damage = (root, choices) => {
  const of = choices.oneOf(everyElement(root));
  const known = attributesOf(shapeOf(choices.oneOf(everyElement(root)).name));
  const [name] = choices.oneOf(known) ?? [];
  if (name === undefined || of.attributes.some((each) => each.name === name)) return;
  of.attributes.push({ name, value: choices.oneOf(VALUES) });
};

const withoutElement: Damage = (root, choices) => {
  const [parent, child] = anyChild(root, choices) ?? [];
  if (parent !== undefined) parent.children = parent.children.filter((each) => each !== child);
};

/** A copy stands somewhere else, or many beside each other. */
const copies: Damage = (root, choices) => {
  const [parent, child] = anyChild(root, choices) ?? [];
  if (parent === undefined || child === undefined) return;
  const to = choices.happens(0.5) ? parent : choices.oneOf(everyElement(root));
  const count = choices.happens(0.01) ? choices.oneOf([100, 300]) : 1;
  const made = Array.from({ length: count }, () => clone(child));
  to.children.splice(choices.below(to.children.length + 1), 0, ...made);
};

const order: Damage = (root, choices) => {
  const { children } = choices.oneOf(everyElement(root));
  const [moved] = children.splice(choices.below(children.length), 1);
  if (moved !== undefined) children.splice(choices.below(children.length + 1), 0, moved);
};

const anotherName: Damage = (root, choices) => {
  const [, child] = anyChild(root, choices) ?? [];
  if (child !== undefined) child.name = choices.oneOf(everyElement(root)).name;
};

const text: Damage = (root, choices) => {
  const { children } = choices.oneOf(everyElement(root));
  children.splice(choices.below(children.length + 1), 0, choices.oneOf(VALUES));
};

const DAMAGES: readonly Damage[] = [
  ...[valueOfAnother, valueOfAnother, anyValue, anyValue, withoutAttribute, moreAttributes],
  ...[withoutElement, copies, order, anotherName, text],
];

/** Texts of documents whose elements are damaged, up to twelve times. */
export const damagedElements: fc.Arbitrary<string> = fc
  .tuple(samples, fc.uint8Array({ minLength: 100, maxLength: 100 }))
  .map(([sample, bytes]) => {
    const choices = choicesOf(bytes);
    const { root } = write(sample);
    for (let left = 1 + choices.below(12); left > 0; left -= 1) {
      choices.oneOf(DAMAGES)(root, choices);
    }
    return marked(sample, print(root, sample.style).text);
  });
