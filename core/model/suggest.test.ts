import { expect, test } from 'vitest';
import { didYouMean, nearest } from './suggest.ts';

test.each([
  ['chrage', ['ship', 'charge'], 'charge'],
  ['CHARGE', ['charger', 'charge'], 'charge'],
  ['shipp', ['ship', 'shop'], 'ship'],
  ['shp', ['shop', 'ship'], 'shop'],
  ['ship', ['ship', 'shop'], 'shop'],
  ['ab', ['xy', 'b'], 'b'],
  ['reserve', ['release', 'refund'], null],
  ['', ['a', 'bc'], 'a'],
  ['x'.repeat(300), ['x'.repeat(299)], null],
  ['a', [], null],
])('nearest to %s of %j is %s', (name, candidates, expected) => {
  expect(nearest(name, candidates)).toBe(expected);
});

test('didYouMean is a clause to append', () => {
  expect(didYouMean('chrage', ['charge'])).toBe("; did you mean 'charge'?");
  expect(didYouMean('zzz', ['charge'])).toBe('');
});
