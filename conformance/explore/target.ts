/** A document, its expectations and bounds, as the explorer is asked. */

import type { Scenario } from '../../core/model/scenario.ts';
import type { ExploreOptions, ExploreTarget, Start } from '../../simulator/explore/types.ts';
import { factsOf } from '../fuzz/facts.ts';
import { noEffectLeftBehind } from '../fuzz/properties/no-effect-left-behind.ts';
import { keyOfExpectation } from '../fuzz/search/keys.ts';
import { type FuzzTarget, type Prepared, prepare } from '../fuzz/search/prepare.ts';
import { withoutSignal } from '../fuzz/space/singles.ts';
import { type AnswerKind, FAULT_KINDS, menuOf } from './menu.ts';

export const OUTSIDE = ['cancel', 'crash'] as const;
export type Outside = (typeof OUTSIDE)[number];

export interface Bounds {
  /** K. */
  readonly faults: number;
  readonly states: number;
  readonly work: number;
  readonly kinds: readonly AnswerKind[];
  readonly outside: readonly Outside[];
}

/** As high as these may be set: what is beyond never ends. */
export const MOST_BOUNDS = {
  faults: 20,
  states: 100_000_000,
  work: 1_000_000_000_000,
} as const satisfies Partial<Bounds>;

export const USUAL_BOUNDS: Bounds = {
  faults: 1,
  states: 1_000_000,
  work: 20_000_000,
  kinds: FAULT_KINDS,
  outside: [],
};

export interface Asked {
  readonly prepared: Prepared;
  readonly target: ExploreTarget;
  readonly options: ExploreOptions;
}

export const askedOf = (document: FuzzTarget, bounds: Bounds): Asked => {
  const prepared = prepare(document, {
    seed: 0,
    shard: { index: 0, count: 1 },
    faults: null,
  });
  const { space, judges } = prepared;
  const { workflow, expected } = document;
  const left = noEffectLeftBehind(
    { property: 'no-effect-left-behind', of: [], unless: [], under: null },
    workflow,
  );
  const target: ExploreTarget = {
    workflow,
    starts: startsOf(prepared),
    menu: menuOf(space, new Set(bounds.kinds)),
    judge: (scenario, run) => {
      if (run.stalledBecause?.startsWith('it passed its limit') === true) {
        return { breaks: [], left: 0 };
      }
      const facts = factsOf(space, scenario, run);
      const breaks = judges.flatMap((judge, index) =>
        judge(facts).breaks.map((found) => keyOfExpectation(index, found)),
      );
      return { breaks: [...new Set(breaks)], left: left(facts).breaks.length };
    },
    ordered: expected.flatMap(({ expectation }) =>
      expectation.property === 'only-after' ? [expectation.then, expectation.first] : [],
    ),
    looksAtTime: expected.some(({ expectation }) => expectation.property === 'ends-within'),
  };
  const options: ExploreOptions = {
    faults: bounds.faults,
    states: bounds.states,
    work: bounds.work,
    controls: bounds.outside,
    limits: space.limits,
  };
  return { prepared, target, options };
};

/** Signals that are waited for come, unless it is a fault that one does not. */
const startsOf = ({ space }: Prepared): readonly Start[] => {
  const starts: Start[] = space.bases.map((scenario, index) => ({
    name: index === 0 ? 'as usual' : `input ${index + 1}`,
    scenario,
    faults: 0,
  }));
  const [base] = space.bases;
  if (base === undefined) return starts;
  for (const name of space.signals.keys()) {
    starts.push({
      name: `signal ${name} never comes`,
      scenario: withoutSignal(base, name),
      faults: 1,
    });
  }
  if (space.options.mayIgnoreKeys) {
    const world: Scenario['world'] = { ...base.world, honoursKeys: false };
    starts.push({ name: 'keys are ignored', scenario: { ...base, world }, faults: 0 });
  }
  return starts;
};
