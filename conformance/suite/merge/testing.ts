/** Certifications in parts, for tests of merges. */

import { cases } from '../../cases/index.ts';
import { rules } from '../../rules/index.ts';
import type { Certification } from '../certification.ts';
import { certify } from '../certify.ts';
import type { CertifyOptions } from '../course.ts';
import type { Runtime } from '../runtime.ts';
import { optionsFor } from '../testing.ts';
import { mergeReports } from './merge.ts';
import type { Merging, NamedReport } from './named-report.ts';

export const asked = (rest: Partial<CertifyOptions> = {}): CertifyOptions =>
  optionsFor({ rules, cases, profiles: null, runs: 20, ...rest });

/** One after the other, as a matrix of CI would at once. */
export const inShards = async (
  runtime: Runtime,
  count: number,
  options: CertifyOptions,
): Promise<readonly NamedReport[]> => {
  const parts: NamedReport[] = [];
  for (let index = 1; index <= count; index += 1) {
    const certification = await certify(runtime, { ...options, shard: { index, count } });
    parts.push({ name: `part-${index}.ndjson`, certification });
  }
  return parts;
};

export const mergedOf = (
  parts: readonly NamedReport[],
  { version, rules: own, cases: known }: CertifyOptions,
  on: string | null = null,
): Merging => mergeReports(parts, { version, rules: own, cases: known, on });

/** @throws Where they do not merge. */
export const wholeOf = (parts: readonly NamedReport[], options: CertifyOptions): Certification => {
  const merging = mergedOf(parts, options);
  if (!merging.ok) throw new Error(merging.message);
  return merging.certification;
};
