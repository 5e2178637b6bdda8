import { expect, test } from 'vitest';
import { isKept } from './keep.ts';

test.each([
  ['https://example.org/unwind/', true],
  ['http://intranet/', true],
  ['http://localhost:4180/', false],
  ['http://127.0.0.1:4180/', false],
  ['http://[::1]:4180/', false],
  ['file:///home/somebody/playground.html', false],
])('the page at %s is kept: %s', (address, kept) => {
  expect(isKept(new URL(address))).toBe(kept);
});
