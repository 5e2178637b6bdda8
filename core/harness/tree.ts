/**
 * The document as a tree of elements with offsets into the source. Attribute offsets are not
 * kept: they are found again in the tag's source when a finding needs them.
 */

import { HARNESS_NAMESPACE } from './namespace-names.ts';
import type { Scope } from './namespaces.ts';

export {
  HARNESS_NAMESPACE,
  SCHEMA_INSTANCE_NAMESPACE,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
} from './namespace-names.ts';

export interface XmlElement {
  /** As written, prefix included. */
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  /** Values by names as written, in document order; without a prototype. */
  readonly attributes: { readonly [name: string]: string | undefined };
  /** What the prefixes of its attributes mean. */
  readonly scope: Scope | null;
  readonly parent: XmlElement | null;
  readonly children: readonly XmlElement[];
  /** Character data; blanks around child elements left out. */
  readonly text: string;
  /** Text and elements in their order; only where the element is of a foreign namespace. */
  readonly mixed: readonly (string | XmlElement)[] | null;
  /** Offset of the `<`. */
  readonly start: number;
  /** Offset behind the `>` of the start tag. */
  readonly tagEnd: number;
  /** Offset behind the whole element. */
  readonly end: number;
}

/** The value of an attribute without a prefix, or null. */
export function attributeOf(element: XmlElement, name: string): string | null {
  return element.attributes[name] ?? null;
}

export function childrenNamed(element: XmlElement, local: string): readonly XmlElement[] {
  return element.children.filter(
    (child) => child.local === local && child.uri === HARNESS_NAMESPACE,
  );
}

export function childNamed(element: XmlElement, local: string): XmlElement | null {
  for (const child of element.children) {
    if (child.local === local && child.uri === HARNESS_NAMESPACE) return child;
  }
  return null;
}

/** The id of the element itself or of the nearest one around it. */
export function nearestId(element: XmlElement): string | null {
  for (let at: XmlElement | null = element; at !== null; at = at.parent) {
    const id = attributeOf(at, 'id');
    if (id !== null && id !== '') return id;
  }
  return null;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where an attribute stands: from its name to behind its closing quote. */
export function attributeSpan(source: string, element: XmlElement, name: string): Span | null {
  return spansOfAttribute(source, element.start, element.tagEnd, name)[0] ?? null;
}

/** Every occurrence of an attribute in the tag between two offsets (two where it is doubled). */
export function spansOfAttribute(
  source: string,
  tagStart: number,
  tagEnd: number,
  name: string,
): readonly Span[] {
  const attribute = /([^\s=<>/]+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
  const tag = source.slice(tagStart, tagEnd);
  const spans: Span[] = [];
  for (const match of tag.matchAll(attribute)) {
    if (match[1] === name) {
      spans.push({ start: tagStart + match.index, end: tagStart + match.index + match[0].length });
    }
  }
  return spans;
}

/**
 * Where the first character data of an element stands: text or CDATA between its children,
 * comments and processing instructions passed over.
 */
export function textSpan(source: string, element: XmlElement): Span {
  let at = element.tagEnd;
  for (const child of [...element.children, null]) {
    const limit = child?.start ?? element.end;
    const found = firstText(source, at, limit);
    if (found !== null) return found;
    at = child?.end ?? limit;
  }
  return { start: element.start, end: element.tagEnd };
}

function firstText(source: string, from: number, limit: number): Span | null {
  const piece = source.slice(from, limit);
  const token = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<\/|[^< \t\r\n][^<]*/g;
  for (const match of piece.matchAll(token)) {
    if (match[0] === '</') return null;
    if (match[0].startsWith('<!--') || match[0].startsWith('<?')) continue;
    const start = from + match.index;
    return { start, end: start + Math.max(1, match[0].trimEnd().length) };
  }
  return null;
}
