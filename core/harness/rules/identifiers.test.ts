import { document, testRule } from '../testing/cases.ts';

const declared = `<resources><resource id="x" type="queue"/></resources>
<artifacts><artifact id="x" type="log"/></artifacts>\n`;

testRule(
  'HX-1101',
  [
    // Every kind of thing has a space of its own, and so has each direction of ports.
    document(
      `<node id="x" type="task"><inputs><input name="x" required="false"/></inputs><outputs><output name="x"/></outputs></node>
      <node id="y" type="task"><outputs><output name="x"/></outputs></node>`,
      '<edge id="x" from="x" to="y"/><edge from="x" to="y" type="dependency"/>',
      declared,
    ),
  ],
  [
    {
      document: document('<node id="a" type="task"/>\n<node ¦id="a" type="sink"/>'),
      id: 'a',
      says: "'a'",
    },
    {
      document: document(
        '<node id="a" type="task"/><node id="b" type="task"/>',
        '<edge id="e" from="a" to="b"/><edge from="a" to="b" ¦id="e" type="dependency"/>',
      ),
      id: 'e',
      says: /^there is an edge 'e' already/,
    },
    {
      document: document(
        '<node id="a" type="task"/>',
        '',
        '<resources><resource id="r" type="queue"/><resource ¦id="r" type="model"/></resources>',
      ),
      id: 'r',
    },
    {
      document: document(
        '<node id="a" type="task"/>',
        '',
        '<artifacts><artifact id="r" type="log"/><artifact ¦id="r" type="log"/></artifacts>',
      ),
      id: 'r',
    },
    {
      document: document(
        '<node id="a" type="task"><inputs><input name="p" required="false"/><input ¦name="p" required="false"/></inputs></node>',
      ),
      id: 'a',
      says: "input 'p'",
    },
    {
      document: document(
        '<node id="a" type="task"><outputs><output name="p"/><output ¦name="p"/></outputs></node>',
      ),
      id: 'a',
    },
  ],
);

testRule(
  'U1011',
  [document('<node id="ship" type="task"/><node id="ships" type="task"/>')],
  [
    {
      document: document('<node id="ship" type="task"/><node ¦id="Ship" type="task"/>'),
      id: 'Ship',
      says: /'Ship'.*'ship'/,
    },
    {
      document: document(
        '<node id="a" type="task"><outputs><output name="total"/><output ¦name="Total"/></outputs></node>',
      ),
      id: 'a',
    },
  ],
);
