import { document, testRule } from '../testing/cases.ts';

const node = (id: string, ports: string) => `<node id="${id}" type="task">${ports}</node>`;
const inputs = (list: string) => `<inputs>${list}</inputs>`;
const outputs = (list: string) => `<outputs>${list}</outputs>`;
const data = (rest: string) => `<edge from="a" to="b" type="data" ${rest}/>`;
const bound = data('fromPort="x" toPort="y"');
const producer = node('a', outputs('<output name="x" type="string"/><output name="text"/>'));
const consumer = node('b', inputs('<input name="y" type="string"/>'));

testRule(
  'HX-2101',
  [
    document(producer + consumer, bound),
    document(node('b', inputs('<input name="y" value=""/>'))),
    document(node('b', inputs('<input name="y" required="false"/>'))),
    document(node('b', inputs('<input name="y" required="false" default="1"/>'))),
  ],
  [
    { document: document(node('b', inputs('¦<input name="y"/>'))), id: 'b', says: "'y'" },
    {
      document: document(node('b', inputs('¦<input name="y" required="1" default="1"/>'))),
      id: 'b',
      says: 'default',
    },
    {
      document: document(
        producer + node('b', inputs('¦<input name="y"/>')),
        '<edge from="a" to="b"/>',
      ),
      id: 'b',
    },
  ],
);

testRule(
  'HX-2102',
  [document(producer + consumer, bound)],
  [
    {
      document: document(producer + node('b', inputs('<input name="y" ¦value="v"/>')), bound),
      id: 'b',
      says: "'y'",
    },
  ],
);

testRule(
  'HX-2301',
  [
    document(producer + consumer, bound),
    document(producer + node('b', ''), '<edge from="a" to="b"/>'),
  ],
  [
    {
      document: document(producer + node('b', ''), `¦${data('fromPort="x"')}`),
      says: 'no toPort',
    },
    {
      document: document(
        producer + node('b', inputs('<input name="y" required="false"/>')),
        `¦${data('toPort="y" id="e"')}`,
      ),
      id: 'e',
      says: 'no fromPort',
    },
    {
      document: document(producer + node('b', ''), `¦${data('')}`),
      says: 'fromPort and no toPort',
    },
  ],
);

testRule(
  'HX-2302',
  [document(producer + consumer, bound)],
  [
    {
      document: document(producer + consumer, data('¦fromPort="txet" toPort="y" id="e"')),
      id: 'e',
      says: /'txet'.*did you mean 'text'/,
    },
    { document: document(producer + consumer, data('¦fromPort="y" toPort="y"')) },
  ],
);

testRule(
  'HX-2303',
  [document(producer + consumer, bound)],
  [
    {
      document: document(
        producer + node('b', inputs('<input name="suggestedCategory" required="false"/>')),
        data('fromPort="x" ¦toPort="suggestedCategry"'),
      ),
      says: /'suggestedCategry'.*did you mean 'suggestedCategory'/,
    },
  ],
);

testRule(
  'HX-2304',
  [
    document(
      producer + node('b', inputs('<input name="y"/><input name="z"/>')),
      bound + data('fromPort="x" toPort="z"'),
    ),
  ],
  [
    {
      document: document(producer + consumer, bound + data('fromPort="text" ¦toPort="y" id="e2"')),
      id: 'e2',
      says: "'y'",
    },
  ],
);

const typed = (from: string, to: string, mark = '') =>
  document(
    node('a', outputs(`<output name="x" type="${from}"/>`)) +
      node('b', inputs(`<input name="y" type="${to}"/>`)),
    mark + bound,
  );

testRule(
  'HX-3201',
  [
    typed('string', 'string'),
    typed('pose6d', 'json'),
    typed('integer', 'number'),
    typed('array&lt;integer>', 'array&lt; number >'),
    typed(' order  item ', 'order item'),
    typed('map&lt;string,array&lt;integer>>', 'map&lt;string,array&lt;json>>'),
    document(node('a', outputs('<output name="x"/>')) + consumer, bound),
    document(producer + node('b', inputs('<input name="y"/>')), bound),
  ],
  [
    { document: typed('string', 'number', '¦'), says: /'string'.*'number'/ },
    { document: typed('number', 'integer', '¦') },
    { document: typed('json', 'string', '¦') },
    { document: typed('String', 'string', '¦') },
    { document: typed('array&lt;string>', 'array&lt;number>', '¦') },
    { document: typed('map&lt;string,string>', 'map&lt;string>', '¦') },
    { document: typed('array&lt;string>', 'array', '¦') },
    { document: typed('order item', 'orderitem', '¦') },
  ],
);
