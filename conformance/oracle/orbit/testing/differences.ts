/** Where two accounts differ, each in a line; what two calls at one instant leave open is none. */

import { canonicalJson } from '../../../../core/model/canonical-json.ts';
import type { Json } from '../../../../core/model/json.ts';
import type { Account, CallAccount } from '../account.ts';

export function differencesOf(oracle: Account, runtime: Account): readonly string[] {
  const ours = partsOf(oracle);
  const theirs = partsOf(runtime);
  return Object.keys({ ...ours, ...theirs }).flatMap((part) =>
    ours[part] === theirs[part] ? [] : [`${part}: ${ours[part]}, and the runtime ${theirs[part]}`],
  );
}

function partsOf({ calls, states, failures, ...rest }: Account): { [part: string]: string } {
  const parts: { [part: string]: string } = {};
  for (const [name, value] of Object.entries(rest)) parts[name] = canonicalJson(value);
  for (const [unit, state] of Object.entries(states)) parts[`state of ${unit}`] = state;
  failures.forEach(({ unit, error }, index) => {
    parts[`failure ${index}`] = `${unit} ${error}`;
  });
  [...calls].sort(byTime).forEach((call, index) => {
    parts[`call ${index}`] = canonicalJson({ ...call } as unknown as Json);
  });
  return parts;
}

const byTime = (one: CallAccount, other: CallAccount): number =>
  one.at - other.at || (one.unit < other.unit ? -1 : 1);
