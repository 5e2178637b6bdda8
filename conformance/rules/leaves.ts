/** Whether a value came from a certain output: told by the texts in it, which are nobody else's. */

import type { Json } from '../../core/model/json.ts';

/** Shorter texts are too common to say anything. */
const TELLING_LENGTH = 4;

/** How many values are looked at: rules judge many runs. */
const MOST_VALUES = 10_000;

/** The telling texts in a value. */
export const tellingTexts = (value: Json | undefined): ReadonlySet<string> => {
  const texts = new Set<string>();
  if (value === undefined) return texts;
  const open: Json[] = [value];
  for (let seen = 0; open.length > 0 && seen < MOST_VALUES; seen += 1) {
    const next = open.pop() as Json;
    if (typeof next === 'string') {
      if (next.length >= TELLING_LENGTH) texts.add(next);
    } else if (Array.isArray(next)) {
      open.push(...(next as readonly Json[]));
    } else if (typeof next === 'object' && next !== null) {
      open.push(...Object.values(next as { readonly [name: string]: Json }));
    }
  }
  return texts;
};

/** A text of `wanted` that occurs in a value, also as a part of another; null if none does. */
export const foundIn = (wanted: ReadonlySet<string>, value: Json | undefined): string | null => {
  if (value === undefined || wanted.size === 0) return null;
  const texts = [...tellingTexts(value)];
  return [...wanted].find((text) => texts.some((each) => each.includes(text))) ?? null;
};
