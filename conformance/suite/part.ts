/** What a shard tells for its merge. */

import type { ProfilePart, RulePart } from './certification.ts';
import type { Course } from './course.ts';
import { sizeOf, type Tally } from './tally.ts';

export const partOfProfile = ({
  refusals,
  selfReported,
}: Pick<Course, 'refusals' | 'selfReported'>): ProfilePart => ({
  refusals: [...refusals.reasons.values()],
  selfReported,
});

export const partOfRule = (
  { worst, document, readings, unsteady, sampled }: Tally,
  outOfReach: RulePart['outOfReach'],
  refused: RulePart['refused'],
): RulePart => ({
  worst: worst === null ? null : { from: worst.id, size: sizeOf(worst.testCase) },
  document: document === null ? null : { from: document.id },
  ...{ readings, unsteady, outOfReach, refused, sampled },
});
