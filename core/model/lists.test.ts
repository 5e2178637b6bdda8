import { expect, test } from 'vitest';
import { grown, NONE } from './lists.ts';

test('a list grows item by item, and the empty one stays empty', () => {
  let list: readonly number[] = NONE;
  for (let item = 0; item < 20; item += 1) list = grown(list, item);
  expect(list).toEqual(Array.from({ length: 20 }, (_, item) => item));
  expect(NONE).toEqual([]);
});

test('lists that began as the same are not the same', () => {
  const one = grown<string>(NONE, 'one');
  const other = grown<string>(NONE, 'other');
  expect([one, other]).toEqual([['one'], ['other']]);
});

test('nothing can be put into the empty list', () => {
  expect(() => (NONE as unknown as number[]).push(1)).toThrow(TypeError);
});
