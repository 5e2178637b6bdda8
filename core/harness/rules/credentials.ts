/**
 * HX-3501: a document names a credential and never holds one (§9.1.2). A known form of key is
 * an error; what only looks like one is a warning. No message shows more than the first four
 * characters, since messages end up in logs.
 */

import type { Severity } from '../../model/diagnostic.ts';
import { quote } from '../../model/show.ts';
import { spotOf } from '../findings.ts';
import { attributeOf, childNamed, childrenNamed, type XmlElement } from '../tree.ts';
import { type DocumentView, inputsOf, outputsOf } from '../view.ts';
import type { Report, Rule } from './rule.ts';

interface Suspicion {
  readonly kind: string;
  readonly severity: Severity;
  /** Where the credential begins in the value. */
  readonly at: number;
}

const knownForms: readonly (readonly [string, RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/],
  ['an Anthropic key', /\bsk-ant-[A-Za-z0-9_-]{16,}/],
  ['an OpenAI key', /\bsk-(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{20,}/],
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
  ['a JSON Web Token', /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/],
  ['a password in a URI', /\b[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\s:@]*:[^/?#\s@$]{2,}@/],
];

/** What a property is called that holds a secret. */
const secretName =
  /(?:^|[_.-]|(?<=[a-z0-9])(?=[A-Z]))(?:api[_.-]?key|secret|password|passwd|passphrase|(?:access|auth|bearer|api|refresh|session)[_.-]?token|private[_.-]?key|access[_.-]?key|client[_.-]?secret)$/i;

/** Names and expressions of secrets are fine: they hold none. */
const placeholder =
  /^(?:\$|\{\{|<|%|env:|vault:|secret:|ref:|arn:|projects\/)|^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

const LONGEST_SEARCHED = 64 * 1024;
const SHORTEST_SECRET = 8;
const SHORTEST_RANDOM = 24;
const BITS_PER_CHARACTER = 3.9;

function noLiteralCredential(view: DocumentView, report: Report): void {
  for (const { element, attribute } of valuesOf(view)) {
    const value = attributeOf(element, attribute);
    if (value === null || value.length < SHORTEST_SECRET) continue;
    const name = attributeOf(element, 'name') ?? attributeOf(element, 'id') ?? '';
    const suspicion = suspect(value.slice(0, LONGEST_SEARCHED), name);
    if (suspicion === null) continue;
    const shown = value.slice(suspicion.at, suspicion.at + 4);
    const verb = suspicion.severity === 'error' ? 'holds' : 'may hold';
    report(
      spotOf(element, attribute),
      `${attribute} of ${name === '' ? `<${element.local}>` : quote(name)} ${verb} ${suspicion.kind} (${shown}…): name it with <credential ref="…"/> and keep it in a store`,
      { severity: suspicion.severity },
    );
  }
}

function suspect(value: string, name: string): Suspicion | null {
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

interface Value {
  readonly element: XmlElement;
  readonly attribute: 'value' | 'default' | 'uri';
}

function* valuesOf(view: DocumentView): Generator<Value> {
  const metadata = childNamed(view.root, 'metadata');
  const provenance = metadata === null ? null : childNamed(metadata, 'provenance');
  for (const element of provenance === null ? [] : childrenNamed(provenance, 'source')) {
    yield { element, attribute: 'uri' };
  }
  for (const element of [...view.resourceElements, ...view.artifactElements]) {
    yield { element, attribute: 'uri' };
    for (const property of childrenNamed(element, 'property')) {
      yield { element: property, attribute: 'value' };
    }
  }
  for (const each of view.nodes) {
    const { config, inputs, outputs } = each.node;
    if (config.some(({ value }) => isLong(value))) {
      const around = childNamed(each.element, 'config');
      for (const property of around?.children ?? []) {
        yield { element: property, attribute: 'value' };
      }
    }
    if (inputs.some(holdsLong)) yield* valuesOfPorts(inputsOf(each));
    if (outputs.some(holdsLong)) yield* valuesOfPorts(outputsOf(each));
  }
}

function* valuesOfPorts(ports: readonly { readonly element: XmlElement }[]): Generator<Value> {
  for (const { element } of ports) {
    yield { element, attribute: 'value' };
    yield { element, attribute: 'default' };
  }
}

function holdsLong(port: { value: string | null; default: string | null }): boolean {
  return isLong(port.value) || isLong(port.default);
}

function isLong(value: string | null): boolean {
  return value !== null && value.length >= SHORTEST_SECRET;
}

export const credentialRules: readonly Rule[] = [
  {
    code: 'HX-3501',
    severity: 'error',
    title: 'no literal credential',
    check: noLiteralCredential,
  },
];
