/** Rules about joins: when they begin, and what `any` cancels. */

import type { TransitionEvent } from '../../../core/model/trace.ts';
import { breach, type Checked, isSameTime, judgeEach, ms, together } from '../judge.ts';
import type { Judgement, RunRule } from '../rule.ts';
import { successOf, type View } from '../view.ts';
import { judgeStarts, ruleOfSchedule } from './common.ts';
import { executionOf } from './reading/begin.ts';
import { MAIN } from './reading/frame.ts';
import type { Member } from './reading/graph.ts';
import { readingOf } from './reading/read.ts';
import { stopOf } from './reading/stop.ts';

const joinRule = (
  policy: 'all' | 'any' | 'quorum',
  title: string,
  needs: readonly string[],
  page: RunRule['page'],
): RunRule => {
  const id = `schedule/join-${policy}`;
  return ruleOfSchedule({
    id,
    title,
    clause: 'HarnessXML §5.4',
    sees: ['world'],
    needs,
    trigger: `a node with joinPolicy ${policy} has two incoming edges or more`,
    page,
    judge: (view) => together(judgeStarts(id, view), judgeOnce(view, policy)),
  });
};

/** A join begins once, whatever happens on its other edges. */
const judgeOnce = (view: View, policy: Member['node']['join']): Judgement => {
  const { context, nodes } = readingOf(view);
  return judgeEach(nodes, ({ member }): Checked => {
    if (member.node.join !== policy || member.incoming.length < 2) return 'not-judged';
    const execution = executionOf(context, member, MAIN);
    if (execution === null) return 'not-judged';
    const again = execution.attempts.flatMap(({ repeated }) => repeated);
    const second = again[0] ?? successOf(execution)?.next?.calls[0];
    if (second === undefined) return 'not-judged';
    return breach(
      `${member.node.id} was begun a second time at ${ms(second.at)}`,
      'one beginning',
      'two',
      { unit: member.node.id, at: second.at },
    );
  });
};

const joinAll = joinRule(
  'all',
  'starts an all join when every edge is resolved and one at least is satisfied: not before, and once',
  [],
  {
    why: 'What a join waits for is what makes the branches of a graph one again. An engine that counts ends, or takes the first, goes on with half the work done.',
    wrong: 'A ends at 1 s, B at 3 s; J is called at 1 s, or at both times.',
    right: 'J is called once, at 3 s.',
  },
);

const joinAny = joinRule(
  'any',
  'starts an any join at the first edge that is satisfied: not before, and once',
  ['join.any'],
  {
    why: 'The first of several is enough. The others must neither hold it back nor start it again.',
    wrong: 'A ends at 1 s, B at 3 s; J is called at 3 s, or at both times.',
    right: 'J is called once, at 1 s.',
  },
);

const joinQuorum = joinRule(
  'quorum',
  'starts a quorum join when so many edges are satisfied: not before, and once',
  ['join.quorum'],
  {
    why: 'A quorum is a number of successes. Ends of another kind do not count, and those beyond it start nothing.',
    wrong:
      'quorum 2; A ends at 1 s, B at 2 s, C at 3 s; J is called at 1 s, at 3 s, or at both 2 s and 3 s.',
    right: 'J is called once, at 2 s.',
  },
);

const anyCancels = ruleOfSchedule({
  id: 'schedule/join-any-cancels',
  title:
    'cancels what is in flight and could only lead to an any join once that begins, and nothing else',
  clause: 'HarnessXML §5.4',
  sees: ['trace'],
  needs: ['join.any', 'trace'],
  trigger:
    'an any join begins while a node is in flight that could only lead to it, or a node is cancelled while nothing aborts',
  page: {
    why: 'The losers of a race do work that nobody will use. A node that leads elsewhere too is no loser.',
    wrong:
      'A ends at 1 s and J begins; B, which leads to J alone, stays RUNNING; or C, which leads to J and to D, is CANCELLED.',
    right: 'B turns CANCELLED at 1 s; C goes on.',
  },
  judge: (view) => {
    const { trace } = view.observation;
    if (trace === null || readingOf(view).context.losers.isCut || view.outages.length > 0) {
      return { occurrences: 0, breaches: [] };
    }
    const moves = movesOf(view);
    return together(judgeLosers(view, moves), judgeCancelled(view, moves));
  },
});

type Moves = ReadonlyMap<string, readonly TransitionEvent[]>;

/** Transitions of nodes of the main flow, by node. */
const movesOf = (view: View): Moves => {
  const moves = new Map<string, TransitionEvent[]>();
  for (const event of view.observation.trace ?? []) {
    if (event.type !== 'transition' || event.unit !== event.node) continue;
    const known = moves.get(event.node);
    if (known === undefined) moves.set(event.node, [event]);
    else known.push(event);
  }
  return moves;
};

const IN_FLIGHT: ReadonlySet<string> = new Set(['READY', 'RUNNING', 'RETRYING']);

const beginningOf = (moves: Moves, { node }: Member): TransitionEvent | undefined =>
  moves.get(node.id)?.find(({ to }) => to === 'READY');

const judgeLosers = (view: View, moves: Moves): Judgement => {
  const reading = readingOf(view);
  const stop = stopOf(view, reading);
  const pairs = [...reading.context.losers.byJoin].flatMap(([join, losers]) => {
    const begun = beginningOf(moves, join);
    // What a decision alone leads to is no join.
    if (begun === undefined || begun.at >= stop || join.incoming.length < 2) return [];
    return losers.map((loser) => ({ join, begun, loser }));
  });
  return judgeEach(pairs, ({ join, begun, loser }): Checked => {
    const events = moves.get(loser.node.id) ?? [];
    const before = events.findLast(({ seq }) => seq < begun.seq);
    const after = events.find(({ seq }) => seq > begun.seq);
    if (before === undefined || !IN_FLIGHT.has(before.to)) return 'not-judged';
    // What began or ended in the same instant may have done so before or after.
    if (isSameTime(before.at, begun.at) || !mustBeCancelled(loser, before)) return 'not-judged';
    if (after?.to === 'CANCELLED') return 'holds';
    if (after !== undefined && isSameTime(after.at, begun.at)) return 'not-judged';
    return breach(
      `${loser.node.id} was ${before.to} when ${join.node.id} began at ${ms(begun.at)}, could lead nowhere else, and was not cancelled`,
      'CANCELLED',
      after?.to ?? before.to,
      { unit: loser.node.id, at: begun.at, seq: begun.seq },
    );
  });
};

/** A step that is not idempotent, and runs, finishes; what runs inside of a node may be one. */
const mustBeCancelled = ({ node }: Member, { to }: TransitionEvent): boolean =>
  node.kind !== 'loop' && node.kind !== 'subworkflow' && (node.idempotent || to !== 'RUNNING');

const judgeCancelled = (view: View, moves: Moves): Judgement => {
  const reading = readingOf(view);
  const { context } = reading;
  const stop = stopOf(view, reading);
  const cancelled = [...moves.values()].flatMap((events) =>
    events.filter(({ to, at }) => to === 'CANCELLED' && at < stop),
  );
  const lostAt = new Map<Member, number>();
  for (const [join, losers] of context.losers.byJoin) {
    const at = beginningOf(moves, join)?.at ?? Number.POSITIVE_INFINITY;
    for (const loser of losers) lostAt.set(loser, Math.min(at, lostAt.get(loser) ?? at));
  }
  return judgeEach(cancelled, ({ node, at, seq }): Checked => {
    const member = context.graph.byId.get(node);
    if (member === undefined || member.place !== 'main') return 'not-judged';
    if ((lostAt.get(member) ?? Number.POSITIVE_INFINITY) <= at) return 'holds';
    return breach(
      `${node} was cancelled at ${ms(at)}, though it could lead elsewhere than to an any join that began`,
      'no cancel',
      'CANCELLED',
      { unit: node, at, seq },
    );
  });
};

export const joinRules: readonly RunRule[] = [joinAll, joinAny, joinQuorum, anyCancels];
