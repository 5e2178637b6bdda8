/** The `compensate` block: what it may say, what it may read, and whether it is the right one. */

import { quote } from '../../model/show.ts';
import type { OrbitExpression } from '../expression/syntax.ts';
import { shown, ticked } from '../show-name.ts';
import type { Member } from '../syntax/document.ts';
import { memberOf } from '../syntax/document.ts';
import { isDynamic, isText, mayBeNull, type OrbitType, typeText } from '../types.ts';
import type { Contracts } from './contracts.ts';
import { infer } from './infer.ts';
import { checkInputs } from './inputs.ts';
import { checkRanges, type Report } from './members.ts';
import { mismatch, reportNull } from './present.ts';
import { memberIn, type StepView } from './step-view.ts';
import { targetOfTask } from './target.ts';
import type { TypeScope } from './type-scope.ts';

type Compensation = Member & { readonly kind: 'compensate' };

/** The members alone: needs no scope, so it is checked even where the steps form a circle. */
export function checkCompensationMembers({ members }: Compensation, report: Report): void {
  const seen = new Set<string>();
  for (const member of members) {
    switch (member.kind) {
      case 'when':
      case 'after':
      case 'for':
      case 'max_parallel': {
        const note =
          'a compensation runs when its step is undone, and has no scheduling of its own';
        report('E0307', member, `\`${member.kind}\` is not allowed in a compensation`, { note });
        break;
      }
      case 'sleep':
      case 'workflow':
      case 'await':
        report('E0308', member, `\`${member.kind}\` is not allowed in a compensation`, {
          note: 'a compensation must call a worker task',
        });
        break;
      case 'compensate':
        report('E0102', member, 'compensations cannot be nested');
        break;
      default:
        if (seen.has(member.kind)) report('U2004', member, `${quote(member.kind)} is said twice`);
    }
    seen.add(member.kind);
  }
  checkRanges(
    members.filter(({ kind }) => kind !== 'max_parallel'),
    report,
  );
}

/** Worker, inputs and key, with the scope of the compensation. */
export function checkCompensation(
  compensation: Compensation,
  contracts: Contracts,
  scope: TypeScope,
  report: Report,
): void {
  const { members, isBroken } = compensation;
  const worker = memberOf(members, 'worker');
  const isOther = members.some(({ kind }) => ['sleep', 'workflow', 'await'].includes(kind));
  if (worker === null && !isOther && !isBroken) {
    report('E0308', compensation, 'this compensation has no worker', {
      note: 'a compensation must call a worker task',
    });
  }
  const entries = memberOf(members, 'with')?.entries ?? [];
  if (worker !== null) {
    checkInputs(entries, targetOfTask(worker.name, contracts, scope, isBroken), scope);
  } else {
    for (const { value } of entries) if (value !== null) infer(value, scope);
  }
  const key = memberOf(members, 'idempotency_key');
  if (key !== null) checkKey(key.expression, scope);
}

/** An idempotency key: a text, and never null. */
export function checkKey(expression: OrbitExpression, scope: TypeScope): OrbitType {
  const type = infer(expression, scope);
  if (mayBeNull(type)) reportNull(expression, type, scope, 'a key is always a String');
  else if (!isDynamic(type) && !isText(type)) {
    mismatch(expression, `a key is String, not ${typeText(type)}; string(…) makes one`, scope);
  }
  return type;
}

/** W0601 and W0602: the contract names what undoes the task. */
export function checkPairing(view: StepView, report: Report): void {
  const { action, task } = view;
  const by = task?.declaration.compensatedBy ?? null;
  if (action?.kind !== 'worker' || task === null || by === null) return;
  const compensation = memberIn(view, 'compensate');
  const related = relatedIn(view, by.start, by.end);
  const says = `the contract of ${ticked(task.name)} says \`compensated_by "${shown(by.text)}"\``;
  if (compensation === null) {
    if (view.step.isBroken) return;
    const message = `step ${ticked(view.name)} has no compensation`;
    report('W0601', action.name, message, { note: says, related });
    return;
  }
  const worker = memberOf(compensation.members, 'worker');
  if (worker === null || worker.name.text === by.text) return;
  const message = `step ${ticked(view.name)} is compensated by ${ticked(worker.name.text)}, not by ${ticked(by.text)}`;
  report('W0602', worker.name, message, { note: says, related });
}

/** Places of the contract, where it is in the document that is read. */
function relatedIn({ task }: StepView, start: number, end: number) {
  if (task === null || !task.isMain) return [];
  return [{ start, end, message: 'the contract says so here' }];
}
