/**
 * Plans that a driver refused as `unsupported` (driver protocol, run): the list of capabilities
 * can't say every limit. Nothing is concluded from such a run, and the report says how many.
 */

import type { RunRecord } from '../protocol/record.ts';
import type { RuleReport } from './certification.ts';
import { cut } from './cut.ts';

/** Reason → how many runs were refused for it; and a reason for each rule whose case was. */
export interface Refusals {
  readonly reasons: Map<string, number>;
  readonly rules: Map<string, string>;
}

export const createRefusals = (): Refusals => ({ reasons: new Map(), rules: new Map() });

/** Why a driver refused a run before any call; undefined where it did not. */
export const refusalIn = ({ result, calls }: RunRecord): string | undefined => {
  if (result?.outcome !== 'refused' || result.error?.code !== 'unsupported') return undefined;
  return calls.length > 0 ? undefined : cut(result.error.message ?? 'no reason was given');
};

/** So many reasons are told apart: a driver might have one for each run. */
const MOST_REASONS = 20;

/** @param rule The rule whose case it was, if it was one. */
export const noteRefusal = (refusals: Refusals, reason: string, rule: string | null): void => {
  const { reasons, rules } = refusals;
  const told = reasons.has(reason) || reasons.size < MOST_REASONS ? reason : 'other reasons';
  reasons.set(told, (reasons.get(told) ?? 0) + 1);
  if (rule !== null) rules.set(rule, reason);
};

/** For the notes of a report: how many runs say nothing, and why. */
export const refusalNotes = ({ reasons }: Refusals, done: number): readonly string[] =>
  [...reasons]
    .sort((left, right) => right[1] - left[1])
    .map(
      ([reason, count]) =>
        `the driver refused ${count} of ${done} runs, which are not judged: ${reason}`,
    );

/** What never happened because the driver refused the case for it is no matter of chance. */
export const withRefusals = (report: RuleReport, { rules }: Refusals): RuleReport => {
  const reason = rules.get(report.id);
  return report.verdict === 'vacuous' && reason !== undefined
    ? { ...report, verdict: 'unsupported', reason: `the driver refuses its cases: ${reason}` }
    : report;
};
