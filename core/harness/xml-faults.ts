/**
 * What the XML parser complains about, in words that say what is wrong, where, and how to mend
 * it. Its own messages are keys of a table and never shown.
 */

import { quote } from '../model/show.ts';
import type { Fault } from './decode.ts';
import { shorten } from './prolog.ts';
import { type Span, spansOfAttribute, type XmlElement } from './tree.ts';
import { type Token, tokensFrom } from './xml-tokens.ts';

/** What is known at the moment of a fault. */
interface Moment {
  readonly message: string;
  readonly source: string;
  /** Offset behind the last character that was read. */
  readonly position: number;
  /** The innermost element that is open, and the one that was closed last. */
  readonly open: XmlElement | null;
  readonly closed: XmlElement | null;
}

interface Explanation extends Span {
  readonly message: string;
}

type Explain = (moment: Moment) => Explanation;

/** By the beginning of the parser's message; the first that fits explains. */
const explanations: readonly (readonly [string, Explain])[] = [
  ['unclosed tag', unclosed],
  ['unexpected end', unclosed],
  ['unexpected close tag', mismatched],
  ['unmatched closing tag', mismatched],
  [
    'weird empty close tag',
    at(lastTag, '`</>` names no element: write the name of the one it closes'),
  ],
  ['duplicate attribute', doubled],
  ['undefined entity', entity],
  ['empty entity name', entity],
  ['disallowed character in entity name', entity],
  ['malformed character entity', entity],
  ['attribute without value', at(lastName, 'an attribute has no value: write name="value"')],
  [
    'unquoted attribute value',
    at(lastCharacter, 'an attribute value has no quotes: write name="value"'),
  ],
  [
    'no whitespace between attributes',
    at(lastCharacter, 'a blank is missing between two attributes'),
  ],
  [
    'disallowed character in attribute name',
    at(lastCharacter, 'an attribute was expected here: name="value", or the end of the tag'),
  ],
  [
    'disallowed character in tag name',
    at(lastTag, '`<` begins no tag here: write &lt; for the character itself'),
  ],
  [
    'disallowed character in closing tag',
    at(lastTag, 'a closing tag holds a name and nothing else'),
  ],
  ['forward-slash in opening tag', at(lastSlash, '`/` in a tag must be followed by `>`')],
  [
    'disallowed character in processing instruction',
    at(lastTag, 'a processing instruction begins with a name: <?name …?>'),
  ],
  [
    'processing instruction without a target',
    at(lastTag, 'a processing instruction begins with a name: <?name …?>'),
  ],
  ['disallowed character', character],
  [
    'documents may contain only one root',
    at(lastTag, 'there is a second root element: a document has one'),
  ],
  ['text data outside of root node', at(textOutside, 'there is text outside the root element')],
  ['document must contain a root element', unclosed],
  ['malformed comment', at(lastCharacter, 'a comment must not hold `--` before its end `-->`')],
  ['inappropriately located doctype', at(lastTag, 'a DOCTYPE is not accepted: delete it')],
  ['incorrect syntax', at(lastTag, '`<!` begins neither a comment nor a CDATA section here')],
  ['the string "]]>"', at(lastThree, '`]]>` must not stand in text: write ]]&gt;')],
  [
    'an XML declaration must be at the start',
    at(lastTag, 'the XML declaration must be the very first thing in the file'),
  ],
  [
    'the XML declaration must appear at the start',
    at(lastTag, 'the XML declaration must be the very first thing in the file'),
  ],
  ['version number must match', at(lastTag, 'the XML declaration must say version="1.0"')],
  ['XML declaration', declaration],
  ['did not expect any more', declaration],
  ['expected the name', declaration],
  ['expected one of', declaration],
  ['value required', declaration],
  ['value must be quoted', declaration],
  ['whitespace required', declaration],
  ['processing instructions are not allowed', declaration],
  ['The character ?', declaration],
  [
    'encoding value must match',
    at(lastTag, 'the XML declaration names no encoding: write encoding="UTF-8"'),
  ],
  [
    'standalone value must match',
    at(lastTag, 'the XML declaration may say standalone="yes" or "no" only'),
  ],
];

const FALLBACK = at(lastCharacter, 'the document is not well-formed XML here');

/** Turns a message of the parser into a fault of ours. */
export function explainFault(
  message: string,
  source: string,
  position: number,
  open: XmlElement | null,
  closed: XmlElement | null,
): Fault {
  const moment: Moment = { message, source, position, open, closed };
  const explain = explanations.find(([beginning]) => message.startsWith(beginning))?.[1];
  return { code: 'HX-1001', ...(explain ?? FALLBACK)(moment) };
}

function declaration(moment: Moment): Explanation {
  const message =
    'the XML declaration is not complete: write <?xml version="1.0" encoding="UTF-8"?>';
  return { message, ...lastTag(moment) };
}

function at(where: (moment: Moment) => Span, message: string): Explain {
  return (moment) => ({ message, ...where(moment) });
}

function lastCharacter({ position }: Moment): Span {
  return { start: position - 1, end: position };
}

/** The name of the attribute before the last character. */
function lastName({ source, position }: Moment): Span {
  let end = position - 1;
  while (end > 0 && /\s/.test(source.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && /[^\s"'=<>/]/.test(source.charAt(start - 1))) start -= 1;
  return { start, end };
}

function lastSlash({ source, position }: Moment): Span {
  const start = source.lastIndexOf('/', position - 1);
  return { start, end: start + 1 };
}

function lastThree({ position }: Moment): Span {
  return { start: position - 3, end: position };
}

function lastTag({ source, position }: Moment): Span {
  const start = source.lastIndexOf('<', position - 1);
  return { start: start < 0 ? position - 1 : start, end: position };
}

function textOutside({ source, position, closed }: Moment): Span {
  const found = firstText(source, closed?.end ?? 0) ?? position - 1;
  return { start: found, end: Math.max(position - 1, found + 1) };
}

function firstText(source: string, from: number): number | null {
  for (const { kind, start, end } of tokensFrom(source, from)) {
    if (kind === 'section') return start;
    const text = kind === 'text' ? /[^ \t\r\n]/.exec(source.slice(start, end)) : null;
    if (text !== null) return start + text.index;
  }
  return null;
}

/** All up to here was read without a fault. */
function soundUpTo({ open, closed }: Moment): number {
  return Math.max(open?.tagEnd ?? 0, closed?.end ?? 0);
}

const WITHOUT_END: { readonly [kind in Token['kind']]: string } = {
  text: 'this text has no end',
  comment: 'this comment has no end `-->`',
  section: 'this CDATA section has no end `]]>`',
  instruction: 'this processing instruction has no end `?>`',
  tag: 'this tag has no end `>`; perhaps a quote is missing',
};

/** The file ends inside an element; often a `&` or a quote ran on to the end. */
function unclosed(moment: Moment): Explanation {
  const { source, open } = moment;
  const ampersand = loneAmpersand(moment, source.length);
  if (ampersand !== null) {
    const message = 'this `&` begins no entity: write &amp; for the character itself';
    return { message, start: ampersand, end: ampersand + 1 };
  }
  for (const { kind, start, end, complete } of tokensFrom(source, soundUpTo(moment))) {
    if (!complete) return { message: WITHOUT_END[kind], start, end };
  }
  if (open === null) {
    return { message: 'the file ends before any element', start: 0, end: source.length };
  }
  const message = `<${shorten(open.name)}> has no end: </${shorten(open.name)}> is missing before the file ends`;
  return { message, start: open.start, end: open.tagEnd };
}

function mismatched({ source, position, open, closed }: Moment): Explanation {
  const start = source.lastIndexOf('</', position - 1);
  const name = source.slice(start + 2, position - 1).trim();
  // At this moment the parser has closed the element that the tag fails to name.
  const expected = closed !== null && closed.end === position ? closed : open;
  const message =
    expected === null
      ? `</${shorten(name)}> closes nothing: no element is open here`
      : `</${shorten(name)}> stands where </${shorten(expected.name)}> must close <${shorten(expected.name)}>`;
  return { message, start, end: position };
}

function doubled({ message, source, position }: Moment): Explanation {
  const start = source.lastIndexOf('<', position - 1);
  const name = /^duplicate attribute: (.*)\.$/s.exec(message)?.[1] ?? '';
  const [, second] = spansOfAttribute(source, start, position, name);
  return {
    message: `attribute ${quote(name)} stands twice in one tag: keep one of them`,
    ...(second ?? { start, end: position }),
  };
}

function entity(moment: Moment): Explanation {
  const { source, position } = moment;
  const start = loneAmpersand(moment, position) ?? position - 1;
  const name = source.slice(start + 1, position - 1);
  if (/^#/.test(name)) {
    return { message: `&${shorten(name, 20)}; names no character of XML`, start, end: position };
  }
  if (/^[A-Za-z_][\w.-]*$/.test(name)) {
    const message = `&${shorten(name, 20)}; is no entity here: XML knows amp, lt, gt, quot and apos, and others can't be defined`;
    return { message, start, end: position };
  }
  const message = 'this `&` begins no entity: write &amp; for the character itself';
  return { message, start, end: start + 1 };
}

/** The first `&` before an offset that begins no reference to a character or a known entity. */
function loneAmpersand(moment: Moment, limit: number): number | null {
  const { source } = moment;
  for (const { kind, start, end } of tokensFrom(source, soundUpTo(moment))) {
    if (start >= limit) return null;
    if (kind !== 'text' && kind !== 'tag') continue;
    const piece = source.slice(start, Math.min(end, limit));
    for (const found of piece.matchAll(REFERENCE)) {
      if (!isReference(found)) return start + found.index;
    }
  }
  return null;
}

const REFERENCE = /&(?:(?:amp|lt|gt|quot|apos);|#([0-9]+);|#x([0-9A-Fa-f]+);)?/g;

function isReference([whole, decimal, hexadecimal]: RegExpExecArray): boolean {
  if (decimal !== undefined) return isCharacter(Number(decimal));
  if (hexadecimal !== undefined) return isCharacter(Number.parseInt(hexadecimal, 16));
  return whole.length > 1;
}

/** Whether XML 1.0 has the character (§2.2). */
function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x9 || code === 0xa || code === 0xd;
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code < 0x110000);
}

function character({ source, position }: Moment): Explanation {
  const found = source.charAt(position - 1);
  if (found === '<') {
    const message =
      "`<` can't stand in an attribute value: write &lt;, or close the quote before it";
    return { message, start: position - 1, end: position };
  }
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return {
    message: `the character U+${code} is not allowed in XML, not even as an entity: delete it`,
    start: position - 1,
    end: position,
  };
}
