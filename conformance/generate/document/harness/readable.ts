/** What an expression may read where and when it is evaluated (§7.2.3, §10.3, §10.8). */

import { type Draft, type Member, mayBothRun } from './draft.ts';
import type { Readable } from './expressions.ts';

/** As its node starts, between the iterations of its loop, or as the source of its edge ends. */
export type Moment = 'start' | 'iteration' | 'end';

export function readableFor(draft: Draft, reader: Member, moment: Moment): Readable {
  const ports = draft.members
    .filter((each) => !each.awkward && mayRead(reader, each, moment))
    .flatMap(({ node }) => node.outputs.map((port) => [node.id, port.name] as const));
  return {
    ports,
    variables: loopsAround(reader).flatMap(({ node }) =>
      node.loop === null ? [] : [node.loop.var, node.loop.indexVar],
    ),
    artifacts: draft.artifacts.map(({ id }) => id),
    resources: draft.resources.map(({ id }) => id),
    config: reader.node.config.map(({ name }) => name),
  };
}

export function mayRead(reader: Member, read: Member, moment: Moment): boolean {
  if (read === reader) return moment === 'end';
  if (read.role === 'undo' || loopsAround(reader).includes(read)) return false;
  if (!mayBothRun(reader, read)) return false;
  if (reader.before.has(read)) return true;
  if (read.role === 'body') {
    if (moment === 'iteration' && read.loops.includes(reader)) return true;
    return read.loops.some(
      (loop) => reader.before.has(loop) && !loopsAround(reader).includes(loop),
    );
  }
  // An undo can count on what came before the step that it undoes, and on nothing else.
  const around = [reader, ...loopsAround(reader)];
  if (read.onlyAfterFailure || around.some(({ role }) => role === 'undo')) return false;
  return around.every(({ index }) => read.index < index);
}

/** The loops that repeat a node, the ones that repeat these, and so on. */
export function loopsAround(member: Member): Member[] {
  const found: Member[] = [];
  const waiting = [...member.loops];
  for (let loop = waiting.pop(); loop !== undefined; loop = waiting.pop()) {
    if (found.includes(loop)) continue;
    found.push(loop);
    waiting.push(...loop.loops);
  }
  return found;
}
