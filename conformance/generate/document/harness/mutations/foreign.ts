/** HX-1003, HX-1004 and HX-1006: what is not known, and what is another's. */

import type { Choices } from '../choices.ts';
import { type Attribute, type Element, element, everyElement, HARNESS } from '../element.ts';
import {
  addArtifact,
  addEdge,
  addNode,
  addResource,
  ensure,
  insert,
  insertAnywhere,
} from '../fresh.ts';
import { changing, type Mutation } from '../mutation.ts';
import { attributesOf, shapeOf } from '../schema.ts';

const UNKNOWN = 'HX-1003';
const FOREIGN = 'HX-1006';

const UNKNOWN_ELEMENTS = ['nodez', 'Node', 'NODE', 'retries', 'x', '_', 'constructor', 'é'];
const UNKNOWN_ATTRIBUTES = ['ID', 'Type', 'idd', 'x', 'href2', 'constructor', '__proto__', 'é'];

function foreignElement(choices: Choices): Element {
  const [name, namespace] = choices.oneOf([
    ['acme:node', 'https://acme.example/harness/1'],
    ['node', 'urn:other'],
    ['x:nodes', 'https://harnessxml.com/spec/1.0/'],
    ['xhtml:p', 'http://www.w3.org/1999/xhtml'],
  ]);
  return { name: name ?? '', namespace: namespace ?? '', attributes: [], children: [] };
}

function foreignAttribute(of: Element, choices: Choices): Attribute {
  const prefix = choices.oneOf(['acme', 'x']);
  const local = choices.oneOf(['id', 'type', 'limit', 'ref']);
  const attribute = { name: `${prefix}:${local}`, namespace: `urn:${prefix}`, value: 'a' };
  of.attributes.push(attribute);
  return attribute;
}

function addExtension(root: Element, choices: Choices): Element {
  const parent = choices.oneOf([
    root,
    addNode(root, {}),
    addEdge(root, addNode(root, {}), addNode(root, {})),
    addResource(root),
    addArtifact(root),
  ]);
  const extension = element('extension', { namespace: 'urn:needed' });
  insert(parent, extension);
  return extension;
}

export const foreignMutations: readonly Mutation[] = [
  changing(UNKNOWN, 'an element is not known', ({ root }, choices) => {
    const child = element(choices.oneOf(UNKNOWN_ELEMENTS));
    insertAnywhere(choices, choices.oneOf(everyElement(root)), child);
    return { element: child };
  }),
  changing(UNKNOWN, 'an element inside foreign content is not known', ({ root }, choices) => {
    const around = foreignElement(choices);
    const child = element(choices.oneOf(UNKNOWN_ELEMENTS));
    around.children.push('text', child);
    addExtension(root, choices).children.push(around);
    return { element: child };
  }),
  changing(UNKNOWN, 'an element is in no namespace', ({ root }, choices) => {
    const name = choices.oneOf(['node', 'x', 'harness']);
    const child: Element = { name, namespace: '', attributes: [], children: [] };
    insertAnywhere(choices, choices.oneOf(everyElement(root)), child);
    return { element: child };
  }),
  changing(
    UNKNOWN,
    'an element directly in an extension is in no namespace',
    (written, choices) => {
      const child: Element = { name: 'x', namespace: '', attributes: [], children: [] };
      addExtension(written.root, choices).children.push(child);
      return { element: child };
    },
  ),
  changing(UNKNOWN, 'an attribute is not known', ({ root }, choices) => {
    const of = choices.oneOf(everyElement(root));
    const known = attributesOf(shapeOf(of.name)).map(([name]) => name);
    const others = ['id', 'ref', 'when', 'to', 'maxAttempts', 'xmlnsx', ...UNKNOWN_ATTRIBUTES];
    const name = choices.oneOf(others.filter((each) => !known.includes(each)));
    of.attributes.push({ name, value: choices.oneOf(['', 'a', '😀']) });
    return { element: of, attribute: name };
  }),
  changing(UNKNOWN, 'an attribute has the prefix of HarnessXML', ({ root }, choices) => {
    const of = choices.oneOf(everyElement(root));
    const name = `own:${choices.oneOf(['id', 'type', 'x'])}`;
    of.attributes.push({ name, value: 'a', namespace: HARNESS });
    return { element: of, attribute: name };
  }),
  changing(UNKNOWN, 'an attribute of foreign content claims to be of HarnessXML', (it, choices) => {
    const of = foreignElement(choices);
    of.attributes.push({ name: 'own:id', value: 'a', namespace: HARNESS });
    addExtension(it.root, choices).children.push(of);
    return { element: of, attribute: 'own:id' };
  }),
  changing('HX-1004', 'an extension is required and not understood', ({ root }, choices) => {
    const extension = addExtension(root, choices);
    const value = choices.oneOf(['true', '1', ' true\n']);
    extension.attributes.push({ name: 'required', value });
    if (choices.happens(0.5)) extension.children.push(foreignElement(choices));
    return { element: extension, attribute: 'required' };
  }),
  changing(FOREIGN, 'a foreign element stands outside of extensions', ({ root }, choices) => {
    const around = choices.oneOf(everyElement(root).filter(({ name }) => name !== 'extension'));
    const child = foreignElement(choices);
    insertAnywhere(choices, around, child);
    return { element: child };
  }),
  changing(FOREIGN, 'a foreign attribute stands outside of extensions', ({ root }, choices) => {
    ensure(root, 'edges');
    const of = choices.oneOf(everyElement(root));
    return { element: of, attribute: foreignAttribute(of, choices).name };
  }),
  changing(FOREIGN, 'a word for the schema stands below the root', ({ root }, choices) => {
    const of = choices.oneOf(everyElement(root).slice(1));
    const namespace = 'http://www.w3.org/2001/XMLSchema-instance';
    of.attributes.push({ name: 'xsi:type', value: 'a', namespace });
    return { element: of, attribute: 'xsi:type' };
  }),
];
