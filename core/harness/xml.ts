/**
 * The strict XML 1.0 parser (saxes) put to use: a tree with offsets, or the first fault. After
 * a fault nothing that a parser says is reliable, so analysis stops there.
 */

import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes';
import type { Fault } from './decode.ts';
import { MAXIMUM_ATTRIBUTE_LENGTH, MAXIMUM_ATTRIBUTES, MAXIMUM_DEPTH } from './limits.ts';
import { HARNESS_NAMESPACE, type XmlElement } from './tree.ts';
import { explainFault } from './xml-faults.ts';

export type Parsed =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly fault: Fault };

interface GrowingElement extends XmlElement {
  readonly parent: GrowingElement | null;
  readonly children: GrowingElement[];
  text: string;
  readonly mixed: (string | XmlElement)[] | null;
  end: number;
}

/** Thrown out of a handler: saxes would go on after a fault. */
class Stopped extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/**
 * Parses a document whose prolog was accepted. Entities other than the five of XML are
 * faults, since there is no DOCTYPE that could define them.
 */
export function parseXml(source: string): Parsed {
  let root: GrowingElement | null = null;
  let open: GrowingElement | null = null;
  let closed: GrowingElement | null = null;
  let depth = 0;

  const parser = new SaxesParser({
    xmlns: true,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  parser.on('error', (error) => {
    throw new Stopped(explainFault(error.message, source, parser.position, open, closed));
  });
  parser.on('doctype', () => {
    const start = source.lastIndexOf('<!DOCTYPE', parser.position);
    throw new Stopped(refused('a DOCTYPE is not accepted: delete it', start, parser.position));
  });
  parser.on('opentag', (tag: SaxesTagNS) => {
    const tagEnd = parser.position;
    // A `<` can't stand inside a tag of a well-formed document, so the last one began it.
    const start = source.lastIndexOf('<', tagEnd - 1);
    const element: GrowingElement = {
      name: tag.name,
      local: tag.local,
      uri: tag.uri,
      attributes: tag.attributes,
      parent: open,
      children: [],
      text: '',
      mixed: tag.uri === HARNESS_NAMESPACE ? null : [],
      start,
      tagEnd,
      end: tagEnd,
    };
    depth += 1;
    if (depth > MAXIMUM_DEPTH) {
      const message = `<${tag.name}> lies ${depth} elements deep; the limit is ${MAXIMUM_DEPTH}`;
      throw new Stopped(refused(message, start, tagEnd));
    }
    checkAttributes(tag, start, tagEnd);
    if (open === null) root = element;
    else adopt(open, element);
    open = element;
  });
  parser.on('closetag', () => {
    if (open === null) return;
    open.end = parser.position;
    closed = open;
    open = open.parent;
    depth -= 1;
  });
  const onText = (text: string): void => {
    if (open === null) return;
    if (open.mixed !== null) open.mixed.push(text);
    if (open.children.length > 0 && isBlank(text)) return;
    open.text += text;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);

  try {
    parser.write(source).close();
  } catch (error) {
    if (error instanceof Stopped) return { ok: false, fault: error.fault };
    throw error;
  }
  if (root === null) {
    return { ok: false, fault: refused('the document has no element', 0, source.length) };
  }
  return { ok: true, root };
}

function adopt(parent: GrowingElement, child: GrowingElement): void {
  if (parent.children.length === 0 && parent.text !== '' && isBlank(parent.text)) parent.text = '';
  parent.children.push(child);
  if (parent.mixed !== null) parent.mixed.push(child);
}

function checkAttributes(tag: SaxesTagNS, start: number, tagEnd: number): void {
  if (tagEnd - start <= MAXIMUM_ATTRIBUTES) return;
  let count = 0;
  for (const name in tag.attributes) {
    count += 1;
    const { value } = tag.attributes[name] as SaxesAttributeNS;
    if (value.length > MAXIMUM_ATTRIBUTE_LENGTH) {
      const message = `attribute '${name}' has ${value.length} characters; the limit is ${MAXIMUM_ATTRIBUTE_LENGTH}`;
      throw new Stopped(refused(message, start, tagEnd));
    }
  }
  if (count > MAXIMUM_ATTRIBUTES) {
    const message = `<${tag.name}> has ${count} attributes; the limit is ${MAXIMUM_ATTRIBUTES}`;
    throw new Stopped(refused(message, start, tagEnd));
  }
}

function refused(message: string, start: number, end: number): Fault {
  return { code: 'HX-1001', message, start, end };
}

function isBlank(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0d) return false;
  }
  return true;
}
