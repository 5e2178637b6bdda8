/** Does some runs of a generation. Pure: the same slice, to the byte, whoever does it and when. */

import type { Outcome } from '../../../core/model/trace.ts';
import { isCausedBy, shapeOf } from '../facts.ts';
import { reachedBy } from '../reach/points.ts';
import { scenarioOf } from './draw.ts';
import { brokenRules, judgeRun } from './judge.ts';
import { keyOfExpectation, keyOfRule } from './keys.ts';
import type { Prepared } from './prepare.ts';
import type { Break, Generation, Slice } from './types.ts';

/** Of so many runs one is judged by the rules, beside all that reach something new. */
const JUDGED_OF = 64;

/** @param known What the generation knows as reached, made once for all its slices. */
export const runSlice = (
  prepared: Prepared,
  generation: Generation,
  from: number,
  to: number,
  known: ReadonlySet<string> = new Set(generation.points),
): Slice => {
  const points = new Map<string, number>();
  const outcomes = new Map<Outcome, number>();
  const tried = prepared.judges.map(() => 0);
  const broken = prepared.judges.map(() => 0);
  const breaks = new Map<
    string,
    { key: string; shape: readonly string[]; run: number; times: number }
  >();
  let judged = 0;
  let undecided = 0;
  for (let run = from; run < to; run += 1) {
    const result = judgeRun(prepared, scenarioOf(prepared, generation, run));
    const { facts, verdicts } = result;
    const { outcome } = facts.run;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (result.undecided === 'limit') undecided += 1;
    reachedBy(prepared.coverage, facts, (point) => {
      if (!known.has(point) && !points.has(point)) points.set(point, run);
    });
    let shape: readonly string[] | null = null;
    const note = (key: string): void => {
      shape ??= shapeOf(facts, prepared.space);
      const known = generation.known[key]?.find((part) => isCausedBy(part, shape ?? []));
      const counted = known ?? shape;
      const name = `${key}\n${counted.join(' ')}`;
      const before = breaks.get(name);
      if (before === undefined) breaks.set(name, { key, shape: counted, run, times: 1 });
      else before.times += 1;
    };
    for (let index = 0; index < verdicts.length; index += 1) {
      const verdict = verdicts[index];
      if (verdict === undefined || !verdict.isTried) continue;
      tried[index] = (tried[index] ?? 0) + 1;
      if (verdict.breaks.length === 0) continue;
      broken[index] = (broken[index] ?? 0) + 1;
      for (const each of verdict.breaks) note(keyOfExpectation(index, each));
    }
    if (run % JUDGED_OF === 0 && result.undecided === null) {
      judged += 1;
      for (const { rule } of brokenRules(prepared, result)) note(keyOfRule(rule));
    }
  }
  return {
    generation: generation.number,
    from,
    to,
    points: Object.fromEntries(points),
    counts: { judged, undecided, outcomes: Object.fromEntries(outcomes), tried, broken },
    breaks: [...breaks.values()] satisfies Break[],
  };
};
