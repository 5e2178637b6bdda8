/** What a run must come to when a node fails without a call of its own: outcome and code. */

import { breach, type Checked, judgeEach } from '../judge.ts';
import type { Judgement } from '../rule.ts';
import type { View } from '../view.ts';
import { isAwaiting } from './outcome.ts';
import type { FailureCause } from './reading/fate.ts';
import { type NodeReading, readingOf } from './reading/read.ts';
import { handlingOf } from './reading/stop.ts';

/** Judges the nodes that fail for a cause, where nothing handles it. */
export const judgeFailures = (view: View, cause: FailureCause): Judgement => {
  const reading = readingOf(view);
  return judgeEach(reading.nodes, (node) => {
    const { fate, member } = node;
    if (fate.kind !== 'failed' || fate.cause !== cause) return 'not-judged';
    if (handlingOf(reading, node) !== 'unhandled' || reading.withdrawnAt.has(member)) {
      return 'not-judged';
    }
    return judgeReport(view, node, fate.at, fate.code);
  });
};

const judgeReport = (
  view: View,
  { member }: NodeReading,
  at: number,
  code: string | null,
): Checked => {
  const {
    observation: { report },
    cancelledAt,
    outages,
  } = view;
  if (report === null || outages.length > 0 || cancelledAt <= at) return 'not-judged';
  const { outcome, error } = report;
  const { id } = member.node;
  if (outcome === 'stalled' && isAwaiting(view)) return 'not-judged';
  if (outcome === 'succeeded' || outcome === 'stalled') {
    return breach(
      `${id} must fail${code === null ? '' : ` with ${code}`}, and the run ended ${outcome}`,
      'failed',
      outcome,
      { unit: id, at },
    );
  }
  if (outcome !== 'failed' && outcome !== 'compensated') return 'not-judged';
  if (error === null || error.step !== id) return 'not-judged';
  if (code === null || error.code === code) return 'holds';
  return breach(
    `${id} failed with ${error.code ?? 'no code'} instead of ${code}`,
    code,
    error.code ?? 'no code',
    { unit: id, at },
  );
};
