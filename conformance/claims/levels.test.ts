/** The levels as rules.md has them, held against the catalogue. */

import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../protocol/schema/names.ts';
import { rules } from '../rules/index.ts';
import type { Rule } from '../rules/rule.ts';
import { countsFor, TIERS, tierName } from './levels.ts';

const rulesOf = (name: string): readonly Rule[] => {
  const tier = TIERS.find((each) => tierName(each) === name);
  if (tier === undefined) throw new Error(`nobody can claim ${name}`);
  return rules.filter(
    ({ profiles, level, addOn = null }) =>
      profiles.includes(tier.profile) && countsFor({ level, addOn }, tier),
  );
};
const familiesOf = (name: string): readonly string[] => [
  ...new Set(rulesOf(name).map(({ id }) => id.slice(0, id.indexOf('/')))),
];
const idsOf = (name: string): readonly string[] => rulesOf(name).map(({ id }) => id);

describe('what can be claimed', () => {
  it('is baseline, three levels of HarnessXML, ORBIT, and add-ons where they have rules', () => {
    expect(TIERS.map(tierName)).toEqual([
      ...['baseline', 'baseline + resume', 'baseline + operators'],
      ...['HarnessXML Core', 'HarnessXML Executing', 'HarnessXML Full'],
      ...['ORBIT', 'ORBIT + resume'],
    ]);
    for (const tier of TIERS)
      expect(idsOf(tierName(tier)).length, tierName(tier)).toBeGreaterThan(0);
  });

  it('holds at each level of HarnessXML what the one before it holds', () => {
    const [core, executing, full] = ['Core', 'Executing', 'Full'].map((level) =>
      idsOf(`HarnessXML ${level}`),
    );
    expect(executing).toEqual(expect.arrayContaining([...(core ?? [])]));
    expect(full).toEqual(expect.arrayContaining([...(executing ?? [])]));
    expect(core?.length).toBeLessThan(executing?.length ?? 0);
    expect(executing?.length).toBeLessThan(full?.length ?? 0);
  });

  it('is documents at Core, and everything of the profile at Full', () => {
    expect(familiesOf('HarnessXML Core')).toEqual(['document']);
    const all = rules.filter(({ profiles }) => profiles.includes('harness'));
    expect(idsOf('HarnessXML Full')).toEqual(all.map(({ id }) => id));
  });

  it('is at Executing no failure but those that error edges handle, and no compensation', () => {
    expect(familiesOf('HarnessXML Executing').toSorted()).toEqual([
      'document',
      'failure',
      'idempotence',
      'lifecycle',
      'retry',
      'schedule',
      'timeout',
    ]);
    expect(idsOf('HarnessXML Executing').filter((id) => id.startsWith('failure/'))).toEqual(
      ['handled-by-error-edge', 'all-error-edges', 'error-edge-once'].map((id) => `failure/${id}`),
    );
  });

  it('counts rules of an add-on only for those who claim it', () => {
    expect(familiesOf('baseline')).not.toEqual(expect.arrayContaining(['durability']));
    expect(familiesOf('baseline')).not.toEqual(expect.arrayContaining(['operator']));
    expect(familiesOf('baseline + operators')).toEqual(['operator']);
    expect(familiesOf('baseline + resume').toSorted()).toEqual(['durability', 'idempotence']);
    expect(idsOf('ORBIT + resume')).toEqual(['idempotence/key-survives']);
    const counted = new Set(TIERS.flatMap((tier) => idsOf(tierName(tier))));
    expect([...counted].toSorted()).toEqual(rules.map(({ id }) => id).toSorted());
  });

  it('can never do without what it is about', () => {
    for (const { mayLack, addOn, profile } of TIERS) {
      expect(mayLack).not.toContain('retry');
      if (addOn !== null && profile === 'baseline') expect(mayLack).not.toContain(addOn);
      expect(CAPABILITIES).toEqual(expect.arrayContaining([...mayLack]));
    }
  });
});
