/** A wrong beginning in words: what was to be, what was, and why. */

import { breach, ms } from '../judge.ts';
import type { Breach } from '../rule.ts';
import type { EdgeState } from './reading/edges.ts';
import type { Link } from './reading/graph.ts';
import type { NodeReading } from './reading/read.ts';
import type { Deviation, Start } from './starts.ts';

/** Edges that a message names. */
const NAMED = 3;

export const explain = ({ node, startedAt }: Start, deviation: Deviation): Breach => {
  const unit = node.member.node.id;
  const at = startedAt ?? undefined;
  const reasons = reasonsOf(node);
  const because = reasons === '' ? '' : `: ${reasons}`;
  switch (deviation.kind) {
    case 'missing':
      return breach(
        `${unit} was never begun, though it could be at ${ms(deviation.due)}${because}`,
        `a call at ${ms(deviation.due)}`,
        'none',
        { unit, at: deviation.due },
      );
    case 'late':
      return breach(
        `${unit} was begun at ${ms(startedAt ?? 0)}, though it could be at ${ms(deviation.due)}${because}`,
        `a call at ${ms(deviation.due)}`,
        ms(startedAt ?? 0),
        { unit, at },
      );
    case 'early':
      return breach(
        `${unit} was begun at ${ms(startedAt ?? 0)}, before it could be${because}`,
        Number.isFinite(deviation.notBefore)
          ? `not before ${ms(deviation.notBefore)}`
          : 'no call while what it waits for has not ended',
        ms(startedAt ?? 0),
        { unit, at },
      );
    case 'uncalled':
      return breach(
        `${unit} was begun, and never should have been${because}`,
        'no call',
        `a call at ${ms(startedAt ?? 0)}`,
        { unit, at },
      );
  }
};

const reasonsOf = ({ member, edges, choice, opening, readiness }: NodeReading): string => {
  if (readiness.kind === 'ready' && opening.kind === 'skip') return 'its guard is false';
  if (readiness.kind === 'ready' && (opening.kind === 'fault' || opening.kind === 'no-call')) {
    return 'a required input has no value';
  }
  if (member.isEntry) return 'it is one of the entry set';
  const reasons = edges.map((edge, place) => reasonOf(edge, member.incoming[place] as Link));
  const [decider] = member.deciders;
  if (choice.kind === 'chosen') reasons.push(`it was chosen at ${ms(choice.at)}`);
  if (choice.kind === 'passed-over') reasons.push(`${decider?.node.id} did not choose it`);
  if (choice.kind === 'waiting') reasons.push(`${decider?.node.id} had not decided`);
  if (reasons.length === 0) reasons.push('nothing leads to it');
  const others = reasons.length - NAMED;
  return reasons.slice(0, NAMED).join(', ') + (others > 0 ? `, and ${others} more` : '');
};

const reasonOf = (edge: EdgeState, { edge: { from, type } }: Link): string => {
  switch (edge.kind) {
    case 'waiting':
      return `${from} had not ended`;
    case 'unknown':
      return `nobody can tell of ${from}`;
    case 'satisfied':
      return edge.isSkip
        ? `${from} was skipped at ${ms(edge.at)}`
        : `${from} ended at ${ms(edge.at)}`;
    case 'negative':
      if (edge.why === 'condition') return `the condition of the edge from ${from} is false`;
      if (edge.why === 'unreachable') return `nothing reaches ${from}`;
      return `the ${type} edge from ${from} is not taken`;
  }
};
