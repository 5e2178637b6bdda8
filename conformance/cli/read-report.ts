/** Reads the report of a certification: NDJSON or JSON, a file, a folder of `--report`, or `-`. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readRecord } from '../report/record/read.ts';
import { readJsonReport } from '../report/record/read-json.ts';
import { problemText, type ReadRecord } from '../report/record/reading.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';
import { readInput, STANDARD_INPUT } from './read-input.ts';

/** What `certify --report DIR` calls it. */
const RECORD = 'report.ndjson';

/** @throws Problem where it can't be read, or is none. */
export async function readReport(given: string, host: Pick<Host, 'input'>): Promise<ReadRecord> {
  const path = await pathOf(given);
  const bytes = await readInput(path, host);
  const reading = isRecord(bytes)
    ? readRecord(bytes)
    : readJsonReport(new TextDecoder().decode(bytes));
  if (reading.ok) return reading.record;
  throw new Problem(`${path} is no report that can be read: ${problemText(reading.problem)}`);
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
