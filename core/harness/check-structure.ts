/** Holds a tree against the structure tables: HX-1001 to HX-1006, HX-1102 and HX-2206. */

import { beginningOf, suspect } from '../model/credential-forms.ts';
import { quote } from '../model/show.ts';
import { read } from './attributes.ts';
import { collapse, text } from './datatypes.ts';
import { type Findings, spotOf } from './findings.ts';
import { namespaceOfAttribute } from './namespaces.ts';
import { type Nearest, suggestion } from './near.ts';
import { shorten } from './prolog.ts';
import {
  type AttributeRules,
  type Content,
  type ElementRule,
  elementNames,
  extensionAttributes,
  harness,
  type Part,
} from './structure.ts';
import {
  attributeOf,
  HARNESS_NAMESPACE,
  nearestId,
  SCHEMA_INSTANCE_NAMESPACE,
  XML_NAMESPACE,
  XMLNS_NAMESPACE,
  type XmlElement,
} from './tree.ts';

interface Check {
  readonly findings: Findings;
  readonly nearest: Nearest;
  /** What to add where something is not known: perhaps the document is of a later version. */
  readonly version: string;
}

const STRUCTURE = 'HX-1001';
const UNKNOWN = 'HX-1003';
const REQUIRED_EXTENSION = 'HX-1004';
const FOREIGN = 'HX-1006';

/** Checks the whole tree under `<harness>` and reports everything that is wrong with it. */
export function checkStructure(root: XmlElement, findings: Findings, nearest: Nearest): void {
  const declared = attributeOf(root, 'specVersion') ?? '';
  const version = /^1\.[0-9]{0,8}[1-9]$/.test(declared)
    ? `; the document is written for version ${declared}, and this tool knows 1.0`
    : '';
  checkElement(root, harness, { findings, nearest, version });
}

function checkElement(element: XmlElement, rule: ElementRule, check: Check): void {
  checkAttributes(element, rule, check);
  const { content } = rule;
  switch (content.kind) {
    case 'empty':
      for (const child of element.children) unexpected(child, [], check);
      if (element.text !== '') {
        const text = holdsText(element.text);
        const what = text ? `the text ${showText(element)}` : 'blanks';
        const message = `<${element.local}> must be empty, but holds ${what}`;
        check.findings.add(STRUCTURE, 'error', { element, attribute: null, text }, message);
      }
      break;
    case 'text':
      checkText(element, content, check);
      break;
    case 'sequence':
      checkSequence(element, content.parts, true, check);
      noText(element, check);
      break;
    case 'any order':
      checkSequence(element, content.parts, false, check);
      noText(element, check);
      break;
    case 'foreign':
      checkExtension(element, check);
      noText(element, check);
      break;
  }
}

function checkAttributes(
  element: XmlElement,
  { attributes, required }: ElementRule,
  check: Check,
): void {
  for (const name in element.attributes) {
    const rule = attributes[name];
    if (rule === undefined) {
      unknownAttribute(element, name, attributes, check);
      continue;
    }
    // Any text will do for a text.
    if (rule.datatype === text) continue;
    const value = element.attributes[name] as string;
    const result = rule.datatype.read(value);
    if (result.ok) continue;
    const near = result.words === undefined ? null : check.nearest(value, result.words);
    const version = result.code === UNKNOWN ? check.version : '';
    const message = `${name} ${quote(value)} of ${called(element)} ${result.message}${suggestion(near)}${version}`;
    check.findings.add(result.code, 'error', spotOf(element, name), message);
  }
  for (const name of required) {
    if (element.attributes[name] !== undefined) continue;
    const code = attributes[name]?.missingCode ?? STRUCTURE;
    report(check, code, element, `${called(element)} has no ${name}: add ${name}="…"`);
  }
}

function unknownAttribute(
  element: XmlElement,
  name: string,
  rules: AttributeRules,
  check: Check,
): void {
  const uri = namespaceOfAttribute(name, element.scope);
  const local = name.slice(name.indexOf(':') + 1);
  if (uri === XMLNS_NAMESPACE || uri === XML_NAMESPACE) return;
  if (uri === SCHEMA_INSTANCE_NAMESPACE && element.parent === null) return;
  const spot = spotOf(element, name);
  if (uri === '' || uri === HARNESS_NAMESPACE) {
    const known = Object.keys(rules);
    const message =
      uri !== '' && known.includes(local)
        ? `attribute ${quote(name)} of ${called(element)} has a prefix: HarnessXML's own attributes are written without one`
        : `${called(element)} has no attribute ${quote(name)}${suggestion(check.nearest(local, known))}${check.version}`;
    check.findings.add(UNKNOWN, 'error', spot, message);
    return;
  }
  const message = `attribute ${quote(name)} of ${called(element)} is of the foreign namespace ${quote(uri)}: foreign content belongs inside <extension>`;
  check.findings.add(FOREIGN, 'error', spot, message);
}

function checkText(
  element: XmlElement,
  content: Extract<Content, { kind: 'text' }>,
  check: Check,
): void {
  for (const child of element.children) unexpected(child, [], check);
  const result = content.datatype.read(element.text);
  if (result.ok) return;
  const message = `<${element.local}> ${showText(element)} ${result.message}`;
  report(check, result.code, element, message);
}

function checkSequence(
  element: XmlElement,
  parts: readonly Part[],
  ordered: boolean,
  check: Check,
): void {
  // Tables have at most 15 parts, so the ones that were seen fit into the bits of a number.
  let seen = 0;
  let furthest = 0;
  for (const child of element.children) {
    const index = child.uri === HARNESS_NAMESPACE ? indexOfPart(parts, child.local, furthest) : -1;
    const part = parts[index];
    if (part === undefined) {
      unexpected(child, parts, check);
      continue;
    }
    const bit = 1 << index;
    if (part.maximum === 1 && (seen & bit) !== 0) {
      const message = `${called(element)} has a second <${part.name}>: at most one is allowed`;
      report(check, STRUCTURE, child, message);
    } else if (ordered && index < furthest) {
      const before = parts[furthest]?.name ?? '';
      const message = `<${part.name}> stands after <${before}> in ${called(element)}: it must come before it`;
      report(check, STRUCTURE, child, message);
    }
    seen |= bit;
    furthest = Math.max(furthest, index);
    checkElement(child, part.rule, check);
  }
  for (const [index, part] of parts.entries()) {
    if (part.minimum === 0 || (seen & (1 << index)) !== 0) continue;
    report(check, part.missingCode, element, `${called(element)} has no <${part.name}>`);
  }
}

/** Most children are of the same part as the one before, or of a later one. */
function indexOfPart(parts: readonly Part[], name: string, furthest: number): number {
  for (let index = furthest; index < parts.length; index += 1) {
    if (parts[index]?.name === name) return index;
  }
  for (let index = 0; index < furthest; index += 1) {
    if (parts[index]?.name === name) return index;
  }
  return -1;
}

function unexpected(child: XmlElement, parts: readonly Part[], check: Check): void {
  const { local, uri, name } = child;
  const inside = child.parent === null ? '' : ` in ${called(child.parent)}`;
  if (uri === HARNESS_NAMESPACE) {
    if (elementNames.has(local)) {
      const allowed = parts.length === 0 ? 'nothing' : parts.map((part) => part.name).join(', ');
      const message = `<${local}> can't stand${inside}, which may hold ${allowed}`;
      report(check, STRUCTURE, child, message);
      return;
    }
    const known = parts.length === 0 ? elementNames : parts.map((part) => part.name);
    const near = suggestion(check.nearest(local, known));
    const message = `<${shorten(name)}>${inside} is no element of HarnessXML${near}${check.version}`;
    report(check, UNKNOWN, child, message);
    return;
  }
  if (uri === '') {
    const message = `<${shorten(name)}>${inside} is in no namespace: every element of a document has one`;
    report(check, UNKNOWN, child, message);
    return;
  }
  const message = `<${shorten(name)}>${inside} is of the foreign namespace ${quote(uri)}: foreign content belongs inside <extension>`;
  report(check, FOREIGN, child, message);
}

function checkExtension(element: XmlElement, check: Check): void {
  if (read(element, extensionAttributes, 'required')) {
    const namespace = attributeOf(element, 'namespace') ?? '';
    const message = `the extension ${quote(namespace)} is required and not understood here, so the document can't be run as it is meant`;
    check.findings.add(REQUIRED_EXTENSION, 'error', spotOf(element, 'required'), message);
  }
  for (const child of element.children) {
    if (child.uri === '' || child.uri === HARNESS_NAMESPACE) unexpected(child, [], check);
    else checkForeign(child, check);
  }
}

/** Foreign content is free, but it may not use words of HarnessXML that do not exist. */
function checkForeign(element: XmlElement, check: Check): void {
  for (const name in element.attributes) {
    if (namespaceOfAttribute(name, element.scope) !== HARNESS_NAMESPACE) continue;
    const message = `attribute ${quote(name)} of <${shorten(element.name)}> is no attribute of HarnessXML`;
    check.findings.add(UNKNOWN, 'error', spotOf(element, name), message);
  }
  for (const child of element.children) {
    if (child.uri === HARNESS_NAMESPACE && !elementNames.has(child.local)) {
      unexpected(child, [], check);
    } else {
      checkForeign(child, check);
    }
  }
}

/** Blanks of XML are four characters (§2.3); others, such as a no-break space, are text. */
function holdsText(text: string): boolean {
  return /[^ \t\r\n]/.test(text);
}

function noText(element: XmlElement, check: Check): void {
  if (!holdsText(element.text)) return;
  const message = `${called(element)} holds the text ${showText(element)}, but only elements may stand there`;
  check.findings.add(STRUCTURE, 'error', { element, attribute: null, text: true }, message);
}

/** The text of an element in quotes; what looks like a credential is only begun. */
function showText(element: XmlElement): string {
  const shown = collapse(element.text);
  const name = attributeOf(element, 'name') ?? attributeOf(element, 'id') ?? '';
  const suspicion = suspect(shown, name);
  return quote(suspicion === null ? shown : beginningOf(shown, suspicion.at));
}

function report(check: Check, code: string, element: XmlElement, message: string): void {
  check.findings.add(code, 'error', spotOf(element), message);
}

/** An element as messages name it: with its own id or name, or with the id around it. */
function called(element: XmlElement): string {
  const own = attributeOf(element, 'id') ?? attributeOf(element, 'name');
  // What is in no table of HarnessXML may have any name.
  const tag = `<${shorten(element.local)}>`;
  if (own !== null) return `${tag} ${quote(own)}`;
  const around = element.parent === null ? null : nearestId(element.parent);
  return around === null ? tag : `${tag} of ${quote(around)}`;
}
