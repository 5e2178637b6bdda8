/** Elements as XML text in a style, with the offset of every element and attribute. */

import { type Choices, choicesFrom } from './choices.ts';
import { type Attribute, type Element, elementsIn, HARNESS } from './element.ts';
import { escapeAttribute, writeText } from './escape.ts';
import type { Style } from './style.ts';

export interface Spot {
  /** Of its `<`. */
  readonly start: number;
  /** Of its first character data; -1 where it has none. */
  readonly text: number;
  /** Of its first and its last character behind the start tag; -1 for `<empty/>`. */
  readonly content: number;
  readonly end: number;
  /** Of the names of its attributes, by these. */
  readonly attributes: ReadonlyMap<string, number>;
}

export interface Printed {
  /** Without a byte order mark. */
  readonly text: string;
  readonly spots: ReadonlyMap<Element, Spot>;
}

const SCHEMA = `${HARNESS} https://harnessxml.com/schema/v1.0/harnessxml-1.0.xsd`;
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XML = 'http://www.w3.org/XML/1998/namespace';

const COMMENTS = ['<!---->', '<!-- <node id="a"/> & 😀 ${x} -->', '<?pi?>', '<?tool a="b" ?>'];

type Scope = ReadonlyMap<string, string>;

export function print(root: Element, style: Style): Printed {
  const choices = choicesFrom(style.seed === 0 ? 0 : style.seed + 1);
  const pieces: string[] = [];
  const spots = new Map<Element, Spot>();
  let length = 0;
  const put = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  const prefix = choices.oneOf(['hx', 'h', 'ns-1', 'é']);
  const unusual = (): boolean => choices.happens(style.variety);
  const comment = (): string =>
    style.comments && choices.happens(0.2) ? choices.oneOf(COMMENTS) : '';
  const gap = (depth: number): string => gapOf(style, choices, depth) + comment();

  const printElement = (of: Element, outer: Scope, depth: number): void => {
    const start = length;
    const scope = new Map(outer);
    const added: Attribute[] = depth === 0 ? rootDeclarations(style, prefix) : [];
    for (const { name, value } of added) declare(scope, name, value);
    const name = qualified(of, scope, added, style, choices);
    for (const attribute of of.attributes) bindPrefix(attribute, scope, added);
    if (style.decorations) decorate(of, depth, scope, added, choices);
    const attributes = new Map<string, number>();
    const all = [...added, ...of.attributes];
    put(`<${name}`);
    // Foreign attributes are kept as they are read, in their order.
    const free = of.namespace === null && unusual();
    for (const attribute of free ? mixed(all, choices) : all) {
      put(unusual() ? choices.oneOf(['  ', `${style.newline}\t`]) : ' ');
      attributes.set(attribute.name, length);
      const equals = unusual() ? choices.oneOf([' = ', `=${style.newline}`, '\t=']) : '=';
      const quote = quoteOf(style, choices);
      put(attribute.name + equals + quote);
      put(escapeAttribute(attribute.value, quote, choices, style) + quote);
    }
    const text = printContent(of, name, scope, depth);
    spots.set(of, { start, attributes, ...text });
  };

  const printContent = (of: Element, name: string, scope: Scope, depth: number) => {
    const hasText = of.children.some((child) => typeof child === 'string');
    if (of.children.length === 0 && !unusual()) {
      put(unusual() ? ' />' : '/>');
      return { text: -1, content: -1, end: -1 };
    }
    put(unusual() ? ' >' : '>');
    const content = length;
    let text = -1;
    for (const child of of.children) {
      if (typeof child === 'string') {
        put(comment());
        const written = writeText(child, choices, style);
        if (text < 0) text = length + written.offset;
        put(written.text);
      } else {
        if (!hasText && of.namespace === null) put(gap(depth + 1));
        printElement(child, scope, depth + 1);
      }
    }
    put(comment());
    if (!hasText && elementsIn(of).length > 0 && of.namespace === null) put(gap(depth));
    const end = length;
    put(`</${name}${unusual() ? ' >' : '>'}`);
    return { text, content, end };
  };

  put(style.declaration);
  if (style.declaration !== '') put(unusual() ? '' : style.newline);
  put(comment());
  printElement(root, new Map([['xml', XML]]), 0);
  put(unusual() ? '' : style.newline);
  put(comment());
  return { text: pieces.join(''), spots };
}

function rootDeclarations({ namespaces }: Style, prefix: string): Attribute[] {
  return [
    ...(namespaces === 'prefix' ? [] : [{ name: 'xmlns', value: HARNESS }]),
    ...(namespaces === 'default' ? [] : [{ name: `xmlns:${prefix}`, value: HARNESS }]),
  ];
}

function declare(scope: Map<string, string>, name: string, value: string): void {
  if (name === 'xmlns' || name.startsWith('xmlns:')) scope.set(name.slice('xmlns:'.length), value);
}

/** The name as it is written; what its prefix needs is declared on the element itself. */
function qualified(
  { name, namespace }: Element,
  scope: Map<string, string>,
  added: Attribute[],
  { namespaces }: Style,
  choices: Choices,
): string {
  if (namespace === null) {
    const bound = [...scope].filter(([, uri]) => uri === HARNESS).map(([prefix]) => prefix);
    const prefix = bound.length === 0 ? '' : choices.oneOf(bound);
    if (bound.length === 0) add(scope, added, '', HARNESS);
    if (prefix === '' && scope.get('') !== HARNESS) add(scope, added, '', HARNESS);
    return prefix === '' || namespaces === 'default' ? name : `${prefix}:${name}`;
  }
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? '' : name.slice(0, colon);
  if ((scope.get(prefix) ?? '') !== namespace) add(scope, added, prefix, namespace);
  return name;
}

function bindPrefix(
  { name, namespace }: Attribute,
  scope: Map<string, string>,
  added: Attribute[],
): void {
  if (namespace === undefined) return;
  const prefix = name.slice(0, name.indexOf(':'));
  if (scope.get(prefix) !== namespace) add(scope, added, prefix, namespace);
}

function add(scope: Map<string, string>, added: Attribute[], prefix: string, uri: string): void {
  scope.set(prefix, uri);
  added.push({ name: prefix === '' ? 'xmlns' : `xmlns:${prefix}`, value: uri });
}

/** What may stand on any element, and changes nothing. */
function decorate(
  of: Element,
  depth: number,
  scope: Map<string, string>,
  added: Attribute[],
  choices: Choices,
): void {
  if (depth === 0 && choices.happens(0.5)) {
    add(scope, added, 'xsi', XSI);
    added.push({ name: 'xsi:schemaLocation', value: SCHEMA });
  }
  if (of.namespace !== null) return;
  if (choices.happens(0.1)) added.push({ name: 'xml:lang', value: choices.oneOf(['en', '']) });
  if (choices.happens(0.1)) added.push({ name: 'xml:space', value: 'preserve' });
  if (choices.happens(0.1) && !scope.has('unused')) add(scope, added, 'unused', 'urn:unused');
}

/** Attributes have no order. */
function mixed(attributes: readonly Attribute[], choices: Choices): readonly Attribute[] {
  const left = [...attributes];
  const taken: Attribute[] = [];
  while (left.length > 0) taken.push(...left.splice(choices.below(left.length), 1));
  return taken;
}

function quoteOf({ quotes }: Style, choices: Choices): string {
  if (quotes === 'mixed') return choices.oneOf(['"', "'"]);
  return quotes === 'double' ? '"' : "'";
}

function gapOf(style: Style, choices: Choices, depth: number): string {
  switch (style.indentation) {
    case 'none':
      return '';
    case 'spaces':
      return style.newline + '  '.repeat(depth);
    case 'tabs':
      return style.newline + '\t'.repeat(depth);
    case 'wild':
      return choices.oneOf(['', ' ', style.newline.repeat(2), `\t ${style.newline}   `]);
  }
}
