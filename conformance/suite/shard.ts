/**
 * Which part of a certification does what. An id belongs to one shard, whatever else is run: so the
 * parts can be made by machines that know nothing of each other, and their union is the whole.
 */

import type { Shard } from './certification.ts';

/** More parts than that have too little to do each. */
export const MOST_SHARDS = 1000;

/** @returns From 1 to `count`. */
export const shardOf = (id: string, count: number): number => (hashOf(id) % count) + 1;

/** Whether a shard does what has this id; null does all. */
export const isOwn = (shard: Shard | null | undefined, id: string): boolean =>
  shard === null || shard === undefined || shardOf(id, shard.count) === shard.index;

/** FNV-1a over UTF-16 units, its bits mixed at the end: alone, near ids would fall together. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};
