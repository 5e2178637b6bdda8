/** What an edge comes to once its source has ended (HarnessXML §4, §5.3). */

import type { Context } from './context.ts';
import type { Fate, Moment } from './fate.ts';
import { MAIN } from './frame.ts';
import type { Link } from './graph.ts';
import { truthOf } from './values.ts';

export type EdgeState =
  | (Moment & {
      readonly kind: 'satisfied';
      /** Whether its source was skipped. */
      readonly isSkip: boolean;
    })
  | (Moment & {
      readonly kind: 'negative';
      /** Its condition was false; its source never began; or the source ended in another way. */
      readonly why: 'condition' | 'unreachable' | 'ended';
      readonly isSkip: boolean;
    })
  /** Its source had not ended. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'unknown' };

const WAITING: EdgeState = { kind: 'waiting' };
const UNKNOWN: EdgeState = { kind: 'unknown' };

export const edgeState = (context: Context, link: Link): EdgeState => {
  const fate = context.fates[link.from.index] ?? { kind: 'unknown' };
  switch (fate.kind) {
    case 'unknown':
      return UNKNOWN;
    case 'pending':
      return WAITING;
    case 'unreachable':
      return { kind: 'negative', why: 'unreachable', isSkip: false, at: fate.at, hops: fate.hops };
    case 'failed':
      if (isBlocking(context, link)) return UNKNOWN;
      return taken(context, link, fate);
    case 'succeeded':
    case 'skipped':
    case 'cancelled':
      return taken(context, link, fate);
  }
};

/** The reading of Q14 in which a failed source leaves its control edges open. */
const isBlocking = ({ view }: Context, { edge }: Link): boolean =>
  view.observation.choices['Q14'] === 'blocks' && edge.type === 'control';

type Ended = Extract<Fate, { kind: 'succeeded' | 'skipped' | 'cancelled' | 'failed' }>;

const taken = (context: Context, link: Link, fate: Ended): EdgeState => {
  const moment = { at: fate.at, hops: fate.hops, isSkip: fate.kind === 'skipped' };
  if (!follows(link, fate)) return { kind: 'negative', why: 'ended', ...moment };
  const { condition } = link.edge;
  if (condition !== null) {
    const reader = { member: link.from, frame: MAIN, at: fate.at };
    const truth = truthOf(context, reader, condition);
    if (truth.kind !== 'value') return UNKNOWN;
    if (truth.value === false) return { kind: 'negative', why: 'condition', ...moment };
  }
  return { kind: 'satisfied', ...moment };
};

/** Whether an edge of this type is taken from a source that ended so, but for its condition. */
const follows = ({ edge }: Link, { kind }: Ended): boolean => {
  switch (edge.type) {
    case 'control':
    case 'data':
      return kind === 'succeeded' || kind === 'skipped';
    case 'dependency':
      return true;
    case 'error':
      return kind === 'failed';
    case 'compensation':
      return false;
  }
};
