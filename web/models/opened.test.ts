import { describe, expect, it } from 'vitest';
import { writeToken } from '../../conformance/token/token.ts';
import { NO_FAULTS } from './faults.ts';
import { openedOf } from './opened.ts';
import { writePlay } from './play.ts';

const play = {
  ...{ document: '<harness/>', scenario: '', seed: 1, faults: NO_FAULTS },
  ...{ title: 'Mine', digest: null },
};

describe('a file', () => {
  it('may hold a saved run, or a document', () => {
    expect(openedOf(JSON.stringify(writePlay(play)), 'a.json')).toEqual({ kind: 'play', play });
    expect(openedOf('<harness/>', 'order.hxml')).toMatchObject({
      kind: 'play',
      play: { document: '<harness/>', title: 'order' },
    });
    expect(openedOf('workflow W { }', 'w.orbit')).toMatchObject({ kind: 'play' });
  });

  it('may hold a token, alone or in the JSON of the command line', () => {
    const token = writeToken({
      ...{ document: { format: 'harness', text: '<harness/>' }, scenario: {}, seed: 1 },
      ...{ schedule: [], rule: null, step: null, digest: null },
    });
    for (const text of [token, `https://x.org/#/x/${token}`, JSON.stringify({ token })]) {
      expect(openedOf(text, 'x')).toEqual({ kind: 'address', hash: `#/x/${token}` });
    }
  });

  it.each([
    ['hello', 'no run'],
    ['{}', 'no run'],
    ['[1]', 'no run'],
    ['{"src": 5, "v": 1}', 'A part is missing'],
    ['{"src": "x", "v": 99}', 'version 99'],
    ['x'.repeat(5 << 20), 'larger'],
  ])('%# that holds nothing of ours says so', (text, words) => {
    const opened = openedOf(text, 'note');
    expect(opened.kind === 'unknown' ? opened.message : '').toContain(words);
  });
});
