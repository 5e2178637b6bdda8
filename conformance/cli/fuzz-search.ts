/** Drives the searches of `unwind fuzz`: until their runs are done, time is over, or Ctrl-C. */

import { fuzzDocument } from '../fuzz/fuzz.ts';
import { fuzzInParallel } from '../fuzz/in-parallel.ts';
import type { DocumentReport, FuzzReport, StoppedBy } from '../fuzz/report.ts';
import type { FuzzTarget } from '../fuzz/search/prepare.ts';
import { visible } from '../report/terminal/visible.ts';
import type { FindingsFolder } from './fuzz-folder.ts';
import { readRegressions } from './fuzz-regressions.ts';
import { startThreads, type Threads } from './fuzz-threads.ts';
import type { Host } from './host.ts';
import { packageVersion } from './package-root.ts';
import { createProgress } from './progress.ts';

/** In ms: how long the machine is kept before a Ctrl-C is heard. */
const BREATH = 50;

export interface SearchCommandOptions {
  readonly regressions?: string;
}

export interface Wanted {
  readonly runs: number | null;
  /** In ms, for each document. */
  readonly time: number | null;
  readonly seed: number;
  /** From 1. */
  readonly shard: FuzzReport['shard'];
  readonly faults: number | null;
  readonly threads: number;
}

export async function search(
  targets: readonly FuzzTarget[],
  wanted: Wanted,
  options: SearchCommandOptions,
  folder: FindingsFolder | null,
  host: Host,
): Promise<FuzzReport> {
  let isInterrupted = false;
  void host.interrupted().then(() => {
    isInterrupted = true;
  });
  const progress = createProgress(host.err, () => performance.now());
  const began = performance.now();
  const documents: DocumentReport[] = [];
  let stoppedBy: StoppedBy = 'runs';
  const started: Threads[] = [];
  const workers = (launcher: string) => () => {
    const threads = started[0] ?? startThreads(launcher, wanted.threads);
    if (started.length === 0) started.push(threads);
    return threads;
  };
  try {
    for (const target of targets) {
      if (isInterrupted) break;
      const start = performance.now();
      let breathed = start;
      const regressions =
        options.regressions === undefined ? [] : await readRegressions(options.regressions, target);
      const wishes = {
        ...{ seed: wanted.seed, faults: wanted.faults, runs: wanted.runs, regressions },
        shard: { index: (wanted.shard?.index ?? 1) - 1, count: wanted.shard?.count ?? 1 },
      };
      const turns =
        wanted.threads === 1 || host.launcher === undefined
          ? fuzzDocument(target, wishes)
          : fuzzInParallel(target, wishes, workers(host.launcher));
      let found = 0;
      for (;;) {
        const turn = await turns.next();
        if (turn.done === true) {
          documents.push(turn.value);
          break;
        }
        for (const failure of turn.value.found) {
          found += 1;
          await folder?.add(target, failure);
        }
        const now = performance.now();
        const isLate = wanted.time !== null && now - start > wanted.time;
        if (isLate || isInterrupted) {
          stoppedBy = isInterrupted ? 'interrupt' : 'time';
          documents.push(turn.value.search.report());
          break;
        }
        showProgress(progress, target, turn.value.done, found, now - start, wanted);
        if (now - breathed > BREATH) {
          breathed = now;
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    }
  } finally {
    progress.clear();
    await folder?.close();
    for (const threads of started) await threads.end();
  }
  const seconds = (performance.now() - began) / 1000;
  const runs = documents.reduce((sum, document) => sum + document.runs, 0);
  return {
    fuzz: 1,
    version: packageVersion(),
    seed: wanted.seed,
    runs: wanted.runs,
    shard: wanted.shard,
    documents,
    timing: { seconds, runsPerSecond: runs / Math.max(seconds, 0.001), stoppedBy },
  };
}

function showProgress(
  progress: ReturnType<typeof createProgress>,
  { path }: FuzzTarget,
  done: number,
  found: number,
  elapsed: number,
  { runs, time }: Wanted,
): void {
  const rate = done / Math.max(elapsed, 1);
  const byRuns = runs === null || rate === 0 ? Number.POSITIVE_INFINITY : (runs - done) / rate;
  const left = Math.min(byRuns, time === null ? Number.POSITIVE_INFINITY : time - elapsed);
  const ends = Number.isFinite(left) ? `, ${Math.ceil(left / 1000)} s left` : '';
  const rest = `${found > 0 ? `, ${found} found` : ''}${ends}`;
  progress.show(visible(path), done, runs ?? Math.round(rate * (time ?? 0)), rest);
}
