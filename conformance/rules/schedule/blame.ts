/** Which rules a node's beginning speaks of, and which one a wrong beginning breaks. */

import type { EdgeState } from './reading/edges.ts';
import type { Link, Member } from './reading/graph.ts';
import type { LoopReading } from './reading/loop-reading.ts';
import type { Deviation, Start } from './starts.ts';

/** The failing or refused runs of loops in the main flow, by loop. */
export type Loops = ReadonlyMap<Member, LoopReading>;

/** The rules whose occurrence this is. */
export const rulesOf = (start: Start, loops: Loops): readonly string[] => {
  const { node, verdict } = start;
  if (verdict === 'open') return [];
  const { readiness, opening, member } = node;
  const blamed = verdict === 'right' ? null : blamedRule(start, verdict, loops);
  const rules = new Set<string>(blamed === null ? [] : [blamed]);
  if (readiness.kind === 'ready' && opening.kind === 'skip') rules.add('schedule/guard-skips');
  else if (readiness.kind === 'ready' && isWithoutInput(start)) {
    rules.add('schedule/missing-input');
  } else if (readiness.kind === 'ready' || readiness.kind === 'unreachable') {
    for (const rule of concerned(start, loops)) rules.add(rule);
    if (isUnled(member)) rules.add('schedule/entry-set');
  }
  return [...rules];
};

/** Null where the rules of another family speak of it. */
export const blamedRule = (start: Start, deviation: Deviation, loops: Loops): string | null => {
  const { node, startedAt } = start;
  const { member, opening, readiness, edges, choice } = node;
  const began = startedAt ?? Number.POSITIVE_INFINITY;
  if (deviation.kind === 'missing' || deviation.kind === 'late') {
    if (deviation.kind === 'missing' && member.node.guard !== null) return 'schedule/guard-skips';
    if (choice.kind === 'chosen' && edges.every((edge) => 'at' in edge && edge.at <= choice.at)) {
      return 'schedule/decision-first-true';
    }
    return concerned(start, loops)[0] ?? null;
  }
  if (deviation.kind === 'uncalled' && readiness.kind === 'ready') {
    if (opening.kind === 'skip') return 'schedule/guard-skips';
    return isWithoutInput(start) ? 'schedule/missing-input' : null;
  }
  if (isUnled(member)) return 'schedule/entry-set';
  if (choice.kind !== 'not-asked') {
    const decidedAt = 'at' in choice ? choice.at : Number.POSITIVE_INFINITY;
    if (member.incoming.length === 0 && began < decidedAt) return 'schedule/entry-set';
    const isEdgesTurn = edges.some((edge) => edge.kind !== 'satisfied' || edge.at > began);
    if (choice.kind === 'passed-over' || !isEdgesTurn) return 'schedule/decision-first-true';
  }
  if (deviation.kind === 'uncalled') {
    const isUnfed = edges.some((edge) => edge.kind === 'satisfied');
    if (isUnfed) return 'schedule/unreachable-propagates';
    return concerned(start, loops)[0] ?? null;
  }
  return ownRule(member);
};

/** Nothing ever leads to it: it begins at once, or never. */
const isUnled = ({ isEntry, incoming, deciders }: Member): boolean =>
  isEntry || (incoming.length === 0 && deciders.length === 0);

export const isWithoutInput = ({ node: { opening } }: Start): boolean =>
  opening.kind === 'no-call' || (opening.kind === 'fault' && opening.cause === 'input');

/** The rule of its only edge, or of its join; null for a handler's error edge. */
const ownRule = ({ node, incoming }: Member): string | null => {
  const [only, second] = incoming;
  if (second !== undefined) return `schedule/join-${node.join}`;
  switch (only?.edge.type) {
    case 'control':
      return 'schedule/control-edge';
    case 'data':
      return 'schedule/data-edge';
    case 'dependency':
      return 'schedule/dependency-edge';
    default:
      return null;
  }
};

/** The rules that its edges and join speak of, the most particular first. */
const concerned = ({ node }: Start, loops: Loops): readonly string[] => {
  const { member, edges, choice } = node;
  const rules: string[] = [];
  const isMet = edges.some(({ kind }) => kind === 'satisfied');
  const about = (rule: string, holds: (edge: EdgeState, link: Link) => boolean): void => {
    if (edges.some((edge, place) => holds(edge, member.incoming[place] as Link))) rules.push(rule);
  };
  about('schedule/edge-condition', (edge) => edge.kind === 'negative' && edge.why === 'condition');
  about(
    'schedule/decision-no-case',
    (edge, { from }) =>
      from.node.kind === 'decision' && edge.kind === 'negative' && edge.why === 'ended',
  );
  about('schedule/loop-bounds', (_, { from }) => loops.get(from)?.isRefused === true);
  about(
    'schedule/loop-on-item-failure',
    (_, { from }) => (loops.get(from)?.failure ?? null) !== null,
  );
  about(
    'schedule/unreachable-propagates',
    (edge) => isMet && edge.kind === 'negative' && edge.why === 'unreachable',
  );
  about('lifecycle/skipped-is-success', isSkip);
  about(
    'schedule/dependency-edge',
    (edge, link) => link.edge.type === 'dependency' && edge.kind === 'satisfied' && isMet,
  );
  const own = ownRule(member);
  if (own !== null && !rules.includes(own)) rules.push(own);
  if (member.isEntry) rules.push('schedule/entry-set');
  if (choice.kind !== 'not-asked') rules.push('schedule/decision-first-true');
  return rules;
};

/** A skipped source: its control edges are taken, its error edges are not. */
const isSkip = (edge: EdgeState, { edge: { type } }: Link): boolean =>
  'isSkip' in edge &&
  edge.isSkip &&
  edge.kind === (type === 'error' ? 'negative' : 'satisfied') &&
  type !== 'dependency';
