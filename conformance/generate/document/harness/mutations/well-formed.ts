/** HX-1001: texts that are no XML, or XML that a document may not be (XML 1.0, harness.md §2). */

import type { Choices } from '../choices.ts';
import type { Written } from '../document.ts';
import { type Element, everyElement, parentOf } from '../element.ts';
import { anyOf } from '../fresh.ts';
import { type Mutation, replaced, type Spliced, splicing } from '../mutation.ts';
import type { Spot } from '../print.ts';

type Splice = (written: Written, choices: Choices) => Spliced | null;

function breaking(title: string, splice: Splice): Mutation {
  return splicing('HX-1001', title, splice);
}

function spotOf({ spots }: Written, of: Element): Spot {
  const spot = spots.get(of);
  if (spot === undefined) throw new Error(`<${of.name}> was not printed`);
  return spot;
}

/** Something is put where the text of a document, outside of any tag, may stand. */
function inText(title: string, pieces: readonly string[], offset: (piece: string) => number) {
  return breaking(title, (written, choices) => {
    const { text, root } = written;
    const around = anyOf(
      choices,
      everyElement(root).filter((each) => spotOf(written, each).end >= 0),
    );
    if (around === null) return null;
    const { content, end } = spotOf(written, around);
    const at = choices.oneOf([content, end]);
    const piece = choices.oneOf(pieces);
    return { text: replaced(text, at, at, piece), at: at + offset(piece) };
  });
}

/** Something is put before the first attribute of a tag, behind its blank. */
function inTag(title: string, pieces: readonly string[], offset: (piece: string) => number) {
  return breaking(title, (written, choices) => {
    const { text, root } = written;
    const of = anyOf(
      choices,
      everyElement(root).filter((each) => spotOf(written, each).attributes.size > 0),
    );
    if (of === null) return null;
    const at = Math.min(...spotOf(written, of).attributes.values());
    const piece = choices.oneOf(pieces);
    return { text: replaced(text, at, at, `${piece} `), at: at + offset(piece) };
  });
}

/** Something is put at the beginning of an attribute's value. */
function inValue(title: string, pieces: readonly string[]): Mutation {
  return breaking(title, (written, choices) => {
    const { text, root } = written;
    const places = everyElement(root).flatMap((each) => [
      ...spotOf(written, each).attributes.values(),
    ]);
    const at = anyOf(choices, places);
    if (at === null) return null;
    const quote = /["']/.exec(text.slice(at));
    const start = at + (quote?.index ?? 0) + 1;
    return { text: replaced(text, start, start, choices.oneOf(pieces)), at: start };
  });
}

const start = (): number => 0;

/** Characters that XML 1.0 does not have (§2.2). */
const FORBIDDEN = ['\u0001', '\u0008', '\u000b', '\u000c', '\u001f', '\uFFFE', '\uFFFF'];

const BAD_REFERENCES = ['&nbsp;', '&copy;', '&#0;', '&#1;', '&#xD800;', '&#x110000;', '&#xFFFF;'];

const LONE_AMPERSANDS = ['& ', '&;', '&&amp;', '& b;', '&1;'];

export const wellFormedMutations: readonly Mutation[] = [
  inText('a reference names no character or entity', BAD_REFERENCES, start),
  inText('an ampersand begins no reference', LONE_AMPERSANDS, start),
  inText('a character is none of XML', FORBIDDEN, start),
  inText('a `<` begins no tag', ['< ', '<1>', '<=', '<&amp;'], start),
  inText(
    'a comment holds two hyphens',
    ['<!-- a -- b -->', '<!-- a --->'],
    (piece) => piece.indexOf('--', 4) + 2,
  ),
  inText('`]]>` stands in text', ['x]]>', ']]>'], (piece) => piece.indexOf(']]>')),
  inText('a declaration stands inside', ['<!ELEMENT a ANY>', '<!ENTITY a "b">'], start),
  inText('a DOCTYPE stands inside', ['<!DOCTYPE harness>'], start),
  inText('an XML declaration stands inside', ['<?xml version="1.0"?>', '<?XML?>'], start),
  inText('a processing instruction has no name', ['<? ?>', '<??>'], start),
  inText('a prefix is bound to nothing', ['<none:x/>', '<none:node id="a"/>'], start),
  inText('a name has two colons', ['<a:b:c/>', '<:a/>', '<a:/>'], start),
  inText('an end tag closes nothing', ['</none>', '</>'], start),
  inText('an element is closed by another', ['<x></y>', '<x><y></x></y>'], (piece) =>
    piece.indexOf('</'),
  ),
  inTag('an attribute has no value', ['none'], start),
  inTag('an attribute has no quotes', ['none=1'], (piece) => piece.indexOf('1')),
  inTag('an attribute has no name', ['="1"'], start),
  inTag('an attribute has the prefix of nothing', ['none:x="1"'], start),
  inTag('xmlns is bound', ['xmlns:xmlns="urn:x"'], start),
  inTag('xml is bound to another namespace', ['xmlns:xml="urn:x"'], start),
  inTag('a prefix is bound to no namespace', ['xmlns:none=""'], start),
  inTag('an attribute stands twice', ['z="1" z="1"'], (piece) => piece.lastIndexOf('z')),
  inTag(
    'an attribute stands twice under two prefixes',
    ['xmlns:p="u" xmlns:q="u" p:a="1" q:a="1"'],
    (piece) => piece.indexOf('q:a'),
  ),
  inTag('two attributes touch', ['z="1"y="2"'], (piece) => piece.indexOf('y')),
  inTag('a slash stands in a tag', ['/'], (piece) => piece.indexOf('/')),
  inValue('a value holds `<`', ['<', '<a']),
  inValue('a reference in a value names nothing', BAD_REFERENCES),
  inValue('an ampersand in a value begins no reference', LONE_AMPERSANDS),
  inValue('a character of a value is none of XML', FORBIDDEN),
  breaking('there is a second root', ({ text }, choices) => {
    const piece = choices.oneOf(['<harness/>', '<x></x>', '<a b="c">d</a>']);
    return { text: text + piece, at: text.length };
  }),
  breaking('text stands behind the root', ({ text }, choices) => {
    const piece = choices.oneOf(['x', '😀', '&amp;', '<![CDATA[x]]>', '}']);
    return { text: text + piece, at: text.length };
  }),
  breaking('text stands before the root', ({ text }, choices) => {
    const piece = choices.oneOf(['x', '{', '😀', 'PK\u0003']);
    return { text: piece + text, at: 0 };
  }),
  breaking('there is nothing', (_, choices) => {
    const text = choices.oneOf(['', ' ', '\n\n', '<!-- a -->', '<?xml version="1.0"?>', '\t<?a?>']);
    return { text, at: 0 };
  }),
  breaking('there is a DOCTYPE', ({ text }, choices) => {
    const [declaration = ''] = /^<\?xml .*?\?>/s.exec(text) ?? [];
    const type = choices.oneOf([
      '<!DOCTYPE harness>',
      '<!DOCTYPE harness SYSTEM "harness.dtd">',
      '<!DOCTYPE harness [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>',
    ]);
    const at = declaration.length;
    return { text: replaced(text, at, at, type), at };
  }),
  breaking('the XML declaration is not the first thing', ({ text }, choices) => {
    const before = choices.oneOf([' ', '\n', '<!-- a -->']);
    const rest = text.replace(/^<\?xml .*?\?>/s, '');
    return { text: `${before}<?xml version="1.0"?>${rest}`, at: before.length };
  }),
  breaking('the XML declaration is malformed', ({ text }, choices) => {
    const declaration = choices.oneOf([
      '<?xml?>',
      '<?xml version="2.0"?>',
      '<?xml encoding="UTF-8"?>',
      '<?xml version="1.0" standalone="maybe"?>',
      '<?xml version=1.0?>',
    ]);
    return { text: declaration + text.replace(/^<\?xml .*?\?>/s, ''), at: 0 };
  }),
  breaking('the root is of another language', (_, choices) => {
    const text = choices.oneOf([
      '<html></html>',
      '<harness id="a" specVersion="1.0"><nodes/></harness>',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<nodes xmlns="https://harnessxml.com/spec/1.0"/>',
      '<harness xmlns="http://harnessxml.com/spec/1.0" id="a" specVersion="1.0"/>',
    ]);
    return { text, at: 0 };
  }),
  breaking('an element nests too deep', (written, choices) => {
    const { content, end } = spotOf(written, written.root);
    const piece = `${'<a>'.repeat(300)}${'</a>'.repeat(300)}`;
    const at = choices.oneOf([content, end]);
    // The root is the first of 256 levels.
    return { text: replaced(written.text, at, at, piece), at: at + 255 * '<a>'.length };
  }),
  breaking('an element has too many attributes', (written, choices) => {
    const many = Array.from({ length: 300 }, (_, index) => ` a${index}="x"`).join('');
    const { content, end } = spotOf(written, written.root);
    const at = choices.oneOf([content, end]);
    return { text: replaced(written.text, at, at, `<x${many}/>`), at };
  }),
  breaking('the file ends before an element begins', (written, choices) => {
    const { text, root } = written;
    const each = anyOf(choices, everyElement(root).slice(1));
    if (each === null) return null;
    const around = parentOf(root, each);
    return { text: text.slice(0, spotOf(written, each).start), at: spotOf(written, around).start };
  }),
  breaking('the file ends before an element ends', (written, choices) => {
    const open = everyElement(written.root).filter((each) => spotOf(written, each).end >= 0);
    const each = anyOf(choices, open);
    if (each === null) return null;
    const { start, end } = spotOf(written, each);
    return { text: written.text.slice(0, end), at: start };
  }),
  breaking('the file ends within a tag', (written, choices) => {
    const { text, root } = written;
    const each = choices.oneOf(everyElement(root));
    const { start, attributes } = spotOf(written, each);
    const at = anyOf(choices, [...attributes.values()]);
    if (at === null) return null;
    const end = at + choices.oneOf([0, 1, text.slice(at).indexOf('=') + 2]);
    return { text: text.slice(0, end), at: start };
  }),
];
