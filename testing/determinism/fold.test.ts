import { expect, test } from 'vitest';
import { COUNT, EXPECTED, EXPECTED_ORBIT, ORBIT_COUNT } from './expected.ts';
import { foldDigests, foldOrbitDigests } from './fold.ts';

test(`${COUNT} seeds fold to the committed digest in this engine`, () => {
  expect(foldDigests(COUNT)).toBe(EXPECTED);
});

test(`${ORBIT_COUNT} seeds of ORBIT fold to theirs`, () => {
  expect(foldOrbitDigests(ORBIT_COUNT)).toBe(EXPECTED_ORBIT);
});
