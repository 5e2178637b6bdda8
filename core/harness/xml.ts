/**
 * The strict XML 1.0 parser (saxes) put to use: a tree with offsets, or the first fault. After
 * a fault nothing that a parser says is reliable, so analysis stops there.
 */

import { SaxesParser } from 'saxes';
import { quote } from '../model/show.ts';
import type { Fault } from './decode.ts';
import { XML_LIMITS, type XmlLimits } from './limits.ts';
import { faultOfBinding, namespaceOf, type Scope, splitName } from './namespaces.ts';
import { shorten } from './prolog.ts';
import {
  HARNESS_NAMESPACE,
  type Span,
  spansOfAttribute,
  XMLNS_NAMESPACE,
  type XmlElement,
} from './tree.ts';
import { explainFault } from './xml-faults.ts';

export type Parsed =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly fault: Fault };

interface GrowingElement extends XmlElement {
  readonly parent: GrowingElement | null;
  children: GrowingElement[];
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
 * An object that inherits nothing, as one made with a null prototype, which engines keep as a
 * hash table of four times the size.
 */
function Bare() {}
Bare.prototype = Object.create(null);
const Attributes = Bare as unknown as new () => { [name: string]: string };

const NO_CHILDREN: GrowingElement[] = [];
const NO_NAMES: string[] = [];

/**
 * Parses a document whose prolog was accepted. Entities other than the five of XML are
 * faults, since there is no DOCTYPE that could define them.
 */
export function parseXml(source: string, limits: XmlLimits = XML_LIMITS): Parsed {
  let root: GrowingElement | null = null;
  let open: GrowingElement | null = null;
  let closed: GrowingElement | null = null;
  let depth = 0;
  let elements = 0;
  /** Of the tag that is being read: attributes that have to do with namespaces, by name. */
  let special = NO_NAMES;
  /** Offset behind the last tag, comment, section or instruction. */
  let behind = 0;
  const resolve = createResolver();

  const parser = new SaxesParser({
    xmlns: false,
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  parser.on('error', (error) => {
    throw new Stopped(explainFault(error.message, source, parser.position, open, closed));
  });
  parser.on('doctype', () => {
    const start = source.lastIndexOf('<!DOCTYPE', parser.position);
    throw stopped('a DOCTYPE is not accepted: delete it', start, parser.position);
  });
  parser.on('processinginstruction', ({ target }) => {
    // Text holds no `<`, so the first `<?` behind what was read before begins this one.
    const start = source.indexOf('<?', behind);
    behind = parser.position;
    const next = start + '<?'.length + target.length;
    const message = target.includes(':')
      ? `the processing instruction ${quote(target)} must have no colon in its name`
      : /^(?:[ \t\r\n]|\?>)/.test(source.slice(next, next + 2))
        ? null
        : `a blank is missing behind the name ${quote(target)} of the processing instruction`;
    if (message !== null) throw stopped(message, start, parser.position);
  });
  const onBracket = (): void => {
    behind = parser.position;
  };
  parser.on('xmldecl', onBracket);
  parser.on('comment', onBracket);
  parser.on('opentagstart', (tag) => {
    tag.attributes = new Attributes();
  });
  parser.on('attribute', ({ name }) => {
    if (name !== 'xmlns' && !name.includes(':')) return;
    if (special === NO_NAMES) special = [name];
    else special.push(name);
  });
  parser.on('opentag', (tag) => {
    const tagEnd = parser.position;
    behind = tagEnd;
    // A `<` can't stand inside a tag of a well-formed document, so the last one began it.
    const start = source.lastIndexOf('<', tagEnd - 1);
    const attributes = tag.attributes as TagAt['attributes'];
    const at: TagAt = { source, attributes, start, end: tagEnd };
    elements += 1;
    if (elements > limits.elements) {
      const message = `the document has more than ${limits.elements} elements, the limit of this reader`;
      throw stopped(message, start, tagEnd);
    }
    depth += 1;
    if (depth > limits.depth) {
      throw stopped(
        `<${shorten(tag.name)}> lies ${depth} elements deep; the limit is ${limits.depth}`,
        start,
        tagEnd,
      );
    }
    checkLimits(tag.name, at, limits);
    const around: Scope | null = open === null ? null : open.scope;
    const scope = special === NO_NAMES ? around : scopeOf(special, around, at);
    const { name, local, uri } = resolve(tag.name, scope, at);
    if (special !== NO_NAMES) checkPrefixes(special, scope, at);
    special = NO_NAMES;
    const element: GrowingElement = {
      name,
      local,
      uri,
      attributes,
      scope,
      parent: open,
      children: NO_CHILDREN,
      text: '',
      mixed: uri === HARNESS_NAMESPACE ? null : [],
      start,
      tagEnd,
      end: tagEnd,
    };
    if (open === null) root = element;
    else adopt(open, element);
    open = element;
  });
  parser.on('closetag', () => {
    behind = parser.position;
    if (open === null) return;
    open.end = behind;
    closed = open;
    open = open.parent;
    depth -= 1;
  });
  const onText = (text: string): void => {
    if (open === null) return;
    if (open.mixed !== null) appendText(open.mixed, text);
    if (open.children !== NO_CHILDREN && isBlank(text)) return;
    open.text = open.text === '' ? text : open.text + text;
  };
  parser.on('text', onText);
  parser.on('cdata', (text) => {
    onBracket();
    onText(text);
  });

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

/** A comment or a CDATA section between two texts makes them no less one text. */
function appendText(mixed: (string | XmlElement)[], text: string): void {
  const last = mixed.at(-1);
  if (typeof last === 'string') mixed[mixed.length - 1] = last + text;
  else mixed.push(text);
}

function adopt(parent: GrowingElement, child: GrowingElement): void {
  if (parent.mixed !== null) parent.mixed.push(child);
  if (parent.children !== NO_CHILDREN) {
    parent.children.push(child);
    return;
  }
  parent.children = [child];
  if (parent.text !== '' && isBlank(parent.text)) parent.text = '';
}

interface TagAt extends Span {
  readonly source: string;
  readonly attributes: { readonly [name: string]: string };
}

function scopeOf(names: readonly string[], around: Scope | null, tag: TagAt): Scope | null {
  const bound = new Map<string, string>();
  for (const name of names) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    const prefix = name.slice('xmlns:'.length);
    const uri = tag.attributes[name] ?? '';
    if (splitName(name) === null) throw stoppedAt(tag, name, malformedName(name));
    const fault = faultOfBinding(prefix, uri);
    if (fault !== null) throw stoppedAt(tag, name, fault);
    bound.set(prefix, uri);
  }
  return bound.size === 0 ? around : { bound, around };
}

interface Resolved {
  /** As written. One text for all elements of a name takes less room than one for each. */
  readonly name: string;
  readonly local: string;
  readonly uri: string;
}

/** Documents have few names and fewer scopes, so each name is resolved once in a scope. */
function createResolver(): (name: string, scope: Scope | null, tag: TagAt) => Resolved {
  let known = new Map<string, Resolved>();
  let knownIn: Scope | null = null;
  return (name, scope, tag) => {
    if (scope !== knownIn) {
      known = new Map();
      knownIn = scope;
    }
    const before = known.get(name);
    if (before !== undefined) return before;
    const resolved = resolveTag(name, scope, tag);
    known.set(name, resolved);
    return resolved;
  };
}

function resolveTag(name: string, scope: Scope | null, tag: TagAt): Resolved {
  const parts = splitName(name);
  if (parts === null) throw stoppedAt(tag, null, malformedName(name));
  const uri = namespaceOf(parts.prefix, scope);
  if (uri === null) throw stoppedAt(tag, null, unbound(parts.prefix));
  if (uri === XMLNS_NAMESPACE) {
    throw stoppedAt(tag, null, 'the prefix xmlns is reserved: choose another');
  }
  return { name, local: parts.local, uri };
}

/** Prefixes of attributes are bound, and no two attributes are one once they are resolved. */
function checkPrefixes(names: readonly string[], scope: Scope | null, tag: TagAt): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
    const parts = splitName(name);
    if (parts === null) throw stoppedAt(tag, name, malformedName(name));
    const uri = namespaceOf(parts.prefix, scope);
    if (uri === null) throw stoppedAt(tag, name, unbound(parts.prefix));
    const expanded = `${parts.local} ${uri}`;
    if (seen.has(expanded)) {
      const message = `attribute ${quote(parts.local)} stands twice in one tag, under two prefixes of one namespace: keep one of them`;
      throw stoppedAt(tag, name, message);
    }
    seen.add(expanded);
  }
}

function malformedName(name: string): string {
  return `the name ${quote(name)} must have one colon at most, and a name on either side of it`;
}

function unbound(prefix: string): string {
  return `the prefix ${quote(prefix)} is bound to no namespace: add xmlns:${shorten(prefix)}="…"`;
}

function stoppedAt(tag: TagAt, attribute: string | null, message: string): Stopped {
  const [span = tag] =
    attribute === null ? [] : spansOfAttribute(tag.source, tag.start, tag.end, attribute);
  return stopped(message, span.start, span.end);
}

function checkLimits(name: string, { attributes, start, end }: TagAt, limits: XmlLimits): void {
  if (end - start <= limits.attributes) return;
  let count = 0;
  for (const attribute in attributes) {
    count += 1;
    const { length } = attributes[attribute] ?? '';
    if (length <= limits.attributeLength) continue;
    const message = `attribute ${quote(attribute)} has ${length} characters; the limit is ${limits.attributeLength}`;
    throw stopped(message, start, end);
  }
  if (count > limits.attributes) {
    const message = `<${shorten(name)}> has ${count} attributes; the limit is ${limits.attributes}`;
    throw stopped(message, start, end);
  }
}

function stopped(message: string, start: number, end: number): Stopped {
  return new Stopped(refused(message, start, end));
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
