/** Short lists without the room that engines leave for more: documents have many of them. */

/** For what has none. Nothing can be put into it. */
export const NONE: readonly never[] = Object.freeze([]);

/**
 * The list with one more item. A list that begins as empty is given room for 17 items at its
 * first, which most lists of a document's nodes never need, so the first makes a new list.
 */
export function grown<Item>(list: readonly Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  const growing = list as Item[];
  growing.push(item);
  return growing;
}
