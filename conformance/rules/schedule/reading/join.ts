/** When a node may begin: its edges, its join, and the decisions that name it (HarnessXML §5.4–5.6). */

import type { JoinPolicy } from '../../../../core/model/workflow.ts';
import { isSameTime } from '../../judge.ts';
import type { Context } from './context.ts';
import { type EdgeState, edgeState } from './edges.ts';
import { earlier, later, type Moment, type Readiness } from './fate.ts';
import type { Link, Member } from './graph.ts';

export interface Waiting {
  readonly readiness: Readiness;
  /** As long as the member's incoming edges, in their order. */
  readonly edges: readonly EdgeState[];
  readonly choice: Choice;
}

/** What the decisions that name a node come to for it. */
export type Choice =
  | { readonly kind: 'not-asked' }
  | (Moment & { readonly kind: 'chosen' })
  /** Each of them went elsewhere, or will never run. */
  | (Moment & { readonly kind: 'passed-over' })
  | { readonly kind: 'waiting' }
  | { readonly kind: 'unknown' };

const BEGINNING: Moment = { at: 0, hops: 0 };
const WAITING: Readiness = { kind: 'waiting' };
/** Ready or unreachable, nobody knows from when on. */
const OPEN: Readiness = { kind: 'unknown', notBefore: 0 };
const NOT_ASKED: Choice = { kind: 'not-asked' };

export const waitingOf = (context: Context, member: Member): Waiting => {
  if (member.isEntry) {
    return { readiness: { kind: 'ready', ...BEGINNING }, edges: [], choice: NOT_ASKED };
  }
  const edges = member.incoming.map((link) => edgeState(context, link));
  const choice = choiceOf(context, member);
  const joined = joinedBy(member, edges);
  const readiness = withoutFeed(member, edges, chosenBy(choice, joined));
  return { readiness, edges, choice };
};

const joinedBy = (member: Member, edges: readonly EdgeState[]): Readiness => {
  if (edges.length > 0) return joinOf(member, edges);
  return member.deciders.length > 0 ? { kind: 'ready', ...BEGINNING } : gone(BEGINNING);
};

const joinOf = (
  { node: { join, quorum }, incoming }: Member,
  edges: readonly EdgeState[],
): Readiness => {
  switch (join) {
    case 'all':
      return allOf(edges);
    case 'any':
      return someOf(edges, 1);
    case 'quorum':
      return isQuorum(quorum, incoming) ? someOf(edges, quorum) : OPEN;
  }
};

/** Another one is not valid (HX-2402). */
const isQuorum = (quorum: number | null, incoming: readonly Link[]): quorum is number =>
  quorum !== null &&
  quorum >= 1 &&
  quorum <= incoming.filter(({ edge }) => edge.type !== 'error').length;

const allOf = (edges: readonly EdgeState[]): Readiness => {
  let last: Moment = BEGINNING;
  let isUnknown = false;
  let isSatisfied = false;
  for (const edge of edges) {
    if (edge.kind === 'waiting') return WAITING;
    if (edge.kind === 'unknown') isUnknown = true;
    else last = later(last, edge);
    if (edge.kind === 'satisfied') isSatisfied = true;
  }
  if (isUnknown) return { kind: 'unknown', notBefore: last.at };
  return isSatisfied ? { kind: 'ready', ...pick(last) } : gone(last);
};

const someOf = (edges: readonly EdgeState[], wanted: number): Readiness => {
  const satisfied = momentsOf(edges, 'satisfied');
  const negative = momentsOf(edges, 'negative');
  const unknown = edges.filter(({ kind }) => kind === 'unknown').length;
  const met = satisfied[wanted - 1];
  if (met !== undefined && unknown === 0) return { kind: 'ready', at: met.at, hops: met.hops };
  // The edge after which too few are left.
  const missed = negative[edges.length - wanted];
  if (missed !== undefined) return gone(missed, unknown === 0);
  if (satisfied.length + unknown < wanted) return WAITING;
  const certain = satisfied[wanted - unknown - 1];
  return { kind: 'unknown', notBefore: certain?.at ?? 0 };
};

const momentsOf = (edges: readonly EdgeState[], kind: 'satisfied' | 'negative'): Moment[] =>
  edges
    .filter((edge): edge is Extract<EdgeState, { kind: typeof kind }> => edge.kind === kind)
    .map(({ at, hops }) => ({ at, hops }))
    .sort((left, right) => left.at - right.at || left.hops - right.hops);

const choiceOf = (context: Context, { node, deciders }: Member): Choice => {
  if (deciders.length === 0) return NOT_ASKED;
  let chosen: Moment | null = null;
  let passed: Moment = BEGINNING;
  let isWaiting = false;
  for (const decider of deciders) {
    const fate = context.fates[decider.index] ?? { kind: 'unknown' };
    if (fate.kind === 'unknown') return { kind: 'unknown' };
    if (fate.kind === 'pending') {
      isWaiting = true;
      continue;
    }
    const decision = context.decisions[decider.index];
    if (fate.kind === 'succeeded' && decision?.kind !== 'chosen') return { kind: 'unknown' };
    if (fate.kind === 'succeeded' && decision?.kind === 'chosen' && decision.to === node.id) {
      chosen = chosen === null ? decision : earlier(chosen, decision);
    } else passed = later(passed, fate);
  }
  if (chosen !== null) return { kind: 'chosen', at: chosen.at, hops: chosen.hops };
  if (isWaiting) return { kind: 'waiting' };
  return { kind: 'passed-over', at: passed.at, hops: passed.hops };
};

/**
 * Whether a node that cannot begin by its edges is out of reach at once, or only when all decisions
 * that name it are made, is not specified.
 */
const chosenBy = (choice: Choice, joined: Readiness): Readiness => {
  switch (choice.kind) {
    case 'not-asked':
      return joined;
    case 'chosen':
      if (joined.kind === 'ready') return { kind: 'ready', ...pick(later(joined, choice)) };
      return joined.kind === 'unknown'
        ? { kind: 'unknown', notBefore: Math.max(joined.notBefore, choice.at) }
        : untold(joined);
    case 'passed-over':
      if (joined.kind === 'unknown') return gone(choice, false);
      return joined.kind === 'unreachable' && joined.at < choice.at ? untold(joined) : gone(choice);
    case 'waiting':
      return joined.kind === 'unreachable' ? untold(joined) : WAITING;
    case 'unknown':
      return joined.kind === 'ready' ? { kind: 'unknown', notBefore: joined.at } : untold(joined);
  }
};

const gone = ({ at, hops }: Moment, isTold = true): Readiness => ({
  kind: 'unreachable',
  at,
  hops,
  isTold,
});

const untold = (readiness: Readiness): Readiness =>
  readiness.kind === 'unreachable' ? gone(readiness, false) : readiness;

const pick = ({ at, hops }: Moment): Moment => ({ at, hops });

/**
 * A node whose required input is fed by a node that nothing will reach is unreachable too, unless
 * it began before that was so.
 */
const withoutFeed = (
  { node, incoming }: Member,
  edges: readonly EdgeState[],
  readiness: Readiness,
): Readiness => {
  let cut: Moment | null = null;
  edges.forEach((edge, place) => {
    const { type, toPort } = incoming[place]?.edge ?? { type: 'control', toPort: null };
    if (type !== 'data' || edge.kind !== 'negative' || edge.why !== 'unreachable') return;
    const input = node.inputs.find(({ name }) => name === toPort);
    if (input === undefined || !input.required || input.default !== null || input.value !== null) {
      return;
    }
    cut = cut === null ? pick(edge) : earlier(cut, edge);
  });
  return cut === null ? readiness : cutOff(node.join, readiness, cut);
};

const cutOff = (join: JoinPolicy, readiness: Readiness, cut: Moment): Readiness => {
  switch (readiness.kind) {
    case 'ready':
      if (join !== 'all' && isSameTime(readiness.at, cut.at)) return OPEN;
      return readiness.at < cut.at ? readiness : gone(cut);
    case 'unreachable':
      return gone(earlier(readiness, cut), readiness.isTold || cut.at < readiness.at);
    case 'waiting':
      return gone(cut);
    case 'unknown':
      return readiness.notBefore < cut.at ? readiness : OPEN;
  }
};
