/** Whatever a claim file holds, reading it says what is wrong, and does nothing of it. */

import { describe, expect, it } from 'vitest';
import { wholeProfile, wholeReport } from '../testing.ts';
import { makeClaim } from './make-claim.ts';
import { readClaim } from './read-claim.ts';
import type { Claim } from './schema.ts';

const right = ((): Claim => {
  const made = makeClaim(wholeReport([wholeProfile('harness')]));
  if (!made.ok) throw new Error(made.refusals.join('\n'));
  return made.claim;
})();
const [first] = right.claims;

const messageOf = (value: unknown): string => {
  const reading = readClaim(typeof value === 'string' ? value : JSON.stringify(value));
  return reading.ok ? 'it was read' : reading.message;
};

describe('a claim file', () => {
  it('may say more than is known', () => {
    expect(messageOf({ ...right, since: 'then' })).toBe('it was read');
  });

  it.each<[unknown, string]>([
    ['', 'it is not JSON'],
    ['[]', 'claim'],
    ['null', 'claim'],
    [{}, 'claim.claim is missing'],
    [{ ...right, claim: 2 }, 'it is of version 2, and this unwind reads 1'],
    [{ ...right, claims: [] }, 'claim.claims'],
    [{ ...right, runs: 1e9 }, 'claim.runs'],
    [{ ...right, rules: 'sha256:zz' }, 'claim.rules'],
    [{ ...right, driver: { kind: 'shell', command: 'rm' } }, 'claim.driver.kind'],
    [{ ...right, driver: { kind: 'command' } }, 'claim.driver.command is missing'],
    [{ ...right, claims: [first, first] }, 'it claims profile harness twice'],
    [{ ...right, claims: [{ ...first, level: null }] }, 'there is no claim of HarnessXML'],
    [{ ...right, claims: [{ ...first, profile: 'orbit' }] }, 'there is no claim of ORBIT Full'],
    [{ ...right, claims: [{ ...first, addOns: ['resume'] }] }, 'no such add-on: resume'],
    [{ ...right, claims: [{ ...first, addOns: ['resume', 'resume'] }] }, 'an add-on twice'],
    [JSON.stringify(right) + ' '.repeat(1 << 20), 'longer than 1 MiB'],
    [`${'['.repeat(100_000)}`, 'it is not JSON'],
  ])('is refused: %j', (value, message) => {
    expect(messageOf(value)).toContain(message);
  });
});
