import { document, testRule } from '../testing/cases.ts';

const tasks = '<node id="reserve" type="task"/><node id="charge" type="task"/>';
const decision = (cases: string) => `<node id="d" type="decision"><cases>${cases}</cases></node>`;
const when = 'when="${true}"';
const resources =
  '<resources><resource id="llm" type="model"/><resource id="db" type="datastore"/></resources>';

testRule(
  'HX-2001',
  [
    document(
      `${tasks}${decision(`<case ${when} to="x"/><otherwise to="x"/>`)}<node id="x" type="task"/>
      <node id="l" type="loop"><loop kind="times" count="1" maxIterations="1"><body ref="b"/></loop></node>
      <node id="b" type="task"/>`,
      '<edge from="reserve" to="charge"/>',
    ),
    document(tasks).replace('specVersion', 'entry="reserve" specVersion'),
  ],
  [
    {
      document: document(tasks, '<edge ¦from="reserv" to="charge"/>'),
      says: /'reserv'.*did you mean 'reserve'/,
    },
    { document: document(tasks, '<edge id="e" from="reserve" ¦to="Charge"/>'), id: 'e' },
    {
      document: document(tasks + decision(`<case ${when} ¦to="nowhere"/><otherwise to="charge"/>`)),
      id: 'd',
    },
    {
      document: document(tasks + decision(`<case ${when} to="charge"/><otherwise ¦to="zzz"/>`)),
      id: 'd',
    },
    {
      document: document(
        `${tasks}<node id="l" type="loop"><loop kind="times" count="1" maxIterations="1"><body ¦ref="work"/></loop></node>`,
      ),
      id: 'l',
    },
    { document: document(tasks).replace('specVersion', '¦entry="start" specVersion'), id: 'h' },
  ],
);

testRule(
  'HX-2002',
  [document('<node id="a" type="task"><resourceRef ref="db"/></node>', '', resources)],
  [
    {
      document: document(
        '<node id="a" type="task"><resourceRef ref="db"/><resourceRef ¦ref="bd" role="r"/></node>',
        '',
        resources,
      ),
      id: 'a',
      says: "'bd'",
    },
  ],
);

testRule(
  'HX-2003',
  [
    document(
      '<node id="a" type="task"><artifactRef ref="f"/></node>',
      '',
      '<artifacts><artifact id="f" type="log"/></artifacts>',
    ),
  ],
  [
    {
      document: document(
        '<node id="a" type="task"><resourceRef ref="db"/><artifactRef direction="out" ¦ref="db"/></node>',
        '',
        resources,
      ),
      id: 'a',
    },
  ],
);

testRule(
  'HX-2501',
  [
    document(
      '<node id="a" type="inference"><resourceRef ref="db"/><resourceRef ref="llm"/></node>',
      '',
      resources,
    ),
    document('<node id="a" type="task"/>'),
  ],
  [
    { document: document('¦<node id="a" type="inference"/>'), id: 'a' },
    {
      document: document(
        '¦<node id="a" type="inference"><resourceRef ref="db"/></node>',
        '',
        resources,
      ),
      id: 'a',
    },
  ],
);
