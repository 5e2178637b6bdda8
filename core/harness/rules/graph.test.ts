import { expect, test } from 'vitest';
import { readHarness } from '../read.ts';
import { document, testRule } from '../testing/cases.ts';

const task = (id: string, rest = '') => `<node id="${id}" type="task"${rest}/>`;
const tasks = (...ids: readonly string[]) => ids.map((id) => task(id)).join('\n');
const undo = (id: string, of: string) => task(id, ` compensates="${of}"`);
const edge = (from: string, to: string, type = 'control') =>
  `<edge from="${from}" to="${to}" type="${type}"/>`;

testRule(
  'HX-2004',
  [
    document(tasks('a') + undo('u', 'a'), edge('a', 'u', 'compensation')),
    document(tasks('a', 'u'), edge('a', 'u', 'compensation')),
  ],
  [
    {
      document: document(
        tasks('a', 'b') + task('u', ' ¦compensates="b"'),
        edge('a', 'u', 'compensation'),
      ),
      id: 'u',
      says: /'b'.*'a'/,
    },
    {
      document: document(
        tasks('charge') + task('u', ' ¦compensates="chrage"'),
        edge('charge', 'u', 'compensation'),
      ),
      id: 'u',
      says: /did you mean 'charge'/,
    },
    {
      document: document(
        tasks('a', 'b') + task('u', ' ¦compensates="a"'),
        edge('a', 'u', 'compensation') + edge('b', 'u', 'compensation'),
      ),
      id: 'u',
    },
  ],
);

testRule(
  'HX-2005',
  [
    document(tasks('a', 'b') + undo('u', 'a'), edge('a', 'b') + edge('a', 'u', 'compensation')),
    // An undo that is the body of a loop is no step of the flow.
    document(
      `${tasks('a')}<node id="l" type="loop"><loop kind="times" count="1" maxIterations="1"><body ref="u"/></loop></node>${undo('u', 'a')}`,
      edge('a', 'l') + edge('a', 'u', 'compensation'),
    ),
    // What follows an undo alone is not reached in forward flow.
    document(
      tasks('a', 'b') + undo('u', 'a') + undo('v', 'b'),
      edge('a', 'u', 'compensation') + edge('b', 'v', 'compensation') + edge('u', 'v'),
    ),
  ],
  [
    {
      document: document(
        tasks('a', 'b') + undo('u', 'a'),
        `${edge('a', 'b')}${edge('a', 'u', 'compensation')}<edge id="e" from="b" ¦to="u"/>`,
      ),
      id: 'e',
      says: "'u'",
    },
    {
      document: document(
        `<node id="a" type="task"><outputs><output name="x"/></outputs></node>
        <node id="u" type="task" compensates="a"><inputs><input name="x"/></inputs></node>`,
        `${edge('a', 'u', 'compensation')}<edge from="a" ¦to="u" type="data" fromPort="x" toPort="x"/>`,
      ),
    },
    {
      document: document(
        tasks('a', 'h') + undo('u', 'a'),
        `${edge('a', 'h', 'error')}${edge('a', 'u', 'compensation')}<edge from="h" ¦to="u"/>`,
      ),
    },
  ],
);

testRule(
  'HX-3001',
  [
    document(tasks('a', 'b'), edge('a', 'b')),
    document(tasks('a', 'b'), edge('a', 'b', 'error') + edge('b', 'a', 'error')).replace(
      'specVersion',
      'entry="a" specVersion',
    ),
  ],
  [
    {
      document: document(
        tasks('a', 'b'),
        edge('a', 'b', 'error') + edge('b', 'a', 'error'),
      ).replace('<nodes>', '¦<nodes>'),
    },
    {
      // A decision's target waits for it, and a loop's body for its loop.
      document: document(
        `<node id="d" type="decision"><cases><case when="\${true}" to="d"/><otherwise to="d"/></cases></node>`,
      ).replace('<nodes>', '¦<nodes>'),
    },
  ],
);

testRule(
  'HX-3003',
  [
    document(tasks('a', 'b', 'c'), edge('a', 'b') + edge('b', 'c') + edge('a', 'c', 'dependency')),
    document(tasks('s', 'a', 'h'), edge('s', 'a') + edge('a', 'h', 'error') + edge('h', 'a')),
  ],
  [
    {
      document: document(
        tasks('s', 'a', 'b', 'c'),
        `${edge('s', 'a')}\n${edge('a', 'b', 'dependency')}\n${edge('b', 'c')}\n¦<edge id="back" from="c" to="a"/>`,
      ),
      id: 'back',
      says: 'a → b → c → a',
    },
    { document: document(tasks('s', 'a'), `${edge('s', 'a')}¦${edge('a', 'a')}`), says: 'a → a' },
    {
      // One finding for one knot, however many cycles are in it.
      document: document(
        tasks('s', 'a', 'b', 'c'),
        `${edge('s', 'a')}${edge('a', 'b')}¦${edge('b', 'a')}${edge('b', 'c')}${edge('c', 'b')}`,
      ),
    },
  ],
);

test('a cycle is told with its nodes in order', () => {
  const { findings } = readHarness(
    document(
      tasks('c', 'a', 'b', 's'),
      edge('c', 'a') + edge('a', 'b') + edge('b', 'c') + edge('s', 'a'),
    ),
  );
  const [cycle] = findings.filter(({ code }) => code === 'HX-3003');
  expect(cycle?.related.map(({ line, message }) => [line, message])).toEqual([
    [3, "node 'c' of the cycle"],
    [4, "node 'a' of the cycle"],
    [5, "node 'b' of the cycle"],
  ]);
});

testRule(
  'HX-3005',
  [
    document(
      `${tasks('a', 'b', 'x', 'y', 'u', 'h')}
      <node id="d" type="decision"><cases><case when="\${true}" to="x"/><otherwise to="y"/></cases></node>
      <node id="l" type="loop"><loop kind="times" count="1" maxIterations="1"><body ref="b"/></loop></node>`,
      edge('a', 'd') +
        edge('a', 'l', 'dependency') +
        edge('a', 'u', 'compensation') +
        edge('l', 'h', 'error'),
    ).replace('specVersion', 'entry="a" specVersion'),
  ],
  [
    {
      document: document(
        `${tasks('a', 'b')}<node ¦id="island" type="task"/>`,
        edge('a', 'b'),
      ).replace('specVersion', 'entry="a" specVersion'),
      id: 'island',
      says: "'a'",
    },
    {
      // Compensation edges lead nowhere in forward flow.
      document: document(
        `${tasks('a')}${undo('u', 'a')}<node ¦id="x" type="task"/>`,
        edge('a', 'u', 'compensation') + edge('x', 'u', 'compensation'),
      )
        .replace('specVersion', 'entry="a" specVersion')
        .replace(' compensates="a"', ''),
      id: 'x',
    },
  ],
);
