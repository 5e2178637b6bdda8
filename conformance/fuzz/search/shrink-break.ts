/** The smallest scenario in which one thing is still broken. */

import type { Scenario } from '../../../core/model/scenario.ts';
import { shapeOf } from '../facts.ts';
import type { PropertyBreak } from '../properties/property.ts';
import { type Shrunk, shrinkScenario } from '../shrink.ts';
import { brokenRules, type JudgedRun, judgeRun } from './judge.ts';
import { keyOfExpectation, keyOfRule, readKey } from './keys.ts';
import type { Prepared } from './prepare.ts';

/** Scenarios that are tried, and events of their runs in all: large documents get fewer. */
const MOST_TRIES = 600;
const MOST_EVENTS = 3_000_000;

export interface ShrunkBreak {
  readonly smallest: Shrunk;
  readonly shape: readonly string[];
}

export const shrinkBreak = (prepared: Prepared, key: string, scenario: Scenario): ShrunkBreak => {
  let tries = 0;
  let events = 0;
  const smallest = shrinkScenario(prepared.space, scenario, (smaller) => {
    if (tries >= MOST_TRIES || events >= MOST_EVENTS) return null;
    tries += 1;
    const judged = judgeRun(prepared, smaller);
    events += judged.facts.run.trace.length;
    return breakIn(prepared, judged, key) !== null;
  });
  const { facts } = judgeRun(prepared, smallest.scenario);
  return { smallest, shape: shapeOf(facts, prepared.space) };
};

/** How a run breaks what a key names; null where it does not. */
export const breakIn = (
  prepared: Prepared,
  judged: JudgedRun,
  key: string,
): PropertyBreak | null => {
  if (judged.undecided !== null) return null;
  const broken = readKey(key);
  if (broken.kind === 'rule') {
    return brokenRules(prepared, judged).find(({ rule }) => keyOfRule(rule) === key)?.found ?? null;
  }
  const { index } = broken;
  return (
    judged.verdicts[index]?.breaks.find((each) => keyOfExpectation(index, each) === key) ?? null
  );
};
