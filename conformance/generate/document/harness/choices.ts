/**
 * A row of choices made from bytes. Bytes that are left out count as 0, and 0 always chooses
 * the plainest: so fast-check, which shortens rows and shrinks bytes, finds plain examples.
 */

export interface Choices {
  /** An integer from 0 to `count` − 1. */
  below(count: number): number;
  /** True in about `probability` of all cases; never once the bytes are used up. */
  happens(probability: number): boolean;
  oneOf<Item>(items: readonly Item[]): Item;
  /** Up to `most` different items, in their own order. */
  someOf<Item>(items: readonly Item[], most: number): Item[];
}

export function choicesOf(bytes: ArrayLike<number>): Choices {
  let used = 0;
  const byte = (): number => {
    const value = bytes[used] ?? 0;
    used += 1;
    return value;
  };
  return choose((count) => (count <= 256 ? byte() : byte() * 65_536 + byte() * 256 + byte()));
}

/** Choices that never run out, from a number; every row of 0 is the same as of no bytes. */
export function choicesFrom(seed: number): Choices {
  if (seed === 0) return choicesOf([]);
  let state = seed | 0;
  // Marsaglia's xorshift (2003), integers alone, so that every engine draws the same.
  return choose(() => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % 16_777_259;
  });
}

function choose(draw: (count: number) => number): Choices {
  const below = (count: number): number => (count <= 1 ? 0 : draw(count) % count);
  const happens = (probability: number): boolean => below(256) >= 256 * (1 - probability);
  return {
    below,
    happens,
    oneOf: (items) => items[below(items.length)] as (typeof items)[number],
    someOf: (items, most) => {
      const wanted = below(most + 1);
      const left = [...items];
      while (left.length > wanted) left.splice(below(left.length), 1);
      return left;
    },
  };
}
