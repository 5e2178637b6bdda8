/**
 * Idempotency keys: the hex sha256 of `[tenant, run, unit, step]` in RFC 8785 form. The
 * same for every attempt of one step execution, also after a crash; different for every
 * other step, iteration, compensation, run and tenant (discipline 2).
 */

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../core/model/canonical-json.ts';

/** 64 hexadecimal digits. */
export const idempotencyKey = (tenant: string, run: string, unit: string, step: string): string =>
  bytesToHex(sha256(utf8ToBytes(canonicalJson([tenant, run, unit, step]))));

/** Keys of one workflow's units, kept between runs: hashing costs more than a whole step. */
export interface KeyCache {
  tenant: string;
  run: string;
  readonly keys: Map<string, string>;
}

export const createKeyCache = (): KeyCache => ({ tenant: '', run: '', keys: new Map() });

/** As `idempotencyKey`, from the cache where it was asked for before. */
export const cachedKey = (
  cache: KeyCache,
  tenant: string,
  run: string,
  unit: string,
  step: string,
): string => {
  if (cache.tenant !== tenant || cache.run !== run) {
    cache.tenant = tenant;
    cache.run = run;
    cache.keys.clear();
  }
  // A step is told by its unit unless it compensates, where several may share one (Q6).
  const name = unit === step ? unit : `${unit} ${step}`;
  const known = cache.keys.get(name);
  if (known !== undefined) return known;
  const key = idempotencyKey(tenant, run, unit, step);
  cache.keys.set(name, key);
  return key;
};
