/** All fixed cases. */

import { type FixedCase, numbered } from './fixed-case.ts';

export const cases: readonly FixedCase[] = numbered([]);
