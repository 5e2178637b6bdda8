/** `--shard i/n` */

import type { Shard } from '../suite/certification.ts';
import { MOST_SHARDS } from '../suite/shard.ts';
import { Problem } from './problem.ts';

export function parseShard(text: string): Shard {
  const match = /^(\d{1,9})\/(\d{1,9})$/.exec(text);
  const index = Number(match?.[1] ?? 0);
  const count = Number(match?.[2] ?? 0);
  if (match === null || index < 1 || count < 1) {
    throw new Problem(`--shard takes a part of a number of parts, like 1/3, not '${text}'.`);
  }
  if (index > count) {
    throw new Problem(`--shard ${text}: of ${count} parts the last is ${count}/${count}.`);
  }
  if (count > MOST_SHARDS) {
    throw new Problem(`--shard ${text}: there are at most ${MOST_SHARDS} parts.`);
  }
  return { index, count };
}
