import { document, testRule } from '../testing/cases.ts';

const node = '<node id="a" type="task"/>';
const xmlns = 'xmlns="https://harnessxml.com/spec/1.0"';

testRule(
  'HX-1001',
  [
    document(node),
    document(`<node id="a" type="task">
      <description>what it does</description>
      <inputs><input name="x" required="0" default="1"><description>d</description></input></inputs>
      <outputs><output name="y" type="string"/></outputs>
      <config><property name="p" value=""/></config>
      <guard when="\${1 &lt; 2}"/>
      <retry maxAttempts=" +0003 " multiplier="1.5" jitter=" false " initialDelay=" PT1S "/>
      <timeout duration="PT1M"/>
      <security classification="internal"><permission action="a" resource="r"/></security>
      <extension namespace="urn:x"><x xmlns="urn:x" any="thing">text <y/> more</x></extension>
    </node>`),
    document(
      node,
      '',
      `<metadata>
        <tags><tag>b</tag></tags><title/><created> 2024-02-29T24:00:00.0+14:00 </created>
        <modified>2026-01-31T09:30:00.5Z</modified><provenance><generator name="g"/>
        <source uri="u"/><source uri="v" type="t"/><signature algorithm="x" value="y"/></provenance>
      </metadata><security/><resources><resource id="r" type="queue"><description/>
        <property name="a" value="b"/><credential ref="R"/></resource></resources>
      <artifacts><artifact id="f" type="log"/></artifacts>`,
    ),
    `<harness ${xmlns} id="h" specVersion="1.0"><!-- c --><nodes>${node}</nodes><edges> </edges></harness>`,
  ],
  [
    {
      document: `<harness ${xmlns} id="h" specVersion="1.0"><edges/>¦<nodes>${node}</nodes></harness>`,
      says: /before/,
    },
    { document: `¦<harness ${xmlns} id="h" specVersion="1.0"/>`, says: '<nodes>' },
    {
      document: `<harness ${xmlns} id="h" specVersion="1.0"><nodes>${node}</nodes>¦<nodes>${node}</nodes></harness>`,
      says: 'second',
      also: ['HX-1101'],
    },
    { document: document(node, '', '¦<resources/>'), says: '<resource>' },
    { document: document(node, '', '¦<artifacts></artifacts>'), says: '<artifact>' },
    {
      document: document(`<node id="a" type="task"><retry ¦maxAttempts="0"/></node>`),
      id: 'a',
      says: "'0'",
    },
    { document: document(`<node id="a" type="task"><retry ¦maxAttempts="-1"/></node>`), id: 'a' },
    {
      document: document(`<node id="a" type="task"><retry ¦maxAttempts="1001"/></node>`),
      id: 'a',
      says: '1001',
    },
    { document: document(`<node id="a" type="task"><retry ¦maxAttempts="2.5"/></node>`), id: 'a' },
    { document: document(`<node id="a" type="task"><retry ¦maxAttempts="3x"/></node>`), id: 'a' },
    { document: document(`<node id="a" type="task"><retry ¦maxAttempts=""/></node>`), id: 'a' },
    {
      document: document(`<node id="a" type="task">¦<retry/></node>`),
      id: 'a',
      says: 'maxAttempts',
    },
    {
      document: document(
        `<node id="a" type="task"><retry maxAttempts="2" ¦multiplier="-2"/></node>`,
      ),
      id: 'a',
      says: 'negative',
    },
    {
      document: document(
        `<node id="a" type="task"><retry maxAttempts="2" ¦multiplier="NaN"/></node>`,
      ),
      id: 'a',
    },
    {
      document: document(
        `<node id="a" type="task"><retry maxAttempts="2" ¦multiplier="INF"/></node>`,
      ),
      id: 'a',
    },
    {
      document: document(
        `<node id="a" type="task"><retry maxAttempts="2" ¦multiplier="1e3"/></node>`,
      ),
      id: 'a',
    },
    {
      document: document(
        `<node id="a" type="task"><retry maxAttempts="2" ¦multiplier="1${'0'.repeat(400)}"/></node>`,
      ),
      id: 'a',
      says: 'too large',
    },
    {
      document: document(
        `<node id="a" type="task"><retry maxAttempts="2" ¦initialDelay="-PT1S"/></node>`,
      ),
      id: 'a',
    },
    {
      document: document(
        `<node id="a" type="task"><retry maxAttempts="2" ¦maxDelay="P2W"/></node>`,
      ),
      id: 'a',
    },
    { document: document(`<node id="a" type="task"><timeout ¦duration="1S"/></node>`), id: 'a' },
    { document: document(`<node id="a" type="task"><timeout ¦duration=""/></node>`), id: 'a' },
    { document: document(`<node id="a" type="task" ¦idempotent="yes"/>`), id: 'a', says: "'yes'" },
    { document: document(`<node ¦id="1a" type="task"/>`), id: '1a', says: "'1a'" },
    { document: document(`<node ¦id="" type="task"/>`), says: 'empty' },
    {
      document: document(`<node ¦id="${'x'.repeat(256)}" type="task"/>`),
      id: 'x'.repeat(256),
      says: '256',
    },
    { document: document(`¦<node type="task"/>`), says: 'no id' },
    {
      document: document(
        `<node id="a" type="task"><outputs><output name="x" ¦type=""/></outputs></node>`,
      ),
      id: 'a',
    },
    { document: document(`<node id="a" type="task">¦<inputs/></node>`), id: 'a', says: '<input>' },
    { document: document(`<node id="a" type="task">¦<config/></node>`), id: 'a' },
    {
      document: document(
        `<node id="a" type="task"><retry maxAttempts="2"/>¦<guard when="\${true}"/></node>`,
      ),
      id: 'a',
      says: /<guard> stands after <retry>/,
    },
    {
      document: document(`<node id="a" type="task">¦<guard when="\${true}"> </guard></node>`),
      id: 'a',
      says: 'empty',
    },
    {
      document: document(`<node id="a" type="task"> ¦words <security/></node>`),
      id: 'a',
      says: 'words',
    },
    { document: document(`<node id="a" type="task"><security/><!-- c -->¦words</node>`), id: 'a' },
    {
      document: document(`<node id="a" type="task">¦<property name="p" value="v"/></node>`),
      id: 'a',
      says: '<property>',
    },
    {
      document: document(
        `<node id="a" type="task"><description>one ¦<description/></description></node>`,
      ),
      id: 'a',
    },
    {
      document: document(node, '', '<metadata>¦<created>yesterday</created></metadata>'),
      says: 'yesterday',
    },
    {
      document: document(node, '', '<metadata>¦<created>2023-02-29T00:00:00Z</created></metadata>'),
    },
    { document: document(node, '', '<metadata><title/>¦<title/></metadata>'), says: 'second' },
    { document: document(node, '', '<metadata>¦<tags/></metadata>') },
    {
      document: document(
        `<node id="s" type="subworkflow"><subworkflow href="x" ¦specVersion="2.0"/></node>`,
      ),
      id: 's',
    },
    {
      document: document(
        `<node id="a" type="task"><extension namespace="urn:x">¦<node id="b" type="task"/></extension></node>`,
      ),
      id: 'b',
    },
    {
      // A no-break space is none of XML's blanks, so this is no true.
      document: document(
        `<node id="a" type="task"><extension namespace="urn:x" ¦required="\u00a0true"/></node>`,
      ),
      id: 'a',
    },
    {
      document: document(`<node id="a" type="task">¦<extension/></node>`),
      id: 'a',
      says: 'namespace',
    },
    {
      document: document(
        `<node id="l" type="loop">¦<loop kind="while" while="\${true}"><body ref="w"/></loop></node><node id="w" type="task"/>`,
      ),
      id: 'l',
      says: 'maxIterations',
    },
    {
      document: document(
        `<node id="l" type="loop">¦<loop kind="times" count="1" maxIterations="1"/></node>`,
      ),
      id: 'l',
      says: '<body>',
    },
    { document: document(node, '¦<edge to="a"/>'), says: 'no from' },
  ],
);

testRule(
  'HX-1002',
  [document(node), document(node).replace('1.0"', '1.7"').replace('spec/1.7', 'spec/1.0')],
  [
    { document: `¦<harness ${xmlns} id="h"><nodes>${node}</nodes></harness>`, says: 'specVersion' },
    {
      document: `<harness ${xmlns} id="h" ¦specVersion="1"><nodes>${node}</nodes></harness>`,
      says: "'1'",
    },
    { document: `<harness ${xmlns} id="h" ¦specVersion=" 1.0"><nodes>${node}</nodes></harness>` },
    { document: `<harness ${xmlns} id="h" ¦specVersion="2.0"><foo/></harness>`, says: 'major' },
    {
      document: `¦<harness xmlns="https://harnessxml.com/spec/2.0" id="h" specVersion="2.0"><nodes/></harness>`,
      says: '2.0',
    },
  ],
);

testRule(
  'HX-1003',
  [
    document(node),
    `<hx:harness xmlns:hx="https://harnessxml.com/spec/1.0" id="h" specVersion="1.0" xml:lang="en"
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a b">
      <hx:nodes><hx:node id="a" type="task" xml:space="default"/></hx:nodes></hx:harness>`,
  ],
  [
    {
      document: document('<node id="a" ¦type="tsk"/>'),
      id: 'a',
      says: /'tsk'.*did you mean 'task'/,
    },
    { document: document('<node id="a" ¦type=" task"/>'), id: 'a', says: 'blanks' },
    {
      document: document('<node id="a" type="task" ¦idempotant="false"/>'),
      id: 'a',
      says: /did you mean 'idempotent'/,
    },
    {
      document: document('<node id="a" type="task">¦<retrys maxAttempts="2"/></node>'),
      id: 'a',
      says: /did you mean 'retry'/,
    },
    {
      document: document('<node id="a" type="task">¦<guard xmlns="" when="x"/></node>'),
      id: 'a',
      says: 'no namespace',
    },
    {
      document: document(
        '<node xmlns:h="https://harnessxml.com/spec/1.0" ¦h:name="x" id="a" type="task"/>',
      ),
      id: 'a',
      says: 'prefix',
    },
    { document: document(node, '<edge from="a" to="a" ¦type="flow"/>'), says: "'flow'" },
    {
      document: document(
        '<node id="a" type="task"><extension namespace="urn:x">¦<plain xmlns=""/></extension></node>',
      ),
      id: 'a',
    },
    {
      document: document(
        '<node id="a" type="task"><extension namespace="urn:x"><x:x xmlns:x="urn:x">¦<hexagon/></x:x></extension></node>',
      ),
      id: 'a',
    },
    {
      document: document('<node id="a" ¦type="agent"/>').replace(
        'specVersion="1.0"',
        'specVersion="1.2"',
      ),
      id: 'a',
      says: /version 1\.2/,
    },
    { document: `¦<workflow ${xmlns}/>`, id: null, says: 'harness' },
  ],
);

testRule(
  'HX-1004',
  [document('<node id="a" type="task"><extension namespace="urn:x" required="0"/></node>')],
  [
    {
      document: document(
        '<node id="a" type="task"><extension namespace="urn:x" ¦required="true"/></node>',
      ),
      id: 'a',
      says: 'urn:x',
    },
    {
      document: document(node).replace(
        '</harness>',
        '<extension namespace="urn:x" ¦required=" 1 "/></harness>',
      ),
    },
  ],
);

testRule(
  'HX-1005',
  [`<?xml version="1.0" encoding="utf-8"?>${document(node)}`, document(node)],
  [
    {
      document: `<?xml version="1.0" ¦encoding="ISO-8859-1"?>${document(node)}`,
      id: null,
      says: 'ISO-8859-1',
    },
    { document: `${document(node)}<!--¦\uD800-->`, id: null, says: 'U+D800' },
  ],
);

testRule(
  'HX-1006',
  [
    document(
      '<node id="a" type="task"><extension namespace="urn:x"><x:y xmlns:x="urn:x" x:z="1"/></extension></node>',
    ),
  ],
  [
    {
      document: document('<node id="a" type="task">¦<x:y xmlns:x="urn:x"/></node>'),
      id: 'a',
      says: 'urn:x',
    },
    {
      document: document('<node xmlns:x="urn:x" id="a" type="task" ¦x:y="1"/>'),
      id: 'a',
      says: 'x:y',
    },
    {
      document: document(
        '<node xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="a" type="task" ¦xsi:type="x"/>',
      ),
      id: 'a',
    },
  ],
);

testRule(
  'HX-1102',
  [document(node)],
  [{ document: `<harness ${xmlns} id="h" specVersion="1.0">¦<nodes/></harness>`, says: '<node>' }],
);

testRule(
  'HX-3401',
  [document('<node id="a" type="task"><timeout duration="P30D"/></node>')],
  [
    {
      document: document('<node id="a" type="task"><timeout ¦duration="P2M"/></node>'),
      id: 'a',
      says: 'P2M',
    },
    {
      document: document(
        '<node id="a" type="task"><retry maxAttempts="2" ¦initialDelay="P1Y2M"/></node>',
      ),
      id: 'a',
    },
    { document: document('<node id="a" type="wait"><wait ¦duration="P1Y"/></node>'), id: 'a' },
  ],
);
