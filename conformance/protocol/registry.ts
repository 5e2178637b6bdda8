/** The runs that are open, what went wrong so far, and whom it concerns. */

import type { Failure } from './failure.ts';
import type { Recorder } from './recorder.ts';
import type { RunResult } from './schema/index.ts';

export interface OpenRun {
  readonly recorder: Recorder;
  /** Settles the run once: with its result, or with the reason why there is none. */
  readonly settle: (result: RunResult | null, reason: Failure | null) => void;
}

export interface Registry {
  /** By run id. */
  readonly open: Map<string, OpenRun>;
  /** The first hundred things that went wrong, whichever run they were about. */
  readonly incidents: Failure[];
  readonly notes: string[];
  /** Whether a run of this id began before. */
  isUsed(run: string): boolean;
  /**
   * Books a run id for a tenant.
   * @throws Error where the two were booked before: an id is never used twice.
   */
  use(run: string, tenant: string): void;
  incident(reason: Failure): Failure;
  note(sentence: string): void;
  /** The run that it is about, or else every open run, can't be judged: each is given up. */
  block(reason: Failure): void;
  /** The driver is gone: every open run ends here. */
  lose(reason: Failure): void;
}

const MAXIMUM = 100;

/** @param giveUp Called once for each run that can't be judged any more. */
export function createRegistry(giveUp: (run: OpenRun) => void): Registry {
  const open = new Map<string, OpenRun>();
  const incidents: Failure[] = [];
  const notes: string[] = [];
  const pairs = new Set<string>();
  const ids = new Set<string>();

  const incident = (reason: Failure): Failure => {
    if (incidents.length < MAXIMUM) incidents.push(reason);
    return reason;
  };

  const concerned = ({ run }: Failure): readonly OpenRun[] => {
    if (run === null) return [...open.values()];
    const about = open.get(run);
    return about === undefined ? [] : [about];
  };

  return {
    open,
    incidents,
    notes,
    isUsed: (run) => ids.has(run),
    use: (run, tenant) => {
      const pair = JSON.stringify([tenant, run]);
      if (pairs.has(pair)) throw new Error(`run ${run} of tenant ${tenant} was used before`);
      pairs.add(pair);
      ids.add(run);
    },
    incident,
    note: (sentence) => {
      if (notes.length < MAXIMUM && !notes.includes(sentence)) notes.push(sentence);
    },
    block: (reason) => {
      incident(reason);
      for (const run of concerned(reason)) {
        if (run.recorder.blocked !== null && run.recorder.blocked !== reason) continue;
        run.recorder.block(reason);
        giveUp(run);
      }
    },
    lose: (reason) => {
      for (const [run, each] of [...open]) {
        const isMine = reason.run === null || reason.run === run;
        const message = `${reason.message}; this run went down with run ${reason.run}`;
        each.settle(null, isMine ? { ...reason, run } : { ...reason, run, message });
      }
    },
  };
}
