/**
 * From a small tree to XML text. The library's builder does the tags; what it leaves to us is
 * the whitespace (its own formatting would change mixed content) and the characters that XML
 * changes on reading unless they are written as references.
 */

import { XMLBuilder } from 'fast-xml-parser';
import { XML_LIMITS } from './limits.ts';

export interface Output {
  readonly name: string;
  /** In this order; those without a value are left out. */
  readonly attributes: readonly (readonly [name: string, value: string | null])[];
  readonly children: readonly (Output | string)[];
  /** Its children stand on lines of their own. False where blanks would be content. */
  readonly spaced: boolean;
}

type Ordered = { readonly [name: string]: unknown };

const ATTRIBUTE = '@_';
const TEXT = '#text';

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
  suppressEmptyNode: true,
  processEntities: false,
  maxNestedTags: 2 * XML_LIMITS.depth,
  attributeValueProcessor: (_name, value) => escapeAttribute(String(value)),
  tagValueProcessor: (_name, value) => escapeText(String(value)),
});

/** The document with an XML declaration; every line ends with LF. */
export function toXml(root: Output): string {
  const body = builder.build([ordered(root, '\n')]);
  // The builder writes every apostrophe as a reference, and between double quotes none needs one.
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body.replaceAll('&apos;', "'")}\n`;
}

/** The first character that no XML document can hold, not even as a reference (§2.2 of XML). */
export function unwritable(text: string): string | null {
  return /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(text)?.[0] ?? null;
}

function ordered(output: Output, newline: string): Ordered {
  const attributes: { [name: string]: string } = {};
  for (const [name, value] of output.attributes) {
    if (value !== null) attributes[ATTRIBUTE + name] = value;
  }
  const inner = `${newline}  `;
  const children = output.children.flatMap((child): readonly Ordered[] => {
    const item = typeof child === 'string' ? { [TEXT]: child } : ordered(child, inner);
    return output.spaced ? [{ [TEXT]: inner }, item] : [item];
  });
  const last = output.spaced && children.length > 0 ? [{ [TEXT]: newline }] : [];
  return { [output.name]: [...children, ...last], ':@': attributes };
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(']]>', ']]&gt;')
    .replaceAll('\r', '&#13;');
}

/** Line ends and tabs would come back as blanks. */
function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\t', '&#9;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\r', '&#13;');
}
