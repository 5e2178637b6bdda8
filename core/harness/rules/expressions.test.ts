import { document, testRule } from '../testing/cases.ts';

/** A task with an output `x`, and a value if one is given. */
const task = (id: string, value = '', rest = '') =>
  `<node id="${id}" type="task"${rest}>${
    value === '' ? '' : `<inputs><input name="v" ${value}/></inputs>`
  }<outputs><output name="x"/></outputs></node>\n`;
const reads = (expression: string) => `value="${expression}"`;
const edge = (from: string, to: string, rest = '') => `<edge from="${from}" to="${to}"${rest}/>`;
const decision = (id: string, first: string, second: string, when = '${true}') =>
  `<node id="${id}" type="decision"><cases><case when="${when}" to="${first}"/><otherwise to="${second}"/></cases></node>`;
const loop = (id: string, body: string, attributes = 'kind="times" count="2"') =>
  `<node id="${id}" type="loop"><loop ${attributes} maxIterations="9"><body ref="${body}"/></loop></node>`;

const guarded = (when: string) =>
  document(`${task('a')}<node id="b" type="task"><guard ${when}/></node>`, edge('a', 'b'));

testRule(
  'HX-3101',
  [
    guarded('when=" ${a.x == \'}\'} "'),
    document(task('a', 'value="costs $5, $${a.x} and }"')),
    document(task('a', 'required="false" default="${"')),
    document(
      '<node id="a" type="task"><config><property name="p" value="${ not an expression"/></config></node>',
    ),
  ],
  [
    { document: guarded('¦when="${a.x ==}"'), id: 'b', says: /guard/ },
    { document: guarded('¦when="a.x == 1"'), id: 'b', says: /\$\{/ },
    { document: guarded('¦when="${a.x} and ${a.x}"'), id: 'b' },
    { document: guarded('¦when=""'), id: 'b' },
    { document: document(task('a') + task('b', '¦value="v ${a.x"'), edge('a', 'b')), id: 'b' },
    { document: document(task('a') + task('b'), edge('a', 'b', ' ¦condition="true"')) },
    {
      document: document(task('a') + loop('l', 'a', 'kind="forEach" ¦over="${[1,}"')),
      id: 'l',
    },
    { document: document(task('a') + loop('l', 'a', 'kind="while" ¦while="a"')), id: 'l' },
    { document: document('<node id="w" type="wait"><wait ¦until="${)}"/></node>'), id: 'w' },
    {
      document: document(
        `${decision('d', 'a', 'a', '${true').replace('when', '¦when')}${task('a')}`,
      ),
      id: 'd',
    },
  ],
);

testRule(
  'HX-3105',
  [guarded('when="${len(a.x) &gt; 1 and not empty(a.x)}"')],
  [
    { document: guarded('¦when="${lenn(a.x) &gt; 1}"'), id: 'b', says: 'lenn' },
    { document: document(task('a', '¦value="${now()}"')), id: 'a', says: 'now' },
  ],
);

testRule(
  'HX-3102',
  [
    document(
      task('b', reads('${row} ${index}')) +
        loop('l', 'b', 'kind="forEach" over="${[1]}" var="row"'),
    ),
    // Inner bodies see outer variables, and so does what undoes an iteration.
    document(
      loop('outer', 'inner', 'kind="forEach" over="${[[1]]}" var="row" indexVar="i"') +
        loop('inner', 'b', 'kind="forEach" over="${row}" var="cell"') +
        task('b', reads('${row} ${i} ${cell} ${index}')) +
        task('u', reads('${row} ${cell}'), ' compensates="b"'),
      edge('b', 'u', ' type="compensation"'),
    ),
    document(
      task('b') + task('c') + loop('l', 'b', 'kind="forEach" over="${[1]}" var="row"'),
      edge('b', 'c', ' condition="${row == 1}"'),
    ),
  ],
  [
    {
      document: document(task('a', '¦value="${item}"') + task('b') + loop('l', 'b')),
      id: 'a',
      says: /'item'.*'l'.*'b'/,
    },
    {
      document: document(task('b') + loop('l', 'b', 'kind="forEach" var="row" ¦over="${row}"')),
      id: 'l',
    },
    {
      document: document(
        task('a', '¦value="${row.x.y}"') +
          task('b') +
          loop('l', 'b', 'kind="times" count="1" var="row.x"'),
      ),
      id: 'a',
      says: /'row.x'.*'l'/,
    },
    {
      document: document(
        loop('outer', 'inner') +
          loop('inner', 'b', 'kind="forEach" over="${[1]}" var="cell"') +
          task('b') +
          task('c', '¦value="${cell}"'),
        edge('outer', 'c'),
      ),
      id: 'c',
    },
  ],
);

const declared = `<resources><resource id="llm" type="model"/></resources>
<artifacts><artifact id="tax" type="config"/></artifacts>\n`;

testRule(
  'HX-3103',
  [
    document(
      task('a') +
        task('b', reads("${artifact('tax').digest} ${resource('llm')} ${a.x.y.z} ${config.none}")),
      edge('a', 'b'),
      declared,
    ),
    // Ids may hold `-` and `.`; the longest declared one is meant.
    document(
      task('my-node.v1') + task('b', reads('${my-node.v1.x} ${my-node.v1.x-1}')),
      edge('my-node.v1', 'b'),
    ),
  ],
  [
    { document: guarded('¦when="${aa.x == 1}"'), id: 'b', says: "'aa'" },
    { document: guarded('¦when="${enabled}"'), id: 'b', says: "'enabled'" },
    { document: guarded('¦when="${a.y == 1}"'), id: 'b', says: /'a'.*'y'/ },
    { document: guarded('¦when="${a}"'), id: 'b', says: 'a.x' },
    {
      document: document(task('a', '¦value="${artifact(\'taxx\')}"'), '', declared),
      id: 'a',
      says: /did you mean 'tax'/,
    },
    { document: document(task('a', '¦value="${resource(\'tax\')}"'), '', declared), id: 'a' },
    {
      document: document(
        '<node id="a" type="task"><inputs><input name="i" value=""/></inputs></node><node id="b" type="task"><guard ¦when="${a.i}"/></node>',
        edge('a', 'b'),
      ),
      id: 'b',
      says: "'i'",
    },
  ],
);

const diamond = (value: string, edges = '') =>
  document(
    decision('d', 'left', 'right') +
      task('left') +
      task('right', value) +
      task('after', reads('${left.x} ${right.x}')),
    edge('left', 'after') + edge('right', 'after') + edges,
  );

testRule(
  'HX-3104',
  [
    // An ancestor, near and far; a racing sibling, in either order of the document.
    document(
      task('a') +
        task('b') +
        task('c', reads('${a.x} ${b.x}')) +
        task('d', reads('${e.x}')) +
        task('e', reads('${d.x ?? 1}')),
      edge('a', 'b') + edge('b', 'c') + edge('a', 'd') + edge('a', 'e'),
    ).replace('${d.x ?? 1}', '${a.x}'),
    // Both branches behind the decision.
    diamond(reads('1')),
    // A condition reads the source whose end it follows.
    document(task('a') + task('b'), edge('a', 'b', ' condition="${a.x == 1}"')),
    // Conditions of a loop read its body.
    document(task('b') + loop('l', 'b', 'kind="until" while="${b.x == 1}"')),
    document(
      task('b') +
        loop('l', 'b', 'kind="while" while="${b.x == null}"') +
        task('c', reads('${b.x}')),
      edge('l', 'c'),
    ),
    // A join of any kind that can come without the reader.
    document(
      task('a', reads('${j.x}')) +
        task('b') +
        `<node id="j" type="task" joinPolicy="any"><outputs><output name="x"/></outputs></node>`,
      edge('a', 'j') + edge('b', 'j'),
    ),
    document(
      task('a', reads('${j.x}')) +
        task('b') +
        task('c') +
        `<node id="j" type="task" joinPolicy="quorum" quorum="2"><outputs><output name="x"/></outputs></node>`,
      edge('a', 'j') + edge('b', 'j') + edge('c', 'j'),
    ),
    // An undo reads the node that it undoes, and what ran before that.
    document(
      task('a') + task('b') + task('u', reads('${a.x} ${b.x}'), ' compensates="b"'),
      edge('a', 'b') + edge('b', 'u', ' type="compensation"'),
    ),
    // A body that two loops share may have run in the other one.
    document(
      task('b') + loop('l', 'b') + loop('m', 'b') + task('c', reads('${b.x}')),
      edge('l', 'c') + edge('c', 'm'),
    ),
    // A handler reads what failed, and an error edge may lead back.
    document(
      task('s') + task('a') + task('h', reads('${a.x} ${s.x}')),
      edge('s', 'a') + edge('a', 'h', ' type="error"') + edge('h', 'a'),
    ),
  ],
  [
    { document: document(task('a', '¦value="${a.x}"')), id: 'a', says: 'own output' },
    {
      document: document(task('a', '¦value="${b.x}"') + task('b'), edge('a', 'b')),
      id: 'a',
      says: /'b' runs only after 'a'/,
    },
    {
      document: document(
        task('a', '¦value="${c.x}"') + task('b') + task('c') + task('z'),
        edge('a', 'b', ' type="dependency"') + edge('b', 'c') + edge('z', 'c'),
      ),
      id: 'a',
    },
    {
      document: document(
        task('a', '¦value="${j.x}"') +
          `<node id="j" type="task" joinPolicy="any"><outputs><output name="x"/></outputs></node>` +
          task('b'),
        edge('a', 'b') + edge('a', 'j') + edge('b', 'j'),
      ),
      id: 'a',
    },
    { document: diamond('¦value="${left.x}"'), id: 'right', says: /decision 'd'/ },
    {
      document: document(
        decision('d', 'left', 'right') +
          task('left') +
          task('l2') +
          task('right') +
          task('r2', '¦value="${l2.x}"'),
        edge('left', 'l2') + edge('right', 'r2'),
      ),
      id: 'r2',
    },
    {
      document: document(
        decision('d', 'left', 'right', '${left.x == 1}').replace('when', '¦when') +
          task('left') +
          task('right'),
      ),
      id: 'd',
    },
    {
      document: document(task('a') + task('b'), edge('a', 'b', ' ¦condition="${b.x == 1}"')),
    },
    {
      document: document(
        task('b', '¦value="${l.x}"') +
          loop('l', 'b')
            .replace('</node>', '')
            .replace('<loop', '<outputs><output name="x"/></outputs><loop') +
          '</node>',
      ),
      id: 'b',
      says: "loop 'l'",
    },
    {
      document: document(task('b', '¦value="${c.x}"') + loop('l', 'b') + task('c'), edge('l', 'c')),
      id: 'b',
    },
    {
      document: document(task('b') + loop('l', 'b', 'kind="forEach" ¦over="${b.x}"')),
      id: 'l',
    },
    {
      document: document(
        task('s') + task('a') + task('b') + task('u', '¦value="${b.x}"', ' compensates="a"'),
        edge('s', 'a') + edge('s', 'b') + edge('a', 'u', ' type="compensation"'),
      ),
      id: 'u',
      says: /compensates 'a'/,
    },
    {
      document: document(
        task('a') + task('b', '¦value="${u.x}"') + task('u', '', ' compensates="a"'),
        edge('a', 'b') + edge('a', 'u', ' type="compensation"'),
      ),
      id: 'b',
      says: 'undo',
    },
  ],
);
