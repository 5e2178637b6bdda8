/** Which members a step and a compensation may have, and the ranges of their values. */

import { quote } from '../../model/show.ts';
import type { OrbitCode } from '../codes.ts';
import type { Details, Findings } from '../findings.ts';
import { MAXIMUM_ATTEMPTS, MAXIMUM_PARALLEL } from '../limits.ts';
import type { Member, MemberKind, Quantity, RetrySyntax } from '../syntax/document.ts';
import { memberOf } from '../syntax/document.ts';
import type { Span } from '../syntax/token.ts';
import { firstOf } from './contracts.ts';
import { ACTIONS, type ActionKind, type StepView } from './step-view.ts';

/** Takes a finding about the step that is being checked. */
export type Report = (code: OrbitCode, span: Span, message: string, details?: Details) => void;

export function reportFor(findings: Findings, id: string): Report {
  return (code, span, message, details = {}) => {
    findings.add(code, span, message, { id, ...details });
  };
}

/** What each kind of step has no use for. */
const MEANINGLESS: { readonly [kind in ActionKind]: readonly MemberKind[] } = {
  worker: [],
  workflow: ['using', 'queue_timeout'],
  sleep: ['with', 'using', 'timeout', 'queue_timeout', 'retry', 'idempotency_key'],
  await: ['with', 'using', 'queue_timeout', 'retry', 'idempotency_key'],
};

export function checkMembers(view: StepView, report: Report): void {
  const { step, action } = view;
  const { members, name } = step;
  checkTwice(members, report);
  checkAction(view, report);
  if (memberOf(members, 'for') === null) {
    const stray = memberOf(members, 'max_parallel');
    if (stray !== null) {
      report('U2007', stray, "'max_parallel' bounds the elements of a 'for', and there is none");
    }
  }
  for (const member of members) {
    if (action !== null && MEANINGLESS[action.kind].includes(member.kind)) {
      const message = `${quote(member.kind)} has no meaning on a ${quote(action.kind)} step`;
      report('U2007', member, message);
    }
    if (member.kind !== 'compensate') continue;
    if (action?.kind === 'sleep' || action?.kind === 'await') {
      const note = 'only task steps and workflow steps can have a compensation';
      const message = `${action.kind === 'sleep' ? 'a' : 'an'} \`${action.kind}\` step has nothing to compensate`;
      report('E0308', member, message, {
        note,
        related: [{ ...spanOf(name), message: 'the step' }],
      });
    }
  }
  checkRanges(members, report);
}

function spanOf({ start, end }: Span): Span {
  return { start, end };
}

/** Of members of one kind the first counts; the others are reported. */
function checkTwice(members: readonly Member[], report: Report): void {
  const seen = new Map<MemberKind, Member>();
  for (const member of members) {
    const first = seen.get(member.kind);
    if (first === undefined) seen.set(member.kind, member);
    else
      report('U2004', member, `${quote(member.kind)} is said twice`, { related: [firstOf(first)] });
  }
}

function checkAction({ step, action }: StepView, report: Report): void {
  const note = "a step has exactly one of 'worker', 'workflow', 'sleep' and 'await'";
  if (action === null) {
    if (step.isBroken) return;
    report('U2006', step.name, `step ${quote(step.name.text)} does nothing`, { note });
    return;
  }
  const seen = new Set<MemberKind>([action.kind]);
  for (const member of step.members) {
    if (!ACTIONS.some((kind) => kind === member.kind) || seen.has(member.kind)) continue;
    seen.add(member.kind);
    const message = `${quote(member.kind)} beside ${quote(action.kind)}`;
    const related = [{ ...spanOf(action), message: 'the other stands here' }];
    report('U2006', member, message, { note, related });
  }
}

/** The ranges of numbers and durations, and what of a retry contradicts itself. */
export function checkRanges(members: readonly Member[], report: Report): void {
  for (const member of members) {
    switch (member.kind) {
      case 'timeout':
      case 'queue_timeout':
        checkTimeout(member.kind, member.duration, report);
        break;
      case 'max_parallel':
        checkWhole(`'max_parallel'`, member.count, MAXIMUM_PARALLEL, report);
        break;
      case 'retry':
        checkRetry(member.policy, member, report);
        break;
      default:
    }
  }
}

export function checkTimeout(word: string, duration: Quantity, report: Report): void {
  if (duration.value > 0) return;
  report('U2041', duration, `${quote(word)} is above 0: nothing is done in no time`);
}

function checkWhole(what: string, quantity: Quantity, most: number, report: Report): void {
  if (quantity.value >= 1 && quantity.value <= most) return;
  report('U2040', quantity, `${what} is from 1 to ${most}`);
}

function checkRetry(policy: RetrySyntax, span: Span, report: Report): void {
  const { attempts, multiplier, initialDelay, maxDelay } = policy;
  if (attempts === null) {
    if (!policy.isBroken) report('U2005', span, "'retry' says no number of 'attempts'");
  } else checkWhole("'attempts'", attempts, MAXIMUM_ATTEMPTS, report);
  if (multiplier !== null && !(multiplier.value >= 0 && Number.isFinite(multiplier.value))) {
    report('U2040', multiplier, "'multiplier' is a number from 0");
  } else if (multiplier !== null && multiplier.value < 1) {
    report('U2504', multiplier, "with a 'multiplier' below 1 each pause is shorter than the last");
  }
  if (initialDelay !== null && maxDelay !== null && maxDelay.value < initialDelay.value) {
    const related = [{ ...spanOf(initialDelay), message: "'initial_delay' is longer" }];
    report('U2503', maxDelay, "'max_delay' cuts even the first pause", { related });
  }
}
