/** One more node for a growing workflow: its place in the flow, and then what it holds. */

import type { NodeKind } from '../../../../core/model/workflow.ts';
import type { Choices } from './choices.ts';
import {
  addCase,
  type Draft,
  draftNode,
  follow,
  lieOn,
  liesInside,
  type Member,
  mayBothRun,
  type Role,
  settle,
} from './draft.ts';
import { anyCondition } from './expressions.ts';
import { beginNode, fillNode } from './make-content.ts';
import { connect } from './make-edge.ts';
import { readableFor } from './readable.ts';
import { AWKWARD_IDS, identifier } from './words.ts';

const KINDS: readonly NodeKind[] = [
  'task',
  'task',
  'task',
  'decision',
  'loop',
  'transform',
  'inference',
  'parallel',
  'barrier',
  'subworkflow',
  'source',
  'sink',
  'wait',
  'human',
];

/** Adds a node that the choices describe, wired to those before it. */
export function addNode(draft: Draft, choices: Choices): Member {
  const role = roleOf(draft, choices);
  const kinds = role === 'step' || role === 'handler' ? KINDS : KINDS.filter(isNoDecision);
  const member = newMember(draft, choices, role, choices.oneOf(kinds));
  place(draft, choices, member);
  settle(member);
  member.onlyAfterFailure ||= isOnlyAfterFailure(draft, member);
  fillNode(draft, choices, member);
  return member;
}

function isNoDecision(kind: NodeKind): boolean {
  return kind !== 'decision';
}

/** What a decision or a loop still lacks is added behind all others. */
export function complete(draft: Draft, choices: Choices): void {
  for (let at = 0; at < draft.members.length; at += 1) {
    const member = draft.members[at] as Member;
    const { node } = member;
    if (node.cases?.length === 0) {
      const target = newMember(draft, choices, 'step', 'sink');
      route(draft, choices, member, target);
      fillNode(draft, choices, target);
    }
    if (node.loop?.body === '') {
      const body = newMember(draft, choices, 'body', 'task');
      repeat(member, body);
      fillNode(draft, choices, body);
    }
    if (node.loop?.kind === 'until' || node.loop?.kind === 'while') {
      const test = anyCondition(choices, readableFor(draft, member, 'iteration'));
      node.loop = { ...node.loop, while: test };
    }
  }
}

function isOnlyAfterFailure({ edges, members }: Draft, { node, branches }: Member): boolean {
  const sources = new Set(edges.filter(({ to }) => to === node.id).map(({ from }) => from));
  const leading = members.filter((each) => sources.has(each.node.id) || branches.has(each));
  return leading.length > 0 && leading.every((each) => each.onlyAfterFailure);
}

function newMember(draft: Draft, choices: Choices, role: Role, kind: NodeKind): Member {
  const index = draft.members.length;
  const free = AWKWARD_IDS.filter((id) => draft.members.every(({ node }) => node.id !== id));
  const awkward = free.length > 0 && choices.happens(0.06);
  const id = awkward ? choices.oneOf(free) : identifier(choices, 'n', index);
  const member: Member = {
    index,
    node: draftNode(id, kind),
    role,
    before: new Set(),
    branches: new Map(),
    loops: [],
    onlyAfterFailure: role === 'handler' || role === 'undo',
    needs: [],
    awkward,
  };
  beginNode(choices, member);
  draft.members.push(member);
  return member;
}

/** Loops wait for their bodies first of all, and decisions for their targets. */
function roleOf(draft: Draft, choices: Choices): Role {
  const roles: Role[] = ['step', 'step', 'step', 'step'];
  if (openLoops(draft).length > 0) roles.push('body', 'body');
  if (draft.members.some(canFail)) roles.push('handler', 'undo');
  return choices.oneOf(roles);
}

function openLoops({ members }: Draft): Member[] {
  return members.filter(({ node }) => node.loop?.body === '');
}

function canFail({ role }: Member): boolean {
  return role !== 'undo';
}

function place(draft: Draft, choices: Choices, member: Member): void {
  const others = draft.members.slice(0, member.index);
  switch (member.role) {
    case 'step': {
      const decisions = others.filter(({ node }) => node.kind === 'decision');
      if (decisions.length > 0 && choices.happens(0.5)) {
        route(draft, choices, choices.oneOf(decisions), member);
        if (choices.happens(0.2)) route(draft, choices, choices.oneOf(decisions), member);
        if (choices.happens(0.2)) joinAfter(draft, choices, member, others);
      } else {
        joinAfter(draft, choices, member, others);
      }
      break;
    }
    case 'body': {
      repeat(choices.oneOf(openLoops(draft).filter((loop) => loop !== member)), member);
      feedBody(draft, choices, member, others);
      break;
    }
    case 'handler':
      for (let wanted = 1 + choices.below(2); wanted > 0; wanted -= 1) {
        connect(draft, choices, choices.oneOf(others.filter(canFail)), member, 'error');
      }
      break;
    case 'undo': {
      const undone = choices.oneOf(others.filter(canFail));
      connect(draft, choices, undone, member, 'compensation');
      if (choices.happens(0.7)) member.node.compensates = undone.node.id;
      break;
    }
  }
}

/** Incoming edges from steps before; none of them makes an entry. */
function joinAfter(
  draft: Draft,
  choices: Choices,
  member: Member,
  others: readonly Member[],
): void {
  const deciders = [...member.branches.keys()];
  for (let wanted = choices.oneOf([1, 1, 0, 2, 3]); wanted > 0; wanted -= 1) {
    const sources = others.filter(
      (each) =>
        (each.role === 'step' || each.role === 'handler') &&
        // Another branch of a decision that leads here would keep it from ever running.
        deciders.every((decision) => !each.branches.has(decision) || each === decision),
    );
    if (sources.length === 0) return;
    const type = choices.oneOf(['control', 'data', 'data', 'dependency'] as const);
    connect(draft, choices, choices.oneOf(sources), member, type);
  }
  if (choices.happens(0.08)) {
    const failing = others.filter((each) => canFail(each) && mayBothRun(each, member));
    if (failing.length > 0) connect(draft, choices, choices.oneOf(failing), member, 'error');
  }
}

function route(draft: Draft, choices: Choices, decision: Member, target: Member): void {
  // What leads to the decision leads on to its target, save other targets of the same one.
  if (target.branches.has(decision)) return;
  follow(target, decision);
  lieOn(target, decision, target.node.id);
  const readable = readableFor(draft, decision, 'start');
  if (decision.node.cases?.length !== 0 && decision.node.otherwise === null) {
    if (choices.happens(0.5)) {
      decision.node.otherwise = target.node.id;
      return;
    }
  }
  addCase(decision, anyCondition(choices, readable), target.node.id);
}

function repeat(loop: Member, body: Member): void {
  const { node } = loop;
  if (node.loop !== null) node.loop = { ...node.loop, body: body.node.id };
  body.loops.push(loop);
  liesInside(body, loop);
}

/** A value from outside the loop, the same in every iteration (§7.2.6). */
function feedBody(draft: Draft, choices: Choices, body: Member, others: readonly Member[]): void {
  if (!choices.happens(0.4)) return;
  const sources = others.filter((each) => isBeforeLoops(each, body) && each.role === 'step');
  if (sources.length > 0) connect(draft, choices, choices.oneOf(sources), body, 'data');
}

/** Whether a node has ended before the loops around a body start. */
export function isBeforeLoops(each: Member, body: Member): boolean {
  return body.loops.every((loop) => loop.before.has(each));
}
