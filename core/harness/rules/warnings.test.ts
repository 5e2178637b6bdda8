import { document, testRule } from '../testing/cases.ts';

const task = (id: string, inner = '', rest = '') =>
  `<node id="${id}" type="task"${rest}>${inner}</node>\n`;
const output = '<outputs><output name="x"/></outputs>';
const input = (rest = '') => `<inputs><input name="x"${rest}/></inputs>`;
const edge = (from: string, to: string, rest = '') => `<edge from="${from}" to="${to}"${rest}/>`;
const data = ' type="data" fromPort="x" toPort="x"';
const undoes = ' type="compensation"';
const unsafe = ' idempotent="false"';

testRule(
  'U1001',
  [
    document(task('a', output) + task('b', input()), edge('a', 'b', data)),
    document(
      task('a', output) + task('b', input()),
      edge('a', 'b', data) + edge('a', 'b', ' condition="${a.x == 1}"'),
    ),
  ],
  [
    {
      document: document(
        task('a', output) + task('b', input()),
        `¦${edge('a', 'b', ' id="c"')}${edge('a', 'b', data)}`,
      ),
      id: 'c',
    },
  ],
);

const guard = '<guard when="${true}"/>';
testRule(
  'U1002',
  [
    document(task('a', output + guard) + task('b', input(' default="1"')), edge('a', 'b', data)),
    document(
      task('a', output + guard) + task('b', input(' required="false"')),
      edge('a', 'b', data),
    ),
    document(task('a', output + guard) + task('b'), edge('a', 'b')),
  ],
  [
    {
      document: document(
        task('a', output + guard) + task('b', input()),
        `¦${edge('a', 'b', data)}`,
      ),
      says: /'x' of 'b' from 'a'/,
    },
  ],
);

const decision = (otherwise: string, mark = '') =>
  document(
    `${task('t')}<node id="d" type="decision">${mark}<cases><case when="\${true}" to="t"/>${otherwise}</cases></node>`,
  );
testRule('U1003', [decision('<otherwise to="t"/>')], [{ document: decision('', '¦'), id: 'd' }]);

testRule(
  'U1004',
  [document('<node id="a" type="human"><timeout duration="P1D"/></node>')],
  [{ document: document('¦<node id="a" type="human"/>'), id: 'a' }],
);

const saga = (undo: string, edges = '', charge = task('charge')) =>
  document(
    charge + task('ship') + undo,
    edge('charge', 'ship') + edge('charge', 'refund', undoes) + edges,
  );
const refund = task('refund', '', ' compensates="charge"');
testRule(
  'U1005',
  [saga(refund)],
  [
    {
      document: saga(task('refund', '', ' compensates="charge" ¦idempotent="false"')),
      id: 'refund',
    },
  ],
);
testRule(
  'U1006',
  [saga(refund)],
  [{ document: saga(`¦${task('refund')}`), id: 'refund', says: 'compensates="charge"' }],
);
testRule(
  'U1007',
  [saga(refund)],
  [{ document: saga(refund + task('mail'), `¦${edge('refund', 'mail', ' id="e"')}`), id: 'e' }],
);

const skip = (rest: string) => `<timeout duration="PT1S" ${rest}onTimeout="skip"/>`;
testRule(
  'U1008',
  [
    document(task('a', skip(''))),
    document(task('a', skip(''), unsafe).replace('task', 'transform')),
  ],
  [{ document: document(task('a', skip('¦'), unsafe)), id: 'a' }],
);
testRule(
  'U1009',
  [document(task('a', output + skip('')) + task('b', input(' default="1"')), edge('a', 'b', data))],
  [
    {
      document: document(
        task('a', output + skip('')) + task('b', input()),
        `¦${edge('a', 'b', data)}`,
      ),
    },
  ],
);

const child = (mark: string) =>
  `${mark}<node id="s" type="subworkflow"><subworkflow href="x"/></node>`;
testRule(
  'U1010',
  [
    document(child('')),
    saga(refund + child('') + task('us', '', ' compensates="s"'), edge('s', 'us', undoes)),
  ],
  [{ document: saga(refund + child('¦')), id: 's' }],
);

const retry = (rest: string) => `<timeout duration="PT1S" ${rest}onTimeout="retry"/>`;
testRule(
  'U1012',
  [
    document(task('a', retry(''))),
    document(task('a', retry(''), unsafe).replace('task', 'transform')),
  ],
  [{ document: document(task('a', retry('¦'), unsafe)), id: 'a' }],
);

const sent = (mark: string) => task('charge', `${mark}<timeout duration="PT1S"/>`, unsafe);
testRule(
  'U1013',
  [saga(refund, '', task('charge', '<timeout duration="PT1S"/>')), document(sent(''))],
  [{ document: saga(refund, '', sent('¦')), id: 'charge' }],
);

const policy = (rest: string) => document(task('a', `<retry maxAttempts="3" ${rest}/>`));
testRule(
  'U1014',
  [policy('multiplier="1"'), policy('')],
  [
    { document: policy('¦multiplier="0.5"'), id: 'a', says: '0.5' },
    { document: policy('¦multiplier="0"'), id: 'a' },
  ],
);
testRule(
  'U1015',
  [policy('initialDelay="PT2S" maxDelay="PT2S"'), policy('')],
  [
    { document: policy('initialDelay="PT2S" ¦maxDelay="PT1S"'), id: 'a' },
    { document: policy('¦maxDelay="PT0.5S"'), id: 'a' },
  ],
);
testRule(
  'U1016',
  [document(task('a', '<timeout duration="PT0.0001S"/>'))],
  [
    { document: document(task('a', '<timeout ¦duration="PT0S"/>')), id: 'a' },
    { document: document(task('a', '<timeout ¦duration=" P0D "/>')), id: 'a' },
  ],
);

testRule(
  'U1017',
  [
    document(
      task('a') + task('b') + task('h'),
      edge('a', 'h', ' type="error"') + edge('b', 'h', ' type="error"'),
    ),
  ],
  [
    {
      document: document(
        `${task('a')}${task('b')}¦${task('h')}`,
        edge('a', 'h', ' type="error"') + edge('b', 'h'),
      ),
      id: 'h',
    },
  ],
);

const barrier = '<node id="j" type="barrier"/>';
testRule(
  'U1018',
  [document(task('a') + barrier, edge('a', 'j'))],
  [{ document: document(`${task('a')}¦${barrier}`), id: 'j' }],
);

testRule(
  'U1019',
  [document(task('a') + task('b', '', ' joinPolicy="quorum" quorum="1"'), edge('a', 'b'))],
  [
    {
      document: document(
        task('a') + task('b', '', ' joinPolicy="any" ¦quorum="1"'),
        edge('a', 'b'),
      ),
      id: 'b',
    },
  ],
);

testRule(
  'U1020',
  [document(task('a', output) + task('b', input()), edge('a', 'b', data))],
  [
    {
      document: document(task('a', output) + task('b'), edge('a', 'b', ' id="e" ¦fromPort="x"')),
      id: 'e',
      says: 'control',
    },
  ],
);

testRule(
  'U1021',
  [saga(refund)],
  [
    {
      document: document(task('charge') + task('refund', '', ' ¦compensates="charge"')),
      id: 'refund',
    },
  ],
);
