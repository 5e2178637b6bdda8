import { document, testRule } from '../testing/cases.ts';

const three = '<node id="a" type="task"/><node id="b" type="task"/><node id="c" type="task"/>';
const edges =
  '<edge from="a" to="j"/><edge from="b" to="j" type="dependency"/><edge from="c" to="j" type="error"/>';

testRule(
  'HX-2401',
  [document(`${three}<node id="j" type="barrier" joinPolicy="quorum" quorum="2"/>`, edges)],
  [
    {
      document: document(`${three}<node id="j" type="barrier" ¦joinPolicy="quorum"/>`, edges),
      id: 'j',
    },
  ],
);

testRule(
  'HX-2402',
  [
    document(`${three}<node id="j" type="barrier" joinPolicy="quorum" quorum="2"/>`, edges),
    document(`${three}<node id="j" type="barrier" quorum="9"/>`, edges),
  ],
  [
    {
      document: document(
        `${three}<node id="j" type="barrier" joinPolicy="quorum" ¦quorum="3"/>`,
        edges,
      ),
      id: 'j',
      says: /3.*2/,
    },
  ],
);
