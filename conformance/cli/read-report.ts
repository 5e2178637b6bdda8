/** Reads the report of a certification: NDJSON or JSON, a file, a folder of `--report`, or `-`. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createRecordReader, readRecord } from '../report/record/read.ts';
import { readJsonReport } from '../report/record/read-json.ts';
import { problemText, type ReadRecord, type RecordReading } from '../report/record/reading.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';
import { inputPieces, joinPieces, STANDARD_INPUT } from './read-input.ts';

/** What `certify --report DIR` calls it. */
const RECORD = 'report.ndjson';

/** @throws Problem where it can't be read, or is none. */
export async function readReport(given: string, host: Pick<Host, 'input'>): Promise<ReadRecord> {
  const path = await pathOf(given);
  const reading = await readPieces(inputPieces(path, host), path);
  if (reading.ok) return reading.record;
  throw new Problem(`${path} is no report that can be read: ${problemText(reading.problem)}`);
}

/** A record may be larger than a document, and is read as it comes; its reader has limits of its own. */
async function readPieces(
  pieces: AsyncGenerator<Uint8Array>,
  path: string,
): Promise<RecordReading> {
  let start: Uint8Array = new Uint8Array();
  while (start.length < ENOUGH) {
    const { done, value } = await pieces.next();
    if (done === true) break;
    start = Buffer.concat([start, value]);
  }
  if (!isRecord(start)) {
    const bytes = await joinPieces(following(start, pieces), path);
    return bytes.length === 0 ? readRecord(bytes) : readJsonReport(new TextDecoder().decode(bytes));
  }
  const reader = createRecordReader();
  for await (const piece of following(start, pieces)) {
    if (reader.push(piece) !== null) break;
  }
  return reader.end();
}

async function* following(
  start: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield start;
  yield* rest;
}

async function pathOf(given: string): Promise<string> {
  if (given === STANDARD_INPUT) return given;
  try {
    return (await stat(given)).isDirectory() ? join(given, RECORD) : given;
  } catch {
    return given;
  }
}

const ENOUGH = 200;

/** One object for the whole begins otherwise, and what is neither is said to be no JSON. */
const isRecord = (bytes: Uint8Array): boolean =>
  /^\s*\{\s*"kind"\s*:\s*"header"/.test(new TextDecoder().decode(bytes.subarray(0, ENOUGH)));
