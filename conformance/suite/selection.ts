/** Which rules a certification judges, and why the others are left out. */

import type { Profile } from '../../core/model/workflow.ts';
import type { Hello } from '../protocol/hello.ts';
import type { Level, Rule } from '../rules/rule.ts';

export interface Filters {
  /** Globs over ids, any of which may match; all rules if empty. */
  readonly globs: readonly string[];
  /** The level of HarnessXML that is claimed; the highest if null. */
  readonly level: Level | null;
}

export interface Selected {
  readonly rule: Rule;
  /** Why it is not judged; null where it is. */
  readonly left: LeftOut | null;
}

export interface LeftOut {
  readonly verdict: 'skipped' | 'unsupported';
  readonly reason: string;
  /** The capability for want of which it is unsupported. */
  readonly missing?: string;
}

/** Why a rule is skipped that nobody asked for. */
export const LEFT_OUT = 'left out by --rules';

const LEVELS: readonly Level[] = ['core', 'executing', 'full'];

/** The rules of a profile, in their order, each with what becomes of it. */
export const selectRules = (
  rules: readonly Rule[],
  profile: Profile,
  hello: Hello,
  filters: Filters,
): readonly Selected[] =>
  rules
    .filter(({ profiles }) => profiles.includes(profile))
    .map((rule) => ({ rule, left: reasonToLeave(rule, profile, hello, filters) }));

const reasonToLeave = (
  rule: Rule,
  profile: Profile,
  hello: Hello,
  { globs, level }: Filters,
): Selected['left'] => {
  if (globs.length > 0 && !globs.some((glob) => matchesGlob(rule.id, glob))) {
    return { verdict: 'skipped', reason: LEFT_OUT };
  }
  if (profile === 'harness' && level !== null && !isOfLevel(rule.level, level)) {
    return { verdict: 'skipped', reason: `not part of level ${level}` };
  }
  const missing = missingCapability(rule, hello);
  return missing === null ? null : { verdict: 'unsupported', ...wantOf(missing, hello) };
};

const isOfLevel = (ofRule: Level | null, claimed: Level): boolean =>
  ofRule !== null && LEVELS.indexOf(ofRule) <= LEVELS.indexOf(claimed);

const missingCapability = (rule: Rule, { capabilities }: Hello): string | null => {
  const declared: readonly string[] = capabilities;
  const missing = rule.needs.find((name) => !declared.includes(name));
  if (missing !== undefined) return missing;
  const seesTraceAlone = rule.sees.every((evidence) => evidence === 'trace');
  return seesTraceAlone && rule.kind !== 'document' && !declared.includes('trace') ? 'trace' : null;
};

/** What is missing, and what the driver says of it. */
export const wantOf = (
  missing: string,
  { unsupported }: Pick<Hello, 'unsupported'>,
): Required<Pick<LeftOut, 'reason' | 'missing'>> => {
  const said = Object.hasOwn(unsupported, missing) ? unsupported[missing] : undefined;
  const reason = said === undefined ? `'${missing}' is not declared` : `${missing}: ${said}`;
  return { reason, missing };
};

/** `retry/*`: a star stands for any signs, a slash among them. */
export const matchesGlob = (id: string, glob: string): boolean => {
  const pieces = glob.split('*').map((piece) => piece.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*')}$`).test(id);
};
