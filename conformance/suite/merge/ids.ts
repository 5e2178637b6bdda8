/** Gaps and overlaps: which ids the parts hold, against those that there are. */

import type { RanCase } from '../certification.ts';
import { MOST_RAN } from '../note-ran.ts';
import { shardOf } from '../shard.ts';
import { listed } from './listed.ts';
import type { ProfileOfPart } from './named-report.ts';

export interface Walk {
  /** What was run, in the order of the ids; of very much the first. */
  readonly ran: readonly RanCase[];
  /** Id → which one it is, of those that were asked for. */
  readonly positions: ReadonlyMap<string, number>;
  readonly count: number;
}

/**
 * Goes through all ids once, beside what each part holds.
 * @param parts No two of one index.
 * @param ids All that there are, in their order.
 * @param wanted Those whose position somebody needs.
 * @returns A sentence without its full stop where the parts are not the whole.
 */
export const walkIds = (
  parts: readonly ProfileOfPart[],
  count: number,
  ids: Iterable<string>,
  wanted: ReadonlySet<string>,
): Walk | string => {
  const cursors = new Map(parts.map((part) => [part.index, cursorOf(part)]));
  const ran: RanCase[] = [];
  const positions = new Map<string, number>();
  const lost = new Map<number, Missing>();
  let position = 0;
  for (const id of ids) {
    if (wanted.has(id)) positions.set(id, position);
    position += 1;
    const owner = shardOf(id, count);
    const found = cursors.get(owner)?.take(id) ?? null;
    if (found === null) noteMissing(lost, owner, id);
    else if (ran.length < MOST_RAN) ran.push(found);
  }
  const strange = [...cursors.values()]
    .map((cursor) => cursor.strange())
    .find((why) => why !== null);
  if (strange !== undefined) return strange;
  const gap = gapIn(lost, parts, count);
  return gap ?? { ran, positions, count: position };
};

interface Missing {
  readonly first: string[];
  count: number;
}

const KEPT = 3;

const noteMissing = (lost: Map<number, Missing>, shard: number, id: string): void => {
  const known = lost.get(shard) ?? { first: [], count: 0 };
  if (known.first.length < KEPT) known.first.push(id);
  known.count += 1;
  lost.set(shard, known);
};

/** A part's cases are in the order of all ids, so one look forward is enough where all is well. */
const cursorOf = ({ name, index, count, report }: ProfileOfPart) => {
  const { ran } = report;
  let at = 0;
  let left: Set<string> | null = null;
  const strangers: string[] = [];
  return {
    take: (id: string): RanCase | null => {
      const next = ran[at];
      if (next?.id === id) {
        at += 1;
        return next;
      }
      left ??= new Set(ran.slice(at).map((each) => each.id));
      if (!left.has(id)) return null;
      for (; at < ran.length; at += 1) {
        const each = ran[at];
        if (each?.id !== id) {
          strangers.push(each?.id ?? '');
          continue;
        }
        at += 1;
        return each;
      }
      return null;
    },
    /** What it holds and should not. */
    strange: (): string | null => {
      for (; at < ran.length; at += 1) strangers.push(ran[at]?.id ?? '');
      if (strangers.length === 0) return null;
      return `${name} holds what shard ${index} of ${count} has not, or has once or elsewhere: ${listed(strangers)}`;
    },
  };
};

/** So many runs of a profile report.json holds. */
const MANY = 100_000;

const gapIn = (
  lost: ReadonlyMap<number, Missing>,
  parts: readonly ProfileOfPart[],
  count: number,
): string | null => {
  if (lost.size === 0) return null;
  const byIndex = new Map(parts.map((part) => [part.index, part]));
  for (const [index, { first, count: missing }] of lost) {
    const part = byIndex.get(index);
    if (part === undefined) continue;
    const { name, report } = part;
    const names = listed(first, missing);
    if (report.ran.length >= MOST_RAN) {
      return `${name} does not hold ${names}: a report keeps the first ${MOST_RAN} of a profile. Make more and smaller shards`;
    }
    const why =
      report.blocked > 0
        ? 'its driver was gone before; make that part again'
        : report.ran.length >= MANY
          ? 'report.json leaves runs out where there are very many; report.ndjson does not'
          : 'it is not all of its part';
    return `${name}, shard ${index} of ${count}, does not hold ${names}: ${why}`;
  }
  const shards = [...lost.keys()].sort((one, other) => one - other);
  const first = [...lost.values()].flatMap((each) => each.first);
  const missing = [...lost.values()].reduce((sum, each) => sum + each.count, 0);
  const which = shards.length === 1 ? `shard ${shards[0]}` : `shards ${listed(shards.map(String))}`;
  return `${which} of ${count} ${shards.length === 1 ? 'is' : 'are'} missing, and with ${shards.length === 1 ? 'it' : 'them'} ${listed(first, missing)}`;
};
