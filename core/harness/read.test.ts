import { expect, test } from 'vitest';
import { readHarness } from './read.ts';
import { document } from './testing/cases.ts';

const node = '<node id="a" type="task"/>';
const utf8 = (text: string) => new TextEncoder().encode(text);
const bytes = (...values: readonly number[]) => new Uint8Array(values);

/** The only finding of a document that can't be analysed, as one line. */
function only(source: string | Uint8Array): string {
  const { findings, stopped, workflow } = readHarness(source);
  expect(findings.length).toBe(1);
  expect(stopped).toBe(true);
  expect(workflow).toBeNull();
  const [finding] = findings;
  expect(finding?.severity).toBe('error');
  expect(finding?.message).toMatch(/; analysis stopped here$/);
  return `${finding?.line}:${finding?.column} ${finding?.code} ${finding?.message}`;
}

test.each([
  ['an empty file', '', /^1:1 HX-1001 the file is empty/],
  ['blanks alone', ' \n ', /^1:1 HX-1001 the file has no element/],
  ['a comment alone', '<!-- x -->', /^1:1 HX-1001 the file has no element/],
  ['text', 'hello <world>', /^1:1 HX-1001 this is not XML.*'h'/],
  ['JSON', '{"a": 1}', /^1:1 HX-1001 this is JSON/],
  ['HTML', '<!DOCTYPE html>\n<html><br></html>', /^1:1 HX-1001 a DOCTYPE/],
  ['HTML without DOCTYPE', '<html></html>', /^1:1 HX-1001 this is HTML/],
  [
    'another XML',
    '<?xml version="1.0"?>\n<note xmlns="urn:x"/>',
    /^2:1 HX-1001.*<note> of 'urn:x'/,
  ],
  ['a root without namespace', '<harness id="h"/>', /^1:1 HX-1001.*without a namespace/],
  ['an open comment', '<!-- x', /^1:1 HX-1001 this comment has no end/],
  [
    'a bomb of entities',
    '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<x>&b;</x>',
    /^2:1 HX-1001 a DOCTYPE is not accepted/,
  ],
  ['a DOCTYPE that never ends', '\n<!DOCTYPE x [<!ENTITY', /^2:1 HX-1001 a DOCTYPE/],
  ['a DOCTYPE inside', '<a>\n <!DOCTYPE x></a>', /^2:2 HX-1001 a DOCTYPE/],
  [
    'an element without end',
    '<a>\n <b>\n</a>',
    /^3:1 HX-1001 <\/a> stands where <\/b> must close <b>/,
  ],
  ['a missing end', '<a>\n <b></b>\n <c>', /^3:2 HX-1001 <c> has no end/],
  ['an end too many', '<a></a></b>', /^1:8 HX-1001 <\/b> closes nothing/],
  ['a second root', '<a/>\n<b/>', /^2:1 HX-1001 there is a second root/],
  ['text behind the root', '<a/>\n tail', /^2:2 HX-1001 there is text outside/],
  ['an open tag', '<a>\n<b c="1"', /^2:1 HX-1001 this tag has no end/],
  ['an open quote', '<a>\n <b c="1>\n</a>', /^2:2 HX-1001|^3:1 HX-1001/],
  [
    'an attribute twice',
    '<a>\n <b c="1" d="2" c="3"/></a>',
    /^2:17 HX-1001 attribute 'c' stands twice/,
  ],
  [
    'an attribute twice by namespace',
    '<a xmlns:p="u" xmlns:q="u">\n <b p:c="1" q:c="3"/></a>',
    /^2:13 HX-1001 attribute 'c' stands twice/,
  ],
  ['an unknown entity', '<a>\n &nbsp;</a>', /^2:2 HX-1001 &nbsp; is no entity here/],
  ['an ampersand', '<a b="x & y"/>', /^1:9 HX-1001 this `&` begins no entity/],
  ['an ampersand in text', '<a>\nx && y; z</a>', /^2:3 HX-1001 this `&` begins no entity/],
  ['a character that is none', '<a>&#0;</a>', /^1:4 HX-1001 &#0; names no character/],
  ['a control character', '<a>\u0001</a>', /^1:4 HX-1001 the character U\+0001/],
  ['a `<` in a value', '<a b="1 < 2"/>', /^1:9 HX-1001 `<` can't stand in an attribute value/],
  ['a value without quotes', '<a b=1/>', /^1:6 HX-1001 an attribute value has no quotes/],
  ['an attribute without value', '<a>\n<b c d="1"/></a>', /^2:4 HX-1001 an attribute has no value/],
  ['an instruction without a blank', '<a>\n<!-- <?x?> --><?p?x?></a>', /^2:15 HX-1001 a blank is/],
  [
    'an instruction behind a declaration',
    '<?xml version="1.0"?>\n<?p?!?><a/>',
    /^2:1 HX-1001 a blank/,
  ],
  [
    'an instruction behind CDATA',
    '<a><![CDATA[<?x]]><?p?=?></a>',
    /^1:19 HX-1001 a blank is missing/,
  ],
  ['a slash in a tag', '<a / b="1"/>', /^1:4 HX-1001 `\/` in a tag must be followed by `>`/],
  ['text behind a comment', '<a/><!-- & -->\n<?p?> tail', /^2:7 HX-1001 there is text outside/],
  ['an ampersand before others', '<a>\nx & y <!-- & -->&#65;;</a>', /^2:3 HX-1001 this `&` beg/],
  ['an ampersand to the end', '<a>\nx & y <!-- &amp --></a>', /^2:3 HX-1001 this `&` begins/],
  ['an end behind an instruction', '<a>\n<b>\n<?p ?>', /^2:1 HX-1001 <b> has no end/],
  ['an end behind CDATA', '<a>\n<b><![CDATA[ & ]]>', /^2:1 HX-1001 <b> has no end/],
  ['a tag that holds `>`', '<a>\n<b c=">" ', /^2:1 HX-1001 this tag has no end `>`/],
  ['a declaration without version', '<?xml encoding="UTF-8"?><a/>', /^1:1 HX-1001 the XML declar/],
  ['an unbound prefix', '<a>\n<p:b/></a>', /^2:1 HX-1001 the prefix 'p' is bound to no namespace/],
  [
    'a late declaration',
    '\n<?xml version="1.0"?><a/>',
    /^2:1 HX-1001 the XML declaration must be the very first/,
  ],
  ['`--` in a comment', '<a><!-- x -- y --></a>', /^1:\d+ HX-1001 a comment must not hold/],
  ['`]]>` in text', '<a>x]]>y</a>', /^1:5 HX-1001 `\]\]>`/],
  ['an open CDATA section', '<a>\n<![CDATA[ x', /^2:1 HX-1001 this CDATA section has no end/],
  ['a NUL', `<a>\n${'\0'}</a>`, /^2:1 HX-1001 there is a NUL character/],
])('%s gives one clear finding', (_name, source, expected) => {
  expect(only(source)).toMatch(expected);
  expect(only(utf8(source))).toMatch(expected);
});

test.each([
  [
    'PNG',
    bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0),
    /^1:1 HX-1005 the byte 89.*binary/,
  ],
  ['gzip', bytes(0x1f, 0x8b, 8, 0), /^1:2 HX-1005 the byte 8B.*binary/],
  ['zeros', bytes(0, 0, 0, 0, 0), /^1:1 HX-1001 there is a NUL character/],
  ['UTF-16 with a mark', bytes(0xff, 0xfe, 0x3c, 0), /^1:1 HX-1005 the file is encoded in UTF-16/],
  ['UTF-16 without', bytes(0, 0x3c, 0, 0x61), /^1:1 HX-1005 the file is encoded in UTF-16/],
  ['UTF-32', bytes(0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0), /^1:1 HX-1005 the file is encoded in UTF-32/],
  [
    'Latin-1',
    bytes(0x3c, 0x61, 0x3e, 0x0a, 0xc3, 0xa4, 0xe4, 0x3c),
    /^2:2 HX-1005 the byte E4.*UTF-8/,
  ],
  ['an overlong sequence', bytes(0x3c, 0xc0, 0xaf), /^1:2 HX-1005/],
  ['a surrogate', bytes(0x3c, 0xed, 0xa0, 0x80), /^1:2 HX-1005 the byte ED/],
  ['a cut sequence', bytes(0x3c, 0xf0, 0x9f, 0x98), /^1:2 HX-1005 the byte F0/],
  ['a byte above all', bytes(0x3c, 0xf4, 0x90, 0x80, 0x80), /^1:2 HX-1005/],
])('bytes of %s give one clear finding', (_name, source, expected) => {
  expect(only(source)).toMatch(expected);
});

test('10,000 elements inside each other are one finding, where the limit is passed', () => {
  const deep = `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`;
  expect(only(deep)).toMatch(/^1:769 HX-1001 <a> lies 257 elements deep; the limit is 256/);
});

test('an element with too many or too long attributes is refused', () => {
  const many = Array.from({ length: 300 }, (_, index) => `a${index}="1"`).join(' ');
  expect(only(`<a ${many}/>`)).toMatch(/300 attributes; the limit is 256/);
  expect(only(`<a b="${'x'.repeat(1_100_000)}"/>`)).toMatch(/1100000 characters/);
});

test('a byte order mark is accepted and counts for nothing', () => {
  const text = `\uFEFF${document(node)}`;
  expect(readHarness(text).findings).toEqual([]);
  expect(readHarness(utf8(text)).findings).toEqual([]);
  expect(readHarness('\uFEFF<harness/>').findings[0]?.column).toBe(1);
});

test('lines and columns are right behind CRLF, CR, tabs, astral letters and entities', () => {
  const at = (prefix: string) => {
    const { findings } = readHarness(
      document(`${prefix}<node id="x" type="tsk"/>`, '', '<!-- é😀 -->\r\n'),
    );
    const [{ line, column, endLine, endColumn } = {}] = findings;
    return [line, column, endLine, endColumn];
  };
  expect(at('')).toEqual([4, 14, 4, 24]);
  expect(at('\r\n\r\n')).toEqual([6, 14, 6, 24]);
  expect(at('\r\r')).toEqual([6, 14, 6, 24]);
  expect(at('\t\t')).toEqual([4, 16, 4, 26]);
  expect(at('<!--😀😀-->')).toEqual([4, 23, 4, 33]);
  expect(at('<node id="y" type="task" name="&lt;&#x1F600;"/>')).toEqual([4, 61, 4, 71]);
});

test('attributes are found in tags over several lines, in either quotes', () => {
  const { findings } = readHarness(document(`<node\n  id='a>b="type"'\r\n\ttype = "tsk"\n/>`));
  expect(
    findings.map(({ code, line, column, endLine, endColumn }) => [
      code,
      line,
      column,
      endLine,
      endColumn,
    ]),
  ).toEqual([
    ['HX-1001', 4, 3, 4, 18],
    ['HX-1003', 5, 2, 5, 14],
  ]);
});

test('all findings come in one pass, by position', () => {
  const { findings, stopped } = readHarness(
    document(
      '<node id="a" type="tsk"/><node id="a" type="task" foo="1"/>',
      '<edge from="a" to="b"/>\n<edge from="x" to="a"/>',
    ),
  );
  expect(stopped).toBe(false);
  expect(findings.map(({ code, line }) => [code, line])).toEqual([
    ['HX-1003', 3],
    ['HX-1101', 3],
    ['HX-1003', 3],
    ['HX-2001', 6],
    ['HX-2001', 7],
  ]);
});

test('related places lead to the other duplicate', () => {
  const { findings } = readHarness(
    document('<node id="a" type="task"/>\n<node id="a" type="task"/>'),
  );
  expect(findings[0]?.related).toEqual([
    { line: 3, column: 7, endLine: 3, endColumn: 13, message: "the first node 'a'" },
  ]);
});

test('more than 1,000 findings are cut off, and a last one says so', () => {
  const nodes = Array.from({ length: 1500 }, () => '<node id="a" type="task"/>').join('\n');
  const { findings } = readHarness(document(nodes));
  expect(findings.length).toBe(1001);
  expect(findings.at(-1)).toMatchObject({ code: 'U0001', severity: 'error' });
  expect(findings.at(-1)?.message).toMatch(/^499 more findings/);
});

test('findings in 100,000 nodes cost no more than reading them', () => {
  const nodes: string[] = [];
  const edges: string[] = [];
  for (let index = 0; index < 20_000; index += 1) {
    nodes.push(`<node id="node${index}" type="task"/>`);
    edges.push(`<edge from="node${index}" to="nodee${index}"/>`);
  }
  const { findings } = readHarness(document(nodes.join('\n'), edges.join('\n')));
  expect(findings.length).toBe(1001);
});

test('a valid document is read into a workflow', () => {
  const { workflow } = readHarness(
    document(
      `<node id="charge" type="task" name="Charge" impl="pay" idempotent="0" joinPolicy="any">
        <description>takes &lt;money&gt;</description>
        <inputs><input name="amount" type="number" required="false" default="5"/></inputs>
        <config><property name="limit" value="7"/></config>
        <timeout duration="PT1M30S" onTimeout="skip"/>
        <extension namespace="urn:x"><x:y xmlns:x="urn:x" z="1">text<x:z/></x:y></extension>
      </node>
      <node id="reserve" type="task"><retry maxAttempts="3" maxDelay=" PT1M " retryOn=" a  b "/></node>`,
      '<edge from="reserve" to="charge" condition="${true}"/>',
    ),
  );
  expect(workflow?.nodes[0]).toMatchObject({
    id: 'charge',
    kind: 'task',
    name: 'Charge',
    description: 'takes <money>',
    implementation: 'pay',
    idempotent: false,
    join: 'any',
    inputs: [{ name: 'amount', type: 'number', required: false, default: '5', value: null }],
    config: [{ name: 'limit', value: '7' }],
    timeout: { duration: 90_000, onTimeout: 'skip' },
    extensions: [
      {
        namespace: 'urn:x',
        required: false,
        content: [
          {
            name: 'x:y',
            namespace: 'urn:x',
            attributes: [{ name: 'z', namespace: '', value: '1' }],
            children: ['text', { name: 'x:z', namespace: 'urn:x', attributes: [], children: [] }],
          },
        ],
      },
    ],
  });
  expect(workflow?.nodes[1]?.retry).toEqual({
    maxAttempts: 3,
    backoff: 'exponential',
    initialDelay: 1000,
    maxDelay: 60_000,
    multiplier: 2,
    jitter: 'full',
    retryOn: ['a', 'b'],
  });
  expect(workflow?.edges).toEqual([
    {
      id: null,
      description: null,
      from: 'reserve',
      to: 'charge',
      type: 'control',
      condition: '${true}',
      fromPort: null,
      toPort: null,
      extensions: [],
    },
  ]);
});

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
  'an attribute may be called %s, as what every object has, and is unknown as any other',
  (name) => {
    const { findings } = readHarness(document(`<node id="a" type="task" ${name}="x"/>`));
    expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringContaining(`HX-1003 <node> 'a' has no attribute '${name}'`),
    ]);
  },
);
