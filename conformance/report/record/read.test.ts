/** What is said of a file that is no record, or a spoilt one: what, where, how to mend it. */

import { describe, expect, it, test } from 'vitest';
import { cases } from '../../cases/index.ts';
import { rules } from '../../rules/index.ts';
import type { RanCase } from '../../suite/certification.ts';
import { certify } from '../../suite/certify.ts';
import type { CertifyEvent } from '../../suite/course.ts';
import { oneMore, optionsFor, runtimeThatReads } from '../../suite/testing.ts';
import {
  certificationOf,
  counterexampleOf,
  profileReport,
  ruleReport,
} from '../testing/certification.ts';
import { LONGEST_LINE } from './limits.ts';
import { createRecordReader, readRecord } from './read.ts';
import { problemText } from './reading.ts';
import { createRecordWriter, writeRecord } from './write.ts';

const broken = ruleReport('retry/max-attempts', {
  ...{ verdict: 'fail', broken: 2, counterexample: counterexampleOf('retry/max-attempts') },
});
const ran: RanCase = {
  ...{ id: 'harness/run/0', name: 'generated #0', outcome: 'failed', calls: 3, endedAt: 5 },
  broken: ['retry/max-attempts'],
};
const certification = certificationOf([
  profileReport([broken, ruleReport('retry/b')], { ran: [ran] }),
]);
const text = [...writeRecord(certification, 1)].join('');
const lines = text.trimEnd().split('\n');

const readText = (content: string) => readRecord(new TextEncoder().encode(content));
const problemOf = (content: string | Uint8Array): string => {
  const reading = typeof content === 'string' ? readText(content) : readRecord(content);
  return reading.ok ? 'no problem' : problemText(reading.problem);
};

const withLine = (number: number, line: string) => `${lines.with(number - 1, line).join('\n')}\n`;
const withMember = (number: number, members: object) =>
  withLine(number, JSON.stringify({ ...JSON.parse(lines[number - 1] ?? ''), ...members }));

test.each([
  ['nothing', '', /^it is empty\. unwind certify --report DIR writes one/],
  ['no JSON', 'hello\n', /^line 1: it is not JSON\. unwind certify --report DIR/],
  ['other JSON', '{"a":1}\n', /^line 1: it is no object with a 'kind'/],
  ['a list', '[]\n', /^line 1: it is no object with a 'kind'/],
  ['a line in the middle that is no JSON', withLine(3, '{"kind":'), /^line 3: it is not JSON\.$/],
  ['no header', lines.slice(1).join('\n'), /^line 1: it is no header but a line of kind 'profile'/],
  ['a second header', withLine(2, lines[0] ?? ''), /^line 2: it is a second header/],
  [
    'a newer version',
    withMember(1, { version: 2 }),
    /^line 1: the record is of version 2, and this/,
  ],
  [
    'a wrong member',
    withMember(3, { calls: 'many' }),
    /^line 3: case\.calls must be a whole number/,
  ],
  [
    'a missing member',
    withMember(2, { planned: undefined }),
    /^line 2: profile\.planned is missing/,
  ],
  [
    'a word that is none',
    withMember(5, { verdict: 'fine' }),
    /^line 5: verdict\.verdict must be one/,
  ],
  [
    'a profile that did not begin',
    withMember(3, { profile: 'orbit' }),
    /^line 3: profile orbit has/,
  ],
  ['a missing event', lines.toSpliced(3, 1).join('\n'), /of the events of 'retry\/max-attempts'/],
  ['a line less', lines.toSpliced(2, 1).join('\n'), /^line 7: the footer counts 7 lines before it/],
  [
    'another digest',
    withMember(3, { calls: 4 }),
    /^line 8: the digest in the footer is not that of/,
  ],
  ['other line ends', text.replaceAll('\n', '\r\n'), /digest .*line ends that a tool has made/],
  ['two reports', text + text, /^line 9: something stands behind the footer. Are two/],
  ['a second verdict', withLine(6, lines[4] ?? ''), /^line 6: there is a second verdict on 'retry/],
])('%s', (_, content, message) => {
  expect(problemOf(content)).toMatch(message);
});

test('what is not UTF-8 is refused, in its line', () => {
  const bytes = new TextEncoder().encode(text);
  bytes[bytes.indexOf(0x0a) + 12] = 0xff;
  expect(problemOf(bytes)).toBe('line 2: it is not UTF-8.');
});

test('a line without end is refused before it fills the memory', () => {
  const reader = createRecordReader();
  const piece = new Uint8Array(1 << 20).fill(0x20);
  let pieces = 0;
  while (reader.push(piece) === null && pieces < 100) pieces += 1;
  expect(pieces << 20).toBe(LONGEST_LINE);
  const reading = reader.end();
  expect(reading.ok ? '' : problemText(reading.problem)).toMatch(
    /^line 1: it is longer than 16 MiB/,
  );
});

describe('what is added later', () => {
  const [header = '', ...rest] = lines.slice(0, -1);

  it('is no fault: kinds that nobody knows, members that nobody knows', () => {
    const newer = { ...JSON.parse(header), weather: 'fine' };
    const reading = readText(
      [JSON.stringify(newer), '{"kind":"weather","wind":3}', ...rest, ''].join('\n'),
    );
    if (!reading.ok) throw new Error(reading.problem.message);
    expect(reading.record.certification).toEqual({
      ...{ ...certification, weather: 'fine', truncated: true },
    });
  });
});

describe('a record that was broken off while runs were made', () => {
  it('tells what was run until then', () => {
    const reading = readText(`${lines.slice(0, 3).join('\n')}\n{"kind":"ca`);
    if (!reading.ok) throw new Error(reading.problem.message);
    const { certification: read, digest, exitCode } = reading.record;
    expect({ digest, exitCode, truncated: read.truncated }).toEqual({
      ...{ digest: null, exitCode: null, truncated: true },
    });
    expect(read.profiles).toMatchObject([{ ran: [ran], planned: 15, generated: 1, rules: [] }]);
  });
});

describe('a record that is written while a certification goes on', () => {
  it('is that of the whole, a line a thing', async () => {
    const pieces: string[] = [];
    const writer = createRecordWriter((piece) => pieces.push(piece));
    const heard: CertifyEvent['kind'][] = [];
    const whole = await certify(
      runtimeThatReads(oneMore, { notes: ['it is odd'] }),
      optionsFor({
        rules: rules.filter(({ id }) => id.startsWith('retry/')),
        cases: cases.filter(({ rule }) => rule.startsWith('retry/')),
        runs: 5,
        onEvent: (event) => {
          heard.push(event.kind);
          writer.hear(event);
          // A process that is killed now leaves a record that can be read.
          if (heard.length % 10 !== 0) return;
          const reading = readText(pieces.join(''));
          expect(reading).toMatchObject({
            ok: true,
            record: { certification: { truncated: true } },
          });
        },
      }),
    );
    const certified = { ...whole, stderr: 'a warning\n' };
    writer.end(certified, 1);
    expect(readText(pieces.join(''))).toMatchObject({
      ...{ ok: true, record: { certification: certified, exitCode: 1 } },
    });
    expect(pieces.every((piece) => piece.endsWith('\n'))).toBe(true);
    expect(heard).toContain('incident');
  });
});
