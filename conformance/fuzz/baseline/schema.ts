/**
 * `--baseline FILE`: what a search finds and is excused for now, each with a reason and a last day.
 * The one source of its type, its check and `docs/fuzz/baseline.schema.json`.
 */

import { Type } from '@sinclair/typebox';
import { type Of, object } from '../../protocol/schema/build.ts';

const LONGEST = 500;
/** As many as a hundred documents can have. */
export const MOST_ENTRIES = 20_000;

const words = (description: string) =>
  Type.String({ minLength: 1, maxLength: LONGEST, description });

export const baselineFile = Type.Array(
  object({
    fingerprint: Type.String({
      pattern: '^[0-9a-f]{8,64}$',
      description: 'The fingerprint of what was found, as the reports show it.',
    }),
    property: words('What is broken: no-effect-left-behind, a rule, or the code of a finding.'),
    document: words('The id of the workflow, which stays when its file moves.'),
    reason: words('Why it stands, and is not mended at once.'),
    expires: Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'The last day on which this excuses anything: 2027-01-31.',
    }),
    ticket: Type.Optional(words('Where it is followed up.')),
  }),
  { maxItems: MOST_ENTRIES },
);

export type BaselineFile = Of<typeof baselineFile>;
