/** Compares two reports. */

import type { Profile } from '../../../core/model/workflow.ts';
import type { Certification, ProfileReport } from '../../suite/certification.ts';
import { tierName } from '../levels.ts';
import { levelsReached } from '../levels-reached.ts';
import { fingerprintOf, measuredChoices } from '../measured-choices.ts';
import { caveatsOf, isWhole } from './caveats.ts';
import { choiceChanges } from './choice-changes.ts';
import type { Capability, Comparison, ProfileComparison, Side } from './comparison.ts';
import { ruleChanges } from './rule-changes.ts';

/** What changes for somebody who moves from the runtime of `a` to that of `b`. */
export const compareReports = (a: Certification, b: Certification): Comparison => {
  const sides = sidesOf(a, b);
  const pairs = a.profiles.flatMap((report) => {
    const other = b.profiles.find(({ profile }) => profile === report.profile);
    return other === undefined ? [] : [{ a: report, b: other }];
  });
  const profiles = pairs.map((pair) => compareProfile(pair, { a, b }, sides));
  const onlyIn = { a: profilesWithout(a, b), b: profilesWithout(b, a) };
  const capabilities = { missing: lackOf(a, b), gained: lackOf(b, a) };
  const differs =
    profiles.some(({ choices, rules }) => choices.length + rules.length > 0) ||
    [onlyIn.a, onlyIn.b, capabilities.missing, capabilities.gained].some(
      ({ length }) => length > 0,
    );
  return {
    ...sides,
    comparable: a.suite.rules === b.suite.rules && isWhole(a) && isWhole(b) && pairs.length > 0,
    caveats: caveatsOf(a, b, sides, pairs.length),
    ...{ profiles, onlyIn, capabilities, differs },
  };
};

interface Both<Thing> {
  readonly a: Thing;
  readonly b: Thing;
}

const LONGEST_NAME = 40;

/** The shortest names that tell the two apart. */
const sidesOf = (a: Certification, b: Certification): Both<Side> => {
  const namesOf = ({ runtime }: Certification) => [
    runtime.name,
    `${runtime.name} ${runtime.version}`,
  ];
  const others = namesOf(b);
  const index = namesOf(a).findIndex((name, at) => {
    const other = others[at] ?? '';
    return name !== other && isShort(name) && isShort(other);
  });
  const named = (side: Certification, letter: string): Side => {
    const { runtime, suite, seed, runs } = side;
    return { name: namesOf(side)[index] ?? letter, runtime, suite, seed, runs };
  };
  return { a: named(a, 'A'), b: named(b, 'B') };
};

const isShort = ({ length }: string): boolean => length > 0 && length <= LONGEST_NAME;

const compareProfile = (
  { a, b }: Both<ProfileReport>,
  reports: Both<Certification>,
  names: Both<Side>,
): ProfileComparison => {
  const rules = ruleChanges(a.rules, b.rules, names);
  const verdicts = new Map(a.rules.map(({ id, verdict }) => [id, verdict]));
  const reached = {
    a: reachedIn(reports.a, a.profile),
    b: reachedIn(reports.b, a.profile),
  };
  return {
    profile: a.profile,
    claims: {
      lost: reached.a.filter((name) => !reached.b.includes(name)),
      gained: reached.b.filter((name) => !reached.a.includes(name)),
    },
    choices: choiceChanges(measuredChoices(a), measuredChoices(b), names),
    rules,
    same: b.rules.filter(({ id, verdict }) => verdicts.get(id) === verdict).length,
    fingerprints: { a: fingerprintOf(a), b: fingerprintOf(b) },
  };
};

const reachedIn = (certification: Certification, profile: Profile): readonly string[] =>
  levelsReached(certification)
    .filter((each) => each.profile === profile)
    .flatMap(({ standings }) => standings)
    .filter(({ reached }) => reached)
    .map(({ tier }) => tierName(tier));

const profilesWithout = (has: Certification, lacks: Certification): readonly Profile[] => {
  const others = new Set(lacks.profiles.map(({ profile }) => profile));
  return has.profiles.map(({ profile }) => profile).filter((profile) => !others.has(profile));
};

/** What one can do and the other can't; nothing where one of them declares nothing. */
const lackOf = (has: Certification, lacks: Certification): readonly Capability[] => {
  const { driver } = lacks;
  if (has.driver === null || driver === null) return [];
  return has.driver.capabilities
    .filter((name) => !driver.capabilities.includes(name) && !SAYS_OF_DRIVER.has(name))
    .map((name) => {
      const isSaid = Object.hasOwn(driver.unsupported, name);
      return { name, reason: isSaid ? (driver.unsupported[name] ?? null) : null };
    });
};

/** No ability of the runtime: how its driver ends a task. */
const SAYS_OF_DRIVER: ReadonlySet<string> = new Set(['task.kill']);
