import { expect, test } from 'vitest';
import { simulate } from '../../../simulator/index.ts';
import { parseExpectation } from '../expectations/parse.ts';
import { factsOf } from '../facts.ts';
import { spaceOf } from '../space/space.ts';
import { harness, scenarioFor, targetOf } from '../testing/search.ts';
import { judgeFor } from './index.ts';

/** A saga: reserve, charge, ship; the first two can be undone. */
const SAGA = harness(
  `<node id="reserve" type="task"/>
   <node id="charge" type="task"><retry maxAttempts="2" backoff="none"/></node>
   <node id="ship" type="task"><timeout duration="PT2S"/></node>
   <node id="release" type="task" compensates="reserve"/>
   <node id="refund" type="task" compensates="charge"/>`,
  `<edge from="reserve" to="charge"/><edge from="charge" to="ship"/>
   <edge from="reserve" to="release" type="compensation"/>
   <edge from="charge" to="refund" type="compensation"/>`,
);

/** What copes with a failure waits for two ways in, and there is another one only if asked. */
const HANDLED = harness(
  `<node id="ask" type="task"/><node id="other" type="task"/><node id="third" type="task"/>
   <node id="cope" type="task" joinPolicy="quorum" quorum="2"/>`,
  `<edge from="ask" to="cope" type="error"/><edge from="other" to="cope" type="error"/>
   <edge from="third" to="cope" condition="${'${false}'}"/>
   <edge from="other" to="cope" condition="${'${false}'}"/>`,
);

const judged = (document: string, words: string, scenario: string) => {
  const target = targetOf(document);
  const reading = parseExpectation(words);
  if (!reading.ok) throw new Error(reading.message);
  const space = spaceOf(target.workflow, {
    ...{ profile: null, inputs: [], documents: {}, mayIgnoreKeys: true },
  });
  const whole = scenarioFor(target, scenario);
  const facts = factsOf(space, whole, simulate(target.workflow, whole));
  const { isTried, breaks } = judgeFor(reading.expectation, target.workflow)(facts);
  if (!isTried) return 'not tried';
  return breaks.length === 0 ? 'held' : breaks.map(({ node }) => node ?? 'the run').join(' ');
};

const REFUSED = '[{"after":10,"error":{"class":"invalid_input"}}]';
const DOWN = '[{"after":10,"error":{"class":"unavailable"}}]';
const LOST = '[{"after":10,"error":{"class":"timeout"},"applied":true}]';

test.each([
  // What went well, or was undone, leaves nothing behind.
  ['no effect left behind', '{}', 'not tried'],
  ['no effect left behind', `{"tasks":{"ship":${REFUSED}}}`, 'held'],
  ['no effect left behind', `{"tasks":{"charge":${LOST}}}`, 'charge'],
  ['no effect left behind', `{"tasks":{"ship":${REFUSED},"refund":${DOWN}}}`, 'charge'],
  // That an undo is refused for good is nothing that a document could help.
  ['no effect left behind', `{"tasks":{"ship":${REFUSED},"refund":${REFUSED}}}`, 'held'],
  ['no effect left behind of reserve', `{"tasks":{"charge":${LOST}}}`, 'held'],
  ['no effect left behind of ship', `{"tasks":{"ship":${LOST}}}`, 'ship'],
  [
    'no effect left behind',
    '{"default":{"after":10},"controls":[{"at":15,"action":"cancel"}]}',
    'reserve charge',
  ],
  [
    'no effect left behind unless cancelled',
    '{"default":{"after":10},"controls":[{"at":15,"action":"cancel"}]}',
    'not tried',
  ],
  ['no effect twice', `{"tasks":{"charge":${LOST}}}`, 'held'],
  ['no effect twice', `{"tasks":{"charge":${LOST}},"world":{"honoursKeys":false}}`, 'charge'],
  [
    'no effect twice of ship',
    `{"tasks":{"charge":${LOST}},"world":{"honoursKeys":false}}`,
    'not tried',
  ],
  ['ends', '{}', 'held'],
  ['ends', '{"tasks":{"charge":[{"hang":true}]}}', 'charge'],
  ['ends within 1s', '{}', 'held'],
  ['ends within 1s', '{"tasks":{"charge":[{"after":1001}]}}', 'charge'],
  ['ends within 1s', '{"tasks":{"charge":[{"after":1000}]}}', 'held'],
  ['ends within 1s', '{"tasks":{"charge":[{"hang":true}]}}', 'charge'],
  ['never failed', `{"tasks":{"ship":${REFUSED}}}`, 'held'],
  ['never failed', `{"tasks":{"reserve":${REFUSED}}}`, 'reserve'],
  ['never failed under 1 fault', `{"tasks":{"charge":${DOWN},"release":${DOWN}}}`, 'not tried'],
  ['never failed under 3 faults', `{"tasks":{"charge":${DOWN},"release":${DOWN}}}`, 'charge'],
  ['outcomes succeeded, compensated', `{"tasks":{"ship":${REFUSED}}}`, 'held'],
  ['outcomes succeeded', `{"tasks":{"ship":${REFUSED}}}`, 'ship'],
  ['outcomes succeeded', '{"controls":[{"at":0,"action":"cancel"}]}', 'held'],
  ['if charge then refund or ship', '{}', 'held'],
  ['if charge then refund or ship', `{"tasks":{"reserve":${REFUSED}}}`, 'not tried'],
  ['if charge then refund or ship', `{"tasks":{"ship":${REFUSED}}}`, 'held'],
  ['if charge then compensate:charge or ship', `{"tasks":{"ship":${REFUSED}}}`, 'held'],
  ['if charge then refund or ship', `{"tasks":{"charge":${LOST}}}`, 'charge'],
  [
    'if reserve then ship unless cancelled',
    '{"default":{"after":10},"controls":[{"at":15,"action":"cancel"}]}',
    'not tried',
  ],
  [
    'if reserve then ship',
    '{"default":{"after":10},"controls":[{"at":15,"action":"cancel"}]}',
    'reserve',
  ],
  ['not both ship and refund', '{}', 'held'],
  ['not both ship and refund', `{"tasks":{"ship":${LOST}}}`, 'refund'],
  ['ship only after charge', '{}', 'held'],
  ['charge only after ship', '{}', 'charge'],
  ['at most 2 calls of charge', `{"tasks":{"charge":${DOWN}}}`, 'held'],
  ['at most 1 call of charge', `{"tasks":{"charge":${DOWN}}}`, 'charge'],
  ['at most 1 call of charge', '{}', 'held'],
])('%s: %s → %s', (words, scenario, verdict) => {
  const found = judged(SAGA, words, scenario);
  // What undoes may go by either of its names.
  expect(found.replace('compensate:charge', 'refund')).toBe(verdict);
});

test.each([
  ['{}', 'not tried'],
  [`{"tasks":{"ask":${REFUSED}}}`, 'ask'],
  [`{"tasks":{"ask":${REFUSED},"other":${REFUSED}}}`, 'held'],
])('no failure swallowed: %s → %s', (scenario, verdict) => {
  expect(judged(HANDLED, 'no failure swallowed', scenario)).toBe(verdict);
});
