/**
 * `--expected FILE`: rules that are known to be broken, each with a reason and a last day. The one
 * source of its type, its check and `docs/report/expected/expected.schema.json`.
 */

import { Type } from '@sinclair/typebox';
import { choice, type Of, object } from '../../protocol/schema/build.ts';
import { PROFILES } from '../../protocol/schema/names.ts';

const LONGEST = 500;
/** Beyond that a file says that nothing is expected to work. */
export const MOST_EXPECTED = 1000;

const words = (description: string) =>
  Type.String({ minLength: 1, maxLength: LONGEST, description });

export const expectedFile = Type.Array(
  object({
    rule: words('The id of a rule: retry/max-attempts.'),
    profile: Type.Optional(
      choice(
        PROFILES,
        'Where it is expected to be broken; in every profile of the rule if left out.',
      ),
    ),
    reason: words('Why it is broken, and is not repaired at once.'),
    expires: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'The last day on which this excuses anything: 2027-01-31.',
    }),
    ticket: Type.Optional(words('Where it is followed up.')),
  }),
  { maxItems: MOST_EXPECTED },
);

export type ExpectedFile = Of<typeof expectedFile>;
