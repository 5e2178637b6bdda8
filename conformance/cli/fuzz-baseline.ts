/** `--baseline FILE` and `--write-baseline FILE`: what is known, and excused until a day. */

import { stat } from 'node:fs/promises';
import { type Baseline, baselineOf } from '../fuzz/baseline/apply.ts';
import { readBaseline } from '../fuzz/baseline/read.ts';
import type { BaselineEntry, FuzzReport } from '../fuzz/report.ts';
import { dayOf } from './expected.ts';
import type { Host } from './host.ts';
import { Problem } from './problem.ts';
import { readInput } from './read-input.ts';
import { replaceFile } from './replace-file.ts';

export interface BaselineOptions {
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly today?: string;
  readonly shard?: string;
}

/** In days: how long what is written is excused. Then somebody looks at it again. */
const EXCUSED = 90;
const REASON = 'not looked at yet';

/** Null where no file is named. */
export async function baselineFrom(
  { baseline, today }: BaselineOptions,
  host: Host,
): Promise<Baseline | null> {
  const on = dayOf(today);
  if (baseline === undefined) return null;
  return { path: baseline, entries: await entriesOf(baseline, host), on };
}

/** @throws Problem where what is written would be only a part. */
export function refuseToWrite({ baseline, writeBaseline, shard }: BaselineOptions): void {
  if (writeBaseline === undefined) return;
  if (shard !== undefined) {
    throw new Problem(
      '--write-baseline wants the whole search, not a part: say it to unwind merge, which has all parts.',
    );
  }
  if (baseline !== undefined) {
    throw new Problem(
      '--write-baseline keeps what its own file says already; leave --baseline out.',
    );
  }
}

/** An entry for each thing found. What the file says of one that it has already is kept. */
export async function writeBaseline(
  path: string,
  report: FuzzReport,
  { today }: BaselineOptions,
  host: Host,
): Promise<void> {
  const before = (await isThere(path)) ? await entriesOf(path, host) : [];
  const entries = baselineOf(report.documents, before, {
    reason: REASON,
    expires: dayAfter(dayOf(today), EXCUSED),
  });
  await replaceFile(path, `${JSON.stringify(entries, null, 2)}\n`);
  const fresh = entries.filter(({ reason }) => reason === REASON).length;
  const hint = fresh === 0 ? '' : ` ${fresh} of them still need a reason of yours.`;
  host.err.write(`unwind: wrote ${path}, which excuses ${entries.length} findings.${hint}\n`);
}

async function entriesOf(path: string, host: Host): Promise<readonly BaselineEntry[]> {
  const reading = readBaseline(new TextDecoder().decode(await readInput(path, host)));
  if (reading.ok) return reading.entries;
  throw new Problem(`${path}: ${reading.message}.`);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}

function dayAfter(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`) + days * 86_400_000;
  return new Date(time).toISOString().slice(0, 10);
}
