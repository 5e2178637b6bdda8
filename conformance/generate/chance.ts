/** Choices in a row, each drawn from one stream, the same in every engine. */

import { Random } from 'fast-check';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export interface Chance {
  /** @param probability From 0 to 1, in steps of 1/1000. */
  happens(probability: number): boolean;
  /** An integer from 0 to `count` − 1. */
  below(count: number): number;
  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number;
  oneOf<Item>(items: readonly Item[]): Item;
  /** Some of the items, in their order, each with the same probability. */
  someOf<Item>(items: readonly Item[], probability: number): readonly Item[];
}

/** What fast-check hands to an arbitrary. */
export interface IntegerSource {
  nextInt(least: number, most: number): number;
}

export const chanceOf = (source: IntegerSource): Chance => {
  const happens = (probability: number): boolean =>
    source.nextInt(0, 999) < Math.round(probability * 1000);
  const between = (least: number, most: number): number => source.nextInt(least, most);
  return {
    happens,
    between,
    below: (count) => between(0, count - 1),
    oneOf: (items) => items[between(0, items.length - 1)] as (typeof items)[number],
    someOf: (items, probability) => items.filter(() => happens(probability)),
  };
};

/** FNV-1a over UTF-16 code units, then every bit spread over the word (MurmurHash3's last step). */
const wordOf = (text: string): number => {
  let value = 0x811c_9dc5 | 0;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x0100_0193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2_ae35);
  return value ^ (value >>> 16);
};

/** The stream of one run: another for each profile and number, whatever else is run. */
export const streamOf = (seed: number, profile: string, number: number): Random =>
  new Random(xoroshiro128plus(wordOf(`${seed}|${profile}|${number}`)));
