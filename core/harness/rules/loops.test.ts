import { document, testRule } from '../testing/cases.ts';

const loop = (id: string, body: string) =>
  `<node id="${id}" type="loop"><loop kind="times" count="1" maxIterations="1"><body ref="${body}"/></loop></node>`;
const tasks =
  '<node id="a" type="task"><outputs><output name="x"/></outputs></node><node id="b" type="task"><inputs><input name="x" required="false"/></inputs></node>';

testRule(
  'HX-3004',
  [
    document(tasks + loop('l', 'b'), '<edge from="a" to="l"/><edge from="l" to="b"/>'),
    document(
      tasks + loop('l', 'b'),
      '<edge from="a" to="b" type="data" fromPort="x" toPort="x"/><edge from="a" to="b" type="error"/>',
    ),
    document(tasks + loop('l', 'b') + loop('m', 'b'), '<edge from="m" to="b"/>'),
  ],
  [
    {
      document: document(tasks + loop('l', 'b'), '<edge id="e" from="a" ¦to="b"/>'),
      id: 'e',
      says: /'b'.*'l'/,
    },
    { document: document(tasks + loop('l', 'b'), '<edge type="dependency" from="a" ¦to="b"/>') },
    {
      document: document(
        tasks + loop('l', 'm') + loop('m', 'b'),
        '<edge from="a" ¦to="m" type="control"/>',
      ),
    },
  ],
);

testRule(
  'U1022',
  [
    document(tasks + loop('l', 'm') + loop('m', 'b')),
    document(tasks + loop('l', 'b') + loop('m', 'b')),
  ],
  [
    {
      document: document(`<node id="s" type="task"/>${loop('l', 'l')}`).replace('<loop', '¦<loop'),
      id: 'l',
    },
    {
      document: document(
        `<node id="s" type="task"/>${loop('k', 'l')}${loop('l', 'm').replace('<loop', '¦<loop')}${loop('m', 'l')}`,
      ),
      id: 'l',
    },
  ],
);
