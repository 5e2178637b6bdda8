/**
 * Plans that a driver refused as `unsupported` (driver protocol, run): the list of capabilities
 * can't say every limit. Nothing is concluded from such a run, and the report says how many.
 */

import type { RunRecord } from '../protocol/record.ts';
import type { Refusal, RulePart, RuleReport } from './certification.ts';
import { cut } from './cut.ts';

export interface Refusals {
  /** By reason, in the order in which each was first said. */
  readonly reasons: Map<string, Refusal>;
  /** Rule → the last of its cases that was refused, and why. */
  readonly rules: Map<string, NonNullable<RulePart['refused']>>;
}

export const createRefusals = (): Refusals => ({ reasons: new Map(), rules: new Map() });

/** Why a driver refused a run before any call; undefined where it did not. */
export const refusalIn = ({ result, calls }: RunRecord): string | undefined => {
  if (result?.outcome !== 'refused' || result.error?.code !== 'unsupported') return undefined;
  return calls.length > 0 ? undefined : cut(result.error.message ?? 'no reason was given');
};

/** So many reasons are counted apart: a driver might have one for each run. */
const MOST_REASONS = 1000;
/** And so many are told. */
const MOST_TOLD = 20;
const OTHERS = 'other reasons';

/**
 * @param from The id of the run.
 * @param rule The rule whose case it was, if it was one.
 */
export const noteRefusal = (
  { reasons, rules }: Refusals,
  from: string,
  reason: string,
  rule: string | null,
): void => {
  const key = reasons.has(reason) || reasons.size < MOST_REASONS ? reason : OTHERS;
  const known = reasons.get(key);
  reasons.set(key, { reason: key, count: (known?.count ?? 0) + 1, from: known?.from ?? from });
  if (rule !== null) rules.set(rule, { from, reason });
};

/**
 * For the notes of a report: how many runs say nothing, and why.
 * @param refusals In the order in which each was first said.
 */
export const refusalNotes = (refusals: readonly Refusal[], done: number): readonly string[] => {
  const told = refusals.slice(0, MOST_TOLD).map(({ reason, count }) => ({ reason, count }));
  const rest = refusals.slice(MOST_TOLD).reduce((sum, { count }) => sum + count, 0);
  return [...told, ...(rest === 0 ? [] : [{ reason: OTHERS, count: rest }])]
    .sort((left, right) => right.count - left.count)
    .map(
      ({ reason, count }) =>
        `the driver refused ${count} of ${done} runs, which are not judged: ${reason}`,
    );
};

/** What never happened because the driver refused the case for it is no matter of chance. */
export const withRefusal = (report: RuleReport, refused: RulePart['refused']): RuleReport =>
  report.verdict === 'vacuous' && refused !== null
    ? {
        ...report,
        verdict: 'unsupported',
        reason: `the driver refuses its cases: ${refused.reason}`,
      }
    : report;

/** What could not happen for want of a capability is not held against a runtime as vacuous. */
export const withinReach = (report: RuleReport, want: RulePart['outOfReach']): RuleReport =>
  report.verdict === 'vacuous' && want !== null
    ? { ...report, verdict: 'unsupported', ...want }
    : report;
