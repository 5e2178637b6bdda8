/** What is opened as a report or a trace: what it shows, and what it says where it is none. */

import { describe, expect, test } from 'vitest';
import { renderCertificationJson } from '../../conformance/report/certification/json.ts';
import { renderNdjson } from '../../conformance/report/formats/json.ts';
import { renderOrbitLog } from '../../conformance/report/formats/orbit-log.ts';
import { writeRecord } from '../../conformance/report/record/write.ts';
import { readDocument } from '../../core/read.ts';
import { readScenario } from '../../core/scenario/read.ts';
import { simulate, toHarnessTrace, toOrbitHistory } from '../../simulator/index.ts';
import { LARGEST_FILE } from './limits.ts';
import type { ReadAnswer, ReportView, TraceView } from './messages.ts';
import { readOpened } from './read.ts';
import { kindOfFile } from './sniff.ts';
import { DOCUMENT, smallReport } from './testing.ts';
import { knownEvents } from './trace-events.ts';

const open = (content: BlobPart, name = 'report.ndjson', document: string | null = null) =>
  readOpened({ file: new Blob([content]), name, document });

const reportIn = (answer: ReadAnswer): ReportView => {
  if (answer.kind !== 'report') throw new Error(JSON.stringify(answer));
  return answer.report;
};
const traceIn = (answer: ReadAnswer): TraceView => {
  if (answer.kind !== 'trace') throw new Error(JSON.stringify(answer));
  return answer.trace;
};
const wordsOf = (answer: ReadAnswer): string =>
  answer.kind === 'problem' ? `${answer.title}. ${answer.text}` : answer.kind;

const record = [...writeRecord(smallReport(), 1)].join('');

describe('a report', () => {
  test('as a record or as JSON shows the same rules and failures', async () => {
    const view = reportIn(await open(record));
    expect(view.title).toBe('acme 2');
    expect(view.cards[0]).toMatchObject({ claim: 'baseline', look: 'fail' });
    const cells = view.families.flatMap(({ rows }) =>
      rows.map(({ id, cells: [cell] }) => [id, cell?.verdict, cell?.failure]),
    );
    expect(cells).toEqual([
      ['retry/max-attempts', 'fail', 0],
      ['retry/delay-fixed', 'pass', null],
    ]);
    const [failure] = view.failures;
    expect(failure?.breach).toMatchObject({ expected: 'at most 2 attempts' });
    expect(failure?.example?.token).toMatch(/^u1\./);
    const json = reportIn(await open(renderCertificationJson(smallReport(), 1), 'report.json'));
    expect(json).toEqual(view);
  });

  test('sets the calls of both runtimes beside each other', async () => {
    const [failure] = reportIn(await open(record)).failures;
    const rows = failure?.example?.calls.map(({ name, reference, observed }) => [
      name,
      reference?.time,
      observed?.time,
    ]);
    expect(rows).toEqual([
      ['charge, attempt 1', '0 s', '0 s'],
      ['charge, attempt 2', '1 s', '1 s'],
      ['charge, attempt 3', undefined, '2 s'],
    ]);
  });

  test('that is cut off says so, wherever it is cut', async () => {
    const lines = record.trimEnd().split('\n');
    const view = reportIn(await open(`${lines.slice(0, -1).join('\n')}\n`));
    expect(view.banners.join()).toContain('Cut off');
    expect(reportIn(await open(record.slice(0, -40))).banners.join()).toContain('Cut off');
  });

  test.each([
    ['of a newer version', record.replace('"version":1,', '"version":2,'), 'newer unwind'],
    ['that was changed', record.replace('acme', 'acne'), 'changed after it was written'],
    ['in another encoding', new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), 'not UTF-8'],
    ['with a broken line', `${record.split('\n')[0]}\n{"kind":\n`, 'Line 2'],
    ['that is none', '{"kind":"runtime"}', 'no report'],
    ['that is empty', '', 'empty'],
    ['of a million brackets', '['.repeat(1_000_000), 'not JSON'],
  ])('%s is refused with a reason', async (_, content, reason) => {
    expect(wordsOf(await open(content as BlobPart))).toContain(reason);
  });

  test('that is too large is not even read', async () => {
    const huge = {
      size: LARGEST_FILE + 1,
      slice: () => {
        throw new Error('it is read');
      },
    };
    const answer = await readOpened({
      file: huge as unknown as Blob,
      name: 'huge.ndjson',
      document: null,
    });
    expect(wordsOf(answer)).toMatch(/96 MiB.*unwind report/);
  });
});

describe('a trace', () => {
  const { workflow } = readDocument(DOCUMENT);
  if (workflow === null) throw new Error('the document is not valid');
  const { scenario } = readScenario(
    '{"tasks":{"charge":[{"after":1000,"error":{"class":"transient"}},{"after":500}]}}',
    workflow,
  );
  if (scenario === null) throw new Error('the scenario is none');
  const run = simulate(workflow, scenario);
  const ndjson = [...renderNdjson(run.trace)].join('');

  test('of unwind with its document is the run itself, and judged', async () => {
    const { run: shown, broken, notes } = traceIn(await open(ndjson, 't.ndjson', DOCUMENT));
    expect(shown.run.trace).toEqual(run.trace);
    expect(shown).toMatchObject({ recorded: true, document: DOCUMENT });
    expect([broken, notes]).toEqual([[], []]);
    const wrong = ndjson.replace(/"attempt":2/g, '"attempt":3');
    const judged = traceIn(await open(wrong, 't.ndjson', DOCUMENT));
    expect(judged.broken.map(({ rule }) => rule)).not.toEqual([]);
  });

  test('without its document, or with another, is a log of the steps that it names', async () => {
    const alone = traceIn(await open(ndjson, 't.ndjson'));
    expect(alone.run.workflow.nodes.map(({ id }) => id)).toEqual(['charge']);
    expect(alone.run.document).toBe('');
    expect(alone.notes.join()).toContain('drop trace and document together');
    const other = DOCUMENT.replaceAll('charge', 'ship');
    expect(traceIn(await open(ndjson, 't.ndjson', other)).notes.join()).toContain(
      'another workflow',
    );
  });

  test.each([
    ['harness-trace', JSON.stringify(toHarnessTrace(run.trace), null, 1)],
    ['orbit-log', [...renderOrbitLog(toOrbitHistory(run.trace, workflow))].join('')],
  ])('in the format %s is known by its text', async (_, text) => {
    expect(kindOfFile(text.slice(0, 4096), 'x.txt')).toBe('trace');
    const { run: shown } = traceIn(await open(text, 'x.txt', DOCUMENT));
    expect(shown.run.trace.length).toBeGreaterThan(2);
    expect(shown.run.trace.map(({ seq }) => seq)).toEqual(
      shown.run.trace.map((_e, index) => index + 1),
    );
  });

  test('keeps nothing that the page does not know', () => {
    const values = [
      null,
      5,
      { type: '__proto__', seq: 1, at: 0 },
      {
        type: 'transition',
        seq: 2,
        at: 0,
        node: 'a',
        unit: 'a',
        from: 'X',
        to: 'READY',
        attempt: 0,
      },
      { type: 'unwinding.started', seq: 3, at: 0, reason: 'x', order: 'no list' },
      { type: 'crashed', seq: 4, at: Number.NaN },
      { type: 'crashed', seq: 9, at: 7, cause: 3 },
      { type: 'resumed', seq: 12, at: 5, cause: 9 },
    ];
    const { events, strange } = knownEvents(values);
    expect(events).toMatchObject([
      { type: 'crashed', seq: 1, at: 7, cause: null },
      { type: 'resumed', seq: 2, at: 7, cause: 1 },
    ]);
    expect(strange).toBe(6);
    expect(knownEvents(Array(20_005).fill({ type: 'crashed', at: 1 })).cut).toBe(5);
  });

  test('that holds no event says so', async () => {
    expect(wordsOf(await open('{"seq":1,"at":0,"type":"nonsense"}', 't.ndjson'))).toContain(
      'No event',
    );
    expect(wordsOf(await open('{"seq":1,"at":-1,"type":"crashed"}', 't.ndjson'))).toContain(
      'line 1',
    );
  });
});

test.each([
  ['{"kind":"header","version":1', 'a', 'report'],
  ['{\n  "kind": "runtime"', 'a', 'report'],
  ['{"seq":1,"at":0,"type":"x"}', 'a', 'trace'],
  ['+   0ms  #1  WorkflowStarted', 'a', 'trace'],
  ['<harness', 'a.hxml', 'document'],
  ['{"v":1,"src":"<harness…"}', 'run.json', 'other'],
  ['rubbish', 'a.ndjson', 'report'],
  ['rubbish', 'a.txt', 'other'],
])('a file that begins with %s is known', (start, name, kind) => {
  expect(kindOfFile(start, name)).toBe(kind);
});
