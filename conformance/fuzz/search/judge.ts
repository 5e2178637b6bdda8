/** What one run breaks: expectations, and where that is asked for rules of the suite. */

import type { Run } from '../../../core/model/run.ts';
import type { Scenario } from '../../../core/model/scenario.ts';
import { hasTies } from '../../generate/ties.ts';
import { verdictsOfRun } from '../../judge/verdicts-of-run.ts';
import { type Facts, factsOf } from '../facts.ts';
import { NOT_TRIED, type PropertyBreak, type PropertyVerdict } from '../properties/property.ts';
import type { Prepared } from './prepare.ts';

export interface JudgedRun {
  readonly facts: Facts;
  /** Why nothing can be said of it; null where something can. */
  readonly undecided: 'limit' | 'down' | 'refused' | null;
  /** For each expectation, in their order. */
  readonly verdicts: readonly PropertyVerdict[];
}

export const judgeRun = (prepared: Prepared, scenario: Scenario): JudgedRun => {
  const { space, judges, options } = prepared;
  const run = prepared.simulate(scenario);
  const facts = factsOf(space, scenario, run);
  const undecided = whyUndecided(run);
  const isBeyond = options.faults !== null && facts.faults > options.faults;
  const verdicts = judges.map((judge) =>
    undecided !== null || isBeyond ? NOT_TRIED : judge(facts),
  );
  return { facts, undecided, verdicts };
};

/** In ms: what was down for longer says more of the machine than of the document. */
const LONGEST_DOWN = 1000;

const whyUndecided = ({ outcome, stalledBecause, trace }: Run): JudgedRun['undecided'] => {
  if (outcome === 'refused') return 'refused';
  if (stalledBecause?.startsWith('it passed its limit') === true) return 'limit';
  let downSince: number | null = null;
  for (const event of trace) {
    if (event.type === 'crashed') downSince = event.at;
    else if (event.type === 'resumed' && downSince !== null) {
      if (event.at - downSince > LONGEST_DOWN) return 'down';
      downSince = null;
    }
  }
  return downSince === null ? null : 'down';
};

export interface RuleBreak {
  readonly rule: string;
  readonly found: PropertyBreak;
}

/**
 * Rules are judged on a part of the runs alone, for they cost more than the run; and on none in
 * which two things fell on one instant, of which nobody can say which came first.
 */
export const brokenRules = ({ space }: Prepared, { facts }: JudgedRun): readonly RuleBreak[] => {
  const { scenario, run } = facts;
  // What never ends by itself is judged by nobody (driver protocol, run).
  if (run.outcome === 'stalled' || hasTies(run)) return [];
  // What comes right after an event comes at one instant with it.
  if (scenario.controls.some((control) => 'event' in control)) return [];
  const verdicts = verdictsOfRun(space.workflow, scenario, run) ?? [];
  return verdicts.flatMap(({ rule, verdict, breaches }) => {
    const [breach] = breaches;
    if (verdict !== 'fail' || breach === undefined) return [];
    const found: PropertyBreak = {
      node: null,
      message: breach.message,
      expected: breach.expected,
      observed: breach.observed,
      seq: run.trace.find(({ at }) => at === breach.at)?.seq ?? null,
    };
    return [{ rule, found }];
  });
};
