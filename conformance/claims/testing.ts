/** A report that supports every claim, for tests of claims: each rule of the catalogue passed. */

import type { Profile } from '../../core/model/workflow.ts';
import { certificationOf, profileReport, ruleReport } from '../report/testing/certification.ts';
import { rules } from '../rules/index.ts';
import { strengthOf } from '../rules/rule.ts';
import type { Certification, ProfileReport, RuleReport } from '../suite/certification.ts';
import { ruleSetDigest } from '../suite/rule-set-digest.ts';

export type Changes = { readonly [rule: string]: Partial<RuleReport> };

/** @param changes Rule → what is said of it instead. */
export const wholeProfile = (
  profile: Profile,
  changes: Changes = {},
  rest: Partial<ProfileReport> = {},
): ProfileReport =>
  profileReport(
    rules
      .filter(({ profiles }) => profiles.includes(profile))
      .map((rule) =>
        ruleReport(rule.id, {
          ...{ level: rule.level, addOn: rule.addOn ?? null, strength: strengthOf(rule, profile) },
          ...changes[rule.id],
        }),
      ),
    { profile, ...rest },
  );

/** Of a driver that is started by a command. */
export const wholeReport = (
  profiles: readonly ProfileReport[],
  rest: Partial<Certification> = {},
): Certification =>
  certificationOf(profiles, {
    suite: { name: 'unwind', version: '1', rules: ruleSetDigest(rules) },
    ...rest,
  });
