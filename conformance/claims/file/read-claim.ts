/** Reads a claim of anybody's making: nothing in it is believed, and nothing of it is done. */

import { describeProblems, fits, problemsOf } from '../../protocol/schema/problems.ts';
import { tierName } from '../levels.ts';
import { tiersOf } from './basis.ts';
import { CLAIM_VERSION, type Claim, claimFile } from './schema.ts';

export type ClaimReading =
  | { readonly ok: true; readonly claim: Claim }
  /** A sentence without its full stop. */
  | { readonly ok: false; readonly message: string };

/** In UTF-16 units; a claim of everything has some thousands. */
const LONGEST = 1024 * 1024;

export const readClaim = (text: string): ClaimReading => {
  if (text.length > LONGEST) return refused('it is longer than 1 MiB, and no claim is');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('it is not JSON; unwind claim writes one');
  }
  const version = (value as { readonly claim?: unknown } | null)?.claim;
  if (typeof version === 'number' && version > CLAIM_VERSION) {
    return refused(
      `it is of version ${version}, and this unwind reads ${CLAIM_VERSION}: a newer one made it`,
    );
  }
  if (!fits(claimFile, value)) {
    return refused(describeProblems(problemsOf(claimFile, value, 'claim')));
  }
  const claim = value as Claim;
  return { ...(faultOf(claim) ?? { ok: true, claim }) };
};

const refused = (message: string): ClaimReading & { readonly ok: false } => ({
  ok: false,
  message,
});

/** What no schema can say. */
const faultOf = ({ claims }: Claim): (ClaimReading & { readonly ok: false }) | null => {
  const seen = new Set<string>();
  for (const { profile, level, addOns } of claims) {
    if (seen.has(profile)) return refused(`it claims profile ${profile} twice`);
    seen.add(profile);
    if (new Set(addOns).size < addOns.length) return refused('it names an add-on twice');
    const tiers = tiersOf({ profile, level, addOns });
    const [base] = tiers;
    if (base === undefined || base.addOn !== null) {
      return refused(`there is no claim of ${tierName({ profile, level, addOn: null })}`);
    }
    if (tiers.length < 1 + addOns.length) {
      return refused(`profile ${profile} has no such add-on: ${addOns.join(', ')}`);
    }
  }
  return null;
};
