/** Counts runs, and keeps those worth showing: the first that breaks something, and the worst. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Run } from '../../core/model/run.ts';
import type { Scenario } from '../../core/model/scenario.ts';
import type { Outcome } from '../../core/model/trace.ts';
import type { Broken, Exploration, Judgement, Level, Witness, WorstCase } from './types.ts';

export interface Reached {
  readonly run: Run;
  readonly scenario: Scenario;
  readonly judgement: Judgement;
  readonly faults: number;
  readonly depth: number;
  readonly choices: readonly string[];
}

export interface Tally {
  readonly add: (reached: Reached) => void;
  readonly runs: () => number;
  readonly result: (
    levels: readonly Level[],
    events: number,
    stoppedBy: Exploration['stoppedBy'],
  ) => Exploration;
}

/** Of very many things that break these are told; each has a scenario. */
const MOST_BROKEN = 500;

export const createTally = (): Tally => {
  const outcomes = new Map<Outcome, number>();
  const broken = new Map<string, { runs: number; readonly witness: Witness }>();
  const ends = new Set<string>();
  let runs = 0;
  let depth = 0;
  let time: WorstCase | null = null;
  let calls: WorstCase | null = null;
  let left: WorstCase | null = null;

  const worse = (known: WorstCase | null, amount: number, reached: Reached): WorstCase | null =>
    amount > (known?.amount ?? 0) ? { amount, witness: witnessOf(reached) } : known;

  return {
    add: (reached) => {
      const { run, judgement } = reached;
      runs += 1;
      depth = Math.max(depth, reached.depth);
      outcomes.set(run.outcome, (outcomes.get(run.outcome) ?? 0) + 1);
      for (const what of judgement.breaks) {
        const known = broken.get(what);
        if (known !== undefined) known.runs += 1;
        else if (broken.size < MOST_BROKEN) {
          broken.set(what, { runs: 1, witness: witnessOf(reached) });
        }
      }
      // What never ends takes no time that one could compare.
      if (run.outcome !== 'stalled') time = worse(time, run.endedAt, reached);
      calls = worse(calls, callsIn(run), reached);
      left = worse(left, judgement.left, reached);
      ends.add(digest(endOf(run, judgement)).slice(0, 32));
    },
    runs: () => runs,
    result: (levels, events, stoppedBy) => ({
      isComplete: stoppedBy === null && levels.every(({ isComplete }) => isComplete),
      stoppedBy,
      levels: [...levels],
      depth,
      events: Math.round(events),
      outcomes: [...outcomes]
        .map(([outcome, count]) => ({ outcome, runs: count }))
        .sort((one, other) => other.runs - one.runs || (one.outcome < other.outcome ? -1 : 1)),
      broken: [...broken].map(([what, each]): Broken => ({ what, ...each })),
      worst: { time, calls, left },
      ends: ends.size,
      endsDigest: digest([...ends].sort().join('\n')),
    }),
  };
};

const witnessOf = ({ scenario, faults, choices, run }: Reached): Witness => ({
  scenario,
  faults,
  choices: [...choices],
  outcome: run.outcome,
  endedAt: run.endedAt,
});

const callsIn = ({ trace }: Run): number => {
  let calls = 0;
  for (const event of trace) {
    if (event.type === 'attempt.started' && event.purpose !== 'reconcile') calls += 1;
  }
  return calls;
};

/** All by which two ends differ: how a run ended, its steps, what it did to the world, what broke. */
export const endOf = (run: Run, { breaks }: Judgement): string => {
  const states = Object.entries(run.states).map(([unit, state]) => `${unit}=${state}`);
  const effects = run.effects.map(
    ({ unit, node, repeated }) => `${unit}|${node}${repeated ? ' again' : ''}`,
  );
  const failures = run.failures.map(({ unit, code, class: name }) => `${unit} ${code} ${name}`);
  return [
    run.outcome,
    run.compensation,
    states.sort().join('\n'),
    effects.sort().join('\n'),
    failures.sort().join('\n'),
    [...breaks].sort().join('\n'),
  ].join('\n\n');
};

const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
