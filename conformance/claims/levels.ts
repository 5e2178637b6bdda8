/**
 * What a runtime can claim, and what each claim is made of: the rules that count for it, and the
 * capabilities that it may do without. docs/claims/README.md says the same in words.
 */

import type { Profile } from '../../core/model/workflow.ts';
import { CAPABILITIES, type Capability } from '../protocol/schema/names.ts';
import type { AddOn, Level } from '../rules/rule.ts';

/** One thing that can be claimed: a profile, a level of HarnessXML, or an add-on to a profile. */
export interface Tier {
  readonly profile: Profile;
  /** Only HarnessXML has levels. */
  readonly level: Level | null;
  /** Null: the profile itself. */
  readonly addOn: AddOn | null;
  /** What may be missing if the driver says why: the claim then names it as a gap. */
  readonly mayLack: readonly Capability[];
  /**
   * Whether a driver may also refuse plans for want of something finer than a capability, of rules
   * that are about what may be missing. An engine of its own kind may, a runtime of a format not.
   */
  readonly mayRefuse: boolean;
}

/** From the least to the most: each holds those before it. */
export const LEVELS: readonly Level[] = ['core', 'executing', 'full'];

/** The baseline is for any engine: what it has not is told, and what it has is judged. */
const ofAnyEngine = (addOn: AddOn | null, ...needed: readonly Capability[]): Tier => ({
  ...{ profile: 'baseline', level: null, addOn, mayRefuse: true },
  mayLack: CAPABILITIES.filter((name) => !needed.includes(name)),
});

/** A format asks for all that a document can say; that a runtime shows its states, it only wishes. */
const ofAFormat = (
  profile: 'harness' | 'orbit',
  level: Level | null,
  addOn: AddOn | null = null,
): Tier => ({ profile, level, addOn, mayLack: ['trace'], mayRefuse: false });

/** In the order in which reports name them. */
export const TIERS: readonly Tier[] = [
  ofAnyEngine(null, 'retry'),
  ofAnyEngine('resume', 'retry', 'resume'),
  // That acts are audited is seen in the trace alone.
  ofAnyEngine('operators', 'retry', 'operators', 'trace'),
  ofAFormat('harness', 'core'),
  ofAFormat('harness', 'executing'),
  ofAFormat('harness', 'full'),
  ofAFormat('orbit', null),
  ofAFormat('orbit', null, 'resume'),
];

/** What of a rule decides for which claims it counts. */
export interface Counted {
  readonly level: Level | null;
  readonly addOn: AddOn | null;
}

/** Whether a rule of the tier's profile counts for it. */
export const countsFor = ({ level, addOn }: Counted, tier: Tier): boolean => {
  if (tier.addOn !== null || addOn !== null) return addOn === tier.addOn;
  if (tier.level === null) return true;
  return level !== null && LEVELS.indexOf(level) <= LEVELS.indexOf(tier.level);
};

const PROFILES: { readonly [profile in Profile]: string } = {
  baseline: 'baseline',
  harness: 'HarnessXML',
  orbit: 'ORBIT',
};

const LEVEL_NAMES: { readonly [level in Level]: string } = {
  core: 'Core',
  executing: 'Executing',
  full: 'Full',
};

/** `HarnessXML Full`, `baseline + resume`. */
export const tierName = ({
  profile,
  level,
  addOn,
}: Pick<Tier, 'profile' | 'level' | 'addOn'>): string =>
  [
    PROFILES[profile],
    ...(level === null ? [] : [LEVEL_NAMES[level]]),
    ...(addOn === null ? [] : ['+', addOn]),
  ].join(' ');
