/** Faults of design in a document that is searched or explored, with what its author expects. */

import type { FuzzTarget } from '../fuzz/search/prepare.ts';
import { designFindings } from './design-findings.ts';
import type { DesignFinding } from './finding.ts';

export const designOf = ({
  workflow,
  profile,
  inputs,
  documents,
  expected,
  text,
  dialect,
}: FuzzTarget): readonly DesignFinding[] =>
  designFindings(workflow, {
    profile,
    inputs,
    documents,
    deadline: deadlineOf(expected),
    source: { text, dialect },
  });

/** The least time within which all runs should end, those in which something fails among them. */
const deadlineOf = (expected: FuzzTarget['expected']): number | null =>
  expected.reduce<number | null>(
    (least, { expectation }) =>
      expectation.property === 'ends-within' && expectation.under !== 0
        ? Math.min(least ?? expectation.time, expectation.time)
        : least,
    null,
  );
