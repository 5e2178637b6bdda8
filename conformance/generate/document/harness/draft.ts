/**
 * A workflow while it grows, with what the generator must know to keep it valid: which nodes
 * come before which, and on which branches of decisions they lie.
 */

import { type Building, plainNode } from '../../../../core/model/plain.ts';
import type {
  Artifact,
  Case,
  Edge,
  InputPort,
  NodeKind,
  OutputPort,
  Resource,
  WorkflowNode,
} from '../../../../core/model/workflow.ts';

export interface DraftNode extends Building<WorkflowNode> {
  readonly inputs: Building<InputPort>[];
  readonly outputs: Building<OutputPort>[];
}

/**
 * `step` takes part in the forward flow, `body` belongs to loops, `handler` is reached by
 * error edges alone and `undo` by compensation edges alone.
 */
export type Role = 'step' | 'body' | 'handler' | 'undo';

export interface Member {
  readonly index: number;
  readonly node: DraftNode;
  role: Role;
  /** All that has ended, if anything has, when this one starts. */
  readonly before: Set<Member>;
  /** By decision, the targets that lead here. */
  readonly branches: Map<Member, Set<string>>;
  /** Without what these produce it never runs (§5.3.3). */
  readonly needs: Member[];
  /** Loops that repeat this one, directly. */
  readonly loops: Member[];
  /** Reached only where something has failed, so others can't count on it. */
  onlyAfterFailure: boolean;
  /** Its id can't stand in an expression without meaning something else. */
  readonly awkward: boolean;
}

export interface Draft {
  readonly members: Member[];
  readonly edges: Building<Edge>[];
  readonly resources: Resource[];
  readonly artifacts: Artifact[];
}

export function draftNode(id: string, kind: NodeKind): DraftNode {
  const cases = kind === 'decision' ? [] : null;
  return { ...plainNode(id, kind), inputs: [], outputs: [], cases };
}

export function addCase(decision: Member, when: string, to: string): void {
  const added: Case = { when, to };
  decision.node.cases = [...(decision.node.cases ?? []), added];
}

/** `target` comes after `source` has ended, and lies on its branches. */
export function follow(target: Member, source: Member): void {
  target.before.add(source);
  liesInside(target, source);
}

/** What came before `source` came before `target`; it need not have ended itself. */
export function liesInside(target: Member, source: Member): void {
  for (const each of source.before) target.before.add(each);
  for (const [decision, targets] of source.branches) {
    for (const each of targets) lieOn(target, decision, each);
  }
}

export function lieOn(member: Member, decision: Member, target: string): void {
  const known = member.branches.get(decision);
  if (known === undefined) member.branches.set(decision, new Set([target]));
  else known.add(target);
}

/** Leaves out the branches on which nothing of what a member needs is produced. */
export function settle(member: Member): void {
  for (const needed of member.needs) {
    for (const [decision, targets] of needed.branches) {
      const own = member.branches.get(decision) ?? new Set();
      for (const each of own) if (!targets.has(each)) own.delete(each);
    }
  }
}

/** Whether some outcome of every decision lets both run. */
export function mayBothRun(left: Member, right: Member): boolean {
  for (const [decision, targets] of left.branches) {
    const others = right.branches.get(decision);
    if (others !== undefined && ![...others].some((each) => targets.has(each))) return false;
  }
  return true;
}
