/**
 * What a credential looks like: known forms of keys, names of what holds a secret, and words
 * that look as if they were drawn at random. No message shows more than the first four
 * characters of one, since messages end up in logs.
 */

import type { Severity } from './diagnostic.ts';

export interface Suspicion {
  readonly kind: string;
  readonly severity: Severity;
  /** Where the credential begins in the value. */
  readonly at: number;
}

/** Runs that come before what a form needs are bounded: a value may begin one at each letter. */
const knownForms: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[^"'<]*/],
  ['an Anthropic key', /\bsk-ant-[A-Za-z0-9_-]{16,}/],
  ['an OpenAI key', /\bsk-(?=[A-Za-z_-]{0,60}[0-9])[A-Za-z0-9_-]{20,}/],
  ['a Stripe key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/],
  ['an AWS access key', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/],
  ['a GitHub token', /\b(?:gh[oprsu]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,})/],
  ['a GitLab token', /\bgl(?:pat|ptt|dt|rt|oas|soat|ft|imt|agent)-[A-Za-z0-9_-]{20,}/],
  ['a Google key', /\bAIza[A-Za-z0-9_-]{35}/],
  ['a Google OAuth token', /\bya29\.[A-Za-z0-9_-]{20,}/],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  ['a Slack webhook', /\bhooks\.slack\.com\/services\/T[A-Za-z0-9]+\/B[A-Za-z0-9]+\/[A-Za-z0-9]+/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}/],
  ['a PyPI token', /\bpypi-[A-Za-z0-9_-]{30,}/],
  ['a Hugging Face token', /\bhf_[A-Za-z0-9]{30,}/],
  ['a SendGrid key', /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/],
  ['a Vault token', /\bhv[sbr]\.[A-Za-z0-9_-]{20,}/],
  ['a DigitalOcean token', /\bdo[opr]_v1_[a-f0-9]{40,}/],
  ['a JSON Web Token', /\beyJ[A-Za-z0-9_-]{8,1000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]+/],
  ['a password in a URI', /\b[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\/[^/?#\s:@]*:[^/?#\s@$]{2,}@/],
];

const everywhere = knownForms.map(([, form]) => new RegExp(form, 'g'));

/** Each form has a run of letters that few names have, or the beginning of an address. */
const MAY_HOLD_A_KEY = /[A-Za-z0-9_-]{11}|:\/\/|hooks\.|-----BEGIN/;

/** What a property is called that holds a secret. */
const secretName =
  /(?:^|[_.-]|(?<=[a-z0-9])(?=[A-Z]))(?:api[_.-]?key|secret|password|passwd|passphrase|(?:access|auth|bearer|api|refresh|session)[_.-]?token|private[_.-]?key|access[_.-]?key|client[_.-]?secret)$/i;

/** Names and expressions of secrets are fine: they hold none. */
const placeholder =
  /^(?:\$|\{\{|<|%|env:|vault:|secret:|ref:|arn:|projects\/)|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

const LONGEST_SEARCHED = 64 * 1024;
/** Shorter values hold no credential. */
export const SHORTEST_SECRET = 8;
const SHORTEST_RANDOM = 24;
const BITS_PER_CHARACTER = 3.9;

/** Why a value looks like a credential, given what it is called; null where it doesn't. */
export function suspect(whole: string, name: string): Suspicion | null {
  if (whole.length < SHORTEST_SECRET) return null;
  const value = whole.slice(0, LONGEST_SEARCHED);
  for (const [kind, form] of knownForms) {
    const match = form.exec(value);
    if (match !== null) return { kind, severity: 'error', at: match.index };
  }
  const random = randomWord(value);
  const called = secretName.test(name) && !placeholder.test(value) && !/\s/.test(value.trim());
  if (random !== null && called) return { kind: 'a secret', severity: 'error', at: random };
  if (random !== null) return { kind: 'a random key', severity: 'warning', at: random };
  if (called && !/^[0-9.]+$/.test(value)) {
    return { kind: 'a secret', severity: 'warning', at: 0 };
  }
  return null;
}

/** Offset of a word that looks as if it was drawn at random: long, mixed, of high entropy. */
function randomWord(value: string): number | null {
  for (const match of value.matchAll(/[A-Za-z0-9+/_=-]{24,}/g)) {
    const word = match[0];
    if (word.length < SHORTEST_RANDOM) continue;
    // Digests, paths, names of several words and ids of one case are not keys.
    if (/^[a-f0-9]+$/i.test(word) || /[/_-].*[/_-].*[/_-]/.test(word)) continue;
    if (!/[a-z]/.test(word) || !/[A-Z]/.test(word) || !/[0-9].*[0-9].*[0-9]/.test(word)) continue;
    if (entropy(word) >= BITS_PER_CHARACTER) return match.index;
  }
  return null;
}

/** Shannon entropy in bits per character, with logarithms from a table of halvings. */
function entropy(word: string): number {
  const counts = new Map<string, number>();
  for (const character of word) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits += (count / word.length) * log2(word.length / count);
  return bits;
}

/** Binary logarithm to about ten bits by repeated squaring: the engines' own differ. */
function log2(value: number): number {
  let rest = value;
  let whole = 0;
  while (rest >= 2) {
    rest /= 2;
    whole += 1;
  }
  let fraction = 0;
  let weight = 0.5;
  for (let round = 0; round < 10; round += 1) {
    rest *= rest;
    if (rest >= 2) {
      rest /= 2;
      fraction += weight;
    }
    weight /= 2;
  }
  return whole + fraction;
}

/** As much of a credential as may be seen. */
export function beginningOf(value: string, at: number): string {
  const [first = ''] = /^.{0,4}/su.exec(value.slice(at, at + 8)) ?? [];
  return `${first}…`;
}

/** Whether a text holds a key of a known form. */
export function holdsCredential(text: string): boolean {
  const searched = text.slice(0, LONGEST_SEARCHED);
  return searched.length >= SHORTEST_SECRET && knownForms.some(([, form]) => form.test(searched));
}

/** A text in which of every key of a known form only the beginning is left. */
export function withoutCredentials(
  text: string,
  replace: (key: string) => string = (key) => beginningOf(key, 0),
): string {
  if (text.length < SHORTEST_SECRET || !MAY_HOLD_A_KEY.test(text)) return text;
  return everywhere.reduce((left, form) => left.replace(form, replace), text);
}
