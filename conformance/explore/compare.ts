/** Whether a certificate says what was found now; and if not, where it differs. */

import { canonicalJson } from '../../core/model/canonical-json.ts';
import type { Json } from '../../core/model/json.ts';
import { readJson } from '../../core/model/read-json.ts';
import { problemsOf } from '../protocol/schema/problems.ts';
import type { Certificate } from './report.ts';
import { certificate } from './schema.ts';

export type CertificateReading =
  | { readonly ok: true; readonly certificate: Certificate }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Never throws. Takes a report of an exploration for its certificate. */
export const readCertificate = (text: string): CertificateReading => {
  const reading = readJson(text);
  if (!reading.ok) {
    return {
      ok: false,
      problems: [`line ${reading.line}, column ${reading.column}: ${reading.message}`],
    };
  }
  const { value } = reading;
  const isReport =
    typeof value === 'object' && value !== null && 'explore' in value && 'certificate' in value;
  const found = isReport ? (value as { readonly certificate: Json }).certificate : value;
  const problems = problemsOf(certificate, found, '$').map(
    ({ path, message }) =>
      `${path} ${message.replace('that the protocol knows', 'of this format')}`,
  );
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, certificate: found as unknown as Certificate };
};

export interface Difference {
  /** `result.endsDigest`. */
  readonly where: string;
  readonly then: string;
  readonly now: string;
}

/** Another version may put the same in other words. */
const isFree = (name: string, then: Certificate, now: Certificate): boolean =>
  name === 'version' || (name === 'says' && then.version !== now.version);

export const differencesOf = (then: Certificate, now: Certificate): readonly Difference[] => {
  const found: Difference[] = [];
  for (const name of new Set([...Object.keys(then), ...Object.keys(now)])) {
    if (isFree(name, then, now)) continue;
    const member = name as keyof Certificate;
    compare(then[member] as Json, now[member] as Json, name, found);
  }
  return found;
};

const compare = (then: Json, now: Json, where: string, found: Difference[]): void => {
  if (isPlain(then) && isPlain(now)) {
    for (const name of new Set([...Object.keys(then), ...Object.keys(now)])) {
      compare(then[name] ?? null, now[name] ?? null, `${where}.${name}`, found);
    }
    return;
  }
  if (Array.isArray(then) && Array.isArray(now) && then.length === now.length) {
    for (const [index, each] of then.entries()) {
      compare(each, now[index] ?? null, `${where}[${index}]`, found);
    }
    return;
  }
  const [left, right] = [canonicalJson(then), canonicalJson(now)];
  if (left !== right) found.push({ where, then: left, now: right });
};

const isPlain = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
