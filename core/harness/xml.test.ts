import { expect, test } from 'vitest';
import { XML_LIMITS } from './limits.ts';
import { parseXml } from './xml.ts';

function faultOf(source: string, limits = XML_LIMITS): string | null {
  const parsed = parseXml(source, limits);
  return parsed.ok ? null : `${parsed.fault.start} ${parsed.fault.message}`;
}

test('every limit holds, and what is just within it passes', () => {
  const limits = { elements: 3, depth: 2, attributes: 2, attributeLength: 300 };
  const long = (length: number) => `<a b="${'x'.repeat(length)}"/>`;
  expect(faultOf('<a><b/><b/></a>', limits)).toBeNull();
  expect(faultOf('<a><b/><b/><c/></a>', limits)).toMatch(
    /^11 the document has more than 3 elements/,
  );
  expect(faultOf('<a><b><c/></b></a>', limits)).toMatch(
    /^6 <c> lies 3 elements deep; the limit is 2/,
  );
  expect(faultOf('<a b="" c=""/>', limits)).toBeNull();
  expect(faultOf('<a b="" c="" d=""/>', limits)).toMatch(/^0 <a> has 3 attributes; the limit is 2/);
  expect(faultOf(long(300), limits)).toBeNull();
  expect(faultOf(long(301), limits)).toMatch(/^0 attribute 'b' has 301 characters/);
});

test.each([
  ['<a:b/>', /^0 the prefix 'a' is bound to no namespace/],
  ['<a b:c=""/>', /^3 the prefix 'b' is bound to no namespace/],
  ['<x><a xmlns:p="u"/><p:a/></x>', /^19 the prefix 'p' is bound to no namespace/],
  ['<a:b:c/>', /^0 the name 'a:b:c' must have one colon/],
  ['<a xmlns:="u"/>', /^3 /],
  ['<a:1 xmlns:a="u"/>', /^0 the name 'a:1'/],
  ['<a xmlns:p=""/>', /^3 the prefix 'p' must not be bound to nothing/],
  ['<a xmlns:xmlns="u"/>', /^3 the prefix xmlns is reserved/],
  ['<a xmlns:xml="u"/>', /^3 .*reserved/],
  ['<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>', /^3 .*reserved/],
  ['<a xmlns="http://www.w3.org/2000/xmlns/"/>', /^3 .*reserved/],
  ['<xmlns:a/>', /^0 the prefix xmlns is reserved/],
  ['<?a:b?><a/>', /^0 the processing instruction 'a:b'/],
])('namespaces are those of XML: %s', (source, expected) => {
  expect(faultOf(source)).toMatch(expected);
});

test('names are resolved in the scope in which they stand', () => {
  const parsed = parseXml(
    '<a xmlns="u" xmlns:p="v"><p:b p:c="1" xml:lang="en"/><d xmlns="" xmlns:p="w"><p:e/><f/></d><g/></a>',
  );
  expect(parsed.ok).toBe(true);
  if (!parsed.ok) return;
  const { root } = parsed;
  const [b, d, g] = root.children;
  expect([root.uri, b?.uri, b?.local, d?.uri, g?.uri]).toEqual(['u', 'v', 'b', '', 'u']);
  expect(d?.children.map(({ uri, local }) => [uri, local])).toEqual([
    ['w', 'e'],
    ['', 'f'],
  ]);
});

test('offsets of elements lead to their source', () => {
  const source = '<a>\r\n<b c="x>y">t</b>\r\n<d\r\n/>😀</a>';
  const parsed = parseXml(source);
  expect(parsed.ok).toBe(true);
  if (!parsed.ok) return;
  const pieces = parsed.root.children.map(({ start, tagEnd, end }) => [
    source.slice(start, tagEnd),
    source.slice(start, end),
  ]);
  expect(pieces).toEqual([
    ['<b c="x>y">', '<b c="x>y">t</b>'],
    ['<d\r\n/>', '<d\r\n/>'],
  ]);
  expect(parsed.root.text).toBe('😀');
});
