/** What one breach makes look like another is told once: for what it is. */

import { expect, test } from 'vitest';
import { readHarness } from './read.ts';
import { brief, document, unmark } from './testing/cases.ts';

const inference = '<node id="i" type="inference"><resourceRef ref="m"/></node>';
const fed = (edge: string, input = ''): string =>
  document(
    `<node id="a" type="task"><outputs><output name="o"/></outputs></node>
    <node id="b" type="task"><inputs><input name="i" ${input}/></inputs></node>`,
    edge,
  );

test.each([
  [
    'a resource of an unknown type may be the model',
    'HX-1003',
    document(inference, '', '<resources><resource id="m" ¦type="modell"/></resources>'),
  ],
  [
    'a resource without a type may be the model',
    'HX-1001',
    document(inference, '', '<resources>¦<resource id="m"/></resources>'),
  ],
  [
    'one of two resources of an id may be the model',
    'HX-1101',
    document(
      inference,
      '',
      '<resources><resource id="m" type="model"/><resource ¦id="m" type="queue"/></resources>',
    ),
  ],
  [
    'an edge of an unknown type may feed',
    'HX-1003',
    fed('<edge from="a" to="b" ¦type="dta" fromPort="o" toPort="i"/>'),
  ],
  [
    'an input that may not be required',
    'HX-1001',
    fed('<edge from="a" to="b"/>', '¦required="No"'),
  ],
  [
    'an edge of an unknown type may count for a quorum',
    'HX-1003',
    document(
      '<node id="a" type="task"/><node id="b" type="task" joinPolicy="quorum" quorum="1"/>',
      '<edge from="a" to="b" ¦type="Control"/>',
    ),
  ],
  [
    'a subworkflow without href leads nowhere',
    'HX-1001',
    document('<node id="s" type="subworkflow">¦<subworkflow/></node>'),
  ],
])('%s', (_title, code, marked) => {
  const { line, column, text } = unmark(marked);
  const errors = readHarness(text).findings.filter(({ severity }) => severity === 'error');
  expect(errors.map((found) => brief(found).split(' ').slice(0, 2).join(' '))).toEqual([
    `${line}:${column} ${code}`,
  ]);
});

test.each([
  ['a no-break space', '\u00a0'],
  ['a byte order mark', '\ufeff'],
  ['a line separator', '\u2028'],
  ['a next line', '\u0085'],
])('%s between elements is text', (_title, character) => {
  for (const [marked, code] of [
    [document(`${character}`).replace(character, ` ¦${character}`), 'HX-1001'],
    [
      document(`<node id="a" type="task"><guard when="\${true}">¦${character}</guard></node>`),
      'HX-1001',
    ],
  ] as const) {
    const { line, column, text } = unmark(
      marked.replace('<nodes>', '<nodes><node id="z" type="task"/>'),
    );
    const errors = readHarness(text).findings.filter(({ severity }) => severity === 'error');
    expect(errors.map((found) => `${found.line}:${found.column} ${found.code}`)).toEqual([
      `${line}:${column} ${code}`,
    ]);
  }
});
