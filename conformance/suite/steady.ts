/**
 * What a run showed, and, where a real clock may have been late for once, what the same case
 * showed when it was run again: what is broken must be broken each time.
 */

import { createView } from '../rules/view.ts';
import type { TestCase } from './case.ts';
import type { Course } from './course.ts';
import { canSee } from './judge-run.ts';
import { renamed } from './rename.ts';
import type { Seen } from './runtime.ts';
import type { Tally } from './tally.ts';

export interface Observed {
  readonly seen: Seen;
  /** Runs of the same case, where the first broke a rule. */
  readonly again: readonly Seen[];
}

/** How often a case that breaks a rule is run again. */
const TURNS = [1, 2] as const;
const NONE: readonly Seen[] = [];

type Judging = Pick<Course, 'runtime' | 'tallies'>;

export const observeSteadily = (
  course: Judging,
  testCase: TestCase,
): Observed | Promise<Observed> => {
  const { runtime } = course;
  const seen = runtime.observe(testCase);
  if (runtime.hello.clock.kind === 'real') return observeAgain(course, testCase, seen);
  return seen instanceof Promise
    ? seen.then((late) => ({ seen: late, again: NONE }))
    : { seen, again: NONE };
};

const observeAgain = async (
  { runtime, tallies }: Judging,
  testCase: TestCase,
  first: Seen | Promise<Seen>,
): Promise<Observed> => {
  const seen = await first;
  if (!tallies.some((tally) => isBrokenIn(tally, seen))) return { seen, again: NONE };
  const again: Seen[] = [];
  for (const turn of TURNS) {
    again.push(await runtime.observe(renamed(testCase, `${testCase.scenario.run}-again-${turn}`)));
  }
  return { seen, again };
};

/** Whether a rule that a run broke was broken each time. */
export const isSteady = (tally: Tally, again: readonly Seen[]): boolean =>
  again.every((seen) => isBrokenIn(tally, seen));

const isBrokenIn = ({ rule }: Tally, seen: Seen): boolean =>
  rule.kind === 'run' &&
  seen.kind === 'observed' &&
  seen.refusal === undefined &&
  canSee(rule, seen.observation) &&
  rule.judge(createView(seen.observation)).breaches.length > 0;
