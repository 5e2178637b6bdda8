/** A document as elements that can be changed: what mutations break and the printer prints. */

export const HARNESS = 'https://harnessxml.com/spec/1.0';

export interface Element {
  /** Local where the namespace is HarnessXML's, otherwise as it is written. */
  name: string;
  /** Null for HarnessXML, whose prefix is the printer's choice; '' for none. */
  namespace: string | null;
  attributes: Attribute[];
  children: (Element | string)[];
}

export interface Attribute {
  readonly name: string;
  value: string;
  /** Of its prefix; absent where it has none. */
  readonly namespace?: string;
}

export type Values = { readonly [attribute: string]: string | null };

/** A HarnessXML element; attributes that are null are left out. */
export function element(
  name: string,
  values: Values = {},
  children: readonly (Element | string | null)[] = [],
): Element {
  const attributes = Object.entries(values).flatMap(([key, value]) =>
    value === null ? [] : [{ name: key, value }],
  );
  return {
    name,
    namespace: null,
    attributes,
    children: children.filter((child) => child !== null),
  };
}

export function valueIn(of: Element, name: string): string | null {
  return of.attributes.find((attribute) => attribute.name === name)?.value ?? null;
}

/** Changes an attribute where it stands, or adds it behind the others. */
export function setValue(of: Element, name: string, value: string): void {
  const known = of.attributes.find((attribute) => attribute.name === name);
  if (known === undefined) of.attributes.push({ name, value });
  else known.value = value;
}

export function removeValue(of: Element, name: string): void {
  of.attributes = of.attributes.filter((attribute) => attribute.name !== name);
}

export function elementsIn(of: Element): Element[] {
  return of.children.filter((child) => typeof child !== 'string');
}

/** HarnessXML's own children of a name. */
export function named(of: Element, name: string): Element[] {
  return elementsIn(of).filter((child) => child.namespace === null && child.name === name);
}

export function only(of: Element, name: string): Element | null {
  return named(of, name)[0] ?? null;
}

/** The element itself and all HarnessXML elements below it, in document order. */
export function everyElement(root: Element): Element[] {
  return [
    root,
    ...elementsIn(root)
      .filter((child) => child.namespace === null)
      .flatMap(everyElement),
  ];
}

export function nodesOf(root: Element): Element[] {
  return named(only(root, 'nodes') ?? element('nodes'), 'node');
}

export function edgesOf(root: Element): Element[] {
  return named(only(root, 'edges') ?? element('edges'), 'edge');
}

export function parentOf(root: Element, wanted: Element): Element {
  const found = everyElement(root).find((each) => each.children.includes(wanted));
  if (found === undefined) throw new Error(`<${wanted.name}> has no parent in this document`);
  return found;
}

export function remove(root: Element, wanted: Element): void {
  const parent = parentOf(root, wanted);
  parent.children = parent.children.filter((child) => child !== wanted);
}
