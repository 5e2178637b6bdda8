import { document, testRule } from '../testing/cases.ts';

const task = '<node id="t" type="task"/>';
const cases = '<cases><case when="${true}" to="t"/><otherwise to="t"/></cases>';
const loop = '<loop kind="times" count="2" maxIterations="2"><body ref="t"/></loop>';
const loopWith = (attributes: string) =>
  `<node id="l" type="loop"><loop ${attributes}><body ref="t"/></loop></node>${task}`;

testRule(
  'HX-2201',
  [document(`<node id="d" type="decision">${cases}</node>${task}`)],
  [
    { document: document(`¦<node id="d" type="decision"/>${task}`), id: 'd' },
    { document: document(`<node id="d" type="task">¦${cases}</node>${task}`), id: 'd' },
  ],
);

testRule(
  'HX-2202',
  [document(`<node id="l" type="loop">${loop}</node>${task}`)],
  [
    { document: document('¦<node id="l" type="loop"/>'), id: 'l' },
    { document: document(`<node id="l" type="task">¦${loop}</node>${task}`), id: 'l' },
  ],
);

testRule(
  'HX-2203',
  [document('<node id="s" type="subworkflow"><subworkflow href="x.hxml"/></node>')],
  [
    { document: document('¦<node id="s" type="subworkflow"/>'), id: 's' },
    { document: document('<node id="s" type="task">¦<subworkflow href="x"/></node>'), id: 's' },
  ],
);

testRule(
  'HX-2204',
  [document('<node id="w" type="wait"><wait duration="PT1M"/></node>')],
  [
    { document: document('¦<node id="w" type="wait"/>'), id: 'w' },
    { document: document('<node id="w" type="human">¦<wait event="e"/></node>'), id: 'w' },
  ],
);

testRule(
  'HX-2205',
  [
    document('<node id="w" type="wait"><wait until="${true}"/></node>'),
    document('<node id="w" type="wait"><wait event="e"/></node>'),
  ],
  [
    { document: document('<node id="w" type="wait">¦<wait/></node>'), id: 'w', says: 'neither' },
    {
      document: document(
        '<node id="w" type="wait"><wait event="e" ¦duration="PT1S"/></node>',
      ).replace('event="e" ¦duration="PT1S"', 'duration="PT1S" ¦event="e"'),
      id: 'w',
      says: 'duration and event',
    },
  ],
);

testRule(
  'HX-2206',
  [document(`<node id="d" type="decision">${cases}</node>${task}`)],
  [
    { document: document('<node id="d" type="decision">¦<cases/></node>'), id: 'd' },
    {
      document: document(
        `<node id="d" type="decision">¦<cases><otherwise to="t"/></cases></node>${task}`,
      ),
      id: 'd',
    },
  ],
);

testRule(
  'HX-2207',
  [
    document(loopWith('kind="forEach" over="${[1]}" maxIterations="1"')),
    document(loopWith('kind="while" while="${true}" maxIterations="1"')),
    document(loopWith('kind="until" while="${true}" maxIterations="1"')),
    document(loopWith('kind="times" count="1" maxIterations="1"')),
  ],
  [
    {
      document: document(loopWith('kind="forEach" maxIterations="1"')).replace('<loop', '¦<loop'),
      id: 'l',
      says: 'over',
    },
    {
      document: document(loopWith('kind="while" maxIterations="1"')).replace('<loop', '¦<loop'),
      id: 'l',
      says: 'while',
    },
    {
      document: document(loopWith('kind="until" count="1" maxIterations="1"')).replace(
        '<loop',
        '¦<loop',
      ),
      id: 'l',
      says: 'while',
    },
    {
      document: document(loopWith('kind="times" maxIterations="1"')).replace('<loop', '¦<loop'),
      id: 'l',
      says: 'count',
    },
  ],
);

testRule(
  'HX-2208',
  [
    document(loopWith('kind="times" count="5" maxIterations="5"')),
    document(loopWith('kind="while" while="${true}" count="6" maxIterations="5"')),
  ],
  [
    {
      document: document(loopWith('kind="times" ¦count="6" maxIterations="5"')),
      id: 'l',
      says: /6.*5/,
    },
    // Beyond what a double can tell apart, and with other zeros.
    {
      document: document(
        loopWith('kind="times" ¦count="9007199254740993" maxIterations="+09007199254740992"'),
      ),
      id: 'l',
      says: /9007199254740993.*9007199254740992/,
    },
  ],
);
