import { expect, test } from 'vitest';
import { COUNT, EXPECTED } from './expected.ts';
import { foldDigests } from './fold.ts';

test(`${COUNT} seeds fold to the committed digest in this engine`, () => {
  expect(foldDigests(COUNT)).toBe(EXPECTED);
});
