/** HX-3104 where nodes lie on cycles that are allowed, and behind them. */

import { describe } from 'vitest';
import { document, testRule } from './testing/cases.ts';

const task = (id: string, reads = '', join = 'all'): string =>
  `<node id="${id}" type="task" joinPolicy="${join}"><outputs><output name="x"/></outputs>${
    reads === '' ? '' : `<guard ¦when="\${${reads}.x == 1}"/>`
  }</node>`;

const accepted = (text: string): string => text.replace('¦', '');

const loop = (id: string, body: string): string =>
  `<node id="${id}" type="loop"><loop kind="times" count="1" maxIterations="1"><body ref="${body}"/></loop></node>`;

const edges = (...pairs: readonly string[]): string =>
  pairs
    .map((pair) => {
      const [from, to, type = 'control'] = pair.split(' ');
      return `<edge from="${from}" to="${to}" type="${type}"/>`;
    })
    .join('');

describe('an error edge that points back', () => {
  const cycle = ['s a', 'a h error', 'h a'];
  testRule(
    'HX-3104',
    [
      document(task('s') + accepted(task('a')) + accepted(task('h', 'a')), edges(...cycle)),
      document(task('s') + accepted(task('a', 'h')) + task('h'), edges(...cycle)),
      document(
        task('s') + task('a') + accepted(task('h', 'z')) + task('z'),
        edges(...cycle, 'a z dependency'),
      ),
    ],
    [
      { id: 's', document: document(task('s', 'h') + task('a') + task('h'), edges(...cycle)) },
      {
        id: 'y',
        document: document(
          task('s') + task('a') + task('h') + task('y', 'z') + task('z'),
          edges(...cycle, 'a y', 'y z'),
        ),
      },
      {
        id: 'h',
        document: document(
          task('s') + task('a') + task('h', 'z') + task('z'),
          edges(...cycle, 'h z'),
        ),
      },
    ],
  );
});

describe('two loops in a row that share a body', () => {
  const both = loop('l', 'b') + loop('m', 'b') + task('b');
  testRule(
    'HX-3104',
    [document(both + task('y') + accepted(task('z', 'y')), edges('l m', 'm y', 'y z'))],
    [
      {
        id: 'y',
        document: document(both + task('y', 'z') + task('z'), edges('l m', 'm y', 'y z')),
      },
    ],
  );
});

describe('an edge from a loop to its own body', () => {
  testRule(
    'HX-3104',
    [document(loop('l', 'b') + task('b') + accepted(task('z', 'b')), edges('l b', 'l z'))],
    [
      {
        id: 'y',
        document: document(
          loop('l', 'b') + task('b') + task('y', 'z') + task('z'),
          edges('l b', 'l y', 'y z'),
        ),
      },
    ],
  );
});

describe('a join that need not wait for what may never run', () => {
  const decision = (id: string, ...to: readonly string[]): string =>
    `<node id="${id}" type="decision"><outputs><output name="x"/></outputs><cases>${to
      .map((each) => `<case when="\${true}" to="${each}"/>`)
      .join('')}</cases></node>`;
  const reading = (id: string, read: string): string => accepted(task(id, read));
  testRule(
    'HX-3104',
    [
      // Where d leads to f, r is not chosen, and f doesn't wait for what leads to r.
      document(
        decision('d', 'r', 'f') + reading('c', 'f') + task('r') + task('f'),
        edges('c r', 'r f', 'd f'),
      ),
      // Where s fails, nothing leads to r, so f runs without it.
      document(
        task('s') + reading('c', 'f') + decision('d', 'r') + task('r') + task('f'),
        edges('c d', 's r', 'r f', 's f error'),
      ),
      // No edge out of an undo is followed.
      document(
        reading('s', 'f') + task('u') + task('a') + task('f'),
        edges('s u compensation', 'u f', 'a f'),
      ),
      // A loop over nothing ends without its body.
      document(
        reading('c', 'l') +
          '<node id="l" type="loop"><outputs><output name="x"/></outputs><loop kind="forEach" over="${[]}" maxIterations="1"><body ref="b"/></loop></node>' +
          '<node id="b" type="task"><inputs><input name="i" required="false"/></inputs></node>',
        edges('c b data').replace('/>', ' fromPort="x" toPort="i"/>'),
      ),
    ],
    [
      // Whichever it is, f comes behind c.
      {
        id: 'c',
        document: document(
          task('c', 'f') + decision('d', 'r', 'q') + task('r') + task('q') + task('f'),
          edges('c d', 'r f', 'q f'),
        ),
      },
      {
        id: 'c',
        document: document(
          task('c', 'f') + task('r') + task('f', '', 'any'),
          edges('c r', 'r f', 'c f error'),
        ),
      },
    ],
  );
});
