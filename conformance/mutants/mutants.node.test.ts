/** The suite is worth what it catches: every mutant, and not the runtime that they are made from. */

import { describe, expect, it } from 'vitest';
import type { Profile } from '../../core/model/workflow.ts';
import { cases } from '../cases/index.ts';
import { generatedCase } from '../generate/case.ts';
import { harnessDocument } from '../generate/document/harness-documents.ts';
import { orbitDocument } from '../generate/document/orbit-documents.ts';
import { themesAbout } from '../generate/focus.ts';
import { ruleOf, rules } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import { createView } from '../rules/view.ts';
import type { TestCase } from '../suite/case.ts';
import { conclude, countRun, createTally } from '../suite/tally.ts';
import { type Hunt, hunt } from './hunt.ts';
import { mutants } from './index.ts';
import { SHOWN_BY_CASES_ALONE, WITHOUT_MUTANT } from './known-limits.ts';
import { killMatrix } from './matrix.ts';
import { unbroken } from './mutant.ts';
import { mayBeSent, observerOf } from './runtime.ts';

const SEED = 20_260_426;

/** Rules that look at the same mixes share their cases, so that each is made once. */
const casesOf = (): Hunt['caseOf'] => {
  const spaces = new Map<string, Parameters<typeof generatedCase>[0]>();
  const made = new Map<string, TestCase>();
  const numbers = new Map<object, number>();
  const nameOf = (rule: string): string =>
    themesAbout(rule)
      .map((theme) => {
        if (!numbers.has(theme)) numbers.set(theme, numbers.size);
        return numbers.get(theme);
      })
      .join();
  return (profile, rule, number) => {
    const name = `${profile} ${nameOf(rule)}`;
    const space = spaces.get(name) ?? { profile, allows: mayBeSent, rule };
    spaces.set(name, space);
    const known = made.get(`${name} ${number}`) ?? generatedCase(space, SEED, number);
    made.set(`${name} ${number}`, known);
    return known;
  };
};

const options: Hunt = {
  caseOf: casesOf(),
  runs: 200,
  cases,
  // A valid one for each three that are broken.
  documentOf: (dialect, number) =>
    (dialect === 'harness' ? harnessDocument : orbitDocument)(SEED, number, number % 4 === 3),
};

const named = ({ caughtBy }: (typeof mutants)[number]): readonly Rule[] =>
  caughtBy.map((id) => ruleOf(id)).filter((rule) => rule !== null);

const titled = mutants.map(
  (mutant) => [`a runtime that ${mutant.title} (${mutant.id})`, mutant] as const,
);

describe.each(titled)('%s', (_, mutant) => {
  it('is caught by the rules that it names', () => {
    const wanted = named(mutant);
    expect(wanted.map(({ id }) => id)).toEqual(mutant.caughtBy);
    const kills = hunt(mutant, wanted, options);
    expect(wanted.map(({ id }) => id).filter((id) => !kills.has(id))).toEqual([]);
    const isGenerated = [...kills.values()].some(({ by }) => by === 'generated');
    expect(isGenerated).toBe(SHOWN_BY_CASES_ALONE[mutant.id] === undefined);
  });
});

describe('the runtime that they are made from', () => {
  it.each<Profile>(['harness', 'baseline', 'orbit'])('is caught by no rule of %s', (profile) => {
    const anything = { profile, allows: mayBeSent };
    const generated = Array.from({ length: 200 }, (_, number) =>
      generatedCase(anything, SEED, number),
    );
    const fixed = cases
      .filter(({ profiles }) => profiles.includes(profile))
      .map((each) => each.testCase(profile, 0));
    const observe = observerOf(unbroken);
    const tallies = rules.filter(({ profiles }) => profiles.includes(profile)).map(createTally);
    const breaches: unknown[] = [];
    for (const testCase of [...fixed, ...generated]) {
      const observation = observe(testCase);
      if (observation === null) throw new Error(`${testCase.name} was blocked`);
      const view = createView(observation);
      for (const tally of tallies) {
        const broken = countRun(tally, view, observation);
        for (const { message } of broken) breaches.push([testCase.name, tally.rule.id, message]);
      }
    }
    expect(breaches).toEqual([]);
    const verdicts = tallies.map((tally) => conclude(tally, profile, 0).verdict);
    expect(verdicts.filter((verdict) => verdict === 'fail' || verdict === 'degraded')).toEqual([]);
  });
});

describe('the catalogue of mutants', () => {
  it('leaves nothing behind in what it ran', () => {
    const made = (['harness', 'baseline', 'orbit'] as const).flatMap((profile) =>
      Array.from({ length: 25 }, (_, number) =>
        generatedCase({ profile, allows: mayBeSent }, SEED, number),
      ),
    );
    const look = () => made.map((testCase) => JSON.stringify(observerOf(unbroken)(testCase)));
    const before = look();
    const changing = mutants.filter(({ change }) => change.meddles !== undefined);
    for (const mutant of changing) for (const testCase of made) observerOf(mutant)(testCase);
    const after = look();
    expect(made.filter((_, at) => after[at] !== before[at]).map(({ name }) => name)).toEqual([]);
  });

  it('holds no name twice', () => {
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
  });

  it('holds at least a hundred', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(100);
  });

  it('names rules that speak of the profiles in which a mutant is one', () => {
    const wrong = mutants.flatMap((mutant) =>
      named(mutant)
        .filter(({ profiles }) => !profiles.some((profile) => mutant.profiles.includes(profile)))
        .map(({ id }) => `${mutant.id} names ${id}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has a mutant for every rule', () => {
    expect(killMatrix(rules).idle).toEqual(Object.keys(WITHOUT_MUTANT));
  });

  it('knows limits of its own mutants alone', () => {
    const ids = new Set(mutants.map(({ id }) => id));
    expect(Object.keys(SHOWN_BY_CASES_ALONE).filter((id) => !ids.has(id))).toEqual([]);
  });
});
