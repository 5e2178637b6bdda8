/** Which rules a report was made by: two digests are equal where the rules are. */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../../core/model/canonical-json.ts';
import type { RuleDescription } from '../rules/rule.ts';

type Described = Pick<
  RuleDescription,
  'id' | 'strength' | 'strengthIn' | 'profiles' | 'level' | 'addOn' | 'clause' | 'title'
>;

/** `sha256:…` over what binds a runtime, in RFC 8785 form, whatever order the rules are in. */
export const ruleSetDigest = (rules: readonly Described[]): string => {
  const described = rules.map(
    ({ id, strength, strengthIn, profiles, level, addOn, clause, title }) => ({
      ...{ id, strength, strengthIn, profiles: profiles.toSorted(), level, addOn, clause, title },
    }),
  );
  described.sort((one, other) => (one.id < other.id ? -1 : 1));
  return `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalJson(described))))}`;
};
