/** The rules that runtimes are judged by, as people look for them: by family, with words for their marks. */

import type { Profile } from '../../../core/model/workflow.ts';
import { rules } from '../../rules/index.ts';
import { type Evidence, type Family, type Rule, strengthOf } from '../../rules/rule.ts';

export interface RuleFamily {
  readonly title: string;
  readonly rules: readonly Rule[];
}

const FAMILIES: readonly (readonly [Family, string])[] = [
  ['retry', 'Retry'],
  ['timeout', 'Timeout'],
  ['idempotence', 'Idempotence'],
  ['failure', 'Failure and abort'],
  ['compensation', 'Compensation'],
  ['lifecycle', 'Lifecycle'],
  ['schedule', 'Scheduling'],
  ['durability', 'Durability'],
  ['operator', 'Operators'],
  ['document', 'Documents'],
];

export const ruleFamilies: readonly RuleFamily[] = FAMILIES.map(([family, title]) => ({
  title,
  rules: rules.filter(({ id }) => id.startsWith(`${family}/`)),
})).filter((each) => each.rules.length > 0);

const PROFILES: Readonly<Record<Profile, string>> = {
  baseline: 'baseline',
  harness: 'HarnessXML',
  orbit: 'ORBIT',
};

/** `baseline, HarnessXML (SHOULD)`: in the order of the catalogue; with how binding it is where it is otherwise. */
export const profilesOf = (rule: Rule): string =>
  (['baseline', 'harness', 'orbit'] as const)
    .filter((profile) => rule.profiles.includes(profile))
    .map((profile) => {
      const strength = strengthOf(rule, profile);
      return strength === rule.strength ? PROFILES[profile] : `${PROFILES[profile]} (${strength})`;
    })
    .join(', ');

const EVIDENCE: Readonly<Record<Evidence, string>> = {
  world: 'what the world saw',
  trace: 'the trace',
  outcome: 'what the runtime reports',
};

/** What must be seen, what must be declared, and which claim asks for it: a line each. */
export const factsOf = (rule: Rule): readonly (readonly [string, string])[] => [
  ['Source', rule.clause],
  ['Profiles', profilesOf(rule)],
  ...(rule.level === null ? [] : [['Level', `HarnessXML ${rule.level}`] as const]),
  ...(rule.addOn === undefined ? [] : [['Add-on', rule.addOn] as const]),
  ['Judged by', rule.sees.map((evidence) => EVIDENCE[evidence]).join(', ')],
  ...(rule.needs.length === 0 ? [] : [['Needs', rule.needs.join(', ')] as const]),
  ['Applies where', rule.trigger],
  ...(rule.kind === 'sample' && rule.falseAlarm > 0
    ? [
        [
          'Chance',
          `a right runtime is blamed with a probability below ${rule.falseAlarm}; judged from ${rule.sampleSize} samples on`,
        ] as const,
      ]
    : []),
];

/** The file of a rule's page in the folder of pages. */
export const fileOfRule = ({ id }: Rule): string => `${id}.md`;
