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
