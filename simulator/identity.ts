/**
 * Whose a checkpoint is: taken up with another document, or under another run's name, a run
 * would drift in silence: its history would say one thing and its keys or delays another.
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../core/model/canonical-json.ts';
import type { Scenario } from '../core/model/scenario.ts';
import type { Profile, Workflow } from '../core/model/workflow.ts';
import { toPlan } from '../core/model/write-plan.ts';
import type { Program } from './program/program.ts';

export interface Identity {
  readonly tenant: string;
  readonly run: string;
  readonly profile: Profile;
  /** Hex sha256 of each program's plan, by reference; the run's own is the empty name. */
  readonly documents: { readonly [reference: string]: string };
}

export const identityOf = (
  { tenant, run, profile }: Scenario,
  programs: ReadonlyMap<string, Program>,
): Identity => ({
  tenant,
  run,
  profile: profile ?? programs.get('')?.workflow.profile ?? 'harness',
  documents: Object.fromEntries(
    [...programs].map(([reference, { workflow }]) => [reference, digestOf(workflow)]),
  ),
});

/** @throws Error that says what is not the same. */
export const mustBeSame = (kept: Identity, given: Identity): void => {
  const references = new Set([...Object.keys(kept.documents), ...Object.keys(given.documents)]);
  for (const reference of references) {
    if (kept.documents[reference] === given.documents[reference]) continue;
    const what = reference === '' ? 'another document' : `another document of ${reference}`;
    throw new Error(`the checkpoint is of ${what}; take it up with the one that it was made of`);
  }
  for (const name of ['tenant', 'run', 'profile'] as const) {
    if (kept[name] === given[name]) continue;
    throw new Error(`the checkpoint is of ${name} '${kept[name]}', not of '${given[name]}'`);
  }
};

const digests = new WeakMap<Workflow, string>();

const digestOf = (workflow: Workflow): string => {
  const known = digests.get(workflow);
  if (known !== undefined) return known;
  const digest = bytesToHex(sha256(utf8ToBytes(canonicalJson(toPlan(workflow)))));
  digests.set(workflow, digest);
  return digest;
};
