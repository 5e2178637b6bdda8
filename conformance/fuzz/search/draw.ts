/** The scenario of each run: the same for its number and generation, whoever asks. */

import type { Scenario } from '../../../core/model/scenario.ts';
import { readScenario } from '../../../core/scenario/read.ts';
import { type Chance, chanceOf, streamOf } from '../../generate/chance.ts';
import { withFault } from '../space/faults.ts';
import { mutate } from '../space/mutate.ts';
import { type Seen, seenIn } from '../space/seen.ts';
import type { Prepared } from './prepare.ts';
import type { CorpusEntry, Generation } from './types.ts';

/** A run's number in all shards. */
export const numberOf = ({ options: { shard } }: Prepared, run: number): number =>
  run * shard.count + shard.index;

/** @param run Counted within the shard. */
export const scenarioOf = (prepared: Prepared, generation: Generation, run: number): Scenario => {
  const number = numberOf(prepared, run);
  const { singles } = prepared;
  // Every other run takes the next single fault, as long as there are any, so that each is tried.
  if (number % 2 === 0 && number / 2 < singles.count) {
    const single = singles.make(number / 2);
    if (single !== null) return single;
  }
  const frontier = fromFrontier(prepared, generation, run - generation.from);
  if (frontier !== null) return frontier;
  const chance = chanceOf(streamOf(prepared.options.seed, 'fuzz', number));
  return mutate(chance, prepared.space, drawParent(chance, prepared, generation));
};

/** Every fourth run of a generation does a task of its frontier. */
const EVERY = 4;

/** How many tasks of its frontier a generation of so many runs does. */
export const frontierRuns = (runs: number): number => Math.floor((runs + EVERY - 2) / EVERY);

const fromFrontier = (
  prepared: Prepared,
  { frontier, corpus }: Generation,
  offset: number,
): Scenario | null => {
  if (offset % EVERY !== 1) return null;
  const task = frontier[(offset - 1) / EVERY];
  if (task === undefined) return null;
  const entry = corpus.find(({ run }) => run === task.run);
  const seen = entry === undefined ? null : seenOf(prepared, entry);
  const call = seen?.calls.find(({ step }) => step.name === task.step);
  if (seen === null || call === undefined) return null;
  return withFault(prepared.space, seen.scenario, call, call.step, task.fault);
};

const drawParent = (chance: Chance, prepared: Prepared, { corpus }: Generation): Seen => {
  const base = chance.oneOf(prepared.bases);
  if (corpus.length === 0 || chance.happens(0.15)) return base;
  // What is new is looked at more often.
  const from = chance.happens(0.5) ? Math.floor(corpus.length * 0.75) : 0;
  const entry = corpus[chance.between(from, corpus.length - 1)];
  return entry === undefined ? base : (seenOf(prepared, entry) ?? base);
};

const seenOf = (prepared: Prepared, { run, scenario }: CorpusEntry): Seen | null => {
  const known = prepared.seen.get(run);
  if (known !== undefined) return known;
  const reading = readScenario(JSON.stringify(scenario), prepared.space.workflow);
  if (reading.scenario === null) return null;
  const { documents } = prepared.space.options;
  const whole = { ...reading.scenario, documents };
  const seen = seenIn(prepared.space, whole, prepared.simulate(whole));
  prepared.seen.set(run, seen);
  return seen;
};
