/** What a file holds that somebody gives to the page: a report, a trace, or why it is none. */

import { createRecordReader } from '../../conformance/report/record/read.ts';
import { readJsonReport } from '../../conformance/report/record/read-json.ts';
import { problemText, type RecordReading } from '../../conformance/report/record/reading.ts';
import { LARGEST_FILE } from './limits.ts';
import type { OpenFiles, OpenTrace, ReadAnswer } from './messages.ts';
import { reportViewOf } from './report-view.ts';
import { FIRST_BYTES, kindOfFile } from './sniff.ts';
import { readEvents, readTrace } from './trace-view.ts';

export async function readOpened(asked: OpenFiles | OpenTrace): Promise<ReadAnswer> {
  if ('trace' in asked) return readEvents(asked.trace, asked.name, asked.document);
  const { file, name, document } = asked;
  if (file.size > LARGEST_FILE) {
    return problem(
      `${name} is larger than this page reads`,
      `It has ${file.size >> 20} MiB, and the limit is ${LARGEST_FILE >> 20} MiB. “unwind report” makes report.html of any report; “unwind judge” reads any trace.`,
    );
  }
  const start = await file.slice(0, FIRST_BYTES).text();
  if (kindOfFile(start, name) === 'trace') {
    const text = await utf8Of(file);
    return text === null ? notText(name) : readTrace(text, name, document);
  }
  const isObject = /^\ufeff?\s*\{\s*"kind"\s*:\s*"(?:runtime|traces)"/.test(start);
  const reading = isObject ? await readJsonIn(file) : await readRecordIn(file);
  if (reading === null) return notText(name);
  return reading.ok
    ? { kind: 'report', report: reportViewOf(reading.record.certification) }
    : problem(`${name} can not be shown`, sentence(problemText(reading.problem)));
}

async function readRecordIn(file: Blob): Promise<RecordReading> {
  const reader = createRecordReader();
  const stream = file.stream().getReader();
  for (;;) {
    const { value, done } = await stream.read();
    if (done) return reader.end();
    if (reader.push(value) !== null) {
      await stream.cancel().catch(() => {});
      return reader.end();
    }
  }
}

async function readJsonIn(file: Blob): Promise<RecordReading | null> {
  const text = await utf8Of(file);
  return text === null ? null : readJsonReport(text);
}

/** Null for what is no UTF-8. */
async function utf8Of(file: Blob): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return null;
  }
}

function notText(name: string): ReadAnswer {
  return problem(
    `${name} can not be shown`,
    'It is not UTF-8: it was saved by another program, or is no text at all.',
  );
}

function problem(title: string, text: string): ReadAnswer {
  return { kind: 'problem', title, text };
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1, 2000);
}
