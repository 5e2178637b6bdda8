import { document, testRule } from '../testing/cases.ts';

testRule(
  'HX-3301',
  [
    document('<node id="a" type="task" idempotent="false"/>'),
    document('<node id="a" type="task" idempotent="1"><retry maxAttempts="3"/></node>'),
  ],
  [
    {
      document: document(
        '<node id="a" type="task" idempotent="false">\n  ¦<retry maxAttempts="3"/></node>',
      ),
      id: 'a',
      says: "'a'",
    },
    {
      document: document(
        '<node id="a" type="transform" idempotent="0">¦<retry maxAttempts="1"/></node>',
      ),
      id: 'a',
    },
  ],
);
